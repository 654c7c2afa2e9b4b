"""The mixes of damage and control that hits pay for, few of all combinations of the fields.

Each effect is listed by itself, and each mix of effects with all that is left on damage; hits are left over only where
they buy neither damage nor initiative. Of all steps to the same stand, as an exchange sees it, the one that costs least
is listed, and so of all pushes; a weapon is flung nowhere. Mixes that are left out are worth no more.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.systems.sda.fight.advice.damage_dice import damage_dice
from rules.systems.sda.fight.advice.stands import Stand, stand_after
from rules.systems.sda.fight.base.arms import Arm
from rules.systems.sda.fight.base.ground import LONGEST
from rules.systems.sda.fight.base.sparring import spar
from rules.systems.sda.fight.moves.control import SLOW
from rules.systems.sda.fight.moves.picks import PUSHES

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

    ``opening`` is where they stand when the push gives one, if there is a push.
    """

    mix: Any
    stand: Stand
    hurts: bool
    opening: Stand | None

    @property
    def by(self) -> tuple[bool, bool]:
        return bool(self.mix.step), bool(self.mix.push)

    def does_as_much_as(self, dearer: "Way") -> bool:
        """Whether a dearer way leads to no other stand or opening, and so need not be listed."""
        same = self.stand == dearer.stand and (self.hurts or not dearer.hurts)
        return same and self.opening == dearer.opening and (self.by == dearer.by or all(dearer.by))


@dataclass(frozen=True, slots=True)
class Mixes:
    """All mixes for the hits of one exchange. A mix is the command as the form has it, with other effects."""

    table: Table
    known: Mapping[str, Any]
    arm: Arm
    extra: int = 0
    _stands: dict[Hashable, Stand] = field(default_factory=dict, init=False, repr=False, compare=False)

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
            way = Way(mix, self.stand(mix), mix.hurts(self.table, self.known, self.arm), opening)
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
    'Disarmed, step in 1 m and initiative −1'
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
    return whole[0].upper() + whole[1:]
