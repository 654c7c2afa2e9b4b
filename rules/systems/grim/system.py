"""Grim d100 as Winterhall plays it: its rooms joined together under the protocol of all games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rules.engine.character.creation import Step
from rules.engine.character.spoils import Coin
from rules.engine.character.unknown_sheets import Stranger
from rules.engine.content.homebrew import Shelf
from rules.engine.content.switches import Switch
from rules.engine.fight import Point
from rules.engine.kernel import Command, Json, Sheet, Table
from rules.engine.page.blocks import Explained, Page
from rules.engine.system.defaults import Game, span_in
from rules.engine.system.protocol import Harm, Retelling, Unit, Wonder
from rules.systems.grim.commands import COMMANDS
from rules.systems.grim.content import library
from rules.systems.grim.content.switches import SWITCHES
from rules.systems.grim.core import SLAIN, keep_in_line
from rules.systems.grim.creation import new_sheet
from rules.systems.grim.creation.at_random import AtRandom
from rules.systems.grim.creation.foundry import FOUNDRY
from rules.systems.grim.creation.steps import STEPS
from rules.systems.grim.downtime import rest
from rules.systems.grim.fight.base import SIDE, square_at, take_up_waiting, yards_apart
from rules.systems.grim.fight.tactics.tactics import FightTactics
from rules.systems.grim.screen import almanac, explaining, layout, questions

#: Figures of a body that nobody sees.
UNSEEN = ("damage_threshold", "peril_threshold", "initiative", "movement", "no_parry", "no_dodge")


class Grim(Game):
    """The game of percentile dice with doubles, thresholds, Fury and Chaos."""

    slug = "grim"
    name = "Grim d100"
    note = "Compatible with the revised ZWEIHÄNDER Grim & Perilous RPG rules; not affiliated with its publisher."
    pitch = (
        "Dark, dirty and deadly. "
        "You roll under your skills on two ten-sided dice and spend three Action Points a turn. "
        "Fate saves you once, if you are lucky."
    )
    accent = "red"
    carried = "encumbrance"
    dead = SLAIN
    retelling = Retelling(
        deaths=("{0} dies.", "{0} is slain."),
        falls=("{0} loses consciousness.",),
        deeds=(
            "{0} casts ",
            "{0} suffers an injury",
            "{0} lives, by fate alone",
            "{0} recuperates for ",
            "Chaos marks {0}",
            "{0} throws {1} to the ground",
            "{0} knocks {1} out",
            "{0} chokes {1}",
        ),
        unarmed=("Bare-Handed",),
        lands=r"\{1\} is affected by (?P<what>.+)\.",
        fails=r"\{0\}’s .+ fails\.",
        mishaps=r"\{0\}’s (?P<thing>.+) (explodes|breaks and stops the hit)\.|\{0\} fumbles: .+\.",
        blow=Harm("wound", "step of damage", "steps of damage"),
        wonders=(
            Wonder("critical success", "critically", "a critical success", "critical successes"),
            Wonder("critical failure", "critically", "a critical failure", "critical failures"),
        ),
    )
    commands: Sequence[type[Command]] = COMMANDS
    switches: Sequence[Switch] = SWITCHES
    test = "test.roll"
    onward: Sequence[str] = ("fight.begin", "fight.next", "turn.end")
    by_hand: Sequence[str] = ("hand.wound", "hand.heal")
    recoveries: Sequence[str] = ("rest.short",)
    rewards: Sequence[str] = ("xp.award",)
    adjectives = ("unruly",)
    foremost: Sequence[str] = (
        "melee.attack",
        "ranged.attack",
        "spell.cast",
        "move.walk",
        "move.charge",
        "special.aim",
        "stunt.takedown",
    )
    follow_ups = ("fortune.reroll",)
    headings: Mapping[str, str] = {
        "xp": "Advancement",
        **dict.fromkeys(("rest", "care", "time", "harm"), "Rest and harm"),
        **dict.fromkeys(("peril", "corruption"), "Peril and Corruption"),
        **dict.fromkeys(("fortune", "fate"), "Fortune and fate"),
        **dict.fromkeys(("gear", "shop", "thing"), "Gear"),
        "spell": "Magick",
    }
    budgets: Mapping[str, tuple[str, str]] = {"ap": ("AP", "AP"), "guard": ("AP for reactions alone",) * 2}
    rank_kinds: Mapping[str, str] = {
        "attribute": "Attributes",
        "bonus": "Bonus advances",
        "skill": "Skills",
        "body": "Body",
        "talent": "Talents",
        "trait": "Traits",
        "spell": "Spells",
    }
    steps: Sequence[type[Step]] = STEPS
    at_random = AtRandom.name
    advancement = (
        "Your game master gives reward points, usually at the end of a session. They buy your profession's advances."
    )
    questions = questions.LANGUAGE
    data = library.DATA
    foundry = FOUNDRY
    square = SIDE
    unit = Unit("yards", "yd")
    tactics = FightTactics(COMMANDS)

    fresh_sheet = staticmethod(new_sheet.fresh_sheet)
    unmade_sheet = staticmethod(new_sheet.unmade_sheet)
    creature = staticmethod(new_sheet.creature_sheet)
    compendium = staticmethod(almanac.entries)
    item = staticmethod(library.item_from)
    vitals = staticmethod(layout.vitals)
    quiet_days = staticmethod(rest.quiet_days)

    @property
    def inborn(self) -> Collection[str]:
        return frozenset(("bare_handed", *(key for key, one in library.weapons().items() if one.natural)))

    def coins(self) -> Mapping[str, Coin]:
        worths = {"crown": ("Gold crowns", 240), "shilling": ("Silver shillings", 12), "penny": ("Brass pennies", 1)}
        return {name: Coin(label, resource=new_sheet.COIN, worth=worth) for name, (label, worth) in worths.items()}

    def shelves(self) -> Mapping[str, Shelf]:
        return almanac.SHELVES

    def page(self, sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
        return layout.page(sheet, house_rules)

    def explain(self, sheet: Sheet, number: str, house_rules: Mapping[str, Json]) -> Explained:
        return explaining.explain(sheet, number, house_rules)

    def rank_range(self, kind: str, name: str) -> tuple[int, int]:
        """The least and most of a rank: percent, bonuses, ranks, and 0 or 1 for what one knows or has."""
        return span_in(layout.spans(), kind, name)

    def strangers(self) -> Sequence[Stranger]:
        """Sheets of strangers: barely able and bare, or masters of everything in full plate (D-1, D-5)."""
        return tuple(
            Stranger(
                {
                    "attribute": dict.fromkeys(library.attributes(), attribute),
                    "bonus": dict.fromkeys(library.attributes(), bonus),
                    "skill": dict.fromkeys(library.skills(), ranks),
                    "talent": {},
                    "trait": {},
                },
                left,
                {suit: replace(library.item_from("armour", suit), in_use=True)},
                "armour",
                {"body": {**dict.fromkeys(UNSEEN, 0), "parry": reaction, "dodge": reaction}},
            )
            for attribute, bonus, ranks, left, suit, reaction in (
                (30, 0, 0, 0, "clothing", 0),
                (70, 3, 3, 3, "full_plate", 95),
            )
        )

    def far(self, start: Point, end: Point, house_rules: Mapping[str, Json]) -> float:
        return SIDE * yards_apart(square_at(start), square_at(end))

    def keep_up(self, table: Table) -> None:
        """Bring death and incapacity in line with the tracks, and let go on what waited (GRM-014, GRM-020)."""
        for who in list(table.sheets):
            if table.sheets.get(who) is not None:
                keep_in_line(table, who)
        take_up_waiting(table)


GRIM = Grim()
