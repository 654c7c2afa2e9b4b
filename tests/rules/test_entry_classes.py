"""One class says all of an entry: what its data file may hold, and which figures a campaign fills in for its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Annotated, Any, Self

import pytest

from rules.engine.content.forms import Asked, Inline, asked, figure_names, filled, form, table_of
from rules.engine.content.reader import DataError, Halves, Least, Misfit, Of, Repeats, entry
from rules.engine.kernel import Item
from rules.systems.sda.content import equipment
from rules.systems.sda.content.compendium import weapons
from rules.systems.sda.content.weapon_entries import Weapon
from rules.systems.sda.screen.homebrew import choices

MATTERS = ("oak", "iron")
KNOWN = SimpleNamespace(skills={"axes": SimpleNamespace(name="Axes")}, ranks=lambda: ("axes", "luck"))


@dataclass(frozen=True)
class Part:
    """A part of a tool."""

    matter: Annotated[str, Of(MATTERS)]


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool with a field of every kind."""

    key: str
    name: str
    description: str = ""
    skill: Annotated[str, Of("skills"), Asked("Used with", none="None")] = ""
    matter: Annotated[str, Of(MATTERS), Asked("Made of", start="oak")]
    edge: Annotated[int, Least(1), Asked("Edge", most=9, help="Sharper is more")] = 2
    weight: Annotated[float, Halves(), Asked("Weight", most=20, parts=2)] = 0
    price: Annotated[int | None, Asked("Price", most=99)] = None
    sold: Annotated[bool, Asked("Sold")] = False
    motto: Annotated[str, Asked("Motto", most=40)] = ""
    matters: Annotated[tuple[Annotated[str, Of(MATTERS)], ...], Asked("Also of")] = ()
    ranks: Annotated[Mapping[Annotated[str, Of("ranks")], Annotated[int, Least(1)]], Asked("Ranks", most=6)] = field(
        default_factory=dict
    )
    parts: tuple[Part, ...] = ()
    lines: Annotated[tuple[str, ...], Repeats()] = ()

    def check(self, known: object) -> None:
        if self.sold and self.price is None:
            raise Misfit("has no price")


HATCHET: dict[str, Any] = {"key": "hatchet", "name": "Hatchet", "matter": "iron"}


