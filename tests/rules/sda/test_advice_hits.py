"""Advice on hits, against doing each thing with them and weighing the next blows anew."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, Weighed, advise
from rules.engine.advice.reasons import by_shares
from rules.engine.advice.what_if import Prospect
from rules.engine.fight import distance, face
from rules.engine.kernel import (
    Command,
    Condition,
    ConditionSet,
    LadderSet,
    Refused,
    RoundBegan,
    Rung,
    Table,
    TurnBegan,
    foretell,
)
from rules.systems.sda import SDA
from rules.systems.sda.core.person import trait_item
from rules.systems.sda.fight.actions.spend_hits import Spend
from rules.systems.sda.fight.advice.hit_mixes import EFFECTS
from rules.systems.sda.fight.base import BANDS, band_at, best_arm
from rules.systems.sda.fight.blows import winning_arm
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import advice, duel, exchange, ranked, swordsman, wounds
from tests.rules.sda.valued import cost_of_dice

#: Boxes that a point of initiative counts for.
INITIATIVE = 0.25


def with_hits_to_spend(hits: int = 4, fight: Fight | None = None, **more: Any) -> Fight:
    """Rook has struck Boris, and has so many hits to spend."""
    fight = fight or duel()
    fight.does("rook", "melee.attack", target="boris", dice=1)
    fight.rolls("boris", "melee.defend", {"rook": [6]}, dice=0)
    ask = next(iter(fight.encounter.asks.values()))
    fight.encounter.asks[ask.key] = replace(ask, known={**ask.known, "hits": hits, **more})
    return fight


def halberdier(hits: int, *, apart: float) -> Fight:
    """Rook has struck with a lever weapon; Boris, with a sword, looks a little aside."""
    rook, boris = fighter("Rook", "poleaxe", polearms=3), swordsman("Boris", 2, "gambeson")
    fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
    there = fight.encounter.combatants["boris"]
    there.y, there.facing = 3.0, 150
    with_hits_to_spend(hits, fight)
    there.y = apart
    return fight


def advice_on_hits(fight: Fight, **chosen: Any) -> Advice:
    return advice(fight, "rook", "melee.spend", **chosen)


def labels(found: Advice) -> set[str]:
    """The labels of all choices, those without damage short."""
    return {one.label.removesuffix(", no damage") for one in found.choices}


# -- the measure -------------------------------------------------------------------------------------------------------


def test_damage_is_worth_what_every_face_of_every_die_gives() -> None:
    fight = with_hits_to_spend()
    found = advice_on_hits(fight)
    for one in found.choices:
        hits, kind = int(one.given["damage"]), str(one.given["type"])
        expected = cost_of_dice(fight.sheets["boris"], 10, hits, {kind: 0}, ours=False)
        assert one.shares[0] == pytest.approx(expected, abs=1e-12)
        assert one.shares[1] == INITIATIVE * int(one.given["slower"])
    assert ranked(found)
    assert found.best.label == "4 hits on cut", "what bleeds more is worth more where it fells nobody"


def test_a_few_metres_save_nobody_from_a_blow_for_whoever_is_out_of_reach_walks_up_again() -> None:
    fight = with_hits_to_spend()
    theirs = min(exchange(3, kept, 1, 0, asked="defender") for kept in range(4))
    mine = min(exchange(3, kept, 0, 1) for kept in range(4))
    assert theirs > mine > 0, "Boris wears a jack, so that blows which never come again would be worth something"
    at = at_rest(fight)
    plain = replace(form(fight, at), damage=0)
    worth = plain.weighing(at).worth
    pushed, steps = worth(replace(plain, push=2)), worth(replace(plain, step=2, step_direction="away"))
    assert pushed[:3] == steps[:3] == (0.0, 0.0, 0.0)


def test_a_step_back_with_the_longer_weapon_saves_nobody_from_whoever_walks() -> None:
    rook = fighter("Rook", "spear", polearms=3)
    fight = Fight(rook=rook, boris=swordsman("Boris", 2)).on(rook=0, boris=-1)
    fight.encounter.combatants["boris"].y = 3.0
    with_hits_to_spend(1, fight).encounter.combatants["boris"].y = 2.0
    found = advice_on_hits(fight)
    told = {one.label: one.shares[2] for one in found.choices}
    assert told["Step back 1 m, no damage"] == 0.0
    assert found.best.given["damage"] == 1
    in_a_state("boris", "held")(fight)
    told = {one.label: one.shares[2] for one in advice_on_hits(fight).choices}
    assert told["Step back 1 m, no damage"] > 0, "whoever is held stays there"


def test_a_distance_at_which_neither_weapon_hurts_saves_nobody_either() -> None:
    told = {one.label: one.shares[:3] for one in advice_on_hits(with_hits_to_spend(1)).choices}
    assert told["Step back 1 m, no damage"] == (0.0, 0.0, 0.0), "three metres apart both swords only cost spirit"


def test_a_blow_is_not_thrown_away_for_what_is_worth_hardly_more() -> None:
    fight = with_hits_to_spend(3)
    fight.sheets["boris"].items["plate"] = replace(SDA.item("armour", "full_plate_suit"), in_use=True)
    found = advice_on_hits(fight)
    most = max(found.choices, key=lambda one: one.value)
    assert not most.given["damage"]
    assert 0.005 < most.value - found.best.value <= INITIATIVE
    assert found.best.label == "3 hits on thrust"
    assert by_shares(replace(found, chosen=most)) == "damage now; the other gains little more"
    assert found.start(Spend) == found.best, "the form begins with it"


def test_whoever_pushes_has_the_opening_that_it_gives_for_free() -> None:
    fight = with_hits_to_spend()
    pushed = next(one for one in advice_on_hits(fight).choices if one.label == "Pushed 1 m, no damage")
    fight.does("rook", "melee.spend", **pushed.given)
    best = max(advice(fight, "rook", "opportunity.take").choices, key=lambda one: one.shares[0] + one.shares[1])
    assert pushed.shares[3] == pytest.approx(best.shares[0], abs=1e-9)
    assert best.shares[0] > 0
    fight = with_hits_to_spend()
    fight.encounter.memo["used.rook"] = {**fight.encounter.memo["used.rook"], "opportunity": 1}
    assert all(one.shares[3] == 0 for one in advice_on_hits(fight).choices)


def test_an_opening_on_whoever_is_down_is_worth_no_push() -> None:
    fight = with_hits_to_spend(2)
    in_a_state("boris", "incapacitated")(fight)
    found = advice_on_hits(fight)
    assert all(one.shares[3] == 0 for one in found.choices)
    assert found.best.given["damage"] == 2


def in_a_wall() -> Fight:
    """Boris stands in a wall of two shields; the other has used her opening."""
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=2)
    people = {who: swordsman(who.capitalize(), 2) for who in ("boris", "dora")}
    for one in people.values():
        one.items["large_shield"] = replace(SDA.item("weapons", "large_shield"), in_use=True)
    fight = with_hits_to_spend(4, Fight(rook=rook, **people).on(rook=0, boris=-1, dora=-2))
    dora = fight.encounter.combatants["dora"]
    dora.x, dora.y, dora.side = 1.5, 2.0, fight.encounter.combatants["boris"].side
    fight.encounter.memo["used.dora"] = {"opportunity": 1}
    for who in people:
        in_a_state(who, "shield_wall")(fight)
    return fight


def from_the_saddle() -> Fight:
    """Rook strikes from above, and Boris minds nobody but Dora, who has taunted him; the horse strikes no more."""
    horse = replace(fighter("Horse", brawling=0, strength=20, constitution=20), kind="creature")
    fight = Fight(rook=swordsman("Rook", 2), boris=swordsman("Boris", 3), horse=horse).on(rook=0, boris=-1)
    there = fight.encounter.combatants
    there["horse"].x, there["horse"].y, there["horse"].side = there["rook"].x, there["rook"].y, there["rook"].side
    in_a_state("rook", "mounted", "horse")(fight)
    in_a_state("boris", "taunted", "dora")(fight)
    with_hits_to_spend(4, fight).encounter.memo["used.horse"] = {"opportunity": 1}
    return fight


def looking_away() -> Fight:
    fight = with_hits_to_spend(3)
    fight.encounter.combatants["rook"].facing = 100
    return fight


@pytest.mark.parametrize(
    ("make", "chosen", "bought"),
    [
        (lambda: halberdier(5, apart=2.0), {}, {"sweep", "disarm", "push", "step"}),
        (lambda: halberdier(3, apart=1.0), {}, {"sweep", "disarm", "push", "step"}),
        (looking_away, {}, {"push", "step"}),
        (looking_away, {"pivot": False}, {"push", "step"}),
        (in_a_wall, {}, {"disarm", "push", "step"}),
        (from_the_saddle, {}, {"disarm", "push", "step"}),
    ],
)
def test_each_choice_is_worth_what_the_next_blows_come_to_once_it_is_done(
    make: Callable[[], Fight], chosen: dict[str, Any], bought: set[str]
) -> None:
    fight, seen = without_blood(make()), set[str]()
    before = next_blows(fight)
    for one in advice_on_hits(fight, **chosen).choices:
        plain = dict(one.given) | {"damage": 0, "slower": 0} | chosen
        after = deepcopy(fight)
        after.does("rook", "melee.spend", **plain)
        pass_openings(after)
        come_together(after, fight, turned=plain.get("pivot", True))
        assert one.shares[2] == pytest.approx(next_blows(after) - before, abs=1e-9), one.label
        seen |= {effect for effect in EFFECTS if plain[effect]}
    assert seen == bought


def without_blood(fight: Fight) -> Fight:
    """The fight among people who do not bleed: then it is the same whichever side looks, for nobody's life counts."""
    for sheet in fight.sheets.values():
        sheet.items["trait-fleshless"] = trait_item("fleshless")
    return fight


