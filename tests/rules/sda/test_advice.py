"""Advice in fights and tests of WinterDawn, against every throw there is, counted one by one."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from rules import codec
from rules.engine.advice.choices import Advice, advise
from rules.engine.advice.reasons import by_shares
from rules.engine.advice.what_if import instead_of
from rules.engine.kernel import Condition, Line, Refused, foretell
from rules.engine.system.protocol import command_named
from rules.systems.sda import SDA
from rules.systems.sda.fight.base import best_arm, melee_pool
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.tables import hero, table
from tests.rules.sda.test_fight_odds import _counted as margins
from tests.rules.sda.valued import cost_of_dice, wound_cost

#: Boxes that a point of spirit counts for.
SPIRIT = 0.2
#: So many dice of a side are thrown in every way.
FEW = 4


def advice(fight: Fight, who: str, name: str, **chosen: Any) -> Advice:
    at = fight.table(who)
    kind = command_named(SDA, name)
    given = codec.load(codec.dump({**kind.preset(at), **fight._with_ask(at, name, chosen)}))
    command = codec.command_from(kind, given)
    found = advise([command, *instead_of(command, at, SDA.commands)], at)
    assert found is not None
    return found


def values(found: Advice, *fields: str) -> dict[tuple[Any, ...], float]:
    return {tuple(one.given[field] for field in fields): one.value for one in found.choices}


def ranked(found: Advice) -> bool:
    listed = [round(one.value, 9) for one in found.choices]
    return listed == sorted(listed, reverse=True)


#: What a sword does.
SWORD = {"piercing": 0, "cutting": 0}


@cache
def wounds(dice: int, armour: int, *, ours: bool) -> float:
    """The cost of a sword's damage dice to an unhurt person, in a jack or in nothing, by every face of every die."""
    return cost_of_dice(swordsman("", 0, *["gambeson"] * armour), 10, dice, SWORD, ours=ours)


