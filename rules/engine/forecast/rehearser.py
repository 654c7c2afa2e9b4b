"""Many fights of one plan, played and counted in chunks that add up."""

from collections.abc import Iterator

from rules.engine.forecast.playing import Ending, Fight, Plan, at_once
from rules.engine.forecast.rehearsal import Stage
from rules.engine.forecast.tally import Tally
from rules.engine.kernel import Sheet, Table

#: The number of fights in a chunk, which a worker plays between two looks at whether to go on.
CHUNK = 100


class Rehearser:
    """A player of a plan's fights; results that it caches in one fight serve all that follow."""

    def __init__(self, plan: Plan, stage: Stage | None = None) -> None:
        """Begin to rehearse; ``stage`` is that of the same fight, if it was rehearsed from another seed before."""
        self.plan = plan
        self.stage = stage or Stage(plan.setting, plan.system.rank_range, plan.tactics.bonds)
        self._gauges = tuple(gauge.key for gauge in plan.tactics.gauges)
        self._before = {who: self._gauged(sheet) for who, sheet in plan.setting.sheets.items()}

    def chunk(self, number: int, size: int = CHUNK) -> Tally:
        """The tally of one chunk of the plan's fights, whoever counts it, and after which others."""
        return self._fights(range(number * size, (number + 1) * size))

    def play(self, fights: int) -> Tally:
        """The tally of the first ``fights`` fights."""
        return self._fights(range(fights))

    def _fights(self, numbers: range) -> Tally:
        tally = Tally()
        for number in numbers:
            table = self.stage.table()
            self._count(tally, table, Fight(self.plan, table, self.plan.dice(number), at_once).play_out())
        return tally

    def _count(self, tally: Tally, table: Table, ending: Ending) -> None:
        won = (ending.winner,) if ending.winner else ()
        tally.count("fights")
        tally.count("won", *won)
        tally.count("rounds", ending.rounds)
        tally.count("first", *ending.fell[:1])
        for who in ending.fell:
            tally.count("fell", who)
            if won:
                tally.count("fell", who, *won)
        for who, before in self._before.items():
            sheet = table.sheet(who)
            tally.count("fate", who, self.plan.tactics.fate(sheet))
            for gauge, was, now in zip(self._gauges, before, self._gauged(sheet), strict=True):
                tally.count("gauge", who, gauge, now - was)

    def _gauged(self, sheet: Sheet) -> tuple[int, ...]:
        return tuple(self.plan.tactics.gauge(sheet, gauge) for gauge in self._gauges)


def in_chunks(plan: Plan, fights: int, size: int = CHUNK) -> Iterator[Tally]:
    """The tallies of a plan's fights chunk by chunk, as one worker plays them; the last chunk is played in full."""
    rehearser = Rehearser(plan)
    return (rehearser.chunk(number, size) for number in range(-(-fights // size)))
