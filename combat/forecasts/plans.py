"""Plans of forecasts: which fights a game master wants foretold, how many and how fought, made complete or refused."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from campaigns.models import Membership
from campaigns.play.game import lay_out
from combat.forecasts.variants import FIELD, Ground, Varied, WhatIf, varied
from rules.engine.fight import UP, Tactics
from rules.engine.forecast import Setting
from rules.engine.kernel import NotNow, Refused
from rules.engine.system.protocol import System

#: Fights that are played unless it is said otherwise, and the most of all variants together.
USUAL, MOST = 1_000, 100_000
MOST_WHAT_IFS, LONGEST_SEED = 4, 40
AS_IT_STANDS = "As it stands"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A forecast that is wanted: how many fights of each variant, each side by which policy, from which seed.

    Without a seed one is drawn; a side without a policy fights by the first that the game has.
    """

    fights: int = USUAL
    seed: str = ""
    policies: Mapping[str, str] = field(default_factory=dict)
    what_ifs: Sequence[WhatIf] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """A forecast complete and possible, with every fight that is to be compared: the first is the one that stands."""

    wanted: Wanted
    variants: tuple[Varied, ...]


def tactics_of(system: System) -> Tactics:
    """The tactics by which fights of a game go on by themselves; refused where it has none."""
    if system.tactics is None:
        raise NotNow(f"{system.name} has no forecasts yet.")
    return system.tactics


def ground(member: Membership, encounter_id: str) -> Ground:
    """The fight as it stands now."""
    tactics = tactics_of(member.campaign.system)
    return Ground(member, tactics, Setting.of(lay_out(member, encounter=encounter_id).table))


def why_not(there: Ground) -> str:
    """The sentence why nothing can be foretold of a fight; empty where something can."""
    if there.setting.encounter.stage == "over":
        return "This fight is over. Begin it again or prepare another."
    if len(_standing(there, there.setting)) < 2:
        return "A forecast needs two sides with somebody on their feet. Add both first."
    return ""


def _standing(there: Ground, setting: Setting) -> set[str]:
    """The sides that have somebody who can fight."""
    return {setting.side(who) for who, sheet in setting.sheets.items() if there.tactics.fate(sheet) == UP}


def planned(there: Ground, wanted: Wanted) -> Planned:
    """The plan made complete; refused with what would be possible."""
    if why := why_not(there):
        raise NotNow(why)
    _refuse_too_much(wanted)
    seed = _seed(wanted.seed)
    complete = replace(wanted, seed=seed, policies=_policies(there, wanted.policies))
    variants = [(AS_IT_STANDS, there.setting), *(_possible(there, one) for one in wanted.what_ifs)]
    return Planned(complete, tuple(variants))


def _refuse_too_much(wanted: Wanted) -> None:
    if not 1 <= wanted.fights <= MOST:
        raise Refused(f"A forecast plays 1 to {MOST:,} fights.", "fights")
    if len(wanted.what_ifs) > MOST_WHAT_IFS:
        raise Refused(f"At most {MOST_WHAT_IFS} what-ifs at once.", FIELD)
    each = MOST // (1 + len(wanted.what_ifs))
    if wanted.fights > each:
        raise Refused(f"At most {MOST:,} fights in total: with these what-ifs {each:,} of each.", "fights")


def _seed(wanted: str) -> str:
    if not wanted:
        return secrets.token_hex(4)
    if len(wanted) > LONGEST_SEED or not wanted.isprintable():
        raise Refused(f"A seed is one line of at most {LONGEST_SEED} characters.", "seed")
    return wanted


def _policies(there: Ground, wanted: Mapping[str, str]) -> dict[str, str]:
    """The policy of each side; where none is named, the first that the game has."""
    known = [policy.key for policy in there.tactics.policies]
    if strangers := set(wanted) - set(there.sides):
        sides = ", ".join(there.sides)
        raise Refused(f"Nobody fights on the side {min(strangers)!r} here. The sides: {sides}.", "policies")
    if unheard := set(wanted.values()) - set(known):
        raise Refused(f"There is no way to fight called “{min(unheard)}”. Choose from: {', '.join(known)}.", "policies")
    return {side: wanted.get(side, known[0]) for side in there.sides}


def _possible(there: Ground, what_if: WhatIf) -> Varied:
    label, setting = varied(there, what_if)
    if len(_standing(there, setting)) < 2:
        raise Refused(f"{label}: nobody is left to fight. Choose something else.", FIELD)
    return label, setting
