"""The part that each had in a fight: whom they hit, how hard, and what it cost them."""

from collections import Counter

import pytest

from campaigns.summaries.fight_prose import FightProse, Variety
from campaigns.summaries.happenings import BOXES, Blow, FightTold, Quiet, SceneDigest, Turning
from campaigns.summaries.naming import Cast
from campaigns.summaries.parts import ROOM, Words
from campaigns.summaries.prose import by_first_names
from campaigns.summaries.recap import LINES, recap
from campaigns.summaries.version import SceneTold

NAMES = {
    "rook": "Rook", "mira": "Mira", "henk": "Old Henk", "pim": "Pim Underhedge",
    "wolf": "Wolf A", "bear": "Wolf B", "ogre": "Ogre",
}  # fmt: skip
PARTY = frozenset({"rook", "mira", "henk", "pim"})
PEOPLE = Cast(NAMES, PARTY, frozenset({"wolf", "ogre"}))
WORDS = Words(str, {"body": ("wound", "wounds")})


def a_fight(*blows: Blow, over: bool = True) -> FightTold:
    sides = {who: "party" if who in PARTY else "foes" for who in NAMES}
    return FightTold("here", "The ford", sides, blows=[*blows], last_round=2, is_over=over)


def dealt(by: str, who: str, *amounts: int) -> list[Blow]:
    return [Blow(by, who, amount, f"{amount} damage") for amount in amounts]


def told(fight: FightTold, detail: int = 2) -> str:
    return " ".join(FightProse(PEOPLE, WORDS, detail, Variety()).sentences(fight))


@pytest.mark.parametrize(
    ("blows", "said"),
    [
        (dealt("rook", "ogre", 3), "Rook hits the ogre for 3 damage."),
        (dealt("rook", "ogre", 3, 5), "Rook hits the ogre twice for up to 5 damage."),
        (dealt("rook", "ogre", 4, 4, 4), "Rook hits the ogre three times for 4 damage each."),
        (dealt("rook", "wolf", 2) + dealt("rook", "bear", 3), "Rook hits both wolves for up to 3 damage."),
        (dealt("rook", "wolf", 2) + dealt("rook", "ogre", 3, 4), "three times in all for up to 4 damage."),
        (
            dealt("rook", "wolf", 2) + dealt("rook", "bear", 2) + dealt("rook", "ogre", 3),
            "Rook hits three times for up to 3 damage.",
        ),
    ],
)
def test_whom_somebody_hits_how_often_and_how_hard(blows: list[Blow], said: str) -> None:
    assert said in told(a_fight(*dealt("ogre", "mira", 9), *blows))


def test_the_hardest_blow_of_all_is_told_once() -> None:
    story = told(a_fight(*dealt("rook", "ogre", 3, 7)))
    assert "The hardest blow comes from Rook: 7 damage on the ogre. Rook hits the ogre twice." in story
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
    story = " ".join(FightProse(people, WORDS, 0, Variety()).sentences(fight))
    assert "Rook hits four times for 3 damage each." in story


def test_nobody_hits_themselves() -> None:
    story = told(a_fight(*dealt("rook", "rook", 3), *dealt("mira", "ogre", 1)))
    assert "Rook hits" not in story


def test_the_price_that_somebody_pays() -> None:
    fight = a_fight(*dealt("rook", "ogre", 1), *dealt("wolf", "rook", 1), *dealt("bear", "rook", 1))
    fight.harm["rook"] = Counter({"spirit": 4, BOXES + "body": 1})
    fight.gained["rook"] = Counter({"spirit": 2})
    assert "Rook hits the ogre for 1 damage and takes a blow each from both wolves (2 spirit, 1 wound)." in told(fight)
    fight.blows += dealt("wolf", "rook", 1)
    assert "takes three blows in all from both wolves (2 spirit, 1 wound)." in told(fight)
    fight.blows += dealt("troll", "rook", 1)
    assert "takes four blows (2 spirit, 1 wound)." in told(fight)


def test_those_who_pay_the_same_are_told_of_together_and_the_unhurt_too() -> None:
    fight = a_fight()
    for who in ("rook", "mira"):
        fight.harm[who] = Counter({BOXES + "body": 2})
    story = told(fight)
    assert "Rook and Mira each take 2 wounds." in story
    assert "Old Henk and Pim Underhedge come out of it without a scratch." in story
    assert "without a scratch" not in told(a_fight(over=False))


def test_of_the_dead_no_price_is_told_nor_what_came_between() -> None:
    fight = a_fight(*dealt("ogre", "rook", 9))
    fight.harm["rook"] = Counter({"hp": 9})
    fight.turnings += [
        Turning("fall", "rook", "ogre", 1),
        Turning("deed", "rook", text="Rook clings to life."),
        Turning("death", "rook", "wolf", 2),
    ]
    fight.fates["rook"] = "dead"
    story = told(fight)
    assert "Rook goes down in round 1 under the blows of the ogre and dies in round 2." in story
    assert "clings" not in story
    assert "9 hp" not in story


