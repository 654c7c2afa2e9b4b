"""The damage that hits buy, and the mixes of damage and control that they pay for (SDA-187).

Of all combinations of the fields few are listed. Each effect is listed by itself, and each mix of effects with all that
is left on damage; hits are left over only where they buy neither damage nor initiative. Of all steps to the same stand,
as an exchange sees it, the one that costs least is listed, and so of all pushes; a weapon is flung nowhere. Mixes that
are left out are worth no more.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from rules.engine.fight import Point, bearing, distance, metres, place
from rules.engine.kernel import Combatant, Json, Table, counted
from rules.systems.sda.core.person import figure
from rules.systems.sda.fight.advice.attacks_and_reactions import cost_of_strikes
from rules.systems.sda.fight.advice.hit_costs import cost_of_dice, harm
from rules.systems.sda.fight.base import BANDS, LONGEST, WALL, Arm, band_at, best_arm, hexagons, side_seen, spar, speed
from rules.systems.sda.fight.blows import ATTACKER_RATE, winning_arm
from rules.systems.sda.fight.moves import PUSHES, SLOW, Known, push_end, stabs, step_end, strikes_at_step


def can_hurt(table: Table, known: Known, arm: Arm) -> bool:
    """Whether the loser is inside a band at which the weapon that scored does damage (SDA-187)."""
    return hurts_at(arm, distance(table, known["winner"], known["loser"]))


def hurts_at(arm: Arm, far: float) -> bool:
    """Whether a weapon does damage at a distance in metres."""
    band = band_at(far)
    return band in BANDS and arm.hurts_at(band)


def stabbing(table: Table, known: Known, kind: str) -> Arm:
    """The weapon that scored, with a larger damage die where a trait helps against the held (SDA-244; D-7)."""
    arm = winning_arm(table, known)
    if not stabs(table, known, kind or arm.types[0].type):
        return arm
    return replace(arm, damage=arm.damage + figure(table.sheet(known["winner"]), "stabs"))


def damage_dice(known: Known, hits: int) -> int:
    """Damage dice that hits buy, after the shield, at the rate of attacker or defender (C-39)."""
    return max(0, hits - int(known["shield"])) // int(known["rate"])


def boxes(table: Table, known: Known, kind: str, dice: int) -> float:
    """The mean cost of damage dice to the loser, past armour, in boxes (SDA-205, SDA-244)."""
    arm = stabbing(table, known, kind)
    meant = arm.type_named(kind) or arm.types[0]
    does = harm(table, known["winner"], known["loser"], arm, hurts=True, types=(meant,), attacks=False)
    if stabs(table, known, meant.type):
        does = replace(does, kinds=tuple([kind._replace(taken=meant.malus_mos) for kind in does.kinds]))
    return cost_of_dice(does, dice)


def because_of(known: Known) -> str:
    """The words that say why damage takes more hits than usual; empty where it does not."""
    reasons = []
    if known["shield"]:
        reasons.append(f"the shield stops {known['shield']}")
    if known["rate"] != ATTACKER_RATE:
        reasons.append(f"a defender needs {known['rate']} for each die")
    return f": {' and '.join(reasons)}" if reasons else ""


def type_malus(arm: Arm, name: str) -> int:
    """MoS that a type of damage loses by itself; of the first type, where the weapon has none of that name."""
    return (arm.type_named(name) or arm.types[0]).malus_mos


class Stand(NamedTuple):
    """The band between two, and the side of each on which the other is; no sides out of reach, where no blow falls.

    ``where`` are their exact places, if either stands in a wall of shields, where others beside them count.
    """

    band: str
    winner: str = ""
    loser: str = ""
    where: tuple[Point, ...] = ()

    @property
    def of_a_blow_at_the_loser(self) -> tuple[Any, ...]:
        """The parts of the stand on which a blow of the winner hangs: among them the loser's side."""
        return self.band, self.loser, self.where

    @property
    def of_a_blow_at_the_winner(self) -> tuple[Any, ...]:
        """The parts of the stand on which a blow of the loser hangs: among them the winner's side."""
        return self.band, self.winner, self.where