def pass_openings(fight: Fight) -> None:
    while waiting := fight.table("rook").asks_for("rook", "opportunity.pass"):
        fight.does("rook", "opportunity.pass", ask=waiting[0].key)


def come_together(after: Fight, before: Fight, *, turned: bool) -> None:
    """Let two of whom one cannot hurt the other stand where they stood; Rook has ``turned`` to face Boris."""
    at = after.table("rook")
    band = band_at(distance(at, "rook", "boris"))
    if band in BANDS and all(best_arm(before.table("rook"), who, band).hurts_at(band) for who in ("rook", "boris")):
        return
    for who in ("rook", "boris"):
        stood, stands = (one.encounter.combatants[who] for one in (before, after))
        stands.x, stands.y, stands.facing = stood.x, stood.y, stood.facing
    if turned:
        at = after.table("rook")
        face(at, "rook", "boris")
        after._keep(at)


def next_blows(fight: Fight) -> float:
    """Rook's best attack in a new round, less Boris's, as the advice on attacks has it."""
    return best_attack(fight, "rook", "boris") - best_attack(fight, "boris", "rook")


def best_attack(fight: Fight, who: str, other: str) -> float:
    afresh = deepcopy(fight)
    memo = {name: kept for name, kept in afresh.encounter.memo.items() if not name.startswith("used.")}
    afresh.encounter.asks, afresh.encounter.memo = {}, memo
    rungs = (Rung(f"{who}/whole", who, 0, "whole"), Rung(f"{other}/whole", other, -1, "whole"))
    afresh._happen([LadderSet(rungs), RoundBegan(2), TurnBegan(rungs[0].key)])
    try:
        found = advice(afresh, who, "melee.attack", target=other, weapon="")
    except (Refused, AssertionError):
        return 0.0
    free = [one for one in found.choices if one.given["target"] == other and not one.given["bought"]]
    return 0.0 if not free else max(0.0, max(free, key=lambda one: int(one.given["dice"])).value)


