"""Difficulties of an attack and its Fury Dice, each by its source (GRM-037 to GRM-051, GRM-076 to GRM-086).

Light and room of the whole scene the game master sets once for all; smoke and gas spread by themselves (GRM-050,
GRM-051, GRM-070, GRM-092).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import SceneCommand, bearing, turns
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    amount,
    counted,
    pick,
    switch,
    throw,
)
from rules.systems.grim.content.switches.fights import SIZE_STEP, SMOKE, SURPRISE_TWICE, WEAPON_SIZES
from rules.systems.grim.core import added, fury_by_size, size, state_with
from rules.systems.grim.fight.base import (
    BANDS,
    SURPRISE,
    Arm,
    Square,
    engaged,
    engaged_allies,
    is_near,
    is_out,
    middle,
    standing,
    used,
    yards_apart,
)

#: The memo of the scene for its light and its room.
SETTING = "setting"
#: Difficulties of visibility (GRM-050), and their names.
VISIBILITY = {"": 0, "bad": -10, "dark": -30}
SEEN = {"": "Clear sight", "bad": "Bad visibility", "dark": "Darkness"}
#: Where it is cramped: nowhere, here, in the next space (GRM-051).
ROOM = {"": "Room enough", "here": "Cramped", "beside": "Cramped in the next space"}
#: Difficulties of a called shot (GRM-046, C-07).
CALLED = {"arms": -10, "body": 0, "legs": -20, "head": -30}
#: Difficulties by band of distance (GRM-048, C-08).
BY_BAND = dict(zip(BANDS, (0, -10, -20, -30), strict=True))
MOUNTED = "mounted"
ONE_STEP, INTO_ENGAGEMENT, FLANKING, HIGHER, OPPORTUNITY = 10, -20, 10, 10, 20
#: Yards that give a charge its impetus (GRM-023), and how many outnumber one (GRM-045).
IMPETUS, HORDE = 3, 6
#: Degrees between two who flank somebody, at the least.
FLANK = 135


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The choices of an attacker beside weapon and target, and circumstances of this once."""

    missile: bool = False
    band: str = ""
    location: str = ""
    all_out: int = 0
    careless: bool = False
    higher: bool = False
    besides: int = 0
    opportunity: bool = False
    punishes: bool = False


def setting(table: Table) -> Mapping[str, Any]:
    return dict(table.scene.memo.get(SETTING, {}))


def difficulties(table: Table, attacker: str, target: str, arm: Arm, of: Circumstances) -> list[tuple[str, int]]:
    """Everything that changes the difficulty of an attack, by its source; the sum is cut later (E-d)."""
    mine, theirs = table.sheet(attacker), table.sheet(target)
    seen = str(setting(table).get("visibility", ""))
    found = [
        (f"Called shot, {of.location}", CALLED.get(of.location, 0)),
        *added(theirs, "attackers"),
        (SEEN[seen], VISIBILITY[seen]),
        ("Their size", SIZE_STEP.number(table.house_rules) * (size(theirs) - size(mine))),
        ("Higher ground", HIGHER if of.higher else 0),
        ("Opportunity attack", OPPORTUNITY if of.opportunity else 0),
        ("All-out", ONE_STEP * of.all_out),
        ("Game master", of.besides),
    ]
    if of.missile:
        found += _of_missiles(table, attacker, target, of)
    else:
        found.append(("Flanking", FLANKING if flanks(table, attacker, target) else 0))
    if not of.careless:
        found += by_size(table, attacker, arm, missile=of.missile)
    return [one for one in found if one[1]]


def _of_missiles(table: Table, attacker: str, target: str, of: Circumstances) -> list[tuple[str, int]]:
    band = of.band or BANDS[0]
    found = [(f"{band.capitalize()} distance", BY_BAND[band])]
    if table.sheet(attacker).has(MOUNTED):
        found.append(("From horseback", -ONE_STEP))
    if in_the_way(table, attacker, target):
        found.append(("Into an engagement", INTO_ENGAGEMENT))
    return found


def in_the_way(table: Table, attacker: str, target: str) -> list[str]:
    """Ids of allies of the attacker who are engaged with the target (GRM-039, GRM-047)."""
    side = table.combatant(attacker).side
    foes = engaged(table, target)
    return [who for who in foes if table.combatant(who).side == side and who != attacker]


def flanks(table: Table, attacker: str, target: str) -> bool:
    """Whether an ally strikes from the other side at somebody who is outnumbered (GRM-047)."""
    helpers = in_the_way(table, attacker, target)
    if len(helpers) + 1 <= len(friends_beside(table, target)) + 1:
        return False
    there = middle(standing(table, target))
    mine = bearing(there, middle(standing(table, attacker)))
    turned = (abs(mine - bearing(there, middle(standing(table, who)))) for who in helpers)
    return any(min(angle, 360 - angle) >= FLANK for angle in turned)


def friends_beside(table: Table, who: str) -> list[str]:
    """Ids of allies beside somebody who can still help them."""
    near = (other for other in turns.allies(table, who) if is_near(table, who, other))
    return [other for other in near if not is_out(table.sheet(other))]