def stand_after(table: Table, known: Mapping[str, Any], mix: Any) -> Stand:
    """The stand to which a mix leads, if nobody takes an opening on the way."""
    winner, loser = known["winner"], known["loser"]
    start, other = place(table, winner), place(table, loser)
    facing, looks = table.combatant(winner).facing, table.combatant(loser).facing
    if mix.step:
        start = step_end(table, start, other, mix.step, mix.step_direction)
    if mix.pivot and start != other:
        facing = bearing(start, other)
    end = push_end(table, start, other, mix.push, mix.direction) if mix.push else other
    band = band_at(metres(start, end))
    if band not in BANDS:
        return Stand(band)
    walled = table.sheet(winner).has(WALL) or table.sheet(loser).has(WALL)
    turned = hexagons(table)
    mine = side_seen(Combatant("", False, *start, facing), end, on_hexagons=turned)
    theirs = side_seen(Combatant("", False, *end, looks), start, on_hexagons=turned)
    return Stand(band, mine, theirs, (start, end) if walled else ())


#: The fields of effects that hits buy, with their values for none, and the fields that say more about an effect.
EFFECTS: Mapping[str, Json] = {
    "damage": 0,
    "slower": 0,
    "push": 0,
    "step": 0,
    "disarm": False,
    "sweep": False,
    "fling": 0,
}
ABOUT = {"damage": "type", "push": "direction", "step": "step_direction"}
WEIGHED = (*EFFECTS, *ABOUT.values())
#: Metres that lead from within reach out of it in any direction: more of them change nothing.
FARTHEST = int(LONGEST) + 1
#: The words for damage of a type, and for pushes and steps.
CALLED = {"cutting": "cut", "piercing": "thrust", "bludgeoning": "blow"}
PUSHED_SO = {"away": "pushed {} m", "towards": "pulled {} m", "right": "pushed {} m right", "left": "pushed {} m left"}
STEPPED_SO = {"away": "step back {} m", "towards": "step in {} m", "right": "step {} m right", "left": "step {} m left"}


class Way(NamedTuple):
    """A mix of a step and a push, where both stand after it, and whether damage can be done on the way.

    ``opening`` is where they stand when the push gives one, if there is a push; ``exposure`` the boxes that the step
    costs by what it opens the winner to.
    """

    mix: Any
    stand: Stand
    hurts: bool
    opening: Stand | None
    exposure: float = 0.0

    @property
    def by(self) -> tuple[bool, bool]:
        return bool(self.mix.step), bool(self.mix.push)

    def does_as_much_as(self, dearer: "Way") -> bool:
        """Whether a dearer way leads to no other stand or opening, and so need not be listed."""
        same = self.stand == dearer.stand and (self.hurts or not dearer.hurts) and self.exposure <= dearer.exposure
        return same and self.opening == dearer.opening and (self.by == dearer.by or all(dearer.by))


