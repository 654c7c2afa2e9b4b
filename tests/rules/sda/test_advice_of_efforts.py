"""Advice on rolls in fights that are no blows, against every way in which their dice can fall."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.advice.choices import Advice, Weighed, advise, aside
from rules.engine.advice.what_if import as_well
from rules.engine.fight import as_suggested
from rules.engine.kernel import Condition, ConditionEnded, Fact, Judged, ResourceChanged, Sheet, Told
from rules.engine.system.protocol import command_named
from rules.systems.sda import SDA
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import LUCK
from rules.systems.sda.fight.actions.initiative import odds_of_initiative
from rules.systems.sda.fight.actions.initiative_odds import averages
from rules.systems.sda.magic.casting.out_of_fights import CastInPeace
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.tables import hero, table
from tests.rules.sda.test_advice import SPIRIT, advice, ranked, swordsman, wounds
from tests.rules.sda.test_advice_of_tests import EXACT, scores_of
from tests.rules.sda.test_fight_odds import _counted as margins
from tests.rules.sda.test_grappling import choked
from tests.rules.sda.test_magic import at_distance, caster
from tests.rules.sda.test_riding import _ride
from tests.rules.sda.valued import Ones, wound_cost

#: What comes of a roll, as somebody counts it who sees what happened.
Seen = Callable[[Sequence[Fact]], float]


def mean_when_played(fight: Fight, who: str, name: str, seen: Seen, throws: int, **chosen: Any) -> float:
    """The average of what ``seen`` reads if the first throws fall in every way, by the rules themselves."""

    def play(dice: Any) -> Fraction:
        after = deepcopy(fight)
        return Fraction(seen(after.does(who, name, FirstThrows(dice, throws), **chosen))).limit_denominator(10**6)

    return float(sum(share * value for share, value in every_way(play)))


def spirit_paid(happened: Sequence[Fact]) -> int:
    return -sum(fact.by for fact in happened if isinstance(fact, ResourceChanged) and fact.reason == "bought dice")


def taken_by(fight: Fight, who: str, *, ours: bool = True) -> Seen:
    """The cost of the wounds that somebody takes, on one's own side or not."""

    def taken(happened: Sequence[Fact]) -> float:
        wounds = [fact for fact in happened if isinstance(fact, Judged) and fact.verdict == "hurt"]
        sheet = fight.sheets[who]
        return sum(wound_cost(sheet, fact.hits, str(fact.numbers["type"]), ours=ours) for fact in wounds)

    return taken


def hits(happened: Sequence[Fact]) -> float:
    return float(next(int(fact.numbers["hits"] or 0) for fact in happened if isinstance(fact, Judged)))


def choices_with_few_dice(choices: Sequence[Weighed], most: int = 2) -> list[Weighed]:
    """The choices with so few dice that all ways can be counted out."""
    return [one for one in choices if int(one.given.get("dice", 0)) <= most and int(one.given.get("bought", 0)) <= 1]


@pytest.mark.parametrize("name", ["turn.intimidate", "turn.taunt"])
def test_words_are_resisted_for_as_many_hits_as_that_saves(name: str) -> None:
    sheets = {"rook": fighter("Rook", insult_intimidation=1), "boris": fighter("Boris", ego=1, detect_motive=1)}
    fight = Fight(**sheets).on(rook=2, boris=1)
    fight.does("rook", name, target="boris")
    found = advice(fight, "boris", "mind.resist")
    assert ranked(found)
    for one in choices_with_few_dice(found.choices):
        expected = mean_when_played(fight, "boris", "mind.resist", hits, 2, **one.given)
        assert one.shares[0] == pytest.approx(-expected, abs=EXACT)
    assert {one.shares[1] for one in choices_with_few_dice(found.choices)} == {0, -1}, "the first die costs two points"
    free = [
        one.value for one in sorted(found.choices, key=lambda one: int(one.given["dice"])) if not one.given["bought"]
    ]
    assert free == sorted(free), "dice that come out of no budget are thrown"


def test_breath_is_held_for_the_share_of_spirit_that_it_costs() -> None:
    fight = choked(2, resist=1)
    found = advice(fight, "boris", "grapple.hold_out")
    assert [one.given["bought"] for one in found.choices]
    for one in choices_with_few_dice(found.choices):
        seen = mean_when_played(fight, "boris", "grapple.hold_out", succeeds, 1, **one.given)
        assert one.shares[0] == pytest.approx(seen, abs=EXACT)
    assert found.unit == "percentage points"


