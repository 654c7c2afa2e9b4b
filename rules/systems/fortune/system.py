"""Fortune's Favor as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Mapping, Sequence

from rules.engine.character.creation import MAKING, Step
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.kernel import Command, ConditionEnded, ConditionSet, Joined, Table
from rules.engine.system.defaults import Game, span_in
from rules.engine.system.protocol import Retelling, Unit, Wonder
from rules.systems.fortune.commands import COMMANDS
from rules.systems.fortune.content import library, switches
from rules.systems.fortune.core import BODY, COIN, HEALTH, STAT, TRAINING, keep_limits, keep_tokens, lend_stamina, mark
from rules.systems.fortune.creation import new_sheet
from rules.systems.fortune.creation.at_random import AtRandom
from rules.systems.fortune.creation.steps import STEPS
from rules.systems.fortune.downtime import rests
from rules.systems.fortune.fight.base import FOOT, show
from rules.systems.fortune.fight.features.shapes import keep_form
from rules.systems.fortune.fight.tactics.tactics import FightTactics
from rules.systems.fortune.screen import almanac, explaining, layout, questions


class Fortune(Game):
    """The game of one d20, three outcomes and a token of favour."""

    slug = "fortune"
    name = "Fortune’s Favor"
    note = "Compatible with the lineage d20 rules of LankeyBoard. Winterhall is not affiliated with their author."
    pitch = (
        "Heroic fantasy on a d20, with three outcomes: you fail, you succeed, or you succeed at a cost. "
        "Lineage and culture decide what only you can do."
    )
    accent = "gold"
    retelling = Retelling(
        falls=("{0} is dying.",),
        deeds=(
            "{0} casts ",
            "{0} uses ",
            "{0} marches ",
            "{0} earns ",
            "{0} makes a Last Stand",
            "{0} becomes a beast",
            "{0} is now level ",
        ),
        blow=r"\{0\} hits \{1\}( critically)?: (?P<harm>\d+ damage)\.$",
        wonders=(Wonder("{0} hits {1} critically", "critically", "a critical hit", "critical hits"),),
        unarmed=("Attack", "Unarmed"),
        perils=("dying",),
    )
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = switches.SWITCHES
    test = "test.roll"
    onward: Sequence[str] = ("fight.begin", "fight.next", "turn.end")
    by_hand: Sequence[str] = ("hand.wound", "hand.heal")
    recoveries: Sequence[str] = ("rest.breath",)
    rewards: Sequence[str] = ("coin.earn",)
    adjectives = ("blind", "incorporeal")
    foremost: Sequence[str] = (
        "attack.strike",
        "spell.cast",
        "move.walk",
        "action.defend",
        "action.sprint",
        "feature.use",
    )
    headings: Mapping[str, str] = {
        **dict.fromkeys(("rest", "heal"), "Rest and healing"),
        **dict.fromkeys(("travel", "jump", "load", "fall", "harm"), "Travel"),
        "coin": "Coin",
        "level": "Levels",
        **dict.fromkeys(("feature", "spell", "shift"), "Features and spells"),
    }
    numbered = False
    budgets: Mapping[str, tuple[str, str]] = {"action": ("action", "actions"), "feet": ("foot to move", "feet to move")}
    strides: Mapping[str, float] = {"feet": FOOT}
    square = 5 * FOOT
    unit = Unit("feet", "ft", FOOT, is_whole=True)
    rank_kinds: Mapping[str, str] = {
        STAT: "Stats",
        BODY: "Body",
        TRAINING: "Training",
        "feature": "Features",
        "language": "Languages",
        "spell": "Spells",
    }
    steps: Sequence[type[Step]] = STEPS
    at_random = AtRandom.name
    advancement = "You rise by levels: your game master says when. Each level brings health, features and higher stats."
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
    quiet_days = staticmethod(rests.quiet_days)

    def coins(self) -> Mapping[str, Coin]:
        return {COIN: Coin("Coin", resource=COIN)}

    def shelves(self) -> Mapping[str, Shelf]:
        return almanac.SHELVES

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        return span_in(explaining.ranges(), kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """Sheets of strangers: clumsy and bare, or masters of their craft behind plates (LIN-003, LIN-053)."""
        return tuple(
            Stranger(
                {STAT: dict.fromkeys(library.stats(), stat), TRAINING: {}},
                left,
                hides={BODY: {"armour": armour, "counter": armour - 5, "attack": stat}},
            )
            for stat, left, armour in ((-2, 10, 8), (5, 60, 20))
        )

    def keep_up(self, table: Table) -> None:
        """Bring limits and the statuses of Health and Stamina in line (LIN-005, LIN-057, LIN-058, LIN-060).

        The action and feet of everybody in a fight are set as well.
        """
        moved = {fact.who for fact in table.facts if isinstance(fact, ConditionSet | ConditionEnded | Joined)}
        for who in list(table.sheets):
            sheet = table.sheets.get(who)
            if sheet is None or HEALTH not in sheet.resources or MAKING in sheet.memo:
                continue
            keep_limits(table, who)
            lend_stamina(table, who)
            keep_tokens(table, who)
            mark(table, who)
            keep_form(table, who)
            if who in moved and table.takes_part(who):
                show(table, who)


FORTUNE = Fortune()