@dataclass(frozen=True, slots=True)
class Mixes:
    """All mixes for the hits of one exchange. A mix is the command as the form has it, with other effects."""

    table: Table
    known: Mapping[str, Any]
    arm: Arm
    extra: int = 0
    _stands: dict[Hashable, Stand] = field(default_factory=dict, init=False, repr=False, compare=False)
    _fought: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)
    _exposures: dict[Hashable, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, form: Any) -> list[dict[str, Json]]:
        """The values of the fields of each mix, the one with the fewest effects first."""
        nothing = replace(form, **EFFECTS)
        spends = [spent for mix in self._control(nothing) for spent in self._with_the_rest(mix)]
        return [_fields(spent) for spent in sorted(spends, key=lambda one: len(effects(one)))]

    def _left(self, mix: Any) -> int:
        """Hits that a mix leaves; below 0 if it takes more than there are."""
        left: int = self.known["hits"] - mix.cost(self.arm, self.extra)
        return left

    def _control(self, nothing: Any) -> Iterator[Any]:
        """Every mix of effects without damage that can be paid for."""
        for moved in self._ways(nothing):
            for sweep in (False, True) if self.arm.sweep else (False,):
                for disarm in (False, True):
                    plain = replace(moved, sweep=sweep, disarm=disarm)
                    for slower in range(self._left(plain) // (SLOW + self.extra) + 1):
                        yield replace(plain, slower=slower)

    def _with_the_rest(self, mix: Any) -> Iterator[Any]:
        """The mix with the hits that it leaves on damage, for each type; alone, if plain or if they buy nothing."""
        left, several = self._left(mix), len(effects(mix))
        hurts = damage_dice(self.known, left) and mix.hurts(self.table, self.known, self.arm)
        hurts = hurts and not spar(self.table, self.known["winner"], self.known["loser"])
        if hurts:
            yield from (replace(mix, damage=left, type=kind.type) for kind in self.arm.types)
        if several < 2 or not (hurts or left >= SLOW + self.extra):
            yield mix

    # -- ways ----------------------------------------------------------------------------------------------------------

    def _ways(self, nothing: Any) -> list[Any]:
        """The mixes of no way at all, and of the cheapest steps, pushes, and both together to each stand."""
        every = [way for stepped in self._moved(nothing, "step") for way in self._moved(stepped, "push")]
        kept: list[Way] = []
        for mix in sorted(every, key=lambda one: -self._left(one)):
            opening = self.stand(replace(mix, push=0)) if mix.push else None
            hurts = mix.hurts(self.table, self.known, self.arm)
            way = Way(mix, self.stand(self.meeting(mix)), hurts, opening, self.exposure(mix))
            if not any(one.does_as_much_as(way) for one in kept):
                kept.append(way)
        return [way.mix for way in kept]

    def _moved(self, mix: Any, effect: str) -> list[Any]:
        """The mix with 0, 1, 2 ... metres of a step or push in every direction, as far as the hits go."""
        found, about = [mix], ABOUT[effect]
        for far in range(1, FARTHEST + 1):
            one = replace(mix, **{effect: far})
            if self._left(one) < 0:
                break
            found += [replace(one, **{about: towards}) for towards in PUSHES]
        return found

    def stand(self, mix: Any) -> Stand:
        """The stand to which a mix leads; worked out once for each way."""
        way = mix.step, mix.step_direction, mix.push, mix.direction
        if way not in self._stands:
            self._stands[way] = stand_after(self.table, self.known, mix)
        return self._stands[way]

    def meeting(self, mix: Any) -> Any:
        """The mix as both stand at the next blow.

        Nobody is safe from whoever walks up again, and nobody who walks stays where only the other hurts: a way that
        leads there changes no distance.
        """
        return mix if self._is_fought_at(self.stand(mix).band) else replace(mix, step=0, push=0)

    def _is_fought_at(self, band: str) -> bool:
        """Whether both have a weapon that does damage in a band; of a loser who cannot walk away one is enough."""
        if band not in self._fought:
            both = (self.known["winner"], self.known["loser"])
            arms = [best_arm(self.table, who, band) for who in both] if band in BANDS else []
            enough = all if speed(self.table, self.known["loser"]) else any
            self._fought[band] = bool(arms) and enough(arm.hurts_at(band) for arm in arms)
        return self._fought[band]

    def exposure(self, mix: Any) -> float:
        """Boxes that the blows of others cost the winner to whom a step opens them (SDA-188, SDA-227, C-79)."""
        if not mix.step:
            return 0.0
        way = mix.step, mix.step_direction, mix.pivot
        if way not in self._exposures:
            winner, loser = self.known["winner"], self.known["loser"]
            moves = partial(replace(mix, push=0).moves, known=self.known)
            strikers = strikes_at_step(self.table, winner, moves, but=loser)
            self._exposures[way] = max(0.0, cost_of_strikes(self.table, winner, strikers)) if strikers else 0.0
        return self._exposures[way]


def effects(mix: Any) -> list[str]:
    """The names of the effects that a mix spends hits on."""
    return [effect for effect in EFFECTS if getattr(mix, effect)]


def _fields(mix: Any) -> dict[str, Json]:
    """The values of a mix by field: all effects, and the fields that say more about those bought."""
    told = [*EFFECTS, *(ABOUT[effect] for effect in effects(mix) if effect in ABOUT)]
    return {name: getattr(mix, name) for name in told}


def mix_said(mix: Any) -> str:
    """A mix in a few words.

    >>> from types import SimpleNamespace
    >>> mix_said(SimpleNamespace(**EFFECTS))
    'Nothing'
    >>> mix_said(SimpleNamespace(**EFFECTS | {"damage": 3, "type": "cutting", "push": 1, "direction": "away"}))
    '3 hits on cut and pushed 1 m'
    >>> mix_said(SimpleNamespace(**EFFECTS | {"step": 1, "step_direction": "towards", "disarm": True, "slower": 1}))
    'Disarmed, step in 1 m and initiative −1, no damage'
    """
    told = [
        "disarmed" if mix.disarm else "",
        f"flung {mix.fling} m" if mix.fling else "",
        "off the feet" if mix.sweep else "",
        STEPPED_SO[mix.step_direction].format(mix.step) if mix.step else "",
        f"{counted(mix.damage, 'hit', 'hits')} on {CALLED.get(mix.type, mix.type or 'damage')}" if mix.damage else "",
        PUSHED_SO[mix.direction].format(mix.push) if mix.push else "",
        f"initiative −{mix.slower}" if mix.slower else "",
    ]
    *most, last = list(filter(None, told)) or ["nothing"]
    whole = f"{', '.join(most)} and {last}" if most else last
    harmless = "" if mix.damage or last == "nothing" else ", no damage"
    return whole[0].upper() + whole[1:] + harmless
