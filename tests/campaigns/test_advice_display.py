"""Advice on pages and over the API: a line, a table, a picture; and switched off, for players or for all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.audience import access
from campaigns.homebrew import editor
from campaigns.models import Membership
from campaigns.play import odds_display
from campaigns.play.ask_advice import AdvisedAnswers
from campaigns.play.ask_forms import Answer, Choice, _starred, _with_one_ready
from campaigns.play.intent import Intent
from campaigns.play.odds_display import counsel_of
from campaigns.play.outlook import foresee
from rules.engine.advice.choices import OTHERS_UNREAD, Advice, Weighed
from rules.engine.advice.reasons import by_chance, by_shares
from rules.engine.kernel import Dice, Price, Reply, Table, number
from rules.engine.odds import Chance, Odds
from rules.house_rules import EVERYBODY, GAME_MASTER, NOBODY, SEE_ADVICE, SEE_ODDS
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, verified
from tests.toy import Toss
from winterhall.templatetags import charts

CHOICES = ((EVERYBODY, ("gm", "anna")), (GAME_MASTER, ("gm",)), (NOBODY, ()))
TOSS = {"command": "toss", "with-coins": "2"}


def odds_page(cast: Cast, who: Membership, **more: str) -> str:
    there = f"/campaigns/{cast.campaign.public_id}/odds/"
    answer = client_of(who).post(there, TOSS | {"actor": cast.rook.public_id} | more)
    assert answer.status_code == 200
    return answer.content.decode()


@dataclass(frozen=True, slots=True)
class Lift(Reply, name="lift"):
    """An answer with dice that are paid for."""

    bought: int = number("Bought", default=0, costs=True)

    def perform(self, table: Table, dice: Dice) -> None:
        """Nothing happens."""


def reloaded(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)


def test_the_best_choice_stands_beside_the_odds(cast: Cast) -> None:
    text = odds_page(cast, cast.anna)
    assert re.search(r"★</span><span><b>Coins 1</b>: ", text), "one star, with its reason"
    assert "Best: <b>Coins 1</b> (+0.5 coins)" in text.partition("Why</summary>")[2], "the numbers wait"
    assert "Coins 2 0" in text
    assert 'data-take="{&quot;coins&quot;: 1}"' in text
    assert "What is learned, less what may be lost." in text
    rows = re.findall(r'<th scope="row">(Coins \d)', text)
    assert rows == [f"Coins {count}" for count in range(1, len(rows) + 1)]
    assert "trade__line--whole" in text


def test_another_command_of_the_turn_is_told_in_one_share() -> None:
    own, other = Weighed("dig", {"depth": 1}, "Depth 1", (1.0, -0.5)), Weighed("fish", {}, "Fish", (0.7,), aside=True)
    told = counsel_of(Advice("Finds.", "finds", ("Finds", "Sweat"), (other, own), own, "depth"), "dig")
    assert told is not None
    assert (told.best.label, told.best.value, told.rows[0].shares, told.take) == ("Fish", "+0.7", ("", ""), "")
    assert told.rows[1].shares == ("+1.00", "−0.50")


def picture_of(*each: tuple[float, ...], shares: Sequence[str]) -> dict[str, Any]:
    """The picture of choices with these shares."""
    points = [odds_display.Point(str(number), one, sum(one), number == 0) for number, one in enumerate(each)]
    return charts.trade_off(points, shares, "boxes")


def test_no_two_curves_look_alike_without_their_colours() -> None:
    picture = picture_of((1.0, 2.0, 3.0), (0.0, 1.0, 2.0), shares=("Now", "Soon", "Later"))
    assert len({line.key for line in picture["lines"]}) == len(picture["lines"]) == 4
    style = Path("static/css/components/advice.css").read_text()
    dashes = re.findall(r"trade__line--(\d) \{\s+stroke-dasharray: ([\d. ]+);", style)
    assert len({dash for _, dash in dashes}) == 3


def test_the_ends_of_a_picture_are_not_written_over_nothing() -> None:
    picture = picture_of((0.3,), (-3.7,), shares=("Now",))
    assert [label for _, label in picture["heights"]] == ["0", "\u22123.7"]


def test_whoever_has_chosen_it_is_told_so(cast: Cast) -> None:
    text = odds_page(cast, cast.anna, **{"with-coins": "1"})
    assert '<span class="visually-hidden">chosen</span>' in text
    assert "data-take" not in text


@pytest.mark.parametrize(("chosen", "advised"), CHOICES)
def test_who_gets_advice(cast: Cast, chosen: str, advised: tuple[str, ...]) -> None:
    if chosen != EVERYBODY:
        with verified(cast.campaign):
            editor.choose_rules(cast.gm, {SEE_ADVICE.name: chosen})
    for who in ("gm", "anna"):
        member = getattr(cast, who)
        assert ("Best:" in odds_page(cast, member)) is (who in advised)
        assert access.sees_advice(reloaded(member)) is (who in advised)
        foreseen = foresee(reloaded(member), Intent("toss", {"coins": 1}, cast.rook.public_id))
        assert foreseen.odds is not None
        assert (foreseen.advice is not None) is (who in advised)


def test_without_odds_there_is_no_advice(cast: Cast) -> None:
    editor.choose_rules(cast.gm, {SEE_ODDS.name: GAME_MASTER})
    assert not access.sees_advice(reloaded(cast.anna))
    assert access.sees_advice(reloaded(cast.gm))


def advice(*values: float, complete: bool = True) -> Advice:
    choices = tuple(Weighed("dig", {"depth": place}, f"{place} deep", (value,)) for place, value in enumerate(values))
    ranked = tuple(sorted(choices, key=lambda one: -one.value))
    return Advice("Finds.", "finds", ("Finds",), ranked, choices[0], "depth", complete)


def test_a_digit_more_is_told_only_where_it_tells_apart() -> None:
    plain, close = counsel_of(advice(0.5, 0.84), "dig"), counsel_of(advice(0.82, 0.84), "dig")
    assert plain is not None
    assert close is not None
    assert (plain.best.value, close.best.value) == ("+0.8", "+0.84")
    assert [row.value for row in plain.rows] == ["+0.84", "+0.50"]


def test_what_another_form_does_is_not_taken_over_into_this_one() -> None:
    here, elsewhere = counsel_of(advice(0.5, 0.84), "dig"), counsel_of(advice(0.5, 0.84), "rest")
    assert here is not None
    assert elsewhere is not None
    assert (here.take, elsewhere.take) == ('{"depth": 1}', "")


@pytest.mark.parametrize(
    ("shares", "best", "other", "said"),
    [
        (("Finds",), (1.0,), (0.5,), "better than Two"),
        (("Finds",), (-1.0,), (-2.0,), "costs you less than Two"),
        (("They lose", "Points"), (3.0, -1.0), (1.0, 0.0), "they lose 2.0 finds more than with Two"),
        (("They lose", "Points"), (3.0, 0.0), (1.0, 0.0), "they lose 2.0 finds more than with Two"),
        (("You lose", "Points"), (-1.0, 0.0), (-3.0, 0.0), "you lose 2.0 finds less than with Two"),
        (("This dig", "Spirit"), (-0.4, 0.0), (-0.1, -1.0), "spirit costs 1.0 finds less than with Two"),
        (("This dig", "Your luck"), (1.0, 0.0), (2.0, -0.02), "this dig now; Two gains little more"),
        (("The strike", "Points"), (0.0, 1.0), (-0.5, 1.0), "Two would cost you 0.5 finds"),
        (("The strike", "Points"), (0.0, 1.0), (-0.02, 1.0), "Two is not worth the price"),
        (("Finds",), (1.0,), (1.0,), "Two is just as good"),
    ],
)
def test_the_star_has_a_reason_in_words(
    shares: tuple[str, ...], best: tuple[float, ...], other: tuple[float, ...], said: str
) -> None:
    choices = (Weighed("dig", {}, "One", best), Weighed("dig", {"depth": 2}, "Two", other))
    told = counsel_of(Advice("Finds.", "finds", shares, choices), "dig")
    assert told is not None
    assert (told.reason, told.note) == (f"{said}than with Two" if said.endswith(" ") else said, "")


@pytest.mark.parametrize(("price", "said"), [(20.0, "saves 10 AP"), (3.0, "saves 1.5 AP")])
def test_a_price_that_is_spared_is_told_in_what_is_paid(price: float, said: str) -> None:
    """Weighed in finds, paid in AP: nobody reckons one in the other at the table."""
    choices = (Weighed("dig", {}, "Keep", (1.0, 0.0)), Weighed("dig", {"depth": 2}, "Again", (1.5, -price)))
    told = counsel_of(Advice("Finds.", "finds", ("They lose", "Points"), choices, price=Price("AP", 2.0)), "dig")
    assert told is not None
    assert told.reason == said


def test_what_is_paid_for_a_chance_is_told_in_words() -> None:
    choices = (Weighed("dig", {}, "None", (60.0, 0.0)), Weighed("dig", {"depth": 1}, "One", (75.0, -19.0)))
    told = counsel_of(Advice("Finds.", "percentage points", ("Chance", "Paid"), choices), "dig")
    assert told is not None
    assert told.reason == "One is not worth the price"


def test_the_usual_weapon_is_not_as_good_as_itself() -> None:
    usual = Weighed("dig", {}, "Here, Keep it", (1.0,))
    named = Weighed("dig", {"with": 1}, "Here, Spade, Keep it", (1.0,))
    told = counsel_of(Advice("Finds.", "finds", ("Finds",), (usual, named)), "dig")
    assert told is not None
    assert told.reason == "nothing beats it"


def test_the_reason_tells_the_best_from_what_stands_in_the_form() -> None:
    one, two, three = (Weighed("dig", {"depth": n}, f"{n}", (n, later)) for n, later in ((1, 3.0), (2, 1.0), (3, -0.5)))
    found = Advice("Finds.", "finds", ("This hole", "Holes to come"), (one, two, three), three, "depth")
    for chosen, said in (
        (three, "holes to come bring 3.5 finds more than with 3"),
        (None, "holes to come bring 2.0 finds more than with 2"),
    ):
        assert by_shares(replace(found, chosen=chosen)) == said
    assert by_shares(replace(found, kept="tools for holes to come")) == (
        "keep tools for holes to come: they do more there"
    )
    assert found.compared == three
    assert replace(found, chosen=one).compared == two


def test_chances_of_the_same_thing_are_a_reason_where_the_best_has_the_greater() -> None:
    high, low = (Odds("", (Chance("hit", "to hit", chance),)) for chance in (0.8, 0.6))
    assert by_chance(high, low, "Two").replace("\u00a0", " ") == "80 % to hit, 60 % with Two"
    assert not by_chance(low, high, "Two")
    assert not by_chance(high, None, "Two")


def test_that_players_may_see_other_numbers_is_told_with_the_reasons_alone() -> None:
    told = counsel_of(replace(advice(0.5, 0.84), sentence=f"Finds. {OTHERS_UNREAD}"), "dig")
    assert told is not None
    assert told.note == ""


@pytest.mark.parametrize(("best", "ready"), [("rest", [False, True]), ("dig", [True, False]), ("sing", [True, False])])
def test_the_main_button_is_the_one_with_the_star(best: str, ready: list[bool]) -> None:
    found = replace(advice(0.5, 0.84), choices=(Weighed(best, {}, best, (1.0,)), Weighed("dig", {}, "dig", (0.0,))))
    forms: list[Any] = [SimpleNamespace(command=name) for name in ("dig", "rest")]
    answers = [Answer(forms[0], None, (), counsel=counsel_of(found, "dig")), Answer(forms[1], None, ())]
    told = list(_with_one_ready(answers, best))
    assert [one.ready for one in told] == ready
    assert [one.best for one in told] == [one.form.command == best for one in told]
    assert [one.ready for one in _with_one_ready([replace(one, counsel=None) for one in answers], "")] == [True, False]


@pytest.mark.parametrize(
    ("given", "stars"),
    [
        ({"depth": 1}, [False, True]),
        ({"depth": 1, "tool": None, "helpers": [], "pause": 0}, [False, True]),
        ({"depth": 0, "tool": "spade"}, [False, False]),
        ({"depth": 0, "helpers": ["mira"]}, [False, False]),
    ],
)
def test_a_choice_has_the_star_only_if_it_is_all_that_is_to_be_chosen(given: dict[str, Any], stars: list[bool]) -> None:
    found = replace(
        advice(0.5, 0.84), choices=(Weighed("dig", given, "Best", (1.0,)), Weighed("dig", {}, "dig", (0.0,)))
    )
    kinds = {"depth": "number", "tool": "text", "helpers": "many", "pause": "number"}
    inputs = [SimpleNamespace(field=name, kind=kind, options=(), value="") for name, kind in kinds.items()]
    form: Any = SimpleNamespace(command="dig", inputs=inputs)
    lead: Any = inputs[0]
    answer = Answer(form, lead, (Choice("0", "0", None), Choice("1", "1", None)), counsel=counsel_of(found, "dig"))
    assert [one.best for one in _starred(answer).choices] == stars


def test_two_points_are_no_curve() -> None:
    two, three = counsel_of(advice(0.5, 0.84), "dig"), counsel_of(advice(0.5, 0.84, 0.2), "dig")
    assert two is not None
    assert three is not None
    assert not two.points
    assert [(point.label, point.is_best) for point in three.points] == [("0", False), ("1", True), ("2", False)]
    assert counsel_of(None, "dig") is None


def test_what_costs_is_advised_but_stands_ready_nowhere() -> None:
    """Of answers the one stands ready that is best if nobody pays; a form begins with its own best that is free."""
    paid, free, nothing = (Weighed(name, given, name, (worth,)) for name, given, worth in (
        ("lift", {"bought": 2}, 3.0), ("lift", {"bought": 0}, -1.0), ("toss", {}, 0.0),
    ))  # fmt: skip
    found = AdvisedAnswers(Advice("Finds.", "finds", ("Finds",), (paid, nothing, free), free), "lift")
    assert found.start(Lift) == {"bought": 0}
    assert found.readiest([Lift, Toss]) == "toss"
    told = found.counsel(Lift)
    assert told is not None
    assert told.take == '{"bought": 2}'
    assert found.varies(Lift, "bought")
