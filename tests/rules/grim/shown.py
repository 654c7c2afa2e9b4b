"""How the numbers that Grim d100 shows are read off what happened."""

from typing import Any

from rules.engine.kernel import Ask, Judged, Rolled, Table, TurnBegan
from rules.systems.grim.core import DAMAGE, PERIL, SLAIN, bonus, level
from rules.systems.grim.fight.attacks.defences import defences
from rules.systems.grim.fight.base import Blow
from tests.rules.truth.performed_command import PerformedCommand, Reading

WELL = ("success", "critical success")
#: Verdicts of a blow that nothing averted.
LANDED = ("wound", "unhurt", "hit")
VERDICTS = (*WELL, "failure", "critical failure")


def as_well_as_can_be(table: Table, ask: Ask) -> dict[str, Any]:
    """The best reaction to a hit, as the odds of an attack reckon with it."""
    ways = defences(table.as_actor(ask.to), Blow.from_known(ask.known))
    return {"how": max(ways, key=lambda how: ways[how].chance, default="nothing")}


#: Nobody pays for luck, and nobody resists what the odds leave to them.
LUCKLESS: dict[str, Any] = {"fortune.stand": {}}
REACTING: dict[str, Any] = {
    **LUCKLESS,
    "attack.react": as_well_as_can_be,
    "shield.keep": {},
    "test.yield": {},
    "fate.accept": {},
    "opportunity.pass": {},
}


def first_verdict(it: PerformedCommand) -> str:
    """The first verdict of a test of the actor."""
    return next((one.verdict for one in it.verdicts(it.me) if one.verdict in VERDICTS), "")


def success(it: PerformedCommand, _: str) -> bool:
    return first_verdict(it) in WELL


def failure(it: PerformedCommand, _: str) -> bool:
    return first_verdict(it) not in WELL


def exactly(it: PerformedCommand, name: str) -> bool:
    return first_verdict(it) == name


def plain_failure(it: PerformedCommand, _: str) -> bool:
    return first_verdict(it) == "failure"


def landed(it: PerformedCommand) -> list[Judged]:
    """Blows of the actor that came through to their target."""
    mine = [one for one in it.verdicts(it.me) if one.verdict in LANDED]
    return [one for one in mine if one.numbers.get("whom") == target(it)]


def target(it: PerformedCommand) -> str:
    """Whom the command is aimed at: a field of it, or the one whom the ask is about."""
    if hasattr(it.command, "target"):
        return str(it.command.target)
    assert it.situation.encounter
    return str(it.situation.encounter.asks[it.command.ask].known["on"])


def damage(it: PerformedCommand) -> int | None:
    """The damage of a blow that came through; None if none did."""
    found = [] if it.rolls(it.me, "weak blow") else [one for one in landed(it) if "damage" in one.numbers]
    return int(str(found[0].numbers["damage"])) if found else None


def steps(it: PerformedCommand, track: str, who: str = "") -> int:
    who = who or it.me
    return level(it.after(who), track) - level(it.before(who), track)


def steps_of_blow(it: PerformedCommand) -> int:
    """The steps that a blow moves the actor on the damage track, without an injury that nobody survives."""
    mine = [one for one in it.verdicts() if one.verdict in LANDED and one.numbers.get("whom") == it.me]
    return min(sum(one.hits for one in mine), steps(it, DAMAGE))


def steps_suffered(it: PerformedCommand) -> int:
    """The steps that damage moves the actor, without an injury that nobody survives."""
    return min(it.verdicts(it.me)[0].hits, steps(it, DAMAGE))


def thrown(it: PerformedCommand, purpose: str) -> int | None:
    """The sum of the first dice of that purpose; None if there were none."""
    found = [one for one in it.facts if isinstance(one, Rolled) and str(one.purpose).startswith(purpose)]
    return found[0].measure if found else None


def acts_first(it: PerformedCommand, who: str) -> bool:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return bool(began) and began[0].split("/")[0] == who


def works(it: PerformedCommand, _: str) -> bool:
    """Whether a stunt succeeded, and was not resisted."""
    return success(it, "") and not any(one.verdict in WELL for one in it.verdicts(target(it)))


