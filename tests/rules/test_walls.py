"""Walls between people in every game: no blow gets through them, and those who fight go round them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from rules import registry
from rules.engine.fight import as_suggested, is_walled_off, is_within, place, refuse_walled, why_walled
from rules.engine.forecast import Plan
from rules.engine.forecast.playing import Fight
from rules.engine.kernel import (
    Barrier,
    Combatant,
    Command,
    Dice,
    Encounter,
    FogArea,
    Moved,
    Place,
    Refused,
    SeededDice,
    Sheet,
    Table,
    commands,
    described_fields,
)
from rules.engine.system.protocol import System, command_named, offers_at
from tests.rules.forecasts import Rehearsed, demo_plan, duel_of, party_of, play_at_ordinary_table

GAMES = [system for system in registry.SYSTEMS if system.tactics]
#: Metres of a wall that nobody gets round.
ENDLESS = 90


def with_lines(plan: Plan, *lines: Barrier) -> Plan:
    encounter = replace(plan.setting.encounter, barriers={str(at): line for at, line in enumerate(lines)})
    return replace(plan, setting=replace(plan.setting, encounter=encounter))


def between(system: System, to_x: float, kind: str = "wall", *, is_open: bool = False) -> Barrier:
    """A line between the two rows of a fight of the demo, from far in the west to somewhere."""
    y = system.square * 2.2
    return Barrier(kind, -ENDLESS, y, to_x, y, is_open=is_open)


def laid(plan: Plan) -> Table:
    """An ordinary table with the fight of a plan."""
    setting = plan.setting.after()
    return Table(dict(setting.sheets), setting.encounter, setting.house_rules, "", plan.system.rank_range)


def first_turn(plan: Plan) -> Table:
    """A table at Rook's first turn."""
    table = laid(plan)
    fight = Fight(plan, table, plan.dice(0), commands.perform)
    while table.scene.asks or table.scene.current is None or table.scene.current.who != "rook":
        fight._step()
    table.actor = "rook"
    return table


# -- between two people ------------------------------------------------------------------------------------------------

WALL = Barrier("wall", 0.5, -5, 0.5, 5)


def two(*lines: Barrier, fog: Sequence[FogArea] = ()) -> Table:
    sheets = {"rook": Sheet("Rook"), "goblin": Sheet("Goblin")}
    there = {"rook": Combatant("party"), "goblin": Combatant("foes", x=1.0)}
    scene = Encounter("fighting", combatants=there, barriers={str(at): one for at, one in enumerate(lines)})
    scene.fog = tuple(fog)
    return Table(sheets, scene, {}, "rook")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (WALL, "A wall stands between you and Goblin. Go round it first."),
        (replace(WALL, kind="door"), "A shut door stands between you and Goblin. Go round it first."),
        (replace(WALL, kind="door", is_open=True), ""),
        (replace(WALL, kind="cover", quarters=3), ""),
        (replace(WALL, y=1.0), ""),
    ],
    ids=["wall", "shut door", "open door", "cover", "elsewhere"],
)
def test_a_sentence_says_what_stands_between_two_people(line: Barrier, told: str) -> None:
    table = two(line)
    assert why_walled(table, "rook", "goblin") == told
    assert is_within(table, "rook", "goblin", 1.0) == (not told)
    assert not is_within(table, "rook", "goblin", 0.9)
    if told:
        with pytest.raises(Refused, match=told):
            refuse_walled(table, "goblin")
    else:
        refuse_walled(table, "goblin")


def test_of_what_stands_in_the_fog_nothing_is_told_to_two_who_see_each_other() -> None:
    strip = FogArea(True, 0.25, -9, 0.75, 9)
    assert why_walled(two(fog=[strip]), "rook", "goblin") == why_walled(two(WALL, fog=[strip]), "rook", "goblin") == ""
    inside = FogArea(True, 0.25, -9, 9, 9)
    assert why_walled(two(WALL, fog=[inside]), "rook", "goblin"), "whoever strikes from the fog is kept off as well"


