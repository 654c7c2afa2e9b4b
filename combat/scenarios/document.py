"""A scenario as it stands in its file, checked word for word before anything of it is played."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rules.coverage import readings_of
from rules.engine.kernel import Joined, Refused, Rung, described_fields
from rules.engine.system.protocol import System, command_named
from rules.registry import system_named
from rules.scenario_files import Block, Misread, files_in, stories_in

_SCENARIO = ("scenario", "system", "rule", "given", "when", "then")
_GIVEN = ("characters", "encounter", "house_rules")
_ENCOUNTER = ("combatants", "initiative", "ladder", "turn", "stage", "round", "memo")
_STEP = ("do", "as", "with", "dice", "refused", "then")
_TURNING_BACK = ("undo", "redo")
_PLACE = tuple(field.name for field in fields(Joined) if field.name != "who")
_RUNG = tuple(field.name for field in fields(Rung))


class Amiss(Exception):
    """The sentence that says what is wrong with a scenario, the line of it, and the step if it is in one."""

    def __init__(self, sentence: str, line: int = 0, step: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line
        self.step = step

    def __str__(self) -> str:
        place = [f"line {self.line}"] * bool(self.line) + [self.step] * bool(self.step)
        return f"{', '.join(place)}: {self.sentence}" if place else self.sentence


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, or the reason why the file cannot be read."""

    path: Path
    block: Block
    unread: str = ""

    @property
    def title(self) -> str:
        return str(self.block.get("scenario", self.path.name))


def found_in(*places: str | Path) -> Iterator[Scenario]:
    """The scenarios of files and folders, in order of name; a file that cannot be read counts as one that fails."""
    for path in files_in(*places):
        try:
            yield from (Scenario(path, block) for block in stories_in(path))
        except Misread as misread:
            block = Block()
            block.line = misread.line
            yield Scenario(path, block, misread.sentence)


def checked(scenario: Scenario) -> System:
    """The game of a scenario that says nothing unknown; :class:`Amiss` names the line of what it does not know."""
    block = scenario.block
    if scenario.unread:
        raise Amiss(scenario.unread, block.line)
    _only(block, _SCENARIO, "a scenario")
    _demand(block, "scenario", str)
    try:
        system = system_named(_demand(block, "system", str))
    except LookupError as error:
        raise Amiss(f"there is no game {block['system']!r}", block.line_of("system")) from error
    _check_rules(block, system)
    _check_given(_mapping(block, "given"), system)
    steps = _demand(block, "when", list)
    for number, step in enumerate(steps, 1):
        _check_step(step, number, block, system)
    _check_refused(_mapping(block, "then"))
    if not (block.get("then") or any(step.get("then") or "refused" in step for step in steps)):
        raise Amiss("nothing is expected: add then or refused", block.line)
    return system


# -- its parts ------------------------------------------------------------------------------------------------------


def _check_rules(block: Block, system: System) -> None:
    """Check that the numbers under ``rule`` are the game's or its readings', if it numbers its rules."""
    mechanics = {mechanic.number for mechanic in system.mechanics()}
    known = mechanics and mechanics | readings_of(system)
    rules = block.get("rule", [])
    if not isinstance(rules, list):
        raise Amiss("rule must be a list of numbers", block.line_of("rule"))
    for number in rules:
        if known and number not in known:
            raise Amiss(f"{system.name} has no rule {number!r}{_near(str(number), known)}", block.line_of("rule"))


def _check_given(given: Block, system: System) -> None:
    _only(given, _GIVEN, "given")
    people = _mapping(given, "characters")
    for who in people:
        _mapping(people, who)
    _only(_mapping(given, "house_rules"), [switch.name for switch in system.switches], "house_rules")
    scene = _mapping(given, "encounter")
    _only(scene, _ENCOUNTER, "encounter")
    places = _mapping(scene, "combatants")
    _only(places, people, "combatants")
    for who in places:
        _only(_mapping(places, who), _PLACE, f"the place of {who}")
    _only(_mapping(scene, "initiative"), people, "initiative")
    for rung in scene.get("ladder") or []:
        _only(rung, _RUNG, "a rung")
        if rung.get("who") not in people:
            raise Amiss(f"nobody is called {rung.get('who')!r}{_near(str(rung.get('who')), people)}", rung.line)


def _check_step(step: Any, number: int, block: Block, system: System) -> None:
    if not isinstance(step, Block):
        raise Amiss(f"step {number} must be a mapping with do, as, with, dice, then", block.line_of("when"))
    try:
        _only(step, _STEP, "a step")
        name = _demand(step, "do", str)
        _mapping(step, "dice")
        _check_refused(_mapping(step, "then"))
        _check_refused(step)
        if name not in _TURNING_BACK:
            _check_command(step, system)
    except Amiss as amiss:
        raise Amiss(amiss.sentence, amiss.line, f"step {number}") from amiss


def _check_command(step: Block, system: System) -> None:
    try:
        command = command_named(system, step["do"])
    except Refused as refused:
        known = [one.name for one in system.commands]
        raise Amiss(f"{refused.sentence.rstrip('.')}{_near(step['do'], known)}", step.line_of("do")) from refused
    # A field that does not exist may be given where just that is to be refused.
    if "refused" not in step:
        _only(_mapping(step, "with"), described_fields(command), step["do"])


def _check_refused(block: Block) -> None:
    """Check that ``refused`` holds a part of the sentence that is expected: an empty part would fit any."""
    if "refused" in block and not (isinstance(block["refused"], str) and block["refused"].strip()):
        raise Amiss("refused needs a part of the sentence", block.line_of("refused"))


# -- words ----------------------------------------------------------------------------------------------------------


def _only(block: Any, known: Collection[str], what: str) -> None:
    """Check that every key of a block is known; ``what`` names the block in the complaint."""
    if not isinstance(block, Block):
        raise Amiss(f"{what} must map names to values")
    for key in block:
        if key not in known:
            raise Amiss(f"{what} has nothing called {key!r}{_near(key, known)}", block.line_of(key))


def _demand(block: Block, key: str, kind: type) -> Any:
    value = block.get(key)
    if not value or not isinstance(value, kind):
        raise Amiss(f"{key} is missing" if not value else f"{key} is {value!r}", block.line_of(key))
    return value


def _mapping(block: Mapping[str, Any], key: str) -> Block:
    """The block under a key; an empty one if nothing stands there."""
    value = block.get(key)
    if value is None:
        return Block()
    if not isinstance(value, Block):
        raise Amiss(f"{key} must map names to values", block.line_of(key) if isinstance(block, Block) else 0)
    return value


def _near(called: str, known: Collection[str]) -> str:
    near = get_close_matches(called, known, 1)
    return f"; close to it: {near[0]}" if near else ""
