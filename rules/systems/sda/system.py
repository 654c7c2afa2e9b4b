"""WinterDawn as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.character.creation import Step
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch, under
from rules.engine.kernel import (
    Command,
    Item,
    Joined,
    Json,
    LimitChanged,
    MemoKept,
    RankChanged,
    Sheet,
    SheetFact,
    Table,
)
from rules.engine.odds import Odds
from rules.engine.page.blocks import Explained, Page, Vitals
from rules.engine.system.defaults import Game, span_in
from rules.engine.system.protocol import Harm, Retelling, Wonder
from rules.systems.sda.checks.long.forecasts import LongTasks
from rules.systems.sda.checks.shared import house_rules as trial_rules
from rules.systems.sda.commands import COMMANDS
from rules.systems.sda.content.compendium import DATA, coins, virtue_steps, virtues, weapons
from rules.systems.sda.content.house_rules import creation as making_rules
from rules.systems.sda.content.house_rules import fight as fight_rules
from rules.systems.sda.content.house_rules import world as world_rules
from rules.systems.sda.content.house_rules.general import SWITCHES as GENERAL
from rules.systems.sda.content.house_rules.magic import SWITCHES as MAGIC_RULES
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS
from rules.systems.sda.core.effects import tidy
from rules.systems.sda.core.person import (
    ALLOWED,
    ASKED,
    BODY,
    SIZES,
    WAYS,
    against_all,
    has_printed_spirit,
    spirit_limit,
)
from rules.systems.sda.core.person import OVER as CALL_OVER
from rules.systems.sda.core.rolls import MOST_ATTRIBUTE, MOST_RANK, keep_together, wished
from rules.systems.sda.creation.life import new_sheet
from rules.systems.sda.creation.steps.all_steps import STEPS, AtRandom
from rules.systems.sda.fight.base import show
from rules.systems.sda.fight.moves import change_pace, settle
from rules.systems.sda.magic.casting import keeping, open_spells
from rules.systems.sda.scenes.scene_end import lapse
from rules.systems.sda.screen import almanac, answers, explaining, layout
from rules.systems.sda.screen.homebrew import shelves as homebrew
from rules.systems.sda.turns.tactics.tactics import FightTactics
from rules.systems.sda.world import long_rest, recovery
from rules.systems.sda.world.places import take_over

#: The most metres per round that a body may have.
FASTEST = 100

#: The kinds of facts that may set a limit of spirit anew.
_LIMITING = frozenset((RankChanged, LimitChanged))


class WinterDawn(Game):
    """The game, compatible with the draft of 2018. Its units are metric (SDA-016, C-66)."""

    slug = "sda"
    name = "WinterDawn"
    note = "Compatible with the WinterDawn RPG. Winterhall is not affiliated with its author."
    pitch = (
        "The north in a hard winter, with little magic. "
        "Every round you split your dice between attack and defence. "
        "Wounds last for weeks, and your virtues keep you going."
    )
    accent = "ember"
    retelling = Retelling(
        falls=("{0} is incapacitated.", "{0} is unconscious."),
        deeds=(
            "{0} calls upon being",
            "{0} casts ",
            "{0} travels for ",
            "{0} claims a life",
            "{0} grapples {1}",
            "{0} turns the tables and ",
            "{0} throws {1} ",
            "{0} chokes {1}",
            "{0} disarms {1}",
        ),
        mishaps=r"\{0\}’s (?P<thing>.+) (breaks|jams)\.",
        blow=Harm("hurt", "injury", "injuries"),
        asks=r"\{0\} wants to call upon being (?P<what>[^:]+): (?P<why>.+)",
        grants=r"\{0\} may be (?P<what>.+) in this scene\.",
        granted=r"{0} means to be \g<what>.",
        wonders=(
            Wonder("{0} has a flawless success", "flawlessly", "a flawless success", "flawless successes", common=True),
            Wonder("{0} fails completely", "completely", "a complete failure", "complete failures", common=True),
        ),
        perils=("bleeding_to_death", "unconscious", "incapacitated"),
        waiting=(ASKED, ALLOWED, CALL_OVER),
        rests=("healing.rest", "rest.sleep"),
        in_words=("virtue.roll",),
    )
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = (
        *under("Dice, spirit and burdens", GENERAL),
        *under("Longer and shared work", trial_rules.SWITCHES),
        *under("Fights", fight_rules.SWITCHES),
        *under("The world", world_rules.SWITCHES),
        *under("Magic", MAGIC_RULES),
        *under("Making characters", making_rules.SWITCHES),
    )
    tactics = FightTactics(COMMANDS)
    test = "test.static"
    onward: Sequence[str] = ("fight.begin", "fight.next", "turn.end")
    by_hand: Sequence[str] = ("hand.wound", "hand.heal")
    recoveries: Sequence[str] = ("rest.sleep",)
    carried = "burden"
    rewards: Sequence[str] = ("experience.award",)
    foremost: Sequence[str] = (
        "melee.attack",
        "ranged.attack",
        "turn.charge",
        "magic.cast",
        "turn.move",
        "turn.reassess",
        "turn.draw",
    )
    headings: Mapping[str, str] = {
        "project": "Work that takes time",
        **dict.fromkeys(("perception", "stealth"), "Notice and hide"),
        **dict.fromkeys(("appraise", "logic", "tactics", "trade"), "Think and trade"),
        **dict.fromkeys(("herding", "falconry", "riding", "animal"), "Animals"),
        **dict.fromkeys(("mentor", "training", "experience"), "Learn and teach"),
        **dict.fromkeys(("virtue", "gift"), "Virtues and traits"),
        **dict.fromkeys(("rest", "time", "food"), "Days and nights"),
        **dict.fromkeys(("healing", "poison", "disease"), "Wounds, poison, disease"),
        **dict.fromkeys(("move", "water", "harm"), "Climb, swim, fall"),
        **dict.fromkeys(("trap", "lock", "thief"), "Traps, locks, pockets"),
        "magic": "Magic",
        "roll": "Rolls to come",
        **dict.fromkeys(("scene", "light"), "Scene and light"),
    }
    budgets: Mapping[str, tuple[str, str]] = {
        "action": ("action die", "action dice"),
        "reaction": ("reaction die", "reaction dice"),
        "metres": ("metre to move", "metres to move"),
        "opportunity": ("opening to strike", "openings to strike"),
        "shield": ("shield", "shields"),
    }
    strides: Mapping[str, float] = {"metres": 1.0}
    rank_kinds: Mapping[str, str] = {
        "attribute": "Attributes",
        "skill": "Skills",
        "group": "Skill groups",
        "virtue": "Virtues",
        BODY: "Body",
    }
    steps: Sequence[type[Step]] = STEPS
    at_random = AtRandom.name
    advancement = "Rolls teach: a test earns experience for what you rolled, and experience buys ranks."
    long_tests = LongTasks()
    questions = answers.LANGUAGE
    data = DATA

    def fresh_sheet(self, name: str) -> Sheet:
        return new_sheet.fresh_sheet(name)

    def unmade_sheet(self, name: str) -> Sheet:
        return new_sheet.unmade_sheet(name)

    def creature(self, key: str) -> Sheet:
        return new_sheet.creature_sheet(key)

    def compendium(self) -> Mapping[str, Sequence[Entry]]:
        return almanac.entries(tuple(self.commands))

    def item(self, section: str, key: str) -> Item:
        return new_sheet.item_from(section, key)

    def lacks(self, sheet: Sheet, item: Item, house_rules: Mapping[str, Json]) -> str:
        return open_spells.lacking(sheet, item, house_rules)

    @property
    def inborn(self) -> Collection[str]:
        return frozenset(("trait", "unarmed", *(key for key, one in weapons().items() if one.natural)))

    def coins(self) -> Mapping[str, Coin]:
        return {key: Coin(one.name, self.item("coins", key)) for key, one in coins().items()}

    def shelves(self) -> Mapping[str, Shelf]:
        return homebrew.shelves()

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        return layout.page(sheet, house_rules)

    def vitals(self, sheet: Sheet) -> Vitals:
        return layout.vitals(sheet)

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        return explaining.explain(sheet, number, house_rules)

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        """Least and most of a rank: attributes 1 to 30, skills and groups 0 to 20, steps of virtues, speed, size."""
        ranges = {
            "attribute": dict.fromkeys(ATTRIBUTES, (1, MOST_ATTRIBUTE)),
            "skill": dict.fromkeys(SKILLS, (0, MOST_RANK)),
            "group": {key: (0, MOST_RANK) for key, group in GROUPS.items() if group.ranked},
            "virtue": dict.fromkeys(virtues(), (0, len(virtue_steps()) - 1)),
            BODY: {**dict.fromkeys(WAYS.values(), (0, FASTEST)), "size": (0, len(SIZES) - 1)},
        }
        return span_in(ranges, kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """The least and the best stranger: average, untrained and unarmoured (SDA-021), and a master in mail."""
        ranked = [key for key, group in GROUPS.items() if group.ranked]
        return tuple(
            Stranger(
                {
                    "attribute": dict.fromkeys(ATTRIBUTES, attribute),
                    "skill": dict.fromkeys(SKILLS, skill),
                    "group": dict.fromkeys(ranked, group),
                },
                spirit,
                {"hide": against_all(protection)} if protection else {},
                unseen="armour",
            )
            for attribute, skill, group, spirit, protection in ((6, 0, 0, 10, 0), (10, 6, 2, 30, 3))
        )

    def standing(self, table: Table) -> Mapping[str, Any]:
        """The reward of flawless successes with which forms start, as the player has said once for all (SDA-047)."""
        return {"reward": wished(table.me)} if table.actor in table.sheets else {}

    def hexagons(self, house_rules: Mapping[str, Json]) -> bool:
        """Whether the house plays on hexagons rather than squares (SDA-282)."""
        return fight_rules.on_hexagons(house_rules)

    def quiet_days(self, table: Table, days: int) -> QuietDays | None:
        return recovery.quiet_days(table)

    def odds_of_rest(self, table: Table, days: int) -> Odds | None:
        return long_rest.odds_of_rest(table, days)

    def meanwhile(self, table: Table, minutes: int) -> Sequence[Deed]:
        return keeping.meanwhile(table, minutes)

    def scene_over(self, table: Table, people: Sequence[str]) -> None:
        lapse(table, people)

    def keep_up(self, table: Table) -> None:
        """Place newcomers, keep riders with mounts, end holds, follow haste, limit spirit, and show what is left."""
        if table.entangled:
            take_over(table)
            keep_together(table)
        settle(table)
        tidy(table)
        change_pace(table)
        self._keep_spirit(table)
        self._show_budgets(table)

    def _show_budgets(self, table: Table) -> None:
        """Show the budgets of newcomers, and in a fight of those whose sheets have changed: a stun takes dice."""
        if table.quiet or table.encounter is None:
            return
        came = {fact.who for fact in table.facts if isinstance(fact, Joined)}
        changed = dict.fromkeys(fact.who for fact in table.facts if isinstance(fact, Joined | SheetFact))
        for who in changed:
            place = table.scene.combatants.get(who)
            if place and (who in came or (place.budgets and table.scene.stage == "fighting")):
                show(table, who)

    def _keep_spirit(self, table: Table) -> None:
        """Set each limit of spirit by three attributes (SDA-056), unless it is printed or written by hand."""
        if table.quiet and _LIMITING.isdisjoint(map(type, table.facts)):
            return
        by_hand = {fact.who for fact in table.facts if isinstance(fact, LimitChanged) and fact.resource == "spirit"}
        for who in list(table.sheets):
            sheet = table.sheets.get(who)
            if sheet is None or "spirit" not in sheet.resources:
                continue
            off = spirit_limit(sheet) - sheet.resources["spirit"].most
            if who in by_hand and bool(off) != has_printed_spirit(sheet):
                table.happen(MemoKept(who, "printed_spirit", True if off else None))
            elif off and not has_printed_spirit(sheet):
                table.happen(LimitChanged(who, "spirit", off))


SDA = WinterDawn()
