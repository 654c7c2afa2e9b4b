"""Whether to pay for an easier roll, in everything that is rolled, against every way in which the dice can fall."""

from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise
from rules.engine.kernel import Dice, Judged, Table, Throw, TypedDice
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import full
from rules.systems.kaos.fight.spells.spell_worth import OF_AREAS, OF_HARM, OF_HEALING, OF_ONE_ROUND, OF_OTHERS
from tests.rules.exact import expected
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.kaos.tables import hero, table
from tests.rules.kaos.test_advice import RATE, advice, average_loss, fight_after, values

#: What an easier roll costs (PCT-038).
PRICE = 5
#: Six-sided dice that a firebolt does.
DICE_OF_FIREBOLT = 3


def shares(found: Advice) -> dict[str, tuple[float, ...]]:
    return {one.label: one.shares for one in found.choices}


class FirstThrow:
    """Dice whose first throw falls in every way; after it they show what fails, or hurts most."""

    def __init__(self, dice: Dice) -> None:
        self._dice: Dice | None = dice

    def roll(self, who: str, sides: Any) -> Throw:
        dice, self._dice = self._dice, None
        return dice.roll(who, sides) if dice else Throw(tuple(sides))


def at_rest(at: Table, name: str, **chosen: Any) -> Advice:
    kind = command_named(KAOS, name)
    found = advise([codec.command_from(kind, {**kind.preset(at), **chosen})], at)
    assert found is not None
    return found


def anna(points: int, **scores: int) -> Table:
    """Anna, and Boris who lacks three hit points."""
    body = {"str": 20, "tou": 20, "wil": 20}
    sheets = {"anna": hero("Anna", points, skill=scores, attribute=body), "boris": hero("Boris", 0, attribute=body)}
    for sheet in sheets.values():
        sheet.resources = full(sheet)
    sheets["boris"].resources["hp"].now -= 3
    return table(**sheets)


def wins(at: Table, name: str, **chosen: Any) -> float:
    """How often somebody succeeds, by every throw that there is."""

    def play(dice: Dice) -> float:
        again = Table(deepcopy(dict(at.sheets)), None, None, at.actor, KAOS.rank_range)
        kind = command_named(KAOS, name)
        codec.command_from(kind, chosen).perform(again, dice)
        return float(next(fact for fact in again.facts if isinstance(fact, Judged)).verdict == "success")

    return expected(play)


@pytest.mark.parametrize("mode", ["standard", "hard"])
def test_a_test_is_made_easier_by_every_throw_and_its_share_of_the_points(mode: str) -> None:
    at = anna(20, athletics=40)
    found = at_rest(at, "test.roll", skill="athletics", mode=mode)
    told = shares(found)
    for eased, label in ((False, "As it is"), (True, "Made easier")):
        chance = wins(at, "test.roll", skill="athletics", mode=mode, eased=eased)
        assert told[label] == (pytest.approx(100 * chance), -100 * PRICE / 20 * eased)
    assert found.unit == "percentage points"


def test_the_fewer_points_there_are_the_dearer_is_an_easier_roll() -> None:
    best = {
        points: at_rest(anna(points, athletics=40), "test.roll", skill="athletics").best.label for points in (10, 60)
    }
    assert best == {10: "As it is", 60: "Made easier"}


def test_what_is_easy_or_cannot_be_paid_is_no_choice() -> None:
    kind = command_named(KAOS, "test.roll")
    easy = codec.command_from(kind, {"skill": "athletics", "mode": "easy"})
    assert advise([easy], anna(20, athletics=40)) is None
    assert advise([codec.command_from(kind, {"skill": "athletics"})], anna(4, athletics=40)) is None


def test_an_opposed_test_is_eased_by_the_chance_to_win() -> None:
    found = at_rest(anna(50), "test.opposed", skill="str", against="boris")
    mine, theirs = 0.2, 0.2
    for label, chance in (("As it is", mine), ("Made easier", 1 - (1 - mine) ** 2)):
        won, against = chance * (1 - theirs), theirs * (1 - chance)
        gained = next(one.shares[0] for one in found.choices if one.label == label)
        assert gained == pytest.approx(100 * won / (won + against), abs=1e-6)


def test_tending_gives_no_more_than_is_missing() -> None:
    found = values(at_rest(anna(20, healing=40), "healing.tend", patient="boris"))
    given = (1 + 2 + 3 + 3 + 3 + 3) / 6
    assert found == {
        "As it is": pytest.approx(0.4 * given),
        "Made easier": pytest.approx(0.64 * given - PRICE * RATE),
    }