def test_a_player_in_the_fog_is_told_of_no_wall_in_it() -> None:
    table = two(WALL, fog=[FogArea(True, -9, -9, 0.75, 9)])
    assert not why_walled(table, "rook", "goblin")
    table.scene.combatants["goblin"].x = 0.6
    assert why_walled(table, "rook", "goblin"), "a foe in there does not strike through it"


# -- blows -------------------------------------------------------------------------------------------------------------


def struck(table: Table, system: System) -> list[str]:
    """The names of the commands that are offered on a turn and can be aimed at Boris as their form begins."""
    offered = offers_at(system, table, Place.TURN, as_gm=True)
    return [kind.name for kind in offered if kind.aims and _goes_at_boris(kind, table)]


def _goes_at_boris(kind: type[Command], table: Table) -> bool:
    with suppress(Refused):
        command = replace(as_suggested(kind, table), **{kind.aims: "boris"})
        command.odds(table)
        return True
    return False


def bare(system: System) -> Sheet:
    """One of the demo, with nothing that flies or is cast: only what reaches counts."""
    sheet = next(iter(party_of(system).values()))
    return replace(system.fresh_sheet("Rook"), ranks=sheet.ranks, resources=sheet.resources, tracks=sheet.tracks)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_nobody_strikes_through_a_wall_or_a_shut_door_in_any_game(system: System) -> None:
    open_field = duel_of(system, bare(system), bare(system))
    half = system.square / 2
    wall = Barrier("wall", -ENDLESS, half, ENDLESS, half)
    afar = from_afar(open_field, system)
    blows = [name for name in struck(first_turn(open_field), system) if name not in afar]
    assert blows
    for line in (wall, replace(wall, kind="door")):
        table = first_turn(with_lines(open_field, line))
        assert not set(blows) & set(struck(table, system))
        told = refusals(table, system, blows)
        assert any("between you" in sentence or "in the way" in sentence for sentence in told), told
    for line in (replace(wall, kind="door", is_open=True), replace(wall, kind="cover", quarters=2)):
        assert set(blows) <= set(struck(first_turn(with_lines(open_field, line)), system))


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_no_form_of_a_blow_lists_somebody_behind_a_wall_or_a_shut_door_in_any_game(system: System) -> None:
    open_field = duel_of(system, bare(system), bare(system))
    half = system.square / 2
    door = Barrier("door", -ENDLESS, half, ENDLESS, half)
    afar = from_afar(open_field, system)
    blows = [name for name in struck(first_turn(open_field), system) if name not in afar]
    for name in blows:
        kind = command_named(system, name)
        for line, closed in ((replace(door, kind="wall"), True), (door, True), (replace(door, is_open=True), False)):
            listed = kind.choices(first_turn(with_lines(open_field, line)))[kind.aims]
            assert [one.closed for one in listed if one.value == "boris"] == [closed], name


PICKED_UP = [
    ("sda", "turn.pick_up", "weapon"),
    ("dragonbane", "turn.pick_up", "thing"),
    ("kaos", "action.switch", "draw"),
    ("grim", "special.swap", "draw"),
]


