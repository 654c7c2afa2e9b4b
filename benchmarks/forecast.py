"""The fights of a forecast in a second on one core: the demo's four against four of the bestiary.

    python -m benchmarks.forecast [FIGHTS] [--profile] [--plain]

It tells how many times as many fights that is as at an ordinary table, which commands take the time, how many calls a
fight takes, and how many of the questions that rules ask are cached already. ``--plain`` plays at an ordinary table
only, with every check, as people do; ``--profile`` says which functions take the time.
"""

import argparse
import cProfile
import gc
import pstats
import resource
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fight import Tactics
from rules.engine.fight.tactics import Step
from rules.engine.forecast import Forecast, Plan, Rehearser, Setting, state_cache, total
from rules.engine.forecast.playing import Fight, at_once
from rules.engine.kernel import Command, Dice, Encounter, Joined, Sheet, Table, commands
from rules.systems.sda import SDA

FOES = ("guard_veteran", "guard_rookie", "skeleton", "draugr")
#: Metres between the lines at the beginning.
APART = 4
#: Fights for each of the smaller questions: at an ordinary table, by command, by call.
PLAIN, CLOCKED, COUNTED = 2, 50, 20


def demo_setting(foes: tuple[str, ...] = FOES) -> Setting:
    """The setting of the demo's four in a line, and as many of the bestiary opposite."""
    party = {told["key"]: _character(told) for told in SDA.demo()["character"]}
    there = {f"foe{number}": SDA.creature(key) for number, key in enumerate(foes)}
    table = Table({**party, **there}, Encounter(), {}, "", SDA.rank_range)
    for line, (side, people) in enumerate((("party", party), ("foes", there))):
        for number, who in enumerate(people):
            table.happen(Joined(who, side, False, 2.0 * number, float(APART * line), 180 * line))
    return Setting.of(table)


def _character(told: Mapping[str, Any]) -> Sheet:
    sheet = SDA.fresh_sheet(told["name"])
    for kind in ("attribute", "group", "skill"):
        sheet.ranks.setdefault(kind, {}).update(told.get(f"{kind}s", {}))
    for section in ("weapons", "armour"):
        for key in told.get(section, ()):
            sheet.items[key] = replace(SDA.item(section, key), in_use=True)
    table = Table({"hero": sheet}, None, {}, "hero", SDA.rank_range)
    SDA.keep_up(table)
    sheet = table.me
    sheet.resources["spirit"].now = sheet.resources["spirit"].most
    return sheet


def demo_plan(seed: str = "demo", party: str = "advised", foes: str = "aggressive") -> Plan:
    assert SDA.tactics is not None
    return Plan(demo_setting(), SDA, SDA.tactics, {"party": party, "foes": foes}, seed)


def plainly(plan: Plan, fights: int) -> float:
    """The processor's seconds for fights at an ordinary table, with every check, sentence and percentile."""
    began = time.process_time()
    for number in range(fights):
        # An evening's facts are not kept here, as the hall keeps them in its chronicle.
        setting = plan.setting.after()
        table = Table(dict(setting.sheets), setting.encounter, setting.house_rules, "", SDA.rank_range)
        Fight(plan, table, plan.dice(number), commands.perform).play_out()
    return time.process_time() - began