def trio(points: int = 0, **skills: int) -> Fight:
    """Rook between two foes, and Mira, who is hurt, behind him."""
    rook = fighter("Rook", "weapons.dagger", attribute={"str": 20}, points=points, **{"melee_combat": 45, **skills})
    people = {"rook": rook, "boris": fighter("Boris", attribute={"agi": 25}, melee_combat=40)}
    people |= {"mira": fighter("Mira", attribute={"agi": 20}), "dora": fighter("Dora", attribute={"agi": 35})}
    fight = Fight(**people)
    for who, x, y in (("rook", 0, 0), ("boris", 1.5, 0), ("mira", 0, -1.5), ("dora", -1.5, 0)):
        fight.encounter.combatants[who].x, fight.encounter.combatants[who].y = float(x), float(y)
    fight.sheets["mira"].resources["hp"].now -= 8
    return fight


def chance_of_ask(fight: Fight, who: str, name: str, command: str, **chosen: Any) -> float:
    """P(somebody is asked something), by every first throw."""
    return expected(lambda dice: float(any(_after(fight, ROOK, command, dice, chosen).table(who).asks_for(who, name))))


def _after(fight: Fight, who: str, name: str, dice: Dice, chosen: dict[str, Any]) -> Fight:
    return fight_after(fight, who, name, FirstThrow(dice), **chosen)


def test_a_run_is_eased_only_where_the_roll_matters() -> None:
    fight = trio(40, athletics=35)
    far, near = (advice(fight, ROOK, "action.run", x=0, y=metres) for metres in (30, 6))
    assert values(far) == {"As it is": pytest.approx(35), "Made easier": pytest.approx(100 * (1 - 0.65**2) - 12.5)}
    assert values(near) == {"As it is": pytest.approx(100), "Made easier": pytest.approx(100 - 12.5)}


def test_whom_to_grapple_with_is_a_foe_and_hurts_by_bare_hands() -> None:
    fight = trio(20, strength=20)
    held = advice(fight, ROOK, "action.grapple")
    assert {one.label.split(",")[0] for one in held.choices} == {"Boris", "Dora"}
    won, against = 0.45 * 0.6, 0.4 * 0.55
    assert next(one for one in held.choices if one.label == "Boris").value == pytest.approx(100 * won / (won + against))
    hurt = values(advice(fight, ROOK, "action.grapple", to="hurt"))
    assert hurt["Boris"] == pytest.approx(won / (won + against) * (3 + 4 + 5) / 3)
    assert hurt["Boris, made easier"] < hurt["Boris"]


def test_to_break_free_is_worth_the_chance_against_whoever_holds() -> None:
    fight = trio(20)
    fight.do(ROOK, "action.grapple", {ROOK: [2], BORIS: [99]}, target=BORIS)
    fight.sheets[BORIS].experience["advancement"] = {"points": 20}
    fight.do(ROOK, "turn.end")
    won, against = 0.4 * 0.55, 0.45 * 0.6
    found = advice(fight, BORIS, "action.break_free")
    assert next(one for one in found.choices if one.label == "As it is").value == pytest.approx(
        100 * won / (won + against)
    )


def test_nobody_of_ones_own_side_is_advised_as_a_target() -> None:
    fight = trio()
    for name in ("melee.attack", "melee.tumble", "melee.surprise", "action.grapple"):
        fight.sheets[ROOK].ranks["skill"] |= {"acrobatics": 30, "deception": 30}
        assert {one.given["target"] for one in advice(fight, ROOK, name).choices} == {BORIS, "dora"}
    among = advice(fight, ROOK, "melee.attack", target="mira")
    assert {one.given["target"] for one in among.choices} == {"mira"}, "whoever means a friend is told of friends"


def test_a_tumble_is_the_attack_and_the_square_after_it() -> None:
    fight = trio(20, acrobatics=30)
    plain = values(advice(fight, ROOK, "melee.attack"))
    told = shares(advice(fight, ROOK, "melee.tumble"))
    assert told["Boris, Dagger"] == (pytest.approx(plain["Boris, Dagger"]), pytest.approx(0.45 * 0.3), 0)
    eased = told["Boris, Dagger, Acrobatics easier"]
    assert eased[1:] == (pytest.approx(0.45 * (1 - 0.7**2)), pytest.approx(-0.45 * PRICE * RATE)), (
        "paid if it comes to it"
    )