def test_what_one_does_is_told_in_one_breath() -> None:
    fight = a_fight(*dealt("rook", "ogre", 1))
    fight.turnings.append(Turning("deed", "rook", text="Rook casts Light."))
    fight.turnings.append(Turning("deed", "mira", text="Mira casts Frost: two hits."))
    story = told(fight)
    assert "Rook casts Light and hits the ogre for 1 damage." in story
    assert "Mira casts Frost: two hits." in story


@pytest.mark.parametrize("detail", range(len(ROOM)))
def test_no_more_parts_are_told_than_there_is_room_for(detail: int) -> None:
    fight = a_fight()
    for at, who in enumerate(sorted(PARTY)):
        fight.harm[who] = Counter({"hp": at + 1})
    assert told(fight, detail).count("loses") == min(ROOM[detail], len(PARTY))


def test_what_one_gets_back_is_no_price_and_foes_of_one_kind_need_no_name() -> None:
    fight = FightTold("here", "The ford", {"rook": "party", "wolf": "foes", "bear": "foes"}, last_round=2, is_over=True)
    fight.blows += dealt("wolf", "rook", 2) + dealt("rook", "wolf", 1)
    fight.harm["rook"], fight.gained["rook"] = Counter({"spirit": 4}), Counter({"spirit": 4})
    assert "Rook hits the first for 1 damage. It ends" in told(fight)
    fight.harm["rook"]["hp"] = 2
    assert "Rook trades blows with the first (one hit for 1 damage; 2 hp lost)." in told(fight)


def test_foes_whom_one_brings_down_in_a_row_are_told_of_together() -> None:
    fight = a_fight(*dealt("rook", "wolf", 2), *dealt("rook", "bear", 2), *dealt("rook", "ogre", 2))
    falls = [Turning("fall", who, "rook", at) for who, at in (("wolf", 1), ("bear", 1), ("ogre", 2))]
    fight.turnings += falls
    fight.fates |= dict.fromkeys(("wolf", "bear", "ogre"), "down")
    assert "Rook brings down both wolves and the ogre." in told(fight)
    fight.turnings[1] = Turning("fall", "bear", "mira", 1)
    assert "The second wolf goes down under the blows of Mira." in told(fight)


@pytest.mark.parametrize(("kind", "said"), [("death", "Rook kills the ogre"), ("fall", "Rook brings the ogre down")])
def test_whoever_fells_somebody_does_it_with_something(kind: str, said: str) -> None:
    fight = a_fight()
    fight.turnings.append(Turning(kind, "ogre", "rook", 1, "Handaxe"))
    assert f"{said} with the handaxe." in told(fight)


def test_the_hardest_blow_is_not_told_twice_where_it_was_the_only_one() -> None:
    assert "Rook hits" not in told(a_fight(*dealt("rook", "ogre", 7), *dealt("mira", "wolf", 1)))


def test_a_lost_fight_and_the_foe_who_took_most() -> None:
    fight = a_fight(*dealt("rook", "ogre", 1, 1))
    fight.fates.update(dict.fromkeys(PARTY, "down"))
    fight.fates["wolf"] = "dead"
    story = told(fight)
    assert "After two rounds nobody of the party is left standing." in story
    assert "is dead, while" in story
    assert story.endswith("the ogre has taken two blows.")


def test_people_are_called_by_their_first_name_once_they_are_known() -> None:
    scenes = [SceneTold("Pim Underhedge", ("Pim Underhedge wakes. “Pim Underhedge!” Pim Underhedge’s lamp is out.",))]
    (scene,) = by_first_names(scenes, PEOPLE)
    assert scene.title == "Pim Underhedge"
    assert scene.paragraphs == ("Pim Underhedge wakes. “Pim Underhedge!” Pim’s lamp is out.",)
    twice = Cast({**NAMES, "other": "Pim Quickthorn"}, PARTY | {"other"}, frozenset())
    assert twice.first_names == {}
    assert "Old Henk" not in PEOPLE.first_names


def test_where_there_are_many_scenes_the_first_are_only_named() -> None:
    scenes = [SceneDigest(f"Scene {at}", [Quiet(deeds=[("rook", f"Rook sings {at}.")])]) for at in range(7)]
    lines = recap(scenes, PEOPLE, WORDS, ["At the end Rook is hoarse."])
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
        return recap([SceneDigest("", [fight])], PEOPLE, WORDS)[0]

    assert line() == f"The ford: {foes}; none of them fell."
    fight.fates |= {"wolf": "down", "henk": "down", "rook": "dead"}
    assert line() == f"The ford: {foes}; one of three is down and two are still standing; Old Henk is down."
    fight.fates |= dict.fromkeys(PARTY, "down") | dict.fromkeys(("bear", "ogre"), "dead")
    assert line() == f"The ford: {foes}; all of them are down; nobody of you was left standing."
