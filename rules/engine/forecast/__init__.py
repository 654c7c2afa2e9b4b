"""Forecasts: a fight played thousands of times by the rules of its game, and what came of it counted.

A :class:`Plan` says which fight (`setting`), by whose tactics (`tactics`) and from which seed; a :class:`Rehearser`
plays it in chunks whose tallies add up (`tally`); a :class:`Forecast` reads them.
"""

from rules.engine.forecast.playing import Plan
from rules.engine.forecast.reading import Forecast, compare, foresee
from rules.engine.forecast.rehearsal import CHUNK, Rehearser, in_chunks
from rules.engine.forecast.setting import Setting
from rules.engine.forecast.tally import Share, Spread, Tally, total, wilson

__all__ = [
    "CHUNK",
    "Forecast",
    "Plan",
    "Rehearser",
    "Setting",
    "Share",
    "Spread",
    "Tally",
    "compare",
    "foresee",
    "in_chunks",
    "total",
    "wilson",
]
