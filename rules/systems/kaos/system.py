"""KAOS as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Collection, Mapping, Sequence

from rules.engine.calendar.quiet_days import QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.fight import Point
from rules.engine.kernel import Command, Item, Joined, Json, LimitChanged, MemoKept, Table
from rules.engine.system.defaults import Game, span_in
from rules.engine.system.protocol import Retelling, Unit
from rules.systems.kaos.commands import COMMANDS
from rules.systems.kaos.content import library, switches
from rules.systems.kaos.content.entries import DAMAGE_TYPES, SCHOOLS
from rules.systems.kaos.core import BODY, KIND, NAME, RATE, RESISTANCE, gear, health, hp_limit
from rules.systems.kaos.creation import new_sheet
from rules.systems.kaos.creation.at_random import AtRandom
from rules.systems.kaos.creation.steps import STEPS
from rules.systems.kaos.downtime import rest
from rules.systems.kaos.downtime.advancement import MOST_ATTRIBUTE
from rules.systems.kaos.fight.base import SIDE, show, square_at, steps
from rules.systems.kaos.fight.tactics.tactics import FightTactics
from rules.systems.kaos.screen import almanac, explaining, layout, questions

#: The highest score that can be written by hand.
MOST_SKILL = 200


class Kaos(Game):
    """The game of one d100, compatible with the edition of 2016."""

    slug = "kaos"
    name = "KAOS d100"
    note = "Compatible with the MIT-licensed KAOS rules by moccalotto. Winterhall is not affiliated with their author."
    pitch = (
        "No classes and no levels: you buy the skills you want and roll under them on a d100. "
        "Easy to learn, quick to kill."
    )
    accent = "violet"
    carried = "burden"
    retelling = Retelling(
        falls=("{0} falls unconscious.",),
        deeds=(
            "{0} casts ",
            "{0} comes round",
            "{0} escapes ",
            "{0} throws {1} to the ground",
            "{0} holds {1}",
        ),
        fails=r"[^{]+ fails\.",
        blow=r"\{0\} hits \{1\}: (?P<harm>\d+ hit points?) lost\.$",
        perils=("unconscious",),
    )
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = switches.SWITCHES
    test = "test.roll"
    onward: Sequence[str] = ("fight.begin", "fight.next", "turn.end")
    by_hand: Sequence[str] = ("hand.wound", "hand.heal")
    recoveries: Sequence[str] = ("rest.hour",)
    rewards: Sequence[str] = ("ap.award",)
    foremost: Sequence[str] = (
        "melee.attack",
        "missile.attack",
        "spell.cast",
        "action.defensive_move",
        "action.full_defence",
        "action.run",
    )
    follow_ups = ("ap.reroll",)
    headings: Mapping[str, str] = {
        **dict.fromkeys(("ap", "language"), "Advancement"),
        **dict.fromkeys(("rest", "healing", "time", "harm"), "Rest and harm"),
        **dict.fromkeys(("gear", "shop", "lifestyle"), "Gear and living"),
        "spell": "Magic",
    }
    budgets: Mapping[str, tuple[str, str]] = {
        "action": ("action", "actions"),
        "squares": ("square to move", "squares to move"),
    }
    strides: Mapping[str, float] = {"squares": SIDE}
    square = SIDE
    unit = Unit("squares", "sq", SIDE)
    rank_kinds: Mapping[str, str] = {
        "attribute": "Attributes",
        "skill": "Skills",
        BODY: "Body",
        RESISTANCE: "Damage reduction",
        "witchcraft": "Witchcraft specialities",
        "thaumaturgy": "Thaumaturgy specialities",
    }
    steps: Sequence[type[Step]] = STEPS
    at_random = AtRandom.name
    advancement = "Your game master gives advancement points (AP). They raise scores, and pay for luck in play."
    questions = questions.LANGUAGE
    tactics = FightTactics(COMMANDS)
    data = library.DATA

    fresh_sheet = staticmethod(new_sheet.fresh_sheet)
    unmade_sheet = staticmethod(new_sheet.unmade_sheet)
    creature = staticmethod(new_sheet.creature_sheet)
    compendium = staticmethod(almanac.entries)
    item = staticmethod(library.item_from)
    page = staticmethod(layout.page)
    vitals = staticmethod(layout.vitals)
    explain = staticmethod(explaining.explain)
    meanwhile = staticmethod(rest.meanwhile)

    @property
    def inborn(self) -> Collection[str]:
        return frozenset(("language", *(key for key, one in library.weapons().items() if one.natural)))

    def coins(self) -> Mapping[str, Coin]:
        return {key: Coin(label, gear.coins(key, 1)) for key, (label, _) in gear.COINS.items()}

    def shelves(self) -> Mapping[str, Shelf]:
        return almanac.SHELVES

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        """The least and most of a rank: scores from 0, movement, reduction, and 0 or 1 for a speciality (PCT-047)."""
        spells = library.spells().items()
        ranges = {
            "attribute": dict.fromkeys(library.attributes(), (0, MOST_ATTRIBUTE)),
            "skill": dict.fromkeys(library.skills(), (0, MOST_SKILL)),
            BODY: {RATE: (0, layout.FASTEST)},
            RESISTANCE: dict.fromkeys(DAMAGE_TYPES, (0, layout.MOST_REDUCTION)),
            # Points are experience: they are earned and spent, not written as a rank.
            KIND: {NAME: (0, 0)},
            **{school: {key: (0, 1) for key, one in spells if school in one.schools} for school in SCHOOLS},
        }
        return span_in(ranges, kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """Sheets of strangers: barely able and bare, or masters of everything in full plate (D-3)."""
        return tuple(
            Stranger(
                {
                    "attribute": dict.fromkeys(library.attributes(), attribute),
                    "skill": dict.fromkeys(library.skills(), skill),
                    RESISTANCE: dict.fromkeys(DAMAGE_TYPES, reduction),
                },
                left,
                {"armour": Item("Armour", "armour", in_use=True, stats={"ds": defends})} if defends else {},
                "armour",
            )
            for attribute, skill, reduction, left, defends in ((20, 15, 0, 20, 0), (70, 85, 10, 90, 40))
        )

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        return rest.quiet_days(table)

    def far(self, start: Point, end: Point, house_rules: Mapping[str, Json]) -> float:
        return SIDE * steps(square_at(start), square_at(end), diagonals=switches.DIAGONALS.flag(house_rules))

    def keep_up(self, table: Table) -> None:
        """Bring limits (PCT-036), unconsciousness and death in line with attributes and hit points (PCT-016, PCT-017).

        The action and squares of everybody who has joined a fight are set as well.
        """
        for fact in list(table.facts):
            if isinstance(fact, Joined):
                show(table, fact.who)
        self._keep_what_was_written(table)
        for who in list(table.sheets):
            sheet = table.sheets.get(who)
            if sheet is not None and health.HP in sheet.resources and health.LIFE in sheet.resources:
                health.keep_limits(table, who)
                if sheet.resources[health.LIFE].most:
                    health.mark(table, who)

    def _keep_what_was_written(self, table: Table) -> None:
        """Keep a limit of hit points that was written by hand, until it is that of the attributes."""
        written = {fact.who for fact in table.facts if isinstance(fact, LimitChanged) and fact.resource == health.HP}
        for who in written:
            sheet = table.sheet(who)
            most = sheet.resources[health.HP].most
            by_rule = sum(sheet.rank("attribute", key) for key in ("str", "tou", "wil"))
            wanted = most if most != by_rule else None
            if most != hp_limit(sheet) and sheet.memo.get("printed_hp") != wanted:
                table.happen(MemoKept(who, "printed_hp", wanted))


KAOS = Kaos()
