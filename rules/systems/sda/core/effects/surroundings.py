"""Surroundings, place and light, as conditions that everybody sees; and what they do to spirit (D-7, D-8).

Some are at home below ground, in the wild, in towns, in the dark or in the sun: there they lose half of what spirit
they would lose, and where they are strangers twice as much.
"""

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, Table
from rules.engine.page.blocks import Part
from rules.systems.sda.core.person import figure, told_of

#: Places, and the lights that somebody may stand in; without any of a kind nothing is known of it.
PLACES = {"underground": "Underground", "wild": "In the wild", "town": "In a town", "own_tree": "Under their own tree"}
SUNLIGHT = "sunlight"
LIGHTS = {SUNLIGHT: "Bright sun", "low_light": "Low light", "darkness": "Darkness"}
#: Times the usual spirit that a night under their own tree gives some (D-7).
OWN_TREE = 2
#: The places under the open sky, and those in the wild: a tree of one's own is there.
OUTSIDE, WILD = ("wild", "town", "own_tree"), ("wild", "own_tree")
#: The places and lights where spirit is lost at half the rate and at twice the rate, by the figure of a trait.
HALF_WHERE = {
    "home_below": ("underground",),
    "home_wild": WILD,
    "home_town": ("town",),
    "home_dark": ("darkness",),
    "home_sun": (SUNLIGHT,),
}
TWICE_WHERE = {
    "home_below": OUTSIDE,
    "home_wild": ("town",),
    "home_town": WILD,
    "home_dark": (SUNLIGHT,),
    "home_sun": ("darkness",),
}


def in_fight(table: Table, who: str) -> bool:
    """Whether somebody is in the middle of a fight; others of the campaign are not in it, whoever fights."""
    fight = table.encounter
    return fight is not None and fight.stage == "fighting" and who in fight.combatants


@of_sheet("items", "conditions")
def loss_of_spirit(sheet: Sheet, lost: int) -> int:
    """Spirit that somebody loses where they are, instead of ``lost``: half of it rounded down, or twice (D-7)."""
    halves, doubles = len(_felt(sheet, HALF_WHERE)), len(_felt(sheet, TWICE_WHERE))
    return lost * 2**doubles // 2**halves if lost > 0 else lost


def loss_parts(sheet: Sheet) -> tuple[Part, ...]:
    """The traits that change how much spirit is lost here, for the explanation of spirit."""
    half = (Part(told_of(sheet, name), "loses half of it here", "D-7") for name in _felt(sheet, HALF_WHERE))
    twice = (Part(told_of(sheet, name), "loses twice as much here", "D-7") for name in _felt(sheet, TWICE_WHERE))
    return (*half, *twice)


def _felt(sheet: Sheet, where: dict[str, tuple[str, ...]]) -> list[str]:
    return [name for name, there in where.items() if figure(sheet, name) and any(sheet.has(one) for one in there)]


def under_own_tree(sheet: Sheet) -> bool:
    """Whether somebody rests under a tree of the kind that theirs is (D-7)."""
    return sheet.has("own_tree") and figure(sheet, "own_tree") > 0