def measure(plan: Plan, fights: int) -> None:
    rehearser, tallies, chunk = Rehearser(plan), [], 100
    began = last = time.process_time()
    for number in range(fights // chunk):
        tallies.append(rehearser.chunk(number, chunk))
        now = time.process_time()
        print(f"  {(number + 1) * chunk:6} fights: {chunk / (now - last):7.1f}/s in this chunk")
        last = now
    seconds = last - began
    print(f"{fights} fights in {seconds:.2f} s of one core: {fights / seconds:.1f} fights a second")
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    print(f"{fights / seconds * plainly(plan, PLAIN) / PLAIN:.0f} times as many as at an ordinary table")
    tell_parts(clocked(rehearser, range(fights, fights + CLOCKED)))
    tell_calls(rehearser, (fights + CLOCKED) // COUNTED + 1)
    tell(Forecast(plan, total(tallies)))


class Clock:
    """Tactics and a ``perform`` that note their time in ``seconds``, by the label of the command."""

    def __init__(self, tactics: Tactics) -> None:
        self._tactics = tactics
        self.seconds: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tactics, name)

    def next_step(self, table: Table, policies: Mapping[str, str]) -> Step:
        began = time.process_time()
        step = self._tactics.next_step(table, policies)
        self.seconds["choosing"] += time.process_time() - began  # type: ignore[assignment]
        return step

    def perform(self, command: Command, table: Table, dice: Dice) -> None:
        began = time.process_time()
        try:
            at_once(command, table, dice)
        finally:
            self.seconds[command.label] += time.process_time() - began  # type: ignore[assignment]


def clocked(rehearser: Rehearser, numbers: range) -> Counter[str]:
    """The share of the time that each part takes, in fights after many of their kind have been played."""
    clock = Clock(rehearser.plan.tactics)
    plan = replace(rehearser.plan, tactics=clock)
    began = time.process_time()
    for number in numbers:
        Fight(plan, rehearser.stage.table(), plan.dice(number), clock.perform).play_out()
    whole = time.process_time() - began
    clock.seconds["all else"] = whole - clock.seconds.total()  # type: ignore[assignment]
    return Counter({part: seconds / whole for part, seconds in clock.seconds.items()})


def tell_parts(parts: Counter[str]) -> None:
    print("time: " + ", ".join(f"{part.lower()} {share:.0%}" for part, share in parts.most_common(12)))


def tell_calls(rehearser: Rehearser, chunk: int) -> None:
    """Print the calls that a fight takes, and the share of cached questions that were asked before."""
    before, profile = _kept(rehearser), cProfile.Profile()
    profile.runcall(rehearser.chunk, chunk, COUNTED)
    stats = pstats.Stats(profile)
    calls: Mapping[Any, Any] = stats.stats  # type: ignore[attr-defined]
    asked = sum(told[0] for (file, _, name), told in calls.items() if file == state_cache.__file__ and name == "look")
    print(f"{stats.total_calls // COUNTED:,} calls a fight")  # type: ignore[attr-defined]
    print(f"{asked // COUNTED:,} questions a fight, {1 - (_kept(rehearser) - before) / asked:.2%} of them known")


def _kept(rehearser: Rehearser) -> int:
    return sum(states.size for states in rehearser.stage.states.values())


def tell(forecast: Forecast) -> None:
    for side in forecast.plan.setting.sides:
        share = forecast.victory(side)
        print(f"{side}: {share.share:.1%} ({share.least:.1%} to {share.most:.1%}), {forecast.difficulty(side)}")
    print(f"rounds {forecast.rounds}, undecided {forecast.undecided.share:.1%}")
    for one in forecast.people():
        gauges = ", ".join(f"{key} {s.mean:.1f} ({s.least} to {s.most})" for key, s in one.gauges.items())
        print(f"  {one.name:18} falls {one.falls.share:5.1%}, dies {one.dies.share:5.1%}; {gauges}")
    for decider in forecast.deciders()[:3]:
        print(
            f"  hangs on {decider.name}: {decider.standing:.0%} while they stand, {decider.fallen:.0%} once they fell"
        )


def profiled(plan: Plan, fights: int) -> None:
    rehearser, profile = Rehearser(plan), cProfile.Profile(time.process_time)
    rehearser.play(fights)
    profile.enable()
    rehearser.chunk(1, fights)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(45)
    pstats.Stats(profile).sort_stats("cumtime").print_stats(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fights", type=int, nargs="?", default=1000)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    plan = demo_plan()
    gc.freeze()
    if given.plain:
        print(f"{given.fights / plainly(plan, given.fights):.2f} fights a second at an ordinary table")
    elif given.profile:
        profiled(plan, given.fights)
    else:
        measure(plan, given.fights)


if __name__ == "__main__":
    main()