def test_a_table_becomes_an_entry() -> None:
    told = {"skill": "axes", "weight": 1.5, "ranks": {"luck": 1}, "parts": [{"matter": "oak"}], "lines": ["a", "a"]}
    made = entry(Tool, "tools.toml tool 1", {**HATCHET, **told}, KNOWN)
    assert (made.skill, made.weight, made.ranks, made.parts) == ("axes", 1.5, {"luck": 1}, (Part("oak"),))
    assert (made.edge, made.price, made.lines) == (2, None, ("a", "a"))


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"skill": "bows"}, "skill names an unknown 'bows'"),
        ({"matter": "tin"}, "matter names an unknown 'tin'"),
        ({"edge": 0}, "edge must be a whole number from 1 up, not 0"),
        ({"edge": True}, "edge must be a whole number from 1 up, not True"),
        ({"weight": 0.3}, "weight counts in halves, and 0.3 is not one"),
        ({"weight": float("nan")}, "weight must be a number from 0 up, not nan"),
        ({"name": " "}, "name is empty"),
        ({"sold": 1}, "sold must be true or false, not 1"),
        ({"sold": True}, "has no price"),
        ({"matters": "oak"}, "matters must be a list, not 'oak'"),
        ({"matters": ["oak", "oak"]}, "matters lists something twice"),
        ({"ranks": {"luck": 0}}, "ranks.luck must be a whole number from 1 up, not 0"),
        ({"ranks": {"wit": 1}}, "ranks names an unknown 'wit'"),
        ({"parts": [{"matter": "oak"}, {}]}, "parts 2: matter is missing"),
        ({"colour": "grey"}, "unknown field 'colour'"),
        ({"key": "Hatchet"}, "a key is lower-case letters, digits and underscores"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_by_file_entry_and_field(told: dict[str, Any], why: str) -> None:
    with pytest.raises(DataError) as refused:
        entry(Tool, "tools.toml tool 1", {**HATCHET, **told}, KNOWN)
    assert str(refused.value).startswith(f"tools.toml tool 1 entry {told.get('key', 'hatchet')!r}")
    assert why in str(refused.value)


def test_the_fields_that_are_asked_for_make_the_form() -> None:
    figures = {one.name: one for one in form(Tool, KNOWN)}
    assert list(figures) == ["name", "description", *asked(Tool)]
    shown = {name: (one.kind, one.start, one.least, one.most) for name, one in figures.items()}
    assert shown["skill"] == ("pick", "", 0, 0)
    assert shown["matter"] == ("pick", "oak", 0, 0)
    assert shown["edge"] == ("number", 2, 1, 9)
    assert shown["weight"] == ("number", 0, 0, 20)
    assert shown["price"] == ("number", 0, 0, 99)
    assert shown["sold"] == ("switch", False, 0, 0)
    assert shown["motto"] == ("words", "", 0, 40)
    assert shown["matters"] == ("many", (), 0, 0)
    assert shown["ranks"] == ("each", {}, 1, 6)
    assert figures["skill"].options() == {"": "None", "axes": "Axes"}
    assert figures["ranks"].options() == {"axes": "axes", "luck": "luck"}
    assert figures["weight"].parts == 2


# -- figures that are other than fields -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Edge:
    """An edge of a saw: none where its shape is not told."""

    shape: Annotated[str, Of(("wave", "wolf")), Asked("Edge", none="Plain", start="", unset="")]
    teeth: Annotated[int, Asked("Teeth", name="edge_teeth", most=99)] = 0


@dataclass(frozen=True)
class Counts:
    """Parts as a campaign fills them in: so many of each matter."""

    counts: Annotated[Mapping[str, int], Asked("Parts by matter", options="matters", most=9)] = field(
        default_factory=dict
    )

    @classmethod
    def of(cls, parts: tuple[Part, ...]) -> Self:
        matters = [part.matter for part in parts]
        return cls({matter: matters.count(matter) for matter in dict.fromkeys(matters)})

    def table(self) -> list[dict[str, str]]:
        return [{"matter": matter} for matter, count in self.counts.items() for _ in range(count)]


@dataclass(frozen=True, kw_only=True)
class Saw:
    """A saw with fields that are asked for otherwise than they are kept."""

    key: str
    name: str
    description: str = ""
    edge: Annotated[Edge | None, Inline()] = None
    spare: Annotated[tuple[Part, ...], Inline(Counts)] = ()
    lines: Annotated[tuple[str, ...], Repeats(), Asked("Marks", most=80)] = ()
    leans: Annotated[Mapping[str, str], Asked("Leans", options={"oak.soft": "Soft oak"})] = field(default_factory=dict)
    die: Annotated[int, Of((0, 4, 6)), Asked("Die", options={"0": "None", "4": "d4"}, start="0")] = 0
    price: Annotated[int | None, Asked("Price", most=99, unset=0)] = None


SAWS = SimpleNamespace(matters=lambda: {"oak": "Oak wood", "iron": "Iron"})
SAW_FORM = form(Saw, SAWS, fieldsets=(("Its blade", ("edge", "die")), ("", ("lines", "leans", "spare", "price"))))
#: Each with its figures and what a data file would say.
SAWED: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    (
        {"shape": "", "edge_teeth": 0, "die": "0", "lines": "", "leans": [], "counts": {}, "price": 0},
        {"die": 0, "lines": [], "leans": {}, "spare": []},
    ),
    (
        {
            "shape": "wolf",
            "edge_teeth": 9,
            "die": "4",
            "lines": "a\nb",
            "leans": ["oak.soft"],
            "counts": {"iron": 2},
            "price": 7,
        },
        {
            "edge": {"shape": "wolf", "teeth": 9},
            "die": 4,
            "lines": ["a", "b"],
            "leans": {"oak": "soft"},
            "spare": [{"matter": "iron"}, {"matter": "iron"}],
            "price": 7,
        },
    ),
)


