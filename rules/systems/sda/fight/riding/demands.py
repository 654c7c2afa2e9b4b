"""The demands of a ride on the rider, as soon as nothing else waits: to press on, to stay, or to fall.

The steps are ``{"do": "shy", "who", "mount", "difficulty", …}``, ``{"do": "stay", "who"}`` and ``{"do": "thrown",
"who"}``; ``who`` is the rider.
"""

from rules.engine.fight.sequence import Step
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.fight.riding.pairs import mount_of
from rules.systems.sda.fight.state import is_able

DEMANDS = ("shy", "stay", "thrown")


def demand(table: Table, step: Step) -> None:
    """Ask the rider of a step for its test, if they still ride and can act; a mount that is down takes them along."""
    rider = step["who"]
    mount = mount_of(table, rider) if rider in table.scene.combatants else ""
    if not mount or not is_able(table, rider):
        return
    if not is_able(table, mount):
        table.ask(rider, f"{table.name(mount)} goes down under you: you fall", "riding.land", mount=mount)
    elif step["do"] == "shy":
        _press_on(table, rider, mount, step)
    elif step["do"] == "stay":
        _stay(table, rider, mount)
    else:
        table.ask(rider, f"{table.name(mount)} falls, and you with it", "riding.land", mount=mount)


def _press_on(table: Table, rider: str, mount: str, step: Step) -> None:
    known = {name: value for name, value in step.items() if name not in ("do", "who")}
    title = f"{table.name(mount)} shies: a riding test, difficulty {step['difficulty']}, to press on"
    table.ask(rider, title, "riding.press_on", **known)


def _stay(table: Table, rider: str, mount: str) -> None:
    """Ask for the test to stay mounted, as hard as the major injuries of both together (SDA-256)."""
    difficulty = majors(table.sheet(rider)) + majors(table.sheet(mount))
    title = f"A riding test, difficulty {difficulty}, to stay in the saddle"
    table.ask(rider, title, "riding.stay", difficulty=difficulty, mount=mount)


def majors(sheet: Sheet) -> int:
    """Major injury boxes that are ticked, on all lines together."""
    return sum(line.ticked.get("major", 0) for line in sheet.tracks.get("injury", []))