def succeeds(happened: Sequence[Fact]) -> float:
    return 100.0 * next(fact.verdict == "success" for fact in happened if isinstance(fact, Judged))


def struck_by(spell: str, *, north: int = 0, faces: Sequence[int], **chosen: Any) -> Fight:
    fight = at_distance(9, spell, erudition=20)
    given = {"spell": spell, "target": "boris", "north": north, "dice": 1, "mos": 0, "cost": 0, **chosen}
    fight.rolls("mira", "magic.cast", {"mira": list(faces)}, **given)
    return fight


@pytest.mark.parametrize("north", [0, -2])
def test_a_leap_is_worth_the_boxes_that_it_saves(north: int) -> None:
    fight = struck_by("fireball", north=north, faces=[4, 12], way="fire")
    found = advice(fight, "boris", "magic.leap")
    assert ranked(found)
    for one in choices_with_few_dice(found.choices):
        expected = mean_when_played(fight, "boris", "magic.leap", taken_by(fight, "boris"), 1, **one.given)
        price = SPIRIT * mean_when_played(fight, "boris", "magic.leap", spirit_paid, 1, **one.given)
        assert one.shares[:2] == pytest.approx((-expected, -price), abs=EXACT)


def test_a_spell_that_hurts_is_resisted_for_the_boxes_that_it_would_cost() -> None:
    fight = struck_by("flying_razors", faces=[4], way="evocation")
    fight.house_rules["ego_again"] = "never"
    found = advice(fight, "boris", "magic.withstand")
    assert found.unit == "boxes"
    for one in choices_with_few_dice(found.choices, 1):
        expected = mean_when_played(fight, "boris", "magic.withstand", taken_by(fight, "boris"), 3, **one.given)
        price = SPIRIT * mean_when_played(fight, "boris", "magic.withstand", spirit_paid, 1, **one.given)
        assert one.shares[:2] == pytest.approx((-expected, -price), abs=EXACT), one.label


def test_a_spell_that_does_not_hurt_is_resisted_to_be_free_of_it() -> None:
    fight = struck_by("dominate", faces=[8], way="aether")
    found = advice(fight, "boris", "magic.withstand")
    assert found.unit == "percentage points"

    def free(happened: Sequence[Fact]) -> float:
        return 100.0 * any("is free of" in getattr(fact, "text", "") for fact in happened)

    for one in choices_with_few_dice(found.choices):
        assert one.shares[0] == pytest.approx(
            mean_when_played(fight, "boris", "magic.withstand", free, 1, **one.given), abs=EXACT
        )


def test_heart_is_taken_from_what_gives_more_of_it() -> None:
    fight = Fight(rook=fighter("Rook", ego=1, resist_fatigue=2), boris=fighter("Boris")).on(rook=2, boris=1)
    fight.sheets["rook"].resources["spirit"].now = fight.sheets["rook"].resources["spirit"].most - 3
    at = fight.table("rook")
    at.ask("rook", "Victory!", "fight.surge")
    fight._keep(at)
    found = advice(fight, "rook", "fight.surge", reward="experience")

    def gained(happened: Sequence[Fact]) -> float:
        return float(
            sum(fact.by for fact in happened if isinstance(fact, ResourceChanged) and fact.reason == "victory")
        )

    for one in found.choices:
        assert one.value == pytest.approx(
            mean_when_played(fight, "rook", "fight.surge", gained, 1, reward="experience", **one.given), abs=EXACT
        )
    assert found.best.label == "Resist fatigue"


def test_no_heart_is_advised_to_whoever_lacks_none_and_none_is_told_of() -> None:
    fight = Fight(rook=fighter("Rook", ego=1, resist_fatigue=2), boris=fighter("Boris")).on(rook=2, boris=1)
    at = fight.table("rook")
    at.ask("rook", "Victory!", "fight.surge")
    fight._keep(at)
    surge = command_named(SDA, "fight.surge")
    assert advise([surge(**{**surge.preset(fight.table("rook")), "ask": "rook/1"})], fight.table("rook")) is None
    happened = fight.does("rook", "fight.surge", Ones())
    assert not any(isinstance(fact, Told) and "regains" in fact.text for fact in happened)