def test_inline_fields_and_subforms_stand_in_the_form_under_their_headings() -> None:
    shown = [(one.name, one.kind, one.start, one.under) for one in SAW_FORM[2:]]
    assert shown == [
        ("shape", "pick", "", "Its blade"),
        ("edge_teeth", "number", 0, "Its blade"),
        ("die", "pick", "0", "Its blade"),
        ("lines", "words", "", ""),
        ("leans", "many", (), ""),
        ("counts", "each", {}, ""),
        ("price", "number", 0, ""),
    ]
    figures = {one.name: one for one in SAW_FORM}
    assert figures["lines"].long
    assert figures["shape"].options() == {"": "Plain", "wave": "wave", "wolf": "wolf"}
    assert figures["counts"].options() == {"oak": "Oak wood", "iron": "Iron"}
    assert form(Saw, SAWS, labels={"counts": "Spare parts"})[4].label == "Spare parts"


@pytest.mark.parametrize(("told", "said"), SAWED)
def test_figures_become_the_table_of_a_data_file_and_an_entry_becomes_figures(
    told: dict[str, Any], said: dict[str, Any]
) -> None:
    assert table_of(Saw, told) == said
    made = entry(Saw, "saws.toml saw 1", {"key": "ripsaw", "name": "Ripsaw", **said}, SAWS)
    assert filled(made, SAW_FORM) == {"name": "Ripsaw", "description": "", **told}


def test_figures_that_are_newer_than_what_was_written_are_left_out() -> None:
    assert table_of(Saw, {"edge_teeth": 3}) == {"spare": []}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parrying(Weapon):
    """A weapon with one more figure."""

    parries_again: Annotated[bool, Asked("A parry may be rolled again")] = False


def test_a_new_figure_of_a_weapon_is_one_line_in_its_class() -> None:
    assert form(Parrying, choices)[-1].label == "A parry may be rolled again"
    assert set(figure_names(Parrying)) == {*figure_names(Weapon), "parries_again"}
    spear = equipment.figures_carried(weapons()["spear"])
    assert spear
    assert spear.keys() == set(figure_names(Weapon)) - {"price"}
    assert spear.items() <= filled(weapons()["spear"], form(Weapon, choices)).items()


@pytest.mark.parametrize("key", ["spear", "longsword", "heavy_crossbow"])
def test_a_weapon_comes_back_from_what_it_carries(key: str) -> None:
    figures = equipment.figures_carried(weapons()[key])
    assert figures
    carried = equipment.weapon_of(Item(weapons()[key].name, "weapon", stats=figures))
    assert carried
    assert equipment.figures_carried(carried) == figures
    assert (carried.damage, len(carried.reload)) == (weapons()[key].damage, len(weapons()[key].reload))


def test_a_weapon_without_a_figure_that_is_newer_than_it_has_its_usual_value() -> None:
    stats = equipment.figures_carried(weapons()["spear"]) or {}
    older = Item("Spear", "weapon", stats={name: one for name, one in stats.items() if name != "shield"})
    assert equipment.weapon_of(older) == equipment.weapon_of(Item("Spear", "weapon", stats=stats))


def test_kinds_of_damage_that_nothing_is_taken_off_are_left_out() -> None:
    worn = {"body_parts": ["head"], "protection": {"piercing": 1, "cutting": 0}}
    stats = {**worn, "encumbrance_worn": 0, "encumbrance_carried": 0}
    piece = equipment.armour_of(Item("Cap", "armour", stats=stats))
    assert piece
    assert piece.protection == {"piercing": 1}