def place_on_ladder(it: PerformedCommand) -> int:
    """The place on the ladder that somebody came to."""
    assert it.table.encounter
    return next(rung.at for rung in it.table.encounter.ladder if rung.who == it.command.combatant)


def hit_on_the_way(it: PerformedCommand, foe: str) -> bool:
    """Whether a foe who is left strikes with success."""
    return any(one.verdict in WELL for one in it.verdicts(foe))


def choked(it: PerformedCommand) -> int | None:
    """The Peril of a chokehold: the dice, and the strength of whoever holds."""
    fell = thrown(it, "physical peril")
    return None if fell is None else fell + bonus(it.before(it.me), "brawn")


TEST = {"success": success, "critical success": exactly, "critical failure": exactly}
TESTED = Reading(TEST, answers=LUCKLESS)
ATTACK = Reading(
    {
        **TEST,
        "through": lambda it, _: bool(landed(it)),
        "slays": lambda it, _: it.has(SLAIN, target(it)),
        "fumble": lambda it, _: bool(it.rolls(it.me, "fumble")),
    },
    damage,
    answers=REACTING,
)
WAY = Reading({**TEST, "opening": hit_on_the_way}, answers={**LUCKLESS, "opportunity.attack": {}, "fate.accept": {}})
STUNT = Reading(
    {**TEST, "works": works},
    answers={**LUCKLESS, "test.resist": {}},
)

READINGS: dict[str, Reading] = {
    **dict.fromkeys(
        (
            "test.roll",
            "test.resist",
            "peril.face",
            "care.bandage",
            "care.staunch",
            "care.surgery",
            "corruption.face",
            "thing.repair",
            "peril.withstand",
            "peril.shake_off",
            "fortune.reroll",
            "fortune.again",
            "chokehold.escape",
            "move.jump",
            "special.put_out",
            "special.inspire",
            "special.litany",
            "turn.interrupt",
            "spell.counter",
        ),
        TESTED,
    ),
    **dict.fromkeys(("move.walk", "move.charge", "move.run"), WAY),
    "chokehold.maintain": Reading(measure=choked),
    "test.opposed": Reading({"*": lambda it, name: it.is_judged(name)}),
    "test.group": Reading(
        {
            "any": lambda it, _: it.is_judged("some") or it.is_judged("all"),
            "all": lambda it, _: it.is_judged("all"),
        }
    ),
    "harm.suffer": Reading({"unhurt": lambda it, _: it.is_judged("unhurt")}, steps_suffered),
    "peril.suffer": Reading({"unhurt": lambda it, _: it.is_judged("unhurt")}, lambda it: steps(it, PERIL)),
    "peril.drink": Reading(measure=lambda it: steps(it, PERIL)),
    "melee.attack": ATTACK,
    "ranged.attack": ATTACK,
    "opportunity.attack": ATTACK,
    "attack.react": Reading(
        {**TEST, "slain": lambda it, _: it.has(SLAIN)}, steps_of_blow, answers={**LUCKLESS, "shield.keep": {}}
    ),
    "fortune.force": Reading(
        {"failure": lambda it, _: any(one.verdict in VERDICTS[2:] for one in it.verdicts())}, answers=LUCKLESS
    ),
    "mount.hurt": Reading(
        {**TEST, "failure": plain_failure}, lambda it: thrown(it, "mount.hurt: fall"), answers=LUCKLESS
    ),
    "mount.trample": Reading(TEST, damage, answers=REACTING),
    "spell.cast": Reading({**TEST, "manifest": lambda it, _: it.is_judged("manifest")}, answers=LUCKLESS),
    "spell.in_peace": Reading({**TEST, "manifest": lambda it, _: it.is_judged("manifest")}, answers=LUCKLESS),
    "fight.event": Reading(measure=lambda it: thrown(it, "event")),
    "fight.begin": Reading({"first": acts_first}),
    "fight.initiative": Reading(measure=place_on_ladder),
    **dict.fromkeys(
        (
            "stunt.chokehold",
            "stunt.push",
            "stunt.dirty_tricks",
            "stunt.stunning_blow",
            "stunt.takedown",
            "stunt.knockout",
            "stunt.disarm",
            "stunt.splinter_shield",
        ),
        STUNT,
    ),
}
