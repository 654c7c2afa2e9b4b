"""Dragon & Demon as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Mapping, Sequence

from rules.engine.calendar.quiet_days import QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.fight import Point
from rules.engine.kernel import Command, Item, Joined, Json, Sheet, Table
from rules.engine.page.blocks import Explained, Page
from rules.engine.system.defaults import Game, span_in
from rules.engine.system.protocol import Retelling, Wonder
from rules.systems.dragonbane.commands import COMMANDS
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import BODY, FASTEST, MOST_LEVEL, level_of, new_sheet
from rules.systems.dragonbane.creation.foundry import FOUNDRY
from rules.systems.dragonbane.creation.steps import STEPS, AtRandom
from rules.systems.dragonbane.downtime import rest
from rules.systems.dragonbane.fight.base import SQUARE, keep_up, show, way_by
from rules.systems.dragonbane.fight.tactics.tactics import FightTactics
from rules.systems.dragonbane.screen import almanac, explaining, layout, questions

#: The highest attribute that monsters may have.
MOST_ATTRIBUTE = 30
#: The most of each figure of a body.
BODIES = {"movement": FASTEST, "armour": 20, "ferocity": 6, "size": 2}


class DragonAndDemon(Game):
    """The game: a d20 at or below a level, of which 1 is a Dragon and 20 a Demon (DRB-001, DRB-002)."""

    slug = "dragonbane"
    name = "Dragon & Demon d20"
    note = "Compatible with Dragonbane. Winterhall is not affiliated with Fria Ligan."
    pitch = (
        "Quick fantasy with sharp edges. "
        "You roll a d20 under your skill: a 1 is a dragon, a 20 is a demon. "
        "Cards decide who acts first."
    )
    accent = "pine"
    carried = "load"
    inborn = ("ability", "attack", "unarmed")
    retelling = Retelling(
        falls=("{0} falls to the ground, dying.",),
        deeds=(
            "{0} casts ",
            "{0} rolls a Demon: the magic goes wrong",
            "{0} saves {1}’s life",
            "{0} clings to life",
            "{0} rallies, and fights on",
            "{0} walks into the ambush",
            "{0} learns ",
            "{0} disarms {1}",
            "{0} topples {1}",
        ),
        fails=r"\{0\}’s spell fails\.|\{0\} rolls a Demon: the magic goes wrong\.",
        mishaps=r"\{0\}’s (?P<thing>.+) breaks\b.*",
        blow=r"\{0\} hits \{1\} .*: (?P<harm>\d+ damage)\.$",
        wonders=(
            Wonder("dragon", "with a Dragon", "a Dragon", "Dragons"),
            Wonder("demon", "with a Demon", "a Demon", "Demons"),
        ),
        perils=("dying", "unconscious"),
    )
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = switches.SWITCHES
    test = "check.roll"
    onward: Sequence[str] = ("fight.begin", "death.roll", "fight.next", "turn.end")
    by_hand: Sequence[str] = ("hand.wound", "hand.heal")
    recoveries: Sequence[str] = ("rest.round", "rest.stretch")
    rewards: Sequence[str] = ("advance.award",)
    adjectives = ("angry", "frozen", "sickly", "unsteady")
    foremost: Sequence[str] = (
        "monster.attack",
        "melee.attack",
        "ranged.attack",
        "turn.move",
        "magic.cast",
        "turn.dash",
        "turn.first_aid",
        "turn.draw",
    )
    follow_ups = ("check.push",)
    headings: Mapping[str, str] = {
        **dict.fromkeys(("rest", "journey"), "Rest and travel"),
        "ability": "Abilities",
        **dict.fromkeys(("spell", "magic"), "Magic"),
        **dict.fromkeys(("gear", "shop"), "Gear"),
        "task": "Tasks",
        **dict.fromkeys(("advance", "person"), "Getting better"),
        "peril": "Perils",
    }
    budgets: Mapping[str, tuple[str, str]] = {
        "action": ("action", "actions"),
        "metres": ("metre to move", "metres to move"),
    }
    strides: Mapping[str, float] = {"metres": 1.0}
    square = float(SQUARE)
    rank_kinds: Mapping[str, str] = {"attribute": "Attributes", "skill": "Skills", BODY: "Body"}
    steps: Sequence[type[Step]] = STEPS
    at_random = AtRandom.name
    advancement = (
        "A skill gets a mark when you roll a Dragon or a Demon with it, and five questions at the session’s "
        "end give more. After the session roll for each mark: above its level, the skill rises by 1."
    )
    questions = questions.LANGUAGE
    tactics = FightTactics(COMMANDS)
    data = library.DATA
    foundry = FOUNDRY

    fresh_sheet = staticmethod(new_sheet.fresh_sheet)
    unmade_sheet = staticmethod(new_sheet.unmade_sheet)
    creature = staticmethod(new_sheet.creature_sheet)
    compendium = staticmethod(almanac.entries)
    item = staticmethod(new_sheet.item_from)
    vitals = staticmethod(layout.vitals)

    def coins(self) -> Mapping[str, Coin]:
        return {key: Coin(one.name, self.item("coins", key)) for key, one in library.coins().items()}

    def shelves(self) -> Mapping[str, Shelf]:
        return almanac.SHELVES

    def lacks(self, sheet: Sheet, item: Item, house_rules: Mapping[str, Json]) -> str:
        school = library.skills().get(str(item.stats.get("school", ""))) if item.kind == "spell" else None
        return "" if school is None or level_of(sheet, school.key) else school.name

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        return layout.page(sheet)

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        return explaining.explain(sheet, number)

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        """The least and most of a rank: attributes from 1, skills 0 (base chance) to 18, figures of a body from 0."""
        ranges = {
            "attribute": dict.fromkeys(library.attributes(), (1, MOST_ATTRIBUTE)),
            "skill": dict.fromkeys(library.skills(), (0, MOST_LEVEL)),
            BODY: {figure: (0, most) for figure, most in BODIES.items()},
        }
        return span_in(ranges, kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """Sheets of strangers: untrained and bare, or masters of all in plate; a hide is not seen either (D-3)."""
        return tuple(
            Stranger(
                {
                    "attribute": dict.fromkeys(library.attributes(), attribute),
                    "skill": dict.fromkeys(library.skills(), skill),
                },
                left,
                {"armour": Item("Armour", "armour", in_use=True, stats={"rating": rating})} if rating else {},
                "armour",
                {BODY: {"armour": 0}},
            )
            for attribute, skill, left, rating in ((8, 5, 8, 0), (17, 16, 40, 6))
        )

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        return rest.quiet_days(table)

    def far(self, start: Point, end: Point, house_rules: Mapping[str, Json]) -> float:
        return way_by(house_rules, start, end)

    def keep_up(self, table: Table) -> None:
        """Bring limits and movement up to date, and the budgets of everybody who has joined a fight."""
        for fact in list(table.facts):
            if isinstance(fact, Joined) and fact.who in table.scene.combatants:
                show(table, fact.who)
        keep_up(table)
        new_sheet.keep_up(table)


DRAGONBANE = DragonAndDemon()
