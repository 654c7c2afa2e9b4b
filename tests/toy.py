"""Heads: the smallest game that keeps the whole protocol, to test the house without the rules of a real one.

Everybody owns coins. Whoever tosses one wins or loses it, and learns. Two may stake coins against each other: the one
who is challenged is asked whether to take it. Somebody new says where they come from, and tosses their first coin.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.edits import EDITS
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content import homebrew
from rules.engine.content.entries import Entry, Hero, Mechanic, Way, Ways
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.fight import Point, metres
from rules.engine.kernel import (
    BudgetSet,
    Choice,
    Command,
    Dice,
    Die,
    ExperienceChanged,
    Item,
    Joined,
    Json,
    Line,
    MemoKept,
    NotNow,
    Place,
    RankChanged,
    Refused,
    Resource,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    Unknown,
    Weighing,
    Who,
    Worth,
    even,
    number,
    pick,
    rolled,
    switch,
)
from rules.engine.kernel.commands import asked
from rules.engine.notation.plain_dice import PLAIN
from rules.engine.odds import Chance, Odds, normal, pool
from rules.engine.page.blocks import Explained, Gauge, Page, Part, RankRow, Tiles, Vitals
from rules.engine.system.protocol import METRES, Retelling, Wonder
from tests.toy_stacks import STACKING, Stacks
from tests.toy_tactics import Tossing

HEADS = 2


@dataclass(frozen=True, slots=True)
class Toss(Command, name="toss", label="Toss"):
    """Toss some of one's own coins: each that shows heads is won, each other one lost."""

    place: ClassVar[Place] = Place.SHEET
    coins: int = number("Coins", least=1, most=5, default=1)

    def odds(self, table: Table) -> Odds:
        self._refuse_without(table)
        return Odds("Each coin is even.", (Chance("heads", "The first shows heads", 0.5),))

    def weighing(self, table: Table) -> Weighing:
        def worth(chosen: Toss) -> Worth:
            chosen._refuse_without(table)
            return 1.0, -chosen.coins / 2

        return Weighing(("coins",), "coins", "What is learned, less what may be lost.", worth, ("Learned", "At risk"))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_without(table)
        throw = dice.roll(table.actor, [2] * self.coins)
        won = throw.faces.count(HEADS)
        fell = tuple(Die(2, face, int(face == HEADS)) for face in throw.faces)
        table.happen(
            rolled(table.actor, "toss", fell, won, normal(pool((1, 1), self.coins)), typed=throw.typed),
            ResourceChanged(table.actor, "coins", 2 * won - self.coins, "tossed"),
            ExperienceChanged(table.actor, "skill", "luck", 1, "tossed"),
        )

    def _refuse_without(self, table: Table) -> None:
        if table.me.now("coins") < self.coins:
            raise Refused("You can toss only the coins that you have.", "coins")


@dataclass(frozen=True, slots=True)
class Learn(Command, name="learn", label="Learn"):
    """Buy a rank of luck for two points of experience."""

    place: ClassVar[Place] = Place.SHEET

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.xp("skill", "luck") < 2:
            raise Refused("That takes two points of experience.")
        rank = table.me.rank("skill", "luck") + 1
        table.happen(
            ExperienceChanged(table.actor, "skill", "luck", -2, "learned", f"skill luck {rank}"),
            RankChanged(table.actor, "skill", "luck", 1),
        )


@dataclass(frozen=True, slots=True)
class Join(Command, name="join", label="Sit down"):
    """Sit down at the table of an encounter."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE
    hidden: bool = switch("Hidden")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Joined(table.actor, "party", self.hidden), BudgetSet(table.actor, "stakes", 3))


@dataclass(frozen=True, slots=True)
class Stake(Command, name="stake", label="Stake a coin"):
    """Challenge somebody to stake one coin: they are asked first."""

    against: str = pick("Against")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.combatant(table.actor).budgets.get("stakes", 0):
            raise NotNow("You have staked three times already.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        others = [who for who in table.scene.combatants if who != table.actor]
        return {"against": tuple(Choice(who, table.name(who)) for who in others)}

    def perform(self, table: Table, dice: Dice) -> None:
        left = table.combatant(table.actor).budgets["stakes"]
        table.happen(BudgetSet(table.actor, "stakes", left - 1))
        table.happen(Told((table.actor, self.against), "{0} challenges {1}."))
        table.ask(self.against, "Do you take the coin?", "take", by=table.actor)


@dataclass(frozen=True, slots=True)
class Take(Command, name="take", label="Take the coin"):
    """Answer a challenge: heads wins the other's coin."""

    place: ClassVar[Place] = Place.ASK
    ask: str = asked()

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.asks_for(table.actor, cls.name):
            raise NotNow("Nobody challenges you.")

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        return Odds("A coin is even.", (Chance("won", "You win it", 0.5),))

    def perform(self, table: Table, dice: Dice) -> None:
        by = str(table.answer(self.ask, self.name).known["by"])
        throw = dice.roll(table.actor, [2])
        face = throw.faces[0]
        winner, loser = (table.actor, by) if face == HEADS else (by, table.actor)
        table.happen(
            rolled(table.actor, "take", (Die(2, face),), face, even(2), typed=throw.typed),
            ResourceChanged(winner, "coins", 1, "staked"),
            ResourceChanged(loser, "coins", -1, "staked"),
        )