def by_size(table: Table, attacker: str, arm: Arm, *, missile: bool) -> list[tuple[str, int]]:
    """Difficulties by the weapon's size, each of which a Chaos Die lets one ignore (GRM-051, GRM-076 to GRM-086)."""
    place = str(setting(table).get("room", ""))
    kind, found = arm.weapon.size if WEAPON_SIZES.flag(table.house_rules) else "personal", []
    if place == "here" and kind != "personal":
        found.append(("Cramped space", -ONE_STEP))
    if missile:
        return found
    if kind in ("long", "reach") and engaged_allies(table, attacker):
        found.append(("Ally in the engagement", -ONE_STEP))
    if place == "beside" and kind == "reach":
        found.append(("Cramped in the next space", -ONE_STEP))
    return found


# -- Fury Dice ---------------------------------------------------------------------------------------------------------


def fury_dice(table: Table, attacker: str, target: str, arm: Arm, of: Circumstances) -> list[tuple[str, int]]:
    """The Fury Dice of a hit, by their source; none at extreme distance, nor with an injury that says so (E-k)."""
    mine, theirs = table.sheet(attacker), table.sheet(target)
    if of.band == BANDS[-1] or state_with(mine, "no_fury"):
        return []
    found = [("Weapon", arm.weapon.fury), *added(theirs, "fury_suffered")]
    if SURPRISE in table.scene.memo and theirs.has("surprised") and SURPRISE_TWICE.chosen(table.house_rules):
        found.append(("Surprise turn", 1))
    if mine.has(MOUNTED):
        found.append(("Mounted", 1))
    found.append(("Size", fury_by_size(mine, table.house_rules)))
    if of.punishes:
        found.append(("Punishing", 1))
    if not of.missile:
        if int(used(table, "charge")) >= IMPETUS and attacker == table.actor and not of.opportunity:
            found.append(("Charge", 1))
        if is_horde(table, attacker, target):
            found.append(("Outnumbered", 1))
    return [one for one in found if one[1]]


def is_horde(table: Table, attacker: str, target: str) -> bool:
    """Whether six or more stand against each on the other side, and it is not larger (GRM-045, C-19, E-m)."""
    few = len(turns.allies(table, attacker)) + 1 < HORDE
    if few or size(table.sheet(target)) > size(table.sheet(attacker)):
        return False
    against = len(in_the_way(table, attacker, target)) + 1
    return against >= HORDE * (len(friends_beside(table, target)) + 1)


# -- the whole scene ---------------------------------------------------------------------------------------------------

#: The memo of clouds: of what kind, where, and how many yards wide to each side.
CLOUDS = "clouds"
#: Minutes that a cloud lasts (GRM-070, GRM-092).
MINUTES = "1d10+1"


def cloud(table: Table, dice: Dice, kind: str, at: Square, yards: int) -> None:
    """Let smoke or gas spread round a square (GRM-070, GRM-092)."""
    minutes = throw(table, dice, table.actor, f"minutes of {kind}", amount(MINUTES))
    told = counted(minutes, "minute", "minutes")
    table.happen(SceneMemoKept(CLOUDS, [*clouds(table), {"kind": kind, "at": list(at), "yards": yards}]))
    table.happen(Told((), f"{kind.capitalize()} spreads, and stays for {told} unless blown away."))


def clouds(table: Table) -> list[Mapping[str, Any]]:
    return list(table.scene.memo.get(CLOUDS, []))


def in_smoke(table: Table, who: str) -> bool:
    """Whether somebody stands in smoke."""
    here = standing(table, who)
    smoke = (one for one in clouds(table) if one["kind"] == "smoke")
    return any(yards_apart(here, (int(one["at"][0]), int(one["at"][1]))) <= one["yards"] for one in smoke)


def refuse_smoke(table: Table, target: str) -> None:
    """Refuse a shot beyond short distance out of smoke, or into it, if the house has it so (GRM-092).

    Otherwise the game master says how hard it is from outside.
    """
    if in_smoke(table, table.actor):
        raise Refused("You are in smoke: short distance only. Move closer, or out of it.", "target")
    if SMOKE.chosen(table.house_rules) != SMOKE.default and in_smoke(table, target):
        raise Refused(f"{table.name(target)} is in smoke: short distance only. Move closer.", "target")


@dataclass(frozen=True, slots=True)
class SetScene(SceneCommand, name="fight.setting", label="Light and room"):
    """Say how well one sees, and whether there is room to swing a weapon: for everybody here (GRM-050, GRM-051)."""

    about: ClassVar[str] = "How well everybody sees, and whether there is room to swing a weapon."
    throws_dice: ClassVar[bool] = False

    visibility: str = pick("Sight", default="", at_once=True)
    room: str = pick("Room", default="", at_once=True)
    wind: bool = switch("Heavy wind clears smoke and gas")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over":
            raise NotNow("The fight is over. Set it in the next one.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "visibility": tuple(Choice(key, name) for key, name in SEEN.items()),
            "room": tuple(Choice(key, name) for key, name in ROOM.items()),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {key: setting(table).get(key, "") for key in ("visibility", "room")}

    def perform(self, table: Table, dice: Dice) -> None:
        now = {key: value for key, value in (("visibility", self.visibility), ("room", self.room)) if value}
        table.happen(SceneMemoKept(SETTING, now or None))
        table.happen(Told((), f"{SEEN[self.visibility]}; {ROOM[self.room].lower()}."))
        if self.wind and clouds(table):
            table.happen(SceneMemoKept(CLOUDS, None), Told((), "The wind clears smoke and gas."))
