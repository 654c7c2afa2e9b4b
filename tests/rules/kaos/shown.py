"""How the numbers that KAOS shows are read off what happened."""

from dataclasses import replace
from typing import Any

from rules.engine.kernel import Ask, Table, TurnBegan
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.core.chances import highest_pass
from rules.systems.kaos.core.health import hp
from rules.systems.kaos.fight.base import Blow
from tests.rules.truth.performed_command import PerformedCommand, Reading

#: What failed stays failed: nobody pays for luck.
LUCKLESS: dict[str, Any] = {"luck.accept": {}, "damage.stands": {}, "bash.pass": {}}
UNDEFENDED: dict[str, Any] = {**LUCKLESS, "attack.defend": {"how": "nothing"}}


def success(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("success")


def failure(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("failure")


def struck(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("struck")


def cast(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("cast")


def acts_first(it: PerformedCommand, who: str) -> bool:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return bool(began) and began[0].split("/")[0] == who


def hit_points_lost(it: PerformedCommand) -> int:
    """The hit points that the actor lost, whatever was left of them."""
    return sum(one.hits for one in it.verdicts() if one.verdict == "hit" and one.numbers.get("target") == it.me)


def damage(it: PerformedCommand) -> int | None:
    """The damage of a blow that came through, before what protects; None if none did."""
    hits = [one for one in it.verdicts(it.me) if one.verdict == "hit"]
    return int(hits[0].numbers["damage"] or 0) if hits else None


def is_out(it: PerformedCommand, who: str = "") -> bool:
    return any(it.has(name, who or it.me) for name in ("unconscious", "dead", "dying"))


def hurt(it: PerformedCommand) -> int:
    """The hit points that damage of no blow takes."""
    return -int(it.number("hit points") or 0)


def rolled_well(it: PerformedCommand, _: str) -> bool:
    """Whether the last test of the actor succeeded; a failure that stands is forgotten."""
    return bool(it.after(it.me).memo.get("last_roll", {"success": False})["success"])


def succeeds_after_strike(it: PerformedCommand, purpose: str) -> bool | None:
    """Whether a test succeeded that is made only once the blow strikes."""
    return rolled_well(it, "") if it.rolls(it.me, purpose) else None


def damage_beyond_first_throw(it: PerformedCommand) -> int:
    """The damage, less the damage that fell first."""
    assert it.situation.encounter
    known = it.situation.encounter.asks[it.command.ask].known
    return (damage(it) or 0) - Blow.from_known(known).damage_of(known["fell"])


def damage_or_healing(it: PerformedCommand) -> int | None:
    """The damage of a spell, or the hit points that it gives back (in an area the throw); None if it fails."""
    if damage(it) is not None or not cast(it, ""):
        return damage(it)
    if spells()[it.command.spell].target == "area" and it.situation.encounter:
        return it.rolls(it.me)[-1].measure
    target = it.command.target or it.me
    return hp(it.after(target)) - hp(it.before(target))


def as_proposed(table: Table, ask: Ask) -> dict[str, Any]:
    """The game master lets a stunt be as it was proposed."""
    return {name: ask.known["stunt"][name] for name in ("acrobatics", "mode", "attack_mode")}


def succeeds_by_luck(it: PerformedCommand, _: str = "") -> bool:
    """Whether the roll succeeded that was paid for with luck."""
    return bool(
        it.rolls(it.me, it.situation.name)[0].measure <= highest_pass(it.before(it.me).memo["last_roll"]["target"])
    )


def wins_after_all(it: PerformedCommand, _: str) -> bool:
    """Whether an opposed test is won that luck made level; without a verdict nobody could hold out against it."""
    winners = [one.numbers["winner"] for one in it.verdicts() if "winner" in one.numbers]
    return succeeds_by_luck(it) and (not winners or winners[-1] == it.me)


def thrown_again(it: PerformedCommand) -> int:
    """The second throw of dice that give hit points back."""
    return it.rolls(it.me, it.situation.name)[0].measure


def gain_of_second_throw(it: PerformedCommand) -> int:
    """The second throw, less the hit points that the first one gave."""
    return thrown_again(it) - int(it.before(it.me).memo["last_roll"]["data"]["given"])


STRIKING = Reading({"strikes": struck}, damage, answers=UNDEFENDED)
TESTED = Reading({"success": success, "failure": failure}, answers=LUCKLESS)
DOWN = {"down": lambda it, _: is_out(it)}
AVOIDS = {"avoids": lambda it, _: any(one.verdict == "defended" for one in it.verdicts())}
RAN = {"success": rolled_well, "failure": lambda it, _: not rolled_well(it, "")}
MORE = {
    "more": lambda it, _: damage_beyond_first_throw(it) > 0,
    "less": lambda it, _: damage_beyond_first_throw(it) < 0,
}
LUCKY = Reading({"success": succeeds_by_luck, "wins": wins_after_all}, answers=UNDEFENDED)
STUNT = Reading(
    {"done": lambda it, _: not failure(it, ""), "strikes": struck},
    answers={**UNDEFENDED, "stunt.allow": as_proposed},
)

READINGS: dict[str, Reading] = {
    "test.roll": TESTED,
    "test.opposed": Reading({"success": success, "failure": failure, "nobody": lambda it, _: it.is_judged("tie")}),
    "healing.tend": Reading({"success": success}, lambda it: it.number("healed")),
    "harm.fall": Reading(DOWN, hurt),
    "melee.attack": STRIKING,
    "missile.attack": STRIKING,
    "melee.bash": STRIKING,
    "bash.follow": STRIKING,
    "missile.strafe": STRIKING,
    "melee.surprise": Reading(
        {"strikes": struck, "doubles": lambda it, _: succeeds_after_strike(it, "melee.surprise: Dec")},
        unread={"measure": "It is what the blow does without surprise."},
        answers=UNDEFENDED,
    ),
    "melee.tumble": Reading(
        {"strikes": struck, "tumbles": lambda it, _: succeeds_after_strike(it, "melee.tumble: Acro")},
        damage,
        answers=UNDEFENDED,
    ),
    "attack.defend": Reading({**AVOIDS, **DOWN}, hit_points_lost, answers=LUCKLESS),
    "damage.again": Reading(MORE, damage, answers=LUCKLESS),
    "action.grapple": TESTED,
    "action.break_free": TESTED,
    "action.run": Reading(RAN, answers={}),
    "action.stunt": STUNT,
    "stunt.allow": STUNT,
    "ap.reroll": replace(
        LUCKY,
        chances={
            **LUCKY.chances,
            "more": lambda it, _: gain_of_second_throw(it) > 0,
            "less": lambda it, _: gain_of_second_throw(it) < 0,
        },
        measure=thrown_again,
    ),
    "luck.reroll": LUCKY,
    "action.potion": Reading(measure=lambda it: it.changed("hp")),
    "spell.cast": Reading({"cast": cast}, damage_or_healing, answers=UNDEFENDED),
    "spell.in_peace": Reading({"cast": cast}, damage_or_healing, answers=UNDEFENDED),
    "fight.begin": Reading({"first": acts_first}),
    "fight.initiative": Reading(measure=lambda it: it.verdicts()[0].hits),
}