#: Where somebody may come from, with the points that they have for luck.
ORIGINS = {"street": ("The street", 3, 2), "manor": ("The manor", 1, 15)}


@dataclass(frozen=True, slots=True)
class Making(Step):
    """A step of the making."""

    @classmethod
    def possible(cls, table: Table) -> None:
        if "making" not in table.me.memo:
            raise NotNow("They are made already.")


@dataclass(frozen=True, slots=True)
class Origin(Making, name="make.origin", label="Where from"):
    """Say where somebody comes from, and spend their points on luck."""

    guidance: ClassVar[str] = "Whoever has little needs luck."
    origin: str = pick("Where from")
    luck: int = number("Luck", most=5)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "origin": tuple(
                Choice(key, label, f"{points} points, {coins} coins") for key, (label, points, coins) in ORIGINS.items()
            )
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        origin = table.me.memo.get("origin", "")
        return f"{ORIGINS[origin][0]}, luck {table.me.rank('skill', 'luck')}" if origin else ""

    def left(self, table: Table) -> str:
        return f"{ORIGINS[self.origin][1] - self.luck} points left" if self.origin in ORIGINS else ""

    def perform(self, table: Table, dice: Dice) -> None:
        _, points, coins = ORIGINS[self.origin]
        if self.luck > points:
            raise Refused(f"There are {points} points to spend here.", "luck")
        by = self.luck - table.me.rank("skill", "luck")
        table.happen(
            MemoKept(table.actor, "origin", self.origin),
            RankChanged(table.actor, "skill", "luck", by),
            ResourceChanged(table.actor, "coins", coins - table.me.now("coins")),
        )


@dataclass(frozen=True, slots=True)
class FirstCoin(Making, name="make.coin", label="The first coin"):
    """Toss the first coin: heads doubles what one has. That ends the making."""

    guidance: ClassVar[str] = "Heads doubles what you have."

    @classmethod
    def possible(cls, table: Table) -> None:
        Origin.possible(table)
        if not Origin.settled(table):
            raise NotNow("First say where you come from.")

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        throw = dice.roll(table.actor, [2])
        face = throw.faces[0]
        won = table.me.now("coins") if face == HEADS else 0
        table.happen(
            rolled(table.actor, "make.coin", (Die(2, face, won),), face, even(2), typed=throw.typed),
            ResourceChanged(table.actor, "coins", won, "the first coin"),
            MemoKept(table.actor, "making", None),
        )


@dataclass(frozen=True, slots=True)
class AtRandom(Command, name="make.random", label="At random"):
    """Take all steps at once, by the dice."""

    place: ClassVar[Place] = Place.MAKING

    @classmethod
    def possible(cls, table: Table) -> None:
        Origin.possible(table)

    def perform(self, table: Table, dice: Dice) -> None:
        origin = tuple(ORIGINS)[dice.roll(table.actor, [len(ORIGINS)]).faces[0] - 1]
        Origin(origin, ORIGINS[origin][1]).perform(table, dice)
        FirstCoin().perform(table, dice)


CHARMS = Shelf(
    "charms",
    "charm",
    (homebrew.NAME, homebrew.DESCRIPTION, homebrew.number("luck", "Luck", least=1, most=3, start=None)),
    lambda key, told: Entry(key, told["name"], told["description"], (f"luck {told['luck']}",), "Ours"),
    item=lambda key, told: Item(told["name"], "charm", entry=key, stats={"luck": told["luck"]}),
    own=lambda: {"clover": {"name": "Clover", "description": "Four leaves.", "luck": 1}},
)
BIRDS = Shelf(
    "creatures",
    "bird",
    (homebrew.NAME, homebrew.DESCRIPTION, homebrew.number("coins", "Coins", most=20, start=3)),
    lambda key, told: Entry(key, told["name"], told["description"], (f"{told['coins']} coins",), "Ours"),
    sheet=lambda key, told: Sheet(told["name"], kind="creature", resources={"coins": Resource(told["coins"], 20)}),
    secret=True,
)


HEROES = (
    Hero(
        "magda",
        "Magda",
        "Rich, and out of luck",
        "Toss often; you can afford it.",
        ("resource.coins", "skill.luck"),
        {"make.origin": {"origin": "manor", "luck": 1}, "make.coin": {}},
        {"make.coin": (2,)},
    ),
    Hero(
        "tom",
        "Tom",
        "Lucky, and poor",
        "Look twice at each coin.",
        ("resource.coins", "skill.luck"),
        {"make.origin": {"origin": "street", "luck": 3}, "make.coin": {}},
        {"make.coin": (1,)},
    ),
)