# -- actions on one's own turn ----------------------------------------------------------------------------------------


def acting(*, at: int = 0, rook: Sheet | None = None, metres: float = 2, **ranks: int) -> Fight:
    """Rook acts, whose turn can be split from 1 on; Boris stands so far off."""
    mine = rook or fighter("Rook", "one_handed_sword", one_handed_swords=1, **ranks)
    boris = fighter("Boris", "one_handed_sword", one_handed_swords=1, ego=1, detect_motive=1)
    fight = Fight(rook=mine, boris=boris, house_rules={"ego_again": "never"}).on(rook=at, boris=at - 1)
    fight.encounter.combatants["boris"].y = metres
    return fight


def scored(happened: Sequence[Fact]) -> float:
    return float(next(int(fact.numbers["measure"] or 0) for fact in happened if isinstance(fact, Judged)))


def prone(fight: Fight) -> Fight:
    fight.sheets["rook"].conditions["prone"] = Condition("prone", "Prone")
    return fight


def hurt(fight: Fight, **ticked: int) -> Fight:
    fight.sheets["rook"].tracks["injury"][0].ticked = dict(ticked)
    return fight


def gets_up(happened: Sequence[Fact]) -> float:
    return 100.0 * any(isinstance(fact, ConditionEnded) and fact.name == "prone" for fact in happened)


def scored_up_to(most: int) -> Seen:
    return lambda happened: min(most, scored(happened))


def steps_done(happened: Sequence[Fact]) -> float:
    return 100.0 * sum(fact.verdict == "success" for fact in happened if isinstance(fact, Judged))


def crossbow() -> Fight:
    sheet = fighter("Rook", "light_crossbow", sleight_of_hand=1, lifting=1)
    sheet.items["light_crossbow"].stats["to_load"] = 2
    return acting(rook=sheet, metres=9)


def dancer() -> Fight:
    sheet = fighter("Rook", "one_handed_sword", dancing=1)
    sheet.items["blade_dancer"] = SDA.item("traits", "blade_dancer")
    return acting(rook=sheet)


def rider(**ranks: int) -> Fight:
    fight = _ride(horse="horse_riding", agility=8, **ranks)
    fight.encounter.ladder = [replace(rung, at=rung.at - 3) for rung in fight.encounter.ladder]
    fight.sheets["horse"].ranks["attribute"]["strength"] = 4
    fight.sheets["horse"].ranks["group"]["athleticism"] = 0
    return fight


def clears(happened: Sequence[Fact]) -> float:
    mounts = [fact for fact in happened if isinstance(fact, Judged) and fact.who == "horse"]
    return 100.0 * any(fact.verdict == "success" for fact in mounts)


def runs(happened: Sequence[Fact]) -> float:
    """The measure of the mount's roll, 0 without one."""
    mounts = (fact for fact in happened if isinstance(fact, Judged) and fact.who == "horse")
    return float(next((int(fact.numbers["measure"] or 0) for fact in mounts), 0))


def of_a_hundred(seen: Seen) -> Seen:
    return lambda happened: seen(happened) / 100


def bleeding_alone(*, bleeding: int, **ranks: int) -> Fight:
    """Rook bleeds, and nobody is near enough to strike at an opening."""
    return hurt(acting(metres=9, **ranks), bleeding=bleeding)


#: Each action: in which fight, what is chosen, what comes of it, and how much spirit counts as one of it.
ACTIONS: tuple[tuple[str, Callable[[], Fight], dict[str, Any], Seen, float], ...] = (
    ("turn.run", lambda: acting(running=1), {}, scored, 2),
    ("turn.dodge_roll", lambda: acting(acrobatics=1), {"metres": 1, "towards": 180}, scored_up_to(1), 2),
    ("turn.kick_up", lambda: prone(acting(acrobatics=1, metres=9)), {}, gets_up, 0),
    ("turn.shrug_off", lambda: hurt(acting(resist_pain=1), minor=2), {}, of_a_hundred(succeeds), 5),
    ("turn.other", lambda: acting(stealth=1), {"words": "Hides", "skill": "stealth", "difficulty": 2}, succeeds, 0),
    ("turn.other", lambda: acting(stealth=1), {"words": "Hides", "skill": "stealth"}, scored, 0),
    ("turn.dance", dancer, {}, scored, 2),
    ("turn.spur", lambda: rider(riding=1), {}, runs, 2),
    ("turn.leap", lambda: rider(riding=1), {"difficulty": 1, "metres": 3}, clears, 0),
    ("ranged.reload", crossbow, {}, steps_done, 0),
    (
        "turn.stop_bleeding",
        lambda: bleeding_alone(first_aid=1, bleeding=1),
        {"patient": "rook"},
        of_a_hundred(succeeds),
        5,
    ),
)