def test_whoever_knows_no_acrobatics_or_is_held_has_nothing_of_the_tumble_but_the_blow() -> None:
    fight = trio(20, acrobatics=0)
    told = shares(advice(fight, ROOK, "melee.tumble"))
    assert {each[1] for each in told.values()} == {0}
    assert told["Boris, Dagger"] == (pytest.approx(values(advice(fight, ROOK, "melee.attack"))["Boris, Dagger"]), 0, 0)


def test_a_surprise_pays_for_deception_only_if_it_comes_to_that() -> None:
    fight = trio(20, deception=30)
    told = shares(advice(fight, ROOK, "melee.surprise"))
    assert told["Boris, Dagger, Deception easier"][1] == pytest.approx(-0.45 * 0.75 * PRICE * RATE)


STUNT = {"words": "Off the table", "x": 0, "y": 2, "target": BORIS, "weapon": "dagger"}


def test_a_stunt_strikes_as_often_as_both_rolls_succeed() -> None:
    fight = trio(20, acrobatics=30)
    told = {
        one.label: one.shares for one in advice(fight, ROOK, "action.stunt", attack="melee_combat", **STUNT).choices
    }
    struck = values(advice(fight, ROOK, "melee.attack"))["Boris, Dagger"] / 0.45
    done = chance_of_acrobatics(fight)
    hard = 0.45**2
    assert told["Boris, Dagger"] == (pytest.approx(done * hard * struck), 0)
    both = told["Boris, Dagger, Acrobatics easier, attack easier"]
    assert both[1] == pytest.approx(-PRICE * RATE * (1 + 0.51)), "the second is paid if the first succeeds"
    assert both[0] == pytest.approx(0.51 * (1 - 0.55**2) * struck)
    alone = values(advice(fight, ROOK, "action.stunt", words="A leap", x=0, y=2))
    assert alone == {"As it is": pytest.approx(100 * done), "Made easier": pytest.approx(51 - 25)}


def chance_of_acrobatics(fight: Fight) -> float:
    """P(the acrobatics succeed), by every throw: whoever fails stays where they are."""

    def moved(dice: Dice) -> float:
        fight.house_rules = {"stunt_asks": False}
        after = fight_after(fight, ROOK, "action.stunt", FirstThrow(dice), words="A leap", x=0, y=2)
        return float(after.encounter.combatants[ROOK].y > 0)

    return expected(moved)


def test_a_potion_gives_what_every_throw_comes_to() -> None:
    fight = trio()
    fight.sheets[ROOK].resources["hp"].now -= 9
    for key in ("healing_draught", "strong_healing_draught"):
        fight.sheets[ROOK].items[key] = KAOS.item("goods", key)
    found = values(advice(fight, ROOK, "action.potion"))
    for key, name in (("healing_draught", "Healing draught"), ("strong_healing_draught", "Strong healing draught")):
        assert found[f"Potion {name}" if f"Potion {name}" in found else name] == pytest.approx(
            -average_loss(fight, ROOK, ROOK, "action.potion", potion=key)
        )


# -- spells ------------------------------------------------------------------------------------------------------------


def caster(points: int = 20) -> Fight:
    return trio(points, witchcraft=50, thaumaturgy=60)


def test_a_spell_that_hurts_takes_what_every_throw_comes_to() -> None:
    fight = caster(9)
    found = shares(advice(fight, ROOK, "spell.cast", spell="firebolt"))
    assert set(found) == {"Boris", "Boris, made easier", "Dora", "Dora, made easier"}
    casts = chance_of_ask(fight, BORIS, "attack.defend", "spell.cast", spell="firebolt", target=BORIS)
    hit = fight_after(fight, ROOK, "spell.cast", TypedDice({ROOK: [3]}), spell="firebolt", target=BORIS)
    whole = average_loss(hit, BORIS, BORIS, "attack.defend", how="nothing")
    through = expected(lambda dice: float(_hurt(hit, dice)))
    drain = fight.sheets[ROOK].now("hp") - hit.sheets[ROOK].now("hp")
    assert found["Boris"] == (pytest.approx(casts * through * whole, abs=1e-9), -drain, 0)
    assert found["Boris, made easier"][2] == -PRICE * RATE