class Heads:
    """The game."""

    slug = "heads"
    name = "Heads"
    note = "Nobody's game."
    accent = "pine"
    carried = ""
    inborn = ()
    adjectives: Sequence[str] = ()
    follow_ups = ()
    commands: Sequence[type[Command]] = (*EDITS, Toss, Learn, Join, Stake, Take, Origin, FirstCoin, AtRandom, *STACKING)
    switches: Sequence[Switch] = (Switch("poor", "Poor", "Everybody begins with one coin.", default=False),)
    test = "toss"
    onward: Sequence[str] = ("stake",)
    foremost: Sequence[str] = ("toss",)
    by_hand: Sequence[str] = ()
    recoveries: Sequence[str] = ()
    rewards: Sequence[str] = ("toss",)
    headings: Mapping[str, str] = {}
    budgets: Mapping[str, tuple[str, str]] = {"stakes": ("coin to stake", "coins to stake")}
    square = 1.0
    numbered = True
    unit = METRES
    dead = "dead"
    retelling = Retelling(
        blow=r"\{0\} pelts \{1\}: (?P<harm>\d+ coins?)\.$",
        wonders=(Wonder("triumph", "in triumph", "a triumph", "triumphs"),),
        perils=("broke",),
    )
    rank_kinds: Mapping[str, str] = {"skill": "Skills"}
    steps: Sequence[type[Step]] = (Origin, FirstCoin)
    at_random = "make.random"
    advancement = "Every toss teaches."
    long_tests = Stacks()
    foundry = None
    questions = PLAIN
    tactics = Tossing(Toss)

    def strangers(self) -> Sequence[Stranger]:
        return ()

    def fresh_sheet(self, name: str) -> Sheet:
        return Sheet(
            name,
            ranks={"skill": {"luck": 1}},
            resources={"coins": Resource(10, 20)},
            tracks={"bruises": [Line({"blue": 3})]},
        )

    def unmade_sheet(self, name: str) -> Sheet:
        return Sheet(name, resources={"coins": Resource(0, 40)}, memo={"making": True})

    def creature(self, key: str) -> Sheet:
        if key != "magpie":
            raise Unknown("Only magpies live here.", "creature")
        return Sheet("Magpie", kind="creature", resources={"coins": Resource(3, 20)})

    def compendium(self) -> Mapping[str, Sequence[Entry]]:
        return {"creatures": (Entry("magpie", "Magpie", "Takes what shines."),), "charms": ()}

    def item(self, section: str, key: str) -> Item:
        raise Unknown("Nothing lies about here.", "key")

    def coins(self) -> Mapping[str, Coin]:
        return {"coin": Coin("Coins", resource="coins")}

    def shelves(self) -> Mapping[str, Shelf]:
        return {shelf.section: shelf for shelf in (CHARMS, BIRDS)}

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        luck = RankRow("skill", "luck", "Luck", sheet.rank("skill", "luck"), self.explain(sheet, "luck", house_rules))
        return Page("A gambler", self.vitals(sheet), ((Tiles("skills", "Skills", (luck,)),),))

    def vitals(self, sheet: Sheet) -> Vitals:
        held = sheet.resources["coins"]
        return Vitals((Gauge("coins", "Coins", held.now, held.most),), looks="rich" if held.now else "poor")

    def lacks(self, sheet: Sheet, item: Item, house_rules: Mapping[str, Json]) -> str:
        return ""

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        if number != "luck":
            raise Unknown("This game counts luck only.", "number")
        rank = str(sheet.rank("skill", "luck"))
        return Explained("Luck", rank, (Part("Rank", rank),))

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        if (kind, name) != ("skill", "luck"):
            raise Unknown("This game counts luck only.", "rank")
        return 0, 20

    def guide(self) -> Sequence[Ways]:
        return (Ways("Whenever you like", "", (Way("Toss", "Throw some coins.", command="toss"),)),)

    def mechanics(self) -> Sequence[Mechanic]:
        return ()

    def terms(self) -> Sequence[Entry]:
        return ()

    def heroes(self) -> Sequence[Hero]:
        return HEROES

    def demo(self) -> Mapping[str, Json]:
        return {}

    def standing(self, table: Table) -> Mapping[str, Any]:
        return {}

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        return None

    def meanwhile(self, table: Table, minutes: int) -> Sequence[Deed]:
        return ()

    def hexagons(self, house_rules: Mapping[str, Json]) -> bool:
        return False

    def far(self, start: Point, end: Point, house_rules: Mapping[str, Json]) -> float:
        return metres(start, end)

    def scene_over(self, table: Table, people: Sequence[str]) -> None:
        """Nothing lasts as long as a scene."""

    def keep_up(self, table: Table) -> None:
        """Nothing follows from anything here."""


HEADS_GAME = Heads()
