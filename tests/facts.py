"""One of each fact and more, with what the log says of it and who hears of it: a new kind of fact has its row here."""

from enum import Enum

from rules.engine.kernel import (
    Ask,
    Barrier,
    Calendar,
    Condition,
    Date,
    Fact,
    FogArea,
    Ground,
    Item,
    Line,
    Month,
    Resource,
    Rung,
    Sheet,
    Weather,
    facts,
)


class Heard(Enum):
    """Of whom players hear that such a thing happened: of all in sight, of those with open sheets, of nobody."""

    ALL = "all"
    FRIENDS = "friends"
    NONE = "none"


ALL, FRIENDS, NONE = Heard
DEEP = {"deep": [1, 2.5, None, "x", {"deeper": True}]}
STORM = Weather("storm", "a gale", 4)
FROSTY = Calendar((Month("Frost", 30),), ("Moonday",), "AF", Date(3, 1, 2))
#: Facts, their sentences for somebody who knows Rook and Mira, and who hears of them.
SAMPLES: tuple[tuple[Fact, str, Heard], ...] = (
    (
        facts.Begun("r", Sheet("Rook", ranks={"skill": {"stealth": 1}}, resources={"spirit": Resource(1, 2)})),
        "Rook appears.",
        FRIENDS,
    ),
    (facts.RankChanged("r", "skill", "one_handed_swords", 1), "Rook: skills one handed swords goes up by 1.", FRIENDS),
    (
        facts.ExperienceChanged("r", "skill", "stealth", -2, "raise", "skill stealth 2"),
        "Rook spends 2 experience in stealth for skill stealth 2.",
        FRIENDS,
    ),
    (
        facts.ExperienceChanged("r", "skill", "stealth", -2, "rank 2", "stealth"),
        "Rook spends 2 experience to raise stealth.",
        FRIENDS,
    ),
    (facts.ResourceChanged("r", "spirit", -3, "hit in melee"), "Rook loses 3 spirit (hit in melee).", FRIENDS),
    (facts.LimitChanged("r", "spirit", 2), "Rook’s maximum spirit goes up by 2.", FRIENDS),
    (facts.BoxesTicked("r", "injury", 1, "minor", 2), "Rook ticks 2 minor boxes on injury line 2.", ALL),
    (facts.TrackSet("r", "injury", (Line({"minor": 3}, {"minor": 1}),)), "Rook now has 1 injury line.", FRIENDS),
    (facts.ConditionSet("r", Condition("bleeding", "Bleeding", 2, "a fall", 3)), "Rook is bleeding (2).", ALL),
    (facts.ConditionEnded("r", "about_to_fall"), "Rook is no longer about to fall.", ALL),
    (facts.ConditionEnded("r", "virtue_asked.courage.excess"), "Rook: something is over.", ALL),
    (facts.ItemSet("r", "rope", Item("Rope", "gear", count=2, stats=DEEP)), "Rook has: 2 × Rope.", FRIENDS),
    (facts.ItemLost("r", "rope"), "Rook no longer has: rope.", FRIENDS),
    (facts.TextChanged("r", "name", "Räbin ❄"), "Rook is now called Räbin ❄.", FRIENDS),
    (facts.MemoKept("r", "odd", DEEP), "Rook: something is noted.", NONE),
    (facts.Joined("r", "party"), "Rook joins the fight.", ALL),
    (facts.Left("r"), "Rook leaves the fight.", ALL),
    (facts.Veiled("r", False), "Rook comes into view.", ALL),
    (facts.Moved("r", 1.5, -2.0, 90), "Rook moves (to 1.5 m east, 2 m south of the middle).", ALL),
    (facts.Moved("r", 1.5, -2.0, 90, turns=True), "Rook turns.", ALL),
    (facts.StageSet("over"), "The fight is over.", ALL),
    (facts.RoundBegan(3), "Round 3 begins.", ALL),
    (facts.LadderSet((Rung("r/", "r", 5), Rung("m/", "m", 2))), "The ladder: Rook 5, Mira 2.", ALL),
    (facts.TurnBegan("r/"), "Rook’s turn.", ALL),
    (facts.TurnEnded("r/"), "Rook’s turn ends.", ALL),
    (facts.BudgetSet("r", "action", 3), "Rook has 3 left (action).", FRIENDS),
    (facts.Asked(Ask("m/1", "m", "Defend?", ("defend",), {"dice": 3})), "Mira has to decide: Defend?", ALL),
    (facts.Answered("m/1"), "Mira has decided.", ALL),
    (facts.SceneMemoKept("odd", 1), "Something is noted about the fight.", NONE),
    (facts.BarrierDrawn("5,5,15,5", Barrier("wall", 0.5, 0.5, 1.5, 0.5)), "A wall goes up.", ALL),
    (facts.BarrierErased("5,5,15,5"), "A line is removed from the board.", ALL),
    (facts.DoorTurned("5,5,15,5", True), "A door opens.", ALL),
    (facts.GroundLaid(Ground(-5.5, 8.0, 20.0)), "The picture is placed under the board.", ALL),
    (facts.GroundLaid(None), "The picture is removed from the board.", ALL),
    (facts.FogDrawn((FogArea(True, -5.0, -5.0, 5.0, 5.0),)), "The fog shifts.", ALL),
    (facts.RuleChosen("h", "poor", True, False), "The house rule Poor is now on (was off).", NONE),
    (
        facts.HomebrewWritten("h", "weapons", "Frostbrand", DEEP, anew=True),
        "Frostbrand (weapons) is added to the compendium.",
        NONE,
    ),
    (
        facts.HomebrewWritten("h", "weapons", "Frostbrand", {}),
        "Frostbrand (weapons) is changed in the compendium.",
        NONE,
    ),
    (facts.HomebrewShown("h", "Frostbrand", True), "Frostbrand is now open to players.", NONE),
    (facts.HomebrewShown("h", "Frostbrand", False), "Frostbrand is now hidden from players.", NONE),
    (facts.HomebrewWithdrawn("h", "Frostbrand"), "Frostbrand is removed from the compendium.", NONE),
    (facts.CalendarChosen("h", FROSTY, "2nd of Frost 3 AF"), "New calendar: it is 2nd of Frost 3 AF.", ALL),
    (facts.TimePassed("h", 17280, "13th of Frost 1"), "Time passes: 12 days. It is 13th of Frost 1.", ALL),
    (facts.ClimateChosen("h", "northern", 7, 1, "The weather is northern.", ""), "The weather is northern.", NONE),
    (
        facts.WeatherSaid("h", 9, None, "Snow, no wind, 0 °C.", "", "the 3rd of Frost", ahead=True),
        "The weather on the 3rd of Frost: snow, no wind, 0 °C.",
        NONE,
    ),
    (
        facts.WeatherSaid("h", 3, STORM, "Storm, a gale, 4 °C.", "", "today"),
        "The weather turns: storm, a gale, 4 °C.",
        ALL,
    ),
    (facts.PartyItemSet("h", "rope", Item("Rope", "gear", count=3)), "The party has: 3 × Rope.", ALL),
    (facts.PartyItemLost("h", "rope", "Rope"), "The party no longer has: Rope.", ALL),
    (facts.PartyCoinsChanged("h", "penny", 3), "The party gains 3 penny.", ALL),
    (facts.PartyCoinsChanged("h", "penny", -1), "The party loses 1 penny.", ALL),
    (
        facts.Rolled("r", "toss", (facts.Die(6, 4, 1), facts.Die(6, 1, 0, False)), 4, 62.5, True),
        "Rook rolls real dice (Toss):",
        ALL,
    ),
    (facts.Judged("r", "success", 2, {"against": "m", "of": 3}), "Rook succeeds (against Mira; of 3): 2 hits.", ALL),
    (facts.Told(("r", "m"), "{0} pushes {1}."), "Rook pushes Mira.", ALL),
)
#: One of each kind.
ONE_OF_EACH: tuple[Fact, ...] = tuple({type(fact): fact for fact, _, _ in reversed(SAMPLES)}.values())
#: Who hears of a kind.
HEARD: dict[type[Fact], Heard] = {type(fact): heard for fact, _, heard in SAMPLES}


def rook() -> Sheet:
    """A sheet in which every fact of the list finds what it is about."""
    return Sheet(
        "Rook",
        ranks={"skill": {"stealth": 1}},
        resources={"spirit": Resource(5, 8)},
        tracks={"injury": [Line({"minor": 3}) for _ in range(2)]},
        conditions={"about_to_fall": Condition("about_to_fall", "About to fall")},
        items={"rope": Item("Rope", "gear")},
    )