@pytest.mark.parametrize(("name", "make", "chosen", "seen", "spirit"), ACTIONS, ids=[one[0] for one in ACTIONS])
def test_an_action_is_worth_what_comes_of_playing_it(
    name: str, make: Callable[[], Fight], chosen: dict[str, Any], seen: Seen, spirit: float
) -> None:
    fight = make()
    found = advice(fight, "rook", name, **chosen)
    assert ranked(found)
    assert found.shares == ("Now",)
    whole = spirit or fight.sheets["rook"].now("spirit") / 100
    for one in choices_with_few_dice(found.choices):
        given = {**chosen, **one.given}
        brought = mean_when_played(fight, "rook", name, seen, 2, **given)
        cost = mean_when_played(fight, "rook", name, spirit_paid, 1, **given) / whole
        assert one.value == pytest.approx(brought - cost, abs=EXACT), one.label
    assert all(one.given["dice"] for one in found.choices), "0 stands for all, and is no choice beside it"


@pytest.mark.parametrize("bleeding", [2, 3])
def test_jumping_up_gains_nothing_for_whoever_bleeds_out_over_it(bleeding: int) -> None:
    """Held against somebody as hurt whose roll cannot bring them up."""
    fight, tired = (prone(bleeding_alone(bleeding=bleeding, acrobatics=2)) for _ in range(2))
    tired.encounter.memo["used.rook"] = {"moved": 9.0}
    up = advice(fight, "rook", "turn.kick_up", worsen=["0"])
    down = advice(tired, "rook", "turn.kick_up", worsen=["0"], malus=20)
    of_three = [
        next(one.value for one in it.choices if dict(one.given) == {"dice": 3, "bought": 0}) for it in (up, down)
    ]
    assert of_three[0] - of_three[1] == pytest.approx(100 * (bleeding < 3), abs=EXACT)


def hit_by(dice: int, answer: int) -> tuple[float, float]:
    """The chance that so many d6 hit, and their hits on average, against so many."""
    shares = margins(dice, answer, 0, 0).items()
    return 100 * sum(share for hits, share in shares if hits > 0), sum(share * max(0, hits) for hits, share in shares)


def share_by_dice(found: Advice, bought: int = 0) -> dict[int, float]:
    return {int(one.given["dice"]): one.shares[1] for one in found.choices if one.given.get("bought", 0) == bought}


@pytest.mark.parametrize(
    ("name", "chosen", "ranks", "counts"),
    [
        ("turn.run", {}, {"running": 1}, 1),
        ("turn.other", {"words": "Hides", "skill": "stealth", "difficulty": 2}, {"stealth": 1}, 0),
    ],
)
def test_what_is_kept_back_goes_into_a_blow(
    name: str, chosen: dict[str, Any], ranks: dict[str, int], counts: int
) -> None:
    """Two dice for the action, three for the blow, and no more than three together (SDA-161)."""
    mine = fighter("Rook", "one_handed_sword", one_handed_swords=2, brawling=0, **ranks)
    found = advice(acting(at=4, rook=mine), "rook", name, **chosen)
    assert found.shares == ("Now", "A blow with the rest")
    told = share_by_dice(found)
    assert told == pytest.approx({dice: hit_by(3 - dice, 2)[counts] for dice in told})
    assert "Dice kept back" in found.sentence
    far = advice(acting(at=4, rook=mine, metres=9), "rook", name, **chosen)
    assert far.shares == ("Now",), "with nobody in reach there is nothing to keep dice for"