@cache
def exchange(attack: int, defence: int, armour: int, their_armour: int, *, asked: str = "attacker") -> float:
    """The cost of an attack with d6 to the defender, less that to the attacker; both strike with a d10.

    The side that is ``asked`` has a life to lose.
    """
    found = 0.0
    for hits, share in margins(attack, defence, 0, 0).items():
        if hits > 0:
            found += share * (wounds(hits, their_armour, ours=asked == "defender") + SPIRIT * hits)
        elif hits < 0:
            found -= share * (wounds(-hits // 2, armour, ours=asked == "attacker") + SPIRIT * -hits)
    return found


def swordsman(name: str, rank: int, *armour: str, **ranks: int) -> Any:
    return fighter(name, "one_handed_sword", armour=armour, one_handed_swords=rank, brawling=0, **ranks)


def duel(*, at: int = 0) -> Fight:
    """Two with swords of d10, two metres apart; Boris wears a jack."""
    rook = swordsman("Rook", 2)
    return Fight(rook=rook, boris=swordsman("Boris", 2, "gambeson")).on(rook=at, boris=at - 1)


def armour_of(fight: Fight, who: str) -> int:
    from rules.systems.sda.core.person.body import protection

    return protection(fight.sheets[who], "piercing", {})


def legal_defences(fight: Fight) -> Iterator[tuple[int, int]]:
    """Every pair of dice thrown and bought that the rules accept for Boris's defence."""
    for dice, bought in product(range(12), range(6)):
        try:
            fight.odds("boris", "melee.defend", dice=dice, bought=bought, weapon="one_handed_sword")
        except Refused:
            continue
        yield dice, bought


def test_a_defence_is_worth_what_every_throw_would_give() -> None:
    fight = duel()
    fight.does("rook", "melee.attack", target="boris", dice=2, weapon="one_handed_sword")
    found = advice(fight, "boris", "melee.defend")
    listed = values(found, "dice", "bought", "weapon").items()
    told = {key[:2]: value for key, value in listed if key[2] == "one_handed_sword" and key[0] <= FEW}
    paid = {0: 0, 1: 3, 2: 3 + 4, 3: 3 + 4 + 5}
    expected = {
        (dice, bought): -exchange(2, dice, 0, armour_of(fight, "boris"), asked="defender") - SPIRIT * paid[bought]
        for dice, bought in legal_defences(fight)
        if dice <= FEW and (dice or not bought)
    }
    assert told == pytest.approx(expected, abs=1e-12)
    assert ranked(found)


def test_an_attack_is_split_as_the_best_answers_to_both_would_have_it() -> None:
    fight = duel(at=4)
    found = advice(fight, "rook", "melee.attack", weapon="one_handed_sword")
    armour = armour_of(fight, "boris")
    told = {dice: value for (dice, bought), value in values(found, "dice", "bought").items() if not bought}

    def counterblow(dice: int, ready: int) -> float:
        return max(0.0, min(exchange(dice, kept, 0, armour) for kept in range(ready + 1))) if dice else 0.0

    expected = {
        dice: min(exchange(dice, kept, 0, armour) + counterblow(3 - dice, 3 - kept) for kept in range(4))
        for dice in range(1, 4)
    }
    assert told == pytest.approx(expected, abs=1e-12)
    assert ranked(found)
    assert found.shares == ("This attack", "Another with the rest")


def test_a_blow_that_may_count_for_more_than_a_body_has_says_why() -> None:
    rook, boris = fighter("Rook", "two_handed_sword", two_handed_swords=9, agility=12), fighter("Boris")
    found = advice(Fight(rook=rook, boris=boris).on(rook=2, boris=1), "rook", "melee.attack")
    boxes = sum(sum(line.boxes.values()) for line in boris.tracks["injury"])
    assert found.best.value > boxes
    assert "more boxes than there are" in found.sentence


def test_who_cannot_act_again_keeps_nothing_back() -> None:
    found = advice(duel(), "rook", "melee.attack", weapon="one_handed_sword")
    assert found.shares == ("This attack",)
    assert "once more" not in found.sentence
    assert found.best.given["dice"] == max(one.given["dice"] for one in found.choices if not one.given["bought"])


def surrounded(**more: Any) -> Fight:
    """Rook among three: one in a jack, one who wears nothing, and a third who stands too far off."""
    foes = {"boris": swordsman("Boris", 2, "gambeson"), "dora": swordsman("Dora", 1), "zoe": swordsman("Zoe", 0)}
    fight = Fight(rook=swordsman("Rook", 2), **{who: {**foes, **more}[who] for who in foes}).on(rook=0, boris=-1)
    for who, x, y, facing in (("boris", -1, 1, 135), ("dora", 1, 1, 225), ("zoe", 0, 9, 180)):
        stand = fight.encounter.combatants[who]
        stand.side, stand.x, stand.y, stand.facing = "foes", float(x), float(y), facing
    return fight


def test_whom_to_strike_is_weighed_by_what_each_of_them_would_answer() -> None:
    fight = surrounded()
    found = advice(fight, "rook", "melee.attack", weapon="one_handed_sword", target="boris")
    told = values(found, "target", "dice", "bought")
    expected = {
        (who, dice, 0): min(exchange(dice, kept, 0, armour_of(fight, who)) for kept in range(ready + 1))
        for who, ready in (("boris", 3), ("dora", 2))
        for dice in range(1, 4)
    }
    assert {key: value for key, value in told.items() if not key[2]} == pytest.approx(expected, abs=1e-12)
    assert {who for who, *_ in told} == {"boris", "dora"}, "nobody is told of who cannot be reached"
    assert found.best.given["target"] == "dora"
    assert next(one.label for one in found.choices if not one.given["bought"]) == "Dora with 3 dice"
    assert ranked(found)


def test_each_number_is_what_a_form_about_them_alone_would_say() -> None:
    fight = surrounded()
    for name, far in (("melee.attack", ()), ("ranged.throw", ("zoe",))):
        listed = [advice(fight, "rook", name, target=who) for who in ("boris", "dora", *far)]
        first, *others = [
            {one.key[:1] + tuple(sorted(one.given.items())): one.value for one in found.choices} for found in listed
        ]
        assert {dict(key[1:])["target"] for key in first} == {"boris", "dora", *far}
        assert all(other == pytest.approx(first) for other in others), "whoever stands in the form"


def test_whoever_bleeds_answers_with_dice_that_make_it_worse_only_where_that_pays() -> None:
    fight = duel()
    fight.sheets["boris"].tracks["injury"][0].ticked["bleeding"] = 1
    told = values(advice(fight, "rook", "melee.attack", weapon="one_handed_sword"), "dice", "bought")
    # Of three dice the last one makes the wound a level worse; one hit fells nobody.
    expected = min(exchange(1, kept, 0, armour_of(fight, "boris")) + (kept == 3) for kept in range(4))
    assert told[1, 0] == pytest.approx(expected, abs=1e-12)
    assert (
        told[1, 0] > values(advice(duel(), "rook", "melee.attack", weapon="one_handed_sword"), "dice", "bought")[1, 0]
    )


def test_where_one_can_be_reached_nobody_is_named() -> None:
    found = advice(duel(), "rook", "melee.attack", weapon="one_handed_sword")
    assert found.best.label.startswith("3 dice")
    assert {one.given["target"] for one in found.choices} == {"boris"}


@pytest.mark.parametrize(("y", "told"), [(2.0, ("1.41 m", "2.24 m")), (1.0, ("1.41 m, left", "1.41 m, ahead"))])
def test_those_of_one_name_are_told_apart(y: float, told: tuple[str, ...]) -> None:
    fight = surrounded(dora=swordsman("Boris", 1))
    fight.encounter.combatants["dora"].y = y
    fight.encounter.combatants["rook"].facing = 30
    found = advice(fight, "rook", "melee.attack", weapon="one_handed_sword", target="boris")
    assert {one.label.split(" with")[0] for one in found.choices} == {f"Boris ({where})" for where in told}
    assert {one.given["target"] for one in found.choices} == {"boris", "dora"}


def test_a_mount_strikes_with_dice_of_its_own() -> None:
    sheets = {who: swordsman(who.capitalize(), 3) for who in ("rook", "boris")}
    horse = replace(fighter("Horse", brawling=0, strength=20, constitution=20), kind="creature")
    fight = Fight(rook=sheets["rook"], boris=sheets["boris"], horse=horse).on(rook=0, boris=-1)
    fight.sheets["rook"].conditions["mounted"] = Condition("mounted", "Riding", source="horse")
    there = fight.encounter.combatants
    there["horse"].x, there["horse"].y = there["rook"].x, there["rook"].y
    found = advice(fight, "rook", "turn.mount_attack")
    most = melee_pool(fight.table("horse"), "horse", best_arm(fight.table("horse"), "horse")).available
    assert max(int(one.given["dice"]) for one in found.choices if not one.given["bought"]) == most < 4


def played_out(make: Callable[[], Fight], defence: int) -> float:
    """The worth of Boris's defence by the rules themselves: all dice fall in every way, and told boxes are weighed."""
    before = make().sheets

    def play(dice: Any) -> float:
        fight = make()
        happened = fight.does("boris", "melee.defend", FirstThrows(dice, 1 + bool(defence)), dice=defence)
        clash = next(fact.numbers for fact in happened if getattr(fact, "verdict", "") in ("hit", "parried", "tie"))
        winner = clash["winner"]
        if not winner:
            return 0.0
        damage = command_named(SDA, "melee.spend").preset(fight.table(winner))["damage"]
        told = fight.does(winner, "melee.spend", FirstThrows(dice, 1), damage=damage)
        loser = "rook" if winner == "boris" else "boris"
        ticked = sum(fact.hits for fact in told if getattr(fact, "verdict", "") == "hurt")
        made = wound_cost(before[loser], ticked, "piercing", ours=loser == "boris")
        return (1 if winner == "boris" else -1) * (made + SPIRIT * clash["hits"])

    return float(sum(share * Fraction(value).limit_denominator(1000) for share, value in every_way(play)))


def test_what_is_advised_is_what_comes_of_playing() -> None:
    def make() -> Fight:
        rook, boris = (
            swordsman(name, 0, *worn, agility=4, strength=4) for name, *worn in (("Rook",), ("Boris", "gambeson"))
        )
        fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
        fight.does("rook", "melee.attack", target="boris", dice=1, weapon="one_handed_sword")
        return fight

    told = values(advice(make(), "boris", "melee.defend"), "dice", "bought", "weapon")
    for defence in (0, 1):
        assert told[defence, 0, "one_handed_sword"] == pytest.approx(played_out(make, defence), abs=1e-9)


def test_dice_are_kept_for_those_who_may_still_strike() -> None:
    sheets = {who: swordsman(who.capitalize(), 3) for who in ("rook", "boris", "cara", "dora")}
    alone = Fight(rook=sheets["rook"], boris=sheets["boris"]).on(rook=3, boris=2)
    several = Fight(**sheets).on(rook=4, boris=3, cara=2, dora=1)
    several.does("rook", "fight.place", combatant="cara", x=1, y=1, facing=0)
    for fight in (alone, several):
        fight.does("rook", "melee.attack", target="boris", dice=2, weapon="one_handed_sword")
    one, many = (advice(fight, "boris", "melee.defend") for fight in (alone, several))
    assert one.best.given["dice"] > many.best.given["dice"]
    assert "still to come" not in one.sentence
    assert "yet to act" in many.sentence
    kept = [choice.shares[-1] for choice in many.trade_off()]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > kept[-1]


def met_by_two(dice: int, *, near: float = 1) -> Fight:
    """Rook has struck at Boris with ``dice``, and Cara can still strike at him on her turn."""
    sheets = {who: swordsman(who.capitalize(), 3) for who in ("rook", "boris", "cara")}
    fight = Fight(**sheets).on(rook=4, boris=3, cara=2)
    fight.does("rook", "fight.place", combatant="cara", x=1, y=near, facing=0)
    fight.does("rook", "melee.attack", target="boris", dice=dice, weapon="one_handed_sword")
    return fight


def test_of_equal_choices_the_one_that_meets_the_blow_at_hand_is_best() -> None:
    found = advice(met_by_two(1), "boris", "melee.defend")
    none = next(one for one in found.choices if not one.given["dice"])
    assert none.value == pytest.approx(found.best.value), "the next blow is as good a use of all dice"
    assert found.best == found.chosen, "but this one is sure to come"
    assert by_shares(found).endswith(" is just as good")


def test_whoever_is_to_throw_fewer_dice_reads_what_the_others_are_kept_for() -> None:
    found = advice(met_by_two(2), "boris", "melee.defend")
    assert found.chosen is not None
    assert int(str(found.best.given["dice"])) < int(str(found.chosen.given["dice"]))
    assert by_shares(found) == "keep dice for blows still to come: they do more there"
    more = advice(met_by_two(2), "boris", "melee.defend", dice=0)
    assert by_shares(more) == "this blow costs 0.9 boxes less than with No dice"


def test_dice_of_a_defence_are_shared_as_the_best_of_all_ways_through_the_round() -> None:
    """Both blows of the round, met with every number of dice: what advice gives each is what is best of all."""
    dice, alone = 2, Fight(rook=swordsman("Rook", 3), boris=swordsman("Boris", 3)).on(rook=3, boris=2)
    alone.does("rook", "melee.attack", target="boris", dice=dice, weapon="one_handed_sword")
    met = [
        values(advice(alone, "boris", "melee.defend"), "dice", "bought", "weapon")[n, 0, "one_handed_sword"]
        for n in range(5)
    ]
    ways = {first: met[first] + max(met[: 5 - first]) for first in range(5)}
    told = values(advice(met_by_two(dice), "boris", "melee.defend"), "dice", "bought", "weapon")
    assert {n: told[n, 0, "one_handed_sword"] for n in range(5)} == pytest.approx(ways)


def test_a_shot_and_the_dodge_of_it() -> None:
    rook, boris = fighter("Rook", "short_bow", bows=2), swordsman("Boris", 0, "gambeson", reflex=2)
    rook.items["arrows"] = SDA.item("gear", "arrow") if "arrow" in _gear() else rook.items["short_bow"]
    fight = Fight(rook=rook, boris=boris, house_rules={"whose_ammunition_is_counted": "nobody"}).on(rook=0, boris=-1)
    fight.does("boris", "fight.place", combatant="boris", x=0, y=8, facing=180)
    shot = advice(fight, "rook", "ranged.attack")
    assert ranked(shot)
    assert shot.best.value > 0
    fight.does("rook", "ranged.attack", target="boris", dice=3)
    dodge = advice(fight, "boris", "ranged.dodge")
    assert ranked(dodge)
    free = [
        one.value for one in sorted(dodge.choices, key=lambda one: int(one.given["dice"])) if not one.given["bought"]
    ]
    assert free == sorted(free), "nobody is near to strike at the opening, so each die more is better"
    assert -free[0] == pytest.approx(shot_by_hand(3, 0, fight), abs=1e-12)
    assert -free[2] == pytest.approx(shot_by_hand(3, 2, fight), abs=1e-12)


def test_whoever_bleeds_reads_that_a_dodge_would_cost_more_than_it_saves() -> None:
    boris = swordsman("Boris", 0, "gambeson", "maille_hauberk", reflex=2)
    for line in boris.tracks["injury"]:
        line.ticked.update({"minor": 3, "major": 1, "bleeding": 1})
    rook, rules = fighter("Rook", "short_bow", bows=2), {"whose_ammunition_is_counted": "nobody"}
    fight = Fight(rook=rook, boris=boris, house_rules=rules).on(rook=0, boris=-1)
    fight.does("boris", "fight.place", combatant="boris", x=0, y=8, facing=180)
    fight.does("rook", "ranged.attack", target="boris", dice=3)
    found = advice(fight, "boris", "ranged.dodge", dice=2)
    assert found.best.label == "No dice"
    assert by_shares(found) == "spirit and worse wounds cost 2.0 boxes less than with 2 dice"


def _gear() -> list[str]:
    return [entry.key for entry in SDA.compendium()["gear"]]


def shot_by_hand(attack: int, reflex: int, fight: Fight) -> float:
    known = next(iter(fight.encounter.asks.values())).known
    malus = known["attack"]["malus"]
    return sum(
        share * cost_of_dice(fight.sheets["boris"], known["die"], hits, {known["type"]: known["type_malus"]}, ours=True)
        for hits, share in margins(attack, reflex, malus, 0).items()
        if hits > 0
    )


def archer(**stances: int) -> Fight:
    """Rook with a bow and a sword, two metres from Boris, who has a sword and an opening left unless it is used."""
    rook, boris = fighter("Rook", "short_bow", "one_handed_sword", bows=2, brawling=0), swordsman("Boris", 2)
    fight = Fight(rook=rook, boris=boris, house_rules={"whose_ammunition_is_counted": "nobody"})
    return fight.on(**({"boris": 2, "rook": 0} | stances))


def test_a_shot_in_reach_pays_for_the_openings_that_it_gives() -> None:
    fight = archer()
    fight.does("boris", "turn.end")
    open_to = advice(fight, "rook", "ranged.attack", weapon="short_bow")
    fight.encounter.memo["used.boris"] = {"opportunity": 1}
    safe = advice(fight, "rook", "ranged.attack", weapon="short_bow")
    cost = min(
        exchange(4, kept, 0, 0, asked="defender") for kept in range(2)
    )  # all three dice and the one of the opening
    told = [values(found, "dice", "bought", "type") for found in (open_to, safe)]
    assert cost > 0.5
    assert {key: told[1][key] - told[0][key] for key in told[0]} == pytest.approx(dict.fromkeys(told[0], cost))
    assert "Openings" in open_to.sentence
    assert "openings" not in safe.sentence


def test_an_opening_is_weighed_against_letting_it_pass() -> None:
    sheets = {who: swordsman(who.capitalize(), 3) for who in ("rook", "boris", "cara", "dora")}
    fight = Fight(**sheets).on(boris=4, rook=3, cara=2, dora=1)
    fight.does("boris", "turn.other", words="Looks at the sky", opening="away")
    asked = next(one for one in fight.encounter.asks.values())
    found = advice(fight, asked.to, "opportunity.take")
    passed = next(one for one in found.choices if one.command == "opportunity.pass")
    assert passed.shares[0] == 0
    assert all(one.shares[-1] <= passed.shares[-1] + 1e-12 for one in found.choices)
    assert ranked(found)


def wounded(count: int, *armour: str) -> Fight:
    """Boris has a wound to take, and a line with a single minor box left beside whole ones."""
    fight = Fight(rook=swordsman("Rook", 2), boris=swordsman("Boris", 2, *armour)).on(rook=0, boris=-1)
    fight.sheets["boris"].tracks["injury"] = [
        Line({"minor": 3, "major": 1}, {"minor": 2}),
        Line({"minor": 3, "major": 1}),
    ]
    at = fight.table("boris")
    at.ask("boris", "You are hurt: which line?", "wound.take", boxes=count, type="cutting", by="rook")
    fight._keep(at)
    return fight


def test_a_wound_goes_where_it_opens_nothing() -> None:
    found = advice(wounded(2), "boris", "wound.take")
    assert [(one.label, one.value) for one in found.choices] == [("Line 2", -2), ("Line 1", -2 - 2)]


def test_armour_is_given_up_only_for_what_is_worth_more() -> None:
    light, heavy = (advice(wounded(count, "gambeson"), "boris", "wound.take") for count in (2, 5))
    assert light.best.given["absorb"] == 0
    assert heavy.best.given["absorb"] > 0, "five boxes fill a line of four, and one goes down"


@pytest.mark.parametrize("difficulty", [1, 2, 4])
def test_bought_dice_are_weighed_by_chance_and_price(difficulty: int) -> None:
    at = table(rook=hero(spirit=12, skill={"stealth": 1}, attribute={"agility": 6}))
    found = advise([command_named(SDA, "test.static")("stealth", difficulty=difficulty)], at)  # type: ignore[call-arg]
    assert found is not None
    for one in found.choices:
        bought = int(one.given["bought"])
        ways = [sum(face // 4 for face in faces) >= difficulty for faces in product(range(1, 7), repeat=2 + bought)]
        price = sum(range(2, 2 + bought))
        assert one.value == pytest.approx(100 * sum(ways) / len(ways) - 100 * price / 12)
    assert ranked(found)
    assert {int(one.given["bought"]) for one in found.choices} == {0, 1, 2}


def test_what_is_advised_can_be_done_and_changes_nothing() -> None:
    fight = duel(at=4)
    fight.sheets["rook"].conditions["prone"] = Condition("prone", "Prone")
    before = codec.dump([fight.sheets, fight.encounter])
    found = advice(fight, "rook", "melee.attack")
    at = fight.table("rook")
    for one in found.choices:
        kind = command_named(SDA, one.command)
        foretell(codec.command_from(kind, {**kind.preset(at), **one.given}), at)
    assert codec.dump([fight.sheets, fight.encounter]) == before