# -- what is listed ----------------------------------------------------------------------------------------------------


def every_mix(hits: int) -> Iterator[dict[str, Any]]:
    """Every mix of fields that ``hits`` can pay for, legal or not."""
    ways = ("away", "towards", "right", "left")
    steps = [(0, "towards"), *product(range(1, hits + 1), ways)]
    pushes = [(0, "away"), *product(range(1, hits // 2 + 1), ways)]
    rest = product(range(hits + 1), ("piercing", "cutting"), range(hits // 2 + 1), (False, True), (False, True), (0, 1))
    for (step, stepped), (push, pushed), told in product(steps, pushes, list(rest)):
        damage, kind, slower, disarm, sweep, fling = told
        if damage + step + 2 * push + 2 * slower + 3 * disarm + 3 * sweep + fling <= hits:
            yield {
                "step": step, "step_direction": stepped, "push": push, "direction": pushed, "damage": damage,
                "type": kind, "slower": slower, "disarm": disarm, "sweep": sweep, "fling": fling,
            }  # fmt: skip


def at_rest(fight: Fight) -> Table:
    return Prospect.of(SDA, fight.table("rook"), ()).known


def form(fight: Fight, at: Table) -> Spend:
    given = {**Spend.preset(at), **fight._with_ask(at, Spend.name, {})}
    made = codec.command_from(Spend, codec.load(codec.dump(given)))
    assert isinstance(made, Spend)
    return made


@pytest.mark.parametrize("apart", [1.0, 2.0, 3.0])
def test_whatever_else_is_legal_does_no_more_than_something_that_is_listed(apart: float) -> None:
    fight = halberdier(4, apart=apart)
    at = at_rest(fight)
    begun = form(fight, at)
    weighing, listed = begun.weighing(at), advice_on_hits(fight)
    assert listed.complete
    several = 0
    for mix in every_mix(4):
        try:
            shares = weighing.worth(replace(begun, **mix))
        except Refused:
            continue
        several += 1
        assert any(does_as_much(one, shares) for one in listed.choices), mix
    assert several > 3 * len(listed.choices)


def does_as_much(one: Weighed, shares: tuple[float, ...]) -> bool:
    return all(mine >= its - 1e-9 for mine, its in zip(one.shares, shares, strict=True))


def test_each_effect_is_listed_by_itself_and_with_what_it_leaves_on_damage() -> None:
    told = labels(advice_on_hits(halberdier(5, apart=2.0)))
    assert {"Nothing", "Initiative −2", "Disarmed", "Off the feet", "Step in 1 m", "Pushed 1 m"} <= told
    assert {"Step back 1 m and 4 hits on cut", "Step back 1 m, 2 hits on cut and pushed 1 m"} <= told
    assert {"Disarmed and step in 1 m", "Off the feet and initiative −1", "Off the feet and pushed 1 m"} <= told
    assert not any("on cut" in one and "tep" not in one for one in told), "a poleaxe hurts nobody so near"
    plain = labels(advice_on_hits(with_hits_to_spend(5)))
    assert {"Disarmed and 1 hit on cut", "3 hits on thrust and pushed 1 m", "Disarmed"} <= plain
    assert not any("feet" in one for one in plain), "a sword is no lever"


def test_what_stands_in_the_form_is_weighed_whatever_it_is() -> None:
    found = advice_on_hits(with_hits_to_spend(5), damage=1, type="cutting")
    assert found.chosen is not None
    assert (found.chosen.label, found.chosen.value) == ("1 hit on cut", pytest.approx(wounds(1, 1, ours=False)))


def test_what_is_advised_can_be_done_as_it_is_and_nothing_changes_by_asking() -> None:
    fight = halberdier(5, apart=2.0)
    before = codec.dump([fight.sheets, fight.encounter])
    for one in advice_on_hits(fight).choices:
        at = fight.table("rook")
        foretell(replace(form(fight, at), **one.given), at)
        deepcopy(fight).rolls("rook", "melee.spend", {"rook": [4] * dice_of(one)}, **one.given)
    assert codec.dump([fight.sheets, fight.encounter]) == before


def dice_of(one: Weighed) -> int:
    return int(one.given["damage"])


def test_a_defender_needs_more_hits_for_damage_and_a_shield_takes_some() -> None:
    found, jack = advice_on_hits(with_hits_to_spend(5, rate=2, shield=1)), duel().sheets["boris"]
    best = {one.label: one.shares[0] for one in found.choices if one.given["damage"]}
    assert best["5 hits on thrust"] == pytest.approx(cost_of_dice(jack, 10, 2, {"piercing": 0}, ours=False))
    assert best["3 hits on thrust and pushed 1 m"] == pytest.approx(
        cost_of_dice(jack, 10, 1, {"piercing": 0}, ours=False)
    )
    assert not any(label.startswith(("1 hit", "2 hits")) for label in best)


# -- who may do what ---------------------------------------------------------------------------------------------------


def in_a_state(who: str, name: str, source: str = "") -> Any:
    def begin(fight: Fight) -> None:
        fight._happen([ConditionSet(who, Condition(name, name, 1, source))])

    return begin


@pytest.mark.parametrize(
    ("begin", "known", "never", "still"),
    [
        (None, {"kind": "charge"}, ("Disarmed",), "Pushed 1 m"),
        (in_a_state("rook", "rage"), {}, ("Disarmed", "Pushed", "Step", "Initiative", "Nothing"), "5 hits on cut"),
        (in_a_state("boris", "grappled", "rook"), {}, ("Pushed", "Pulled"), "Initiative −2"),
    ],
)
def test_nothing_is_advised_that_the_rules_refuse(begin: Any, known: dict[str, Any], never: Any, still: str) -> None:
    fight = with_hits_to_spend(5, **known)
    if begin:
        begin(fight)
    told = labels(advice_on_hits(fight))
    assert still in told
    assert not [one for one in told for word in never if word.lower() in one.lower()]


@pytest.mark.parametrize(("effect", "ends"), [("push", (0.0, 0.5)), ("step", (0.0, 1.5))])
def test_whoever_is_pulled_or_steps_nearer_ends_in_front_of_the_other(effect: str, ends: tuple[float, float]) -> None:
    fight = with_hits_to_spend(6)
    fight.does("rook", "melee.spend", **{effect: 3, "damage": 0, "direction": "towards"})
    pass_openings(fight)
    stand = fight.encounter.combatants["boris" if effect == "push" else "rook"]
    assert (stand.x, stand.y) == ends


def test_in_sparring_hits_go_into_control() -> None:
    fight = with_hits_to_spend(4)
    for who in ("rook", "boris"):
        in_a_state(who, "sparring")(fight)
    found = advice_on_hits(fight, damage=0)
    assert not any(one.given["damage"] for one in found.choices)
    assert {"Disarmed", "Initiative −2", "Pushed 1 m and initiative −1"} <= labels(found)


def test_against_a_rider_each_effect_costs_a_hit_more() -> None:
    rook, boris = swordsman("Rook", 2), swordsman("Boris", 2)
    horse = replace(fighter("Horse", brawling=0, strength=20, constitution=20), kind="creature")
    fight = Fight(rook=rook, boris=boris, horse=horse).on(rook=0, boris=-1)
    there = fight.encounter.combatants
    there["horse"].x, there["horse"].y, there["horse"].side = there["boris"].x, there["boris"].y, there["boris"].side
    in_a_state("boris", "mounted", "horse")(fight)
    told = labels(advice_on_hits(with_hits_to_spend(4, fight)))
    assert {"4 hits on cut", "1 hit on cut and initiative −1", "1 hit on cut and pushed 1 m"} <= told
    assert not any("isarmed" in one for one in told), "that takes five"


def before_two(hits: int = 1) -> Fight:
    """Rook has struck Boris, and Dora behind him has an opening left."""
    people = {who: swordsman(who.capitalize(), 2) for who in ("rook", "boris", "dora")}
    fight = with_hits_to_spend(hits, Fight(**people).on(rook=0, boris=-1, dora=-2))
    dora = fight.encounter.combatants["dora"]
    dora.x, dora.y, dora.facing, dora.side = 0.0, -3.0, 0, "foes"
    return fight


def test_a_step_is_charged_with_the_blows_to_which_it_opens_one() -> None:
    fight = before_two()
    step = {one.label: one for one in advice_on_hits(fight).choices}["Step back 1 m, no damage"]
    tried = deepcopy(fight)
    tried.does("rook", "melee.spend", **step.given)
    assert tried.table("dora").asks_for("dora", "opportunity.take"), "the rules let her strike"
    strike = advice(tried, "dora", "opportunity.take")
    assert strike.best.shares[0] > 0
    assert step.shares[-1] < -0.5
    fight.encounter.memo["used.dora"] = {"opportunity": 1}
    safe = {one.label: one for one in advice_on_hits(fight).choices}["Step back 1 m, no damage"]
    assert safe.shares == pytest.approx((*step.shares[:-1], 0.0)), "nothing else differs"


# -- how quick ---------------------------------------------------------------------------------------------------------


def test_hardly_anything_is_worked_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables as they would be are imagined once for each stand, not for each choice."""
    imagined: list[int] = []
    plainly = Table.imagined
    monkeypatch.setattr(Table, "imagined", lambda self: imagined.append(1) or plainly(self))  # type: ignore[func-returns-value]
    fight = with_hits_to_spend(8)
    at = at_rest(fight)
    imagined.clear()
    commands: list[Command] = [form(fight, at)]
    found = advise(commands, at)
    assert found is not None
    assert len(imagined) < len(found.choices) / 2


@pytest.mark.parametrize(("apart", "spent"), [(0.5, 0), (3.0, 6), (6.0, 0)])
def test_hits_that_hurt_nobody_are_on_nothing_until_advice_says_what_they_buy(apart: float, spent: int) -> None:
    fight = halberdier(6, apart=apart)
    table = fight.table("rook")
    begins = Spend(**Spend.preset(table))
    arm = winning_arm(table, table.asks_for("rook", "melee.spend")[0].known)
    assert begins.cost(arm, 0) == begins.damage == spent
    advised = advice_on_hits(fight, **Spend.preset(table)).start(Spend)
    assert advised is not None
    started = replace(begins, **advised.given)
    assert started.cost(arm, 0) > 0 or advised.value <= 0
    foretell(started, table)