def test_half_of_a_spell_that_is_avoided_is_reckoned_with() -> None:
    fight, found = caster(), {}
    for half in (False, True):
        fight.house_rules = {"avoid_half": half}
        found[half] = shares(advice(fight, ROOK, "spell.cast", spell="firebolt"))["Boris"][0]
    thrown = [sum(faces) for faces in product(range(1, 7), repeat=DICE_OF_FIREBOLT)]
    whole, halved = sum(thrown) / len(thrown), sum(fell // 2 for fell in thrown) / len(thrown)
    assert found[False] == pytest.approx(0.6 * 0.75 * whole)
    assert found[True] == pytest.approx(0.6 * (0.75 * whole + 0.25 * halved))


def _hurt(hit: Fight, dice: Dice) -> bool:
    after = fight_after(hit, BORIS, "attack.defend", FirstThrow(dice), how="roll")
    return after.sheets[BORIS].now("hp") < hit.sheets[BORIS].now("hp")


def test_a_fireball_counts_friends_against_it() -> None:
    fight = caster()
    fight.encounter.combatants["dora"].x = -4.5
    found = {one.label: one.shares[0] for one in advice(fight, ROOK, "spell.cast", spell="fireball").choices}
    hit = fight_after(fight, ROOK, "spell.cast", TypedDice({ROOK: [3]}), spell="fireball", target=BORIS)
    at_stake = {who: values(advice(hit, who, "attack.defend"))["Roll"] for who in (ROOK, BORIS, "mira")}
    assert not hit.table("dora").asks_for("dora", "attack.defend"), "four squares are too far"
    assert found["Boris"] == pytest.approx(0.6 * (at_stake[ROOK] + at_stake["mira"] - at_stake[BORIS]))
    assert found["Boris"] < 0


def test_what_heals_gives_no_more_than_is_missing_and_nothing_to_the_caster() -> None:
    fight = caster()
    fight.sheets[ROOK].resources["hp"].now -= 9
    found = {
        one.label: one.shares
        for one in advice(fight, ROOK, "spell.cast", spell="healing_touch_minor", target="mira").choices
    }
    healed = fight_after(
        fight, ROOK, "spell.cast", TypedDice({ROOK: [3, 1, 1, 1, 1]}), spell="healing_touch_minor", target=ROOK
    )
    assert healed.sheets[ROOK].now("hp") < fight.sheets[ROOK].now("hp"), "nothing heals whoever cast within the hour"
    given = expected(lambda dice: min(8, sum(dice.roll(ROOK, (6, 6, 6, 6)).faces)))
    assert found["Mira"] == (pytest.approx(0.5 * given), -10, 0)
    assert found["Rook"] == (0, -10, 0)


def test_another_spell_is_weighed_by_its_chance_and_the_better_school() -> None:
    fight = caster(40)
    left = fight.sheets[ROOK].now("hp")
    found = shares(advice(fight, ROOK, "spell.cast", spell="paralyse_person"))
    assert found["Boris, Witchcraft"] == (pytest.approx(100 * 0.5 * 0.75), pytest.approx(-100 * 15 / left), 0)
    assert found["Dora, Thaumaturgy, made easier"] == (
        pytest.approx(100 * (1 - 0.4**2) * 0.65),
        pytest.approx(-100 * 25 / left),
        -12.5,
    )
    alone = advice(fight, ROOK, "spell.cast", spell="light")
    assert {one.label for one in alone.choices} == {
        "Witchcraft", "Thaumaturgy", "Witchcraft, made easier", "Thaumaturgy, made easier",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("spell", "sentences"),
    [
        ("firebolt", (OF_HARM,)),
        ("fireball", (OF_HARM, OF_AREAS)),
        ("heat_mineral", (OF_HARM, OF_ONE_ROUND)),
        ("healing_touch_minor", (OF_HEALING,)),
        ("light", (OF_OTHERS,)),
    ],
)
def test_advice_on_a_spell_says_what_it_counts(spell: str, sentences: tuple[str, ...]) -> None:
    found = advice(caster(), ROOK, "spell.cast", spell=spell, target="mira" if "healing" in spell else "")
    assert [one for one in (OF_HARM, OF_AREAS, OF_ONE_ROUND, OF_HEALING, OF_OTHERS) if one in found.sentence] == list(
        sentences
    )
    gained = {OF_HARM: "They lose", OF_HEALING: "Healed", OF_OTHERS: "Chance"}[sentences[0]]
    assert found.shares == (gained, "Drained", "Points")


def test_in_peace_it_is_whether_to_pay_for_an_easier_roll() -> None:
    at = anna(20, witchcraft=60)
    found = values(at_rest(at, "spell.in_peace", spell="healing_rite", target="boris"))
    assert found == {"As it is": pytest.approx(0.6 * 3 - 20), "Made easier": pytest.approx(0.84 * 3 - 20 - 10)}
