"""Blows of a fight, by the figure that the log says of each: whoever looks one up there finds the same."""

import re
from collections.abc import Mapping

from campaigns.summaries.happenings import Blow
from rules.engine.kernel import Fact, facts
from rules.engine.system.protocol import Harm, Retelling


def blow_in(fact: Fact, retelling: Retelling, struck: Mapping[str, str]) -> Blow | None:
    """The blow that a fact tells of; ``struck`` names whoever struck last at each. ``None`` where it tells of none."""
    match fact, retelling.blow:
        case facts.Judged(), Harm() as harm:
            return _dealt(fact, harm, struck)
        case facts.Told(text=text, who=[*_, victim] as who), str(pattern) if pattern:
            if found := re.match(pattern, text):
                by = who[0] if len(who) > 1 else struck.get(victim, "")
                return Blow(by, victim, int(found["harm"].split()[0]), found["harm"])
    return None


def _dealt(judged: facts.Judged, harm: Harm, struck: Mapping[str, str]) -> Blow | None:
    if judged.verdict != harm.verdict:
        return None
    whom, hits = judged.numbers.get("whom"), judged.hits
    by, victim = (judged.who, whom) if isinstance(whom, str) else (struck.get(judged.who, ""), judged.who)
    return Blow(by, victim, hits, f"{hits} {harm.one if hits == 1 else harm.many}")
