"""Forecasts played while the worker is killed: each fight is counted once, as if nobody had disturbed it."""

import random
from dataclasses import dataclass, field
from typing import Any

#: The fighters' places in the bestiary: two who are soon done with each other. Horses are not.
FIGHTERS = slice(3, 5)


def start(gm: Any, forecasts: int, fights: int, seed: int) -> list[Any]:
    """Prepare a fight in the game master's campaign and ask for ``forecasts`` forecasts of it, with a what-if each."""
    from campaigns.homebrew import compendium
    from combat import services
    from combat.forecasts import plans
    from combat.forecasts.requests import ask
    from combat.forecasts.variants import WhatIf
    from rules.engine.kernel import Joined

    encounter, chance = services.prepare(gm, name="The ford"), random.Random(seed)
    keys = [one.key for one in compendium.creatures(gm)][FIGHTERS]
    for key in keys:
        services.bring_creatures(gm, encounter=encounter, key=key)
    _change_sides(gm, encounter, Joined)
    there = plans.ground(gm, encounter.public_id)
    what_ifs = (WhatIf("creature", next(iter(there.people)), keys[-1]),)
    wanted = [plans.Wanted(fights, str(chance.random())[:12], {}, what_ifs) for _ in range(forecasts)]
    return [ask(gm, encounter.public_id, one) for one in wanted]


def _change_sides(gm: Any, encounter: Any, joined: Any) -> None:
    """Let one of the creatures fight for the party."""
    from campaigns.play.intent import Intent
    from campaigns.play.perform import write

    def act(game: Any) -> dict[str, Any]:
        there = game.table.scene.combatants
        who = min(there, key=game.table.name)
        game.table.happen(joined(who, "party", False, there[who].x, there[who].y - 2, 0))
        return {}

    write(gm, Intent("party.place", encounter=encounter.public_id), act)


@dataclass
class Watch:
    """An onlooker at the forecasts, who notes a fault when a count becomes less."""

    started: list[Any]
    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def look(self) -> None:
        """Look at all forecasts once."""
        for forecast in _now(self.started):
            counted = sum(_counted(variant) for variant in forecast.variants.all())
            before, now = self.seen.get(forecast.pk, (0, 0)), (forecast.done, counted)
            if now[0] < before[0] or now[1] < before[1]:
                self.faults.append(f"forecast {forecast.public_id} went back from {before} to {now}")
            self.seen[forecast.pk] = now


def _now(started: list[Any]) -> Any:
    from combat.models import Forecast

    return Forecast.objects.filter(pk__in=[one.pk for one in started]).prefetch_related("variants")


def _counted(variant: Any) -> int:
    return sum(count for name, *more, count in variant.tally if name == "fights" and not more)


def steps(started: list[Any]) -> int:
    """The number of chunks counted so far."""
    return sum(one.done for one in _now(started))


def going(started: list[Any]) -> bool:
    """Whether any of the forecasts goes on."""
    return any(one.is_open for one in _now(started))


def held_to_it(started: list[Any]) -> list[str]:
    """Differences from a forecast that nobody disturbed, in sentences; empty if there are none."""
    from combat.forecasts import worker
    from rules.engine.forecast import total

    found = []
    for forecast in _now(started):
        if forecast.state != "done":
            found.append(f"forecast {forecast.public_id} is {forecast.state}: {forecast.why}")
        for variant in forecast.variants.all():
            undisturbed = total(worker.chunks(worker.plan_of(variant), forecast.fights, forecast.chunk))
            if _counted(variant) != forecast.fights:
                found.append(f"{variant.label}: {_counted(variant)} fights were counted, {forecast.fights} asked for")
            if variant.tally != undisturbed.plain():
                found.append(f"{variant.label}: the tally is not that of the same fights undisturbed")
    return found