@pytest.mark.parametrize(("slug", "name", "field"), PICKED_UP, ids=[slug for slug, *_ in PICKED_UP])
def test_nothing_is_picked_up_from_behind_a_wall(slug: str, name: str, field: str) -> None:
    system = registry.system_named(slug)
    sheet = next(sheet for sheet in party_of(system).values() if any(i.kind == "weapon" for i in sheet.items.values()))
    key = next(key for key, item in sheet.items.items() if item.kind == "weapon")
    kind, far = command_named(system, name), min(1.0, system.square)

    def tries(*, is_open: bool) -> Table:
        table = first_turn(duel_of(system, sheet, bare(system)))
        x, y = place(table, "rook")
        table.scene.barriers["door"] = Barrier("door", -ENDLESS, y - far / 2, ENDLESS, y - far / 2, is_open=is_open)
        items = {one: replace(item, in_use=False) for one, item in table.me.items.items()}
        items[key] = replace(items[key], stats={**items[key].stats, "lies_at": [x, y - far]})
        table.me.items.update(items)
        picked = (key,) if described_fields(kind)[field][0].kind == "many" else key
        commands.perform(kind(**{field: picked}), table, SeededDice("ground"))
        return table

    with pytest.raises(Refused, match=r"A shut door stands between you|choose from|Nothing"):
        tries(is_open=False)
    assert "lies_at" not in tries(is_open=True).me.items[key].stats


def from_afar(plan: Plan, system: System) -> list[str]:
    """The names of the commands that get at Boris when he is twelve metres away: they need no contact."""
    table = first_turn(plan)
    table.happen(Moved("boris", 0.0, table.combatant("rook").y + 12, 180))
    return struck(table, system)


def refusals(table: Table, system: System, names: list[str]) -> list[str]:
    """The sentences with which commands at Boris are refused."""
    found = []
    for kind in (kind for kind in system.commands if kind.name in names):
        try:
            kind.possible(table)
            replace(as_suggested(kind, table), **{kind.aims: "boris"}).odds(table)
        except Refused as no:
            found.append(no.sentence)
    return found


# -- forecasts ---------------------------------------------------------------------------------------------------------


def creature(system: System) -> str:
    return next(iter(system.compendium()["creatures"])).key


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_a_forecast_among_walls_is_the_fight_as_people_play_it(system: System) -> None:
    plan = demo_plan(system, "walls", "advised", "aggressive", "", creature(system))
    plan = with_lines(plan, between(system, system.square * 5))
    rehearsed = Rehearsed(plan)
    for number in range(2):
        assert rehearsed.play(number) == play_at_ordinary_table(plan, number)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.slug)
def test_people_go_round_a_wall_in_a_forecast_and_never_through_it(system: System) -> None:
    plan = duel_of(system, bare(system), bare(system))
    y = system.square / 2
    gap = with_lines(plan, Barrier("wall", -ENDLESS, y, system.square * 4.2, y))
    table = play(gap, rounds=60)
    assert hurt(plan, table), "they come to blows at last"
    closed = with_lines(plan, Barrier("wall", -ENDLESS, y, ENDLESS, y))
    table = play(closed, rounds=4)
    assert not hurt(plan, table)
    assert table.combatant("rook").y < y < table.combatant("boris").y


def play(plan: Plan, rounds: int) -> Table:
    """The table after so many rounds, or as soon as one is left; nobody gets straight through a line on the way."""
    table = laid(plan)

    def perform(command: Command, at: Table, dice: Dice) -> None:
        before = {who: (one.x, one.y) for who, one in at.scene.combatants.items()}
        commands.perform(command, at, dice)
        after = {who: (one.x, one.y) for who, one in at.scene.combatants.items()}
        if command.name not in system_walks(plan.system):
            assert not any(is_walled_off(at, before[who], after[who]) for who in before)

    fight = Fight(plan, table, plan.dice(0), perform)
    while len(fight.standing) > 1 and table.scene.round <= rounds and not hurt(plan, table):
        fight._step()
    return table


def system_walks(system: System) -> set[str]:
    """Commands that go round walls in one move, where a game has them."""
    return {kind.name for kind in system.commands if {"x", "y"} <= kind.__dataclass_fields__.keys()}


def hurt(plan: Plan, table: Table) -> bool:
    gauges = [gauge.key for gauge in plan.tactics.gauges]
    return any(
        plan.tactics.gauge(table.sheet(who), gauge) > plan.tactics.gauge(sheet, gauge)
        for who, sheet in plan.setting.sheets.items()
        for gauge in gauges
    )
