"""The part that each had in a fight: whom they hit, and whose blows they took."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.summaries.fight_prose import FightProse
from campaigns.summaries.happenings import Blow, FightTold, Quiet, SceneDigest, Turning
from campaigns.summaries.naming import Cast
from campaigns.summaries.parts import ROOM
from campaigns.summaries.phrases import Variety
from campaigns.summaries.prose import by_first_names
from campaigns.summaries.recap import LINES, recap
from campaigns.summaries.version import SceneTold

NAMES = {
    "rook": "Rook", "mira": "Mira", "henk": "Old Henk", "pim": "Pim Underhedge",
    "wolf": "Wolf A", "bear": "Wolf B", "ogre": "Ogre",
}  # fmt: skip
PARTY = frozenset({"rook", "mira", "henk", "pim"})
PEOPLE = Cast(NAMES, PARTY, frozenset({"wolf", "ogre"}))


def a_fight(*blows: Blow, over: bool = True) -> FightTold:
    sides = {who: "party" if who in PARTY else "foes" for who in NAMES}
    return FightTold("here", "The ford", sides, blows=[*blows], last_round=2, is_over=over)


def dealt(by: str, who: str, *amounts: int) -> list[Blow]:
    return [Blow(by, who, amount, f"{amount} damage") for amount in amounts]


def told(fight: FightTold, detail: int = 2) -> str:
    return " ".join(FightProse(PEOPLE, "hits", detail, Variety()).sentences(fight))


@pytest.mark.parametrize(
    ("blows", "said"),
    [
        (dealt("rook", "ogre", 3), "Rook hits the ogre."),
        (dealt("rook", "ogre", 3, 5), "Rook hits the ogre twice."),
        (dealt("rook", "ogre", 4, 4, 4), "Rook hits the ogre three times."),
        (dealt("rook", "wolf", 2) + dealt("rook", "bear", 3), "Rook hits both wolves."),
        (dealt("rook", "wolf", 2) + dealt("rook", "ogre", 3, 4), "three times in all."),
        (dealt("rook", "wolf", 2) + dealt("rook", "bear", 2) + dealt("rook", "ogre", 3), "Rook hits three times."),
    ],
)
def test_whom_somebody_hits_and_how_often(blows: list[Blow], said: str) -> None:
    assert said in told(a_fight(*dealt("ogre", "mira", 9), *blows))


def test_the_hardest_blow_of_all_is_told_once() -> None:
    story = told(a_fight(*dealt("rook", "ogre", 3, 7)))
    assert "The hardest blow comes from Rook: 7 damage on the ogre. Rook hits the ogre." in story
    fight = a_fight(*dealt("rook", "ogre", 3, 7))
    fight.turnings.append(Turning("death", "ogre", "rook", 2))
    story = told(fight)
    assert "Rook kills the ogre: the hardest blow of the fight, 7 damage." in story
    assert "hits" not in story


def test_whoever_fells_foes_of_whose_fall_nothing_is_told_has_a_part() -> None:
    people = Cast(
        {"rook": "Rook"} | {f"foe{at}": f"Wolf {at}" for at in range(1, 5)}, frozenset({"rook"}), frozenset({"wolf"})
    )
    sides = {who: "party" if who == "rook" else "foes" for who in people.names}
    fight = FightTold("here", "The ford", sides, last_round=2, is_over=True)
    for who in sides:
        if who != "rook":
            fight.blows += dealt("rook", who, 3)
            fight.turnings.append(Turning("death", who, "rook", 1))
    story = " ".join(FightProse(people, "hits", 0, Variety()).sentences(fight))
    assert "Rook hits the third and the fourth and kills the first and the second. Two more fall" in story


def test_nobody_hits_themselves() -> None:
    story = told(a_fight(*dealt("rook", "rook", 3), *dealt("mira", "ogre", 1)))
    assert "Rook hits" not in story


def test_whose_blows_somebody_takes() -> None:
    fight = a_fight(*dealt("rook", "ogre", 1), *dealt("wolf", "rook", 1), *dealt("bear", "rook", 1))
    assert "Rook hits the ogre and takes a blow each from both wolves." in told(fight)
    fight.blows += dealt("wolf", "rook", 1)
    assert "takes three blows in all from both wolves." in told(fight)
    fight.blows += dealt("troll", "rook", 1)
    assert "takes four blows." in told(fight)


def test_two_who_hit_each_other_trade_blows_and_foes_of_one_kind_need_no_name() -> None:
    fight = FightTold("here", "The ford", {"rook": "party", "wolf": "foes", "bear": "foes"}, last_round=2, is_over=True)
    fight.blows += dealt("wolf", "rook", 2, 1) + dealt("rook", "wolf", 1)
    assert "Rook trades blows with the first." in told(fight)


def test_the_parts_of_all_stand_where_they_begin() -> None:
    """Blows in a row of one person share a sentence, and what comes between stands between."""
    moments = (("rook", "ogre"), ("ogre", "rook"), ("mira", "wolf"), ("bear", "mira"))
    blows = [replace(dealt(*each, 2)[0], moment=at) for at, each in enumerate(moments)]
    fight = a_fight(*blows)
    assert "Rook trades blows with the ogre. Mira hits the first wolf and takes a blow from the second" in told(fight)
    fight.turnings.append(Turning("deed", "mira", text="Mira casts Light.", moment=3))
    fight.blows[3] = replace(blows[3], moment=4)
    assert "Mira hits the first wolf. Mira casts Light. Mira takes a blow from the second wolf." in told(fight)


def in_turn(fight: FightTold, *happened: Blow | Turning) -> FightTold:
    """The fight in which that happened, one after the other."""
    for moment, one in enumerate(happened, 1):
        kept: list[Any] = fight.blows if isinstance(one, Blow) else fight.turnings
        kept.append(replace(one, moment=moment))
    return fight


def test_a_blow_by_which_somebody_falls_is_told_by_the_fall_alone() -> None:
    (first, second), (bite,) = dealt("rook", "wolf", 1, 1), dealt("bear", "rook", 1)
    fight = in_turn(a_fight(), first, bite, second, Turning("fall", "wolf", "rook", 1))
    fight.fates["wolf"] = "down"
    assert "Rook takes a blow from the second wolf and brings the first wolf down." in told(fight)


def test_under_the_blows_of_somebody_one_goes_down_by_several() -> None:
    blows = [one for _ in range(2) for one in dealt("ogre", "rook", 1)]
    fight = in_turn(a_fight(), *blows, Turning("fall", "rook", "ogre", 1), Turning("fall", "mira", "wolf", 1))
    assert "The ogre brings Rook down. The first wolf fells Mira." in told(fight)
    fight.turnings.append(Turning("fall", "henk", "ogre", 1, moment=9))
    fight.blows += [replace(one, who="henk") for one in blows]
    assert "Old Henk goes down under the blows of the ogre." in told(fight)


def test_what_comes_after_a_fall_is_told_after_it() -> None:
    (early,), (late,) = dealt("rook", "ogre", 1), dealt("rook", "ogre", 1)
    fight = in_turn(a_fight(), early, Turning("fall", "wolf", "mira", 1), late)
    story = told(fight)
    assert story.count("Rook hits the ogre.") == 2
    assert story.index("Rook hits") < story.index("Mira fells") < story.rindex("Rook hits")


def test_of_whoever_lies_there_only_the_end_is_told() -> None:
    (blow,) = dealt("rook", "wolf", 1)
    fight = in_turn(a_fight(), Turning("fall", "wolf", "mira", 1), blow, Turning("deed", "rook", text="Rook sings."))
    assert "Rook hits" not in told(fight)


def test_those_who_come_into_a_fight_that_is_on_are_told_of_as_they_come() -> None:
    (blow,) = dealt("rook", "wolf", 1)
    late = [Turning("joins", who, round=2) for who in ("bear", "ogre")]
    story = told(in_turn(a_fight(), blow, *late))
    assert story.startswith("The whole party faces a wolf. Rook hits the first wolf. A wolf and an ogre join the")
    everybody = [Turning("joins", who, round=1) for who in ("wolf", "bear", "ogre")]
    assert told(in_turn(a_fight(), *everybody)).startswith("The whole party faces two wolves and an ogre.")


def test_a_roll_to_remember_is_told_with_whom_it_was_against() -> None:
    fight = a_fight()
    fight.turnings += [
        Turning("wonder", "rook", "ogre", text="a Dragon"),
        Turning("wonder", "ogre", "mira", text="a Demon"),
    ]
    assert "Rook rolls a Dragon against the ogre. The ogre rolls a Demon against Mira." in told(fight)
    assert "Dragon" not in told(fight, 0)


def test_those_who_lost_nothing_come_out_without_a_scratch() -> None:
    fight = a_fight()
    fight.harm = {"rook", "mira"}
    assert "Old Henk and Pim Underhedge come out of it without a scratch." in told(fight)
    assert "without a scratch" not in told(a_fight(over=False))


def test_of_the_dead_nothing_is_told_that_came_between() -> None:
    fight = a_fight(*dealt("ogre", "rook", 9))
    fight.turnings += [
        Turning("fall", "rook", "ogre", 1),
        Turning("deed", "rook", text="Rook clings to life."),
        Turning("death", "rook", "wolf", 2),
    ]
    fight.fates["rook"] = "dead"
    story = told(fight)
    assert "The ogre fells Rook: the hardest blow of the fight, 9 damage. The first wolf kills Rook." in story
    assert "clings" not in story
    fight.turnings[2] = replace(fight.turnings[2], by="ogre")
    assert "Rook goes down under a blow of the ogre and dies." in told(fight)
    assert "takes" not in story


def test_a_deed_is_no_part_of_what_is_done_by_blows() -> None:
    """A spell that did nothing did not strike the blow that is told beside it."""
    fight = a_fight(*dealt("rook", "ogre", 1))
    fight.turnings.append(Turning("deed", "rook", text="Rook casts Light."))
    assert "Rook casts Light. Rook hits the ogre." in told(fight)


@pytest.mark.parametrize("detail", range(len(ROOM)))
def test_no_more_parts_are_told_than_there_is_room_for(detail: int) -> None:
    fight = a_fight(*(blow for who in sorted(PARTY) for blow in dealt("ogre", who, 1)))
    assert told(fight, detail).count("takes") == min(ROOM[detail], len(PARTY))


def test_foes_whom_one_brings_down_in_a_row_are_told_of_together() -> None:
    fight = a_fight(*dealt("rook", "wolf", 2), *dealt("rook", "bear", 2), *dealt("rook", "ogre", 2))
    falls = [Turning("fall", who, "rook", 1, "Axe") for who in ("wolf", "bear", "ogre")]
    fight.turnings += falls
    fight.fates |= dict.fromkeys(("wolf", "bear", "ogre"), "down")
    assert "Rook brings down both wolves and the ogre with the axe." in told(fight)
    fight.turnings[2] = replace(falls[2], weapon="Bow")
    assert "Rook brings down both wolves and the ogre." in told(fight)
    fight.turnings[2] = replace(falls[2], round=2)
    assert "Rook brings down both wolves with the axe and fells the ogre with the axe." in told(fight)
    fight.turnings[1] = Turning("fall", "bear", "mira", 1)
    assert "Mira brings the second wolf down." in told(fight)


@pytest.mark.parametrize(("kind", "said"), [("death", "Rook kills the ogre"), ("fall", "Rook fells the ogre")])
def test_whoever_fells_somebody_does_it_with_something(kind: str, said: str) -> None:
    fight = a_fight()
    fight.turnings.append(Turning(kind, "ogre", "rook", 1, "Handaxe"))
    assert f"{said} with the handaxe." in told(fight)


def test_the_hardest_blow_is_not_told_twice_where_it_was_the_only_one() -> None:
    assert "Rook hits" not in told(a_fight(*dealt("rook", "ogre", 7), *dealt("mira", "wolf", 1)))


def test_a_lost_fight_and_what_became_of_its_foes() -> None:
    fight = a_fight(*dealt("rook", "ogre", 1, 1))
    fight.fates.update(dict.fromkeys(PARTY, "down"))
    fight.fates["wolf"] = "dead"
    story = told(fight)
    assert "After two rounds none of the party is left standing." in story
    assert story.endswith("The first wolf is dead, while a wolf and an ogre are still standing.")


def test_people_are_called_by_their_first_names_but_in_quotes() -> None:
    scenes = [SceneTold("Pim Underhedge", ("Pim Underhedge wakes. “Pim Underhedge!” Pim Underhedge’s lamp is out.",))]
    (scene,) = by_first_names(scenes, PEOPLE)
    assert scene.title == "Pim Underhedge"
    assert scene.paragraphs == ("Pim wakes. “Pim Underhedge!” Pim’s lamp is out.",)
    twice = Cast({**NAMES, "other": "Pim Quickthorn"}, PARTY | {"other"}, frozenset())
    assert twice.first_names == {}
    assert "Old Henk" not in PEOPLE.first_names


def test_where_there_are_many_scenes_the_first_are_only_named() -> None:
    scenes = [SceneDigest(f"Scene {at}", [Quiet(deeds=[("rook", f"Rook sings {at}.")])]) for at in range(7)]
    lines = recap(scenes, PEOPLE, ["At the end Rook is hoarse."])
    assert lines == (
        "Before that: Scene 0, Scene 1, Scene 2 and Scene 3.",
        *(f"Scene {at}: Rook sings {at}." for at in (4, 5, 6)),
        "At the end Rook is hoarse.",
    )
    assert len(lines) == LINES


def test_a_line_on_a_fight_says_who_of_the_party_is_down() -> None:
    fight = a_fight()
    foes = "you fought two wolves and an ogre"

    def line() -> str:
        return recap([SceneDigest("", [fight])], PEOPLE)[0]

    assert line() == f"The ford: {foes}; none of them fell."
    fight.fates |= {"wolf": "down", "henk": "down", "rook": "dead"}
    how = "one of three foes is down and two are still standing; on your side Old Henk is down"
    assert line() == f"The ford: {foes}; {how}."
    fight.fates |= dict.fromkeys(PARTY, "down") | dict.fromkeys(("bear", "ogre"), "dead")
    assert line() == f"The ford: {foes}; all of them are down; none of you was left standing."


def test_a_foe_who_fell_and_is_up_again_stands() -> None:
    fight = a_fight()
    fight.people = {"rook": "party", "ogre": "foes"}
    fight.turnings.append(Turning("fall", "ogre", "rook", 1))
    assert told(fight).endswith("It ends after two rounds. The ogre is still standing.")


def test_each_brush_with_death_is_told_by_itself() -> None:
    fight = a_fight()
    fight.turnings += [Turning("brush", who, "ogre") for who in ("rook", "mira")]
    assert "The ogre all but kills Rook. Mira is all but dead at the hands of the ogre." in told(fight)


def test_a_fight_against_nobody_is_not_won() -> None:
    fight = a_fight()
    fight.people = {"rook": "party"}
    assert not fight.is_beaten(party=False)
    assert "left standing" not in told(fight)
