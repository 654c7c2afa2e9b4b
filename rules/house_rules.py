"""House rules of a campaign: the switches, those that are turned, and the numbers and rules that they touch."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rules.coverage import numbers_in
from rules.engine.content.switches import Switch
from rules.engine.kernel import Json, Refused, Unknown, setting
from rules.engine.page.blocks import Explained
from rules.engine.system.protocol import System

#: The largest number of a house rule, and its longest text.
MOST = 1_000_000
LONGEST = 200


#: The people to whom odds or advice are shown: everybody, game masters alone, or nobody.
EVERYBODY, GAME_MASTER, NOBODY = "everybody", "game_master", "nobody"
_WHO = (EVERYBODY, GAME_MASTER, NOBODY)
_PART = "At the table"
SEE_ODDS = Switch("see_odds", "Who sees odds", "The odds before a roll.", EVERYBODY, options=_WHO, part=_PART)
SEE_ADVICE = Switch(
    "see_advice",
    "Who gets advice",
    "Which choice is best on average. Nobody gets advice without odds.",
    EVERYBODY,
    options=_WHO,
    part=_PART,
)
SIMPLE_ANSWERS = Switch(
    "simple_answers",
    "Creatures decide by themselves",
    "A creature with only one possible answer gives it at once.",
    default=True,
    part=_PART,
)
IMPORTS = Switch(
    "import_characters",
    "Who imports characters",
    "A character from another campaign of this game comes with its ranks, items and experience.",
    EVERYBODY,
    options=_WHO,
    part=_PART,
)
#: The switches of a campaign of any game.
OF_EVERY_GAME = (SEE_ODDS, SEE_ADVICE, SIMPLE_ANSWERS, IMPORTS)


def switches(system: System) -> tuple[Switch, ...]:
    """All switches of a campaign: those of its game, and those of any game."""
    return (*system.switches, *OF_EVERY_GAME)


def is_shown(switch: Switch, house_rules: Mapping[str, Json], *, is_gm: bool) -> bool:
    """Whether a reader is shown the thing that a switch is about, such as odds."""
    chosen = switch.chosen(house_rules)
    return chosen == EVERYBODY or (is_gm and chosen == GAME_MASTER)


@dataclass(frozen=True, slots=True)
class Setting:
    """A switch with its value in a campaign."""

    switch: Switch
    value: Json

    @property
    def is_turned(self) -> bool:
        return differs(self.value, self.switch.default)

    @property
    def now(self) -> str:
        return setting(self.value)

    @property
    def by_default(self) -> str:
        return setting(self.switch.default)

    @property
    def said(self) -> str:
        """The setting in one line, for people who read a number that hangs on it."""
        return f"{self.switch.label}: {self.now} (else {self.by_default})"


def settings(system: System, house_rules: Mapping[str, Json]) -> tuple[Setting, ...]:
    """Every switch as a campaign of a game has it."""
    return tuple(Setting(switch, house_rules.get(switch.name, switch.default)) for switch in switches(system))


def turned(
    system: System, house_rules: Mapping[str, Json], among: Collection[str] | None = None
) -> tuple[Setting, ...]:
    """The switches that are not at their default, all of them or those named in ``among``."""
    plain = dict(house_rules)
    return tuple(
        one for one in settings(system, plain) if one.is_turned and (among is None or one.switch.name in among)
    )


def touching(system: System, house_rules: Mapping[str, Json], numbers: Iterable[str]) -> tuple[Setting, ...]:
    """The turned switches that name one of these rules (``SDA-101``)."""
    wanted = set(numbers)
    return tuple(one for one in turned(system, house_rules) if numbers_in(one.switch.rule) & wanted)


def behind(system: System, house_rules: Mapping[str, Json], explained: Explained) -> tuple[Setting, ...]:
    """The turned switches that touch a rule by which a number is explained."""
    numbers = (number for part in explained.parts for number in numbers_in(part.rule))
    return touching(system, house_rules, numbers)


def by_number(system: System, house_rules: Mapping[str, Json]) -> dict[str, tuple[Setting, ...]]:
    """The turned switches by the number of each rule that they touch."""
    found: dict[str, tuple[Setting, ...]] = {}
    for one in turned(system, house_rules):
        for number in numbers_in(one.switch.rule):
            found[number] = (*found.get(number, ()), one)
    return found


# -- what may be chosen -----------------------------------------------------------------------------------------------


def checked(system: System, chosen: Mapping[str, Json]) -> dict[str, Json]:
    """Values of all switches: the chosen ones, defaults for the others; refuses an unknown name or a wrong value."""
    known = {switch.name: switch for switch in switches(system)}
    for name in chosen:
        if name not in known:
            raise Unknown(f"{system.name} has no house rule {name!r}. It has {', '.join(known) or 'none'}.", name)
    return {name: _fitting(switch, chosen.get(name, switch.default)) for name, switch in known.items()}


def _fitting(switch: Switch, value: Json) -> Json:
    if switch.options:
        if value not in switch.options:
            raise Refused(f"{switch.label}: choose from {', '.join(map(setting, switch.options))}.", switch.name)
    elif isinstance(switch.default, bool):
        if not isinstance(value, bool):
            raise Refused(f"{switch.label}: choose on or off.", switch.name)
    elif isinstance(switch.default, int):
        if not isinstance(value, int) or isinstance(value, bool) or not -MOST <= value <= MOST:
            raise Refused(f"{switch.label} must be a whole number of at most {MOST:,}.", switch.name)
    elif not isinstance(value, str) or len(value) > LONGEST:
        raise Refused(f"{switch.label} must be a text of at most {LONGEST} characters.", switch.name)
    return value


def differs(one: Json, other: Json) -> bool:
    """Whether two settings differ; "on" is not 1."""
    return one != other or type(one) is not type(other)


def by_part(settings: Iterable[Setting]) -> list[tuple[str, list[Setting]]]:
    """Settings under their headings, those that are changed first."""
    found: dict[str, list[Setting]] = {}
    for one in sorted(settings, key=lambda one: not one.is_turned):
        found.setdefault(_CHANGED if one.is_turned else one.switch.part or _RULES, []).append(one)
    return list(found.items())


#: The headings of rules that are changed, and of those in no part.
_CHANGED, _RULES = "Changed in this campaign", "Rules"