def test_a_wound_takes_a_die_from_the_blow_and_costs_what_it_gets_worse() -> None:
    def shares(wounds: int) -> dict[int, tuple[float, ...]]:
        fight = Fight(rook=swordsman("Rook", 3, running=3), boris=swordsman("Boris", 1)).on(rook=4, boris=1)
        for line in fight.sheets["rook"].tracks["injury"][:wounds]:
            line.ticked["bleeding"] = 1
        found = advice(fight, "rook", "turn.run")
        return {int(one.given["dice"]): one.shares for one in found.choices if not one.given["bought"]}

    sound, bleeding = shares(0), shares(1)
    assert [bleeding[dice][1] for dice in (1, 2)] == [sound[dice][1] for dice in (2, 3)], "the blow bleeds, too"
    assert [bleeding[dice][0] for dice in (1, 2, 3)] == [sound[dice][0] for dice in (1, 2, 3)]
    assert bleeding[4][0] == sound[4][0] - 5 / 2, "the fourth die makes the wound worse"


def test_words_are_aimed_at_whoever_is_moved_most() -> None:
    fight = Fight(
        rook=fighter("Rook", insult_intimidation=1),
        boris=fighter("Boris", ego=3),
        cara=fighter("Cara"),
        dora=fighter("Dora"),
    ).on(rook=0, boris=-1, cara=-2, dora=-3)
    found = advice(fight, "rook", "turn.intimidate")
    assert found.best.label.startswith("Dora with 2 dice")
    assert {one.given["target"] for one in found.choices} == {"boris", "dora"}, "nobody threatens their own"
    told = {(one.given["target"], one.given["dice"]): one.value for one in found.choices if not one.given["bought"]}
    assert told == pytest.approx(
        {(who, dice): 2 * SPIRIT * hit_by(dice, ego)[1] for who, ego in (("boris", 4), ("dora", 1)) for dice in (1, 2)}
    )


def test_a_speech_gives_no_more_than_allies_lack() -> None:
    fight = Fight(rook=fighter("Rook", poetry=1), boris=fighter("Boris"), cara=fighter("Cara")).on(rook=0, boris=-1)
    spirit = fight.sheets["cara"].resources["spirit"]
    values = []
    for lacking in (2, 20):
        spirit.now = spirit.most - lacking
        found = advice(fight, "rook", "turn.inspire")
        values.append({one.given["dice"]: one.value for one in found.choices if not one.given["bought"]})
    some = {dice: sum(share for mos, share in scores_of(dice).items() if mos) for dice in (1, 2)}
    whole = {dice: sum(mos * share for mos, share in scores_of(dice).items()) for dice in (1, 2)}
    assert values[0] == pytest.approx({dice: 2 * SPIRIT * share for dice, share in some.items()})
    assert values[1] == pytest.approx({dice: 2 * SPIRIT * mos for dice, mos in whole.items()})


def test_work_in_a_fight_counts_what_it_brings_nearer_and_what_it_may_lose() -> None:
    fight = Fight(rook=fighter("Rook", mechanics=3), boris=fighter("Boris")).on(rook=0, boris=-1)
    fight.does("rook", "project.begin", skill="mechanics", difficulty=3, unit="round", mode="first_fail")
    found = advice(fight, "rook", "turn.work", project="p1")
    nearer = {one.given["dice"]: one.shares[0] for one in found.choices if not one.given["bought"]}
    expected = {dice: sum(min(3, mos) * share for mos, share in scores_of(dice).items()) for dice in (1, 2, 3, 4)}
    assert nearer == pytest.approx(expected)
    odds = fight.odds("rook", "turn.work", project="p1", dice=3)
    done, lost = (chance.probability for chance in odds.chances)
    assert (done, lost) == pytest.approx((scores_of(3)[3], scores_of(3)[0]))


