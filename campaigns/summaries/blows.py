"""Blows of a fight, by the figure that the log says of each: whoever looks one up there finds the same."""

import re
from collections.abc import Mapping

from campaigns.summaries.happenings import Blow, Strike
from rules.engine.kernel import Fact, facts
from rules.engine.system.protocol import Harm, Retelling

#: The end of a sentence on an attack: what was struck with.
_WEAPON = re.compile(r" \((?P<weapon>[^\W\d][^(){}]*)\)\.$")


def strike_in(told: facts.Told, before: Strike, retelling: Retelling) -> Strike:
    """The attack of somebody on somebody else of which a sentence tells, or what came of it ``before`` that.

    >>> game = Retelling(unarmed=("Fist",))
    >>> strike_in(facts.Told(("a", "b"), "{0} attacks {1} (Fire magic)."), Strike(), game)
    Strike(by='a', weapon='Fire magic')
    >>> strike_in(facts.Told(("a", "b"), "{0} attacks {1} (Fist)."), Strike(), game)
    Strike(by='a', weapon='')
    >>> strike_in(facts.Told(("a", "b"), "{0} clashes with {1}."), Strike("a", "Whip"), game)
    Strike(by='a', weapon='Whip')
    """
    found, by = _WEAPON.search(told.text), told.who[0]
    if found:
        return Strike(by, "" if found["weapon"] in retelling.unarmed else found["weapon"])
    return before if before.by == by else Strike(by)


def blow_in(fact: Fact, retelling: Retelling, struck: Mapping[str, Strike]) -> Blow | None:
    """The blow that a fact tells of; ``struck`` is the last attack on each. ``None`` where it tells of none."""
    match fact, retelling.blow:
        case facts.Judged(), Harm() as harm:
            return _dealt(fact, harm, struck)
        case facts.Told(text=text, who=[*_, victim] as who), str(pattern) if pattern:
            if found := re.match(pattern, text):
                last = struck.get(victim, Strike())
                by = who[0] if len(who) > 1 else last.by
                weapon = last.weapon if by == last.by else ""
                return Blow(by, victim, int(found["harm"].split()[0]), found["harm"], weapon)
    return None


def _dealt(judged: facts.Judged, harm: Harm, struck: Mapping[str, Strike]) -> Blow | None:
    if judged.verdict != harm.verdict:
        return None
    whom, hits = judged.numbers.get("whom"), judged.hits
    victim = whom if isinstance(whom, str) else judged.who
    last = struck.get(victim, Strike())
    by = judged.who if isinstance(whom, str) else last.by
    return Blow(
        by, victim, hits, f"{hits} {harm.one if hits == 1 else harm.many}", last.weapon if by == last.by else ""
    )