def value_of_blow(attack: int, answer: int, *, stance: int | None = None) -> float:
    """The worth of a blow with d6, in boxes, by every throw; both strike with a d10 and wear nothing.

    A defender in a stance takes as much as there is in it off the attack, and scores nothing by defending.
    """
    found = 0.0
    for ours, theirs in product(scores_of(attack).items(), scores_of(answer).items()):
        margin = max(0, ours[0] - (stance or 0)) - theirs[0]
        margin = margin if stance is None else max(0, margin)
        side = wounds(margin, 0, ours=True) if margin > 0 else -wounds(-margin // 2, 0, ours=False)
        found += ours[1] * theirs[1] * (side + SPIRIT * margin)
    return found


def test_a_stance_is_worth_what_it_saves_of_blows_to_come() -> None:
    fight = acting()
    found = advice(fight, "rook", "turn.stance")

    def cost(kept: int | None = None) -> float:
        return min(value_of_blow(2, answer, stance=kept) for answer in range(3))

    for one in choices_with_few_dice(found.choices):
        if not one.given["bought"]:
            saved = sum(share * (cost() - cost(mos)) for mos, share in scores_of(int(one.given["dice"])).items())
            assert one.value == pytest.approx(saved, abs=EXACT)
    nobody = acting(metres=9).table("rook")
    stance = as_suggested(command_named(SDA, "turn.stance"), nobody)
    assert advise([stance], nobody) is None, "what saves nothing is no choice"
    assert aside(stance, nobody) is None


def test_looking_anew_is_weighed_against_the_initiative_that_one_has() -> None:
    fight = acting(at=2, reflex=1, perception=0)
    found = advice(fight, "rook", "turn.reassess")
    average = {dice: sum(mos * share for mos, share in scores_of(dice).items()) for dice in range(4)}
    for one in found.choices:
        reflex, perception = int(one.given["reflex"]), int(one.given["perception"])
        assert one.shares[0] == pytest.approx((average[reflex] + average[perception] - 2) / 4)
        left = min(2, 3 - reflex - perception)
        assert one.shares[1] == pytest.approx(
            max(0.0, min(value_of_blow(left, answer) for answer in range(3))) if left else 0
        )
    assert {(1, 0), (2, 1)} <= {(one.given["reflex"], one.given["perception"]) for one in found.choices}


def test_the_surprised_weigh_initiative_against_dice_that_are_missing() -> None:
    fight = Fight(rook=fighter("Rook", "one_handed_sword", one_handed_swords=1, reflex=1), boris=fighter("Boris"))
    fight.does("", "fight.begin", FirstThrows(None, 0), surprised=["rook"])
    found = advice(fight, "rook", "initiative.surprised")
    for one in found.choices:
        dice = int(one.given["reflex"]) + int(one.given["perception"])
        assert one.shares == pytest.approx((dice / 2, -dice / 2)), "all of them are d6"
    assert found.best.label == "0 reflex, 0 perception"


# -- spells -----------------------------------------------------------------------------------------------------------


def casting(*keys: str, at: int = 0, far: float = 2, **ranks: int) -> Fight:
    fight = Fight(mira=caster("Mira", *keys, **ranks), boris=fighter("Boris", reflex=1, ego=1, brawling=1)).on(
        mira=at, boris=at - 1
    )
    fight.encounter.combatants["boris"].y = far
    fight.house_rules["ego_again"] = "never"
    return fight


def goes_off(happened: Sequence[Fact]) -> float:
    return 100.0 * any(isinstance(fact, Judged) and fact.verdict == "cast" for fact in happened)


def test_a_spell_without_damage_is_weighed_by_the_chance_that_it_goes_off() -> None:
    fight = casting("hold_person", aether=1)
    found = advice(fight, "mira", "magic.cast", spell="hold_person", target="boris", mos=2, way="aether")
    assert found.unit == "percentage points"
    cost = next(way.cost for way in spells()["hold_person"].ways if way.skill == "aether")
    whole = fight.sheets["mira"].now("spirit") / 100
    for one in choices_with_few_dice([one for one in found.choices if one.given["way"] == "aether"]):
        chosen = {"spell": "hold_person", "target": "boris", "mos": 2, **one.given}
        brought = mean_when_played(fight, "mira", "magic.cast", goes_off, 1, **chosen)
        price = mean_when_played(fight, "mira", "magic.cast", spirit_paid, 1, **chosen)
        assert one.value == pytest.approx(brought - (price + cost) / whole, abs=EXACT), one.label


def test_a_spell_that_no_roll_completes_is_weighed_by_how_far_it_gets() -> None:
    found = advice(casting("hold_person", aether=1), "mira", "magic.cast", spell="hold_person", target="boris", mos=9)
    assert "no single roll can finish it now" in found.sentence
    dice = [int(one.given["dice"]) for one in found.choices if not one.given["bought"]]
    assert dice == sorted(dice, reverse=True), "each die gets it on"


def test_a_spell_that_does_damage_is_weighed_by_its_boxes() -> None:
    fight = casting("arcane_dart", evocation=1)
    given = {"spell": "arcane_dart", "target": "boris", "way": "evocation", "mos": 0, "cost": 0}
    found, hurt = advice(fight, "mira", "magic.cast", **given), taken_by(fight, "boris", ours=False)
    assert found.unit == "boxes"
    for one in choices_with_few_dice([one for one in found.choices if one.given["way"] == "evocation"]):
        if not one.given["bought"]:
            expected = mean_when_played(fight, "mira", "magic.cast", hurt, 3, **{**given, **one.given})
            assert one.shares[0] == pytest.approx(expected, abs=EXACT), one.label


def test_what_is_kept_back_of_a_casting_goes_into_a_blow() -> None:
    found = advice(
        casting("hold_person", at=4, aether=1, brawling=1), "mira", "magic.cast", spell="hold_person", target="boris"
    )
    assert found.shares == ("Now", "A blow with the rest")
    told = share_by_dice(found)
    assert told[1] > told[2] == 0


def test_a_spell_in_peace_is_weighed_in_each_art_that_casts_it() -> None:
    sheet = caster("Anna", "fireball", fire=1, abyssal=2)
    at = table(anna=sheet, boris=hero("Boris"))
    found = advise([CastInPeace(spell="fireball", mos=1, cost=0, target="boris")], at)
    assert found is not None
    assert {one.label.split(":")[0] for one in found.choices} == {"Fire", "Abyssal Magic", "Evocation"}


@pytest.mark.parametrize("called", [False, True])
def test_initiative_on_average_is_what_its_odds_say(called: bool) -> None:
    """A first roll that fails completely may cost the spirit, or the luck, that the second would have had."""
    fight = acting(reflex=3, perception=2)
    fight.sheets["rook"].resources["spirit"].now = 3
    if called:
        fight.sheets["rook"].conditions[LUCK] = Condition(LUCK, "Luck", 1)
    average = averages(fight.table("rook"), "rook")
    for reflex, perception in product(range(4), range(4)):
        told = odds_of_initiative(fight.table("rook"), "rook", reflex, perception)
        assert average(reflex, perception) == pytest.approx(told.mean, abs=EXACT)


def fallen(*, dying: bool) -> Fight:
    """Rook beside an ally who bleeds, perhaps to death, with a foe in reach of Rook."""
    mine = fighter("Rook", "one_handed_sword", one_handed_swords=1, first_aid=4)
    fight = Fight(rook=mine, boris=swordsman("Boris", 0), cara=fighter("Cara")).on(rook=0, boris=-1, cara=-2)
    cara = fight.sheets["cara"]
    cara.tracks["injury"][0].ticked = {"minor": 3, "major": 1, "bleeding": 1}
    if dying:
        for name in ("incapacitated", "bleeding_to_death"):
            cara.conditions[name] = Condition(name, name, rounds=20)
    return fight


@pytest.mark.parametrize("dying", [True, False])
def test_a_life_is_worth_more_than_a_blow_and_a_scratch_less(dying: bool) -> None:
    fight = fallen(dying=dying)
    at = fight.table("rook")
    strike = as_suggested(command_named(SDA, "melee.attack"), at)
    beside = [aside(one, at) for one in as_well(strike, at, SDA.commands)]
    found = advise([strike], at, [one for one in beside if one])
    assert found is not None
    listed = [one for one in found.choices if one.command == "turn.stop_bleeding"]
    assert (found.best.command == "turn.stop_bleeding") == dying
    kinds = {one.command for one in found.choices}
    assert {"turn.end", "turn.reassess", "turn.stop_bleeding"} <= kinds, "all of a turn counts in boxes"
    best = max(listed, key=lambda one: one.value)
    stops = fight.odds("rook", "turn.stop_bleeding", **best.given).chances[0].probability
    # Boris strikes at the opening with two dice, and with one on his turn; two dice of Rook's meet both.
    alone = min(value_of_blow(1, first) for first in range(3))
    both = min(value_of_blow(1, first) + value_of_blow(2, second) for first in range(3) for second in range(3 - first))
    assert best.value == pytest.approx(stops * (12 if dying else 1) - (both - alone))
