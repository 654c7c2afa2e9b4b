"""Calls: what waits for somebody in the fights of a campaign, told on every page of it: they are asked, it is their
turn, or a fight of theirs has begun.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from campaigns.audience import access, viewers
from campaigns.audience import encounters as audience_encounters
from campaigns.audience.viewers import Viewer
from campaigns.models import Membership
from campaigns.models.documents import all_sheets
from campaigns.play.ask_forms import answers_to
from campaigns.play.forms import CommandForm
from campaigns.play.game import lay_out
from combat.models import Encounter
from rules.engine.kernel import Encounter as State
from rules.engine.kernel import in_words

#: The most fights that are looked through, the newest ones.
MOST_FIGHTS = 12


@dataclass(frozen=True, slots=True)
class Call:
    """A decision that somebody waits for, in a sentence: an ask, or (``is_turn``) somebody's turn.

    ``mine`` are those that the viewer has to answer; of the others nothing is told but of whom they are.
    One that ``begins`` waits for nothing: it tells whoever plays ``who`` in the first round that the fight has begun.
    """

    key: str
    encounter: str
    who: str
    name: str
    title: str
    mine: bool
    is_turn: bool = False
    begins: bool = False
    #: The name of the fight.
    fight: str = ""
    #: The answers to a question for the game master that leave nothing to choose: given right where it is read.
    answers: tuple[CommandForm, ...] = ()


def calls(member: Membership) -> list[Call]:
    """The calls of all fights that the member may open, their own first."""
    people = viewers.people(member)
    viewer = viewers.viewer(member, people)
    fights = list(_fights(member, viewer))
    names = _names(member, (state for _, state in fights))
    others = frozenset(one.public_id for one in people if one.played_by_another(member.user_id))
    found: list[Call] = []
    for encounter, state in fights:
        inside = _in_fight(encounter.public_id, state, names, viewer, others)
        waiting = [replace(call, fight=encounter.name, answers=_plain_answers(member, state, call)) for call in inside]
        found += waiting if any(call.mine for call in waiting) else [*waiting, *_begun(encounter, state, viewer)]
    return sorted(found, key=lambda call: not call.mine)


def _begun(encounter: Encounter, state: State, viewer: Viewer) -> Iterator[Call]:
    """The beginning of a fight, while its first round lasts, for players who take part in it."""
    who = next((who for who in state.combatants if who in viewer.plays), "")
    if who and state.stage == "fighting" and state.round <= 1:
        yield Call(f"begun {encounter.public_id}", encounter.public_id, who, "", encounter.name, False, begins=True)


def _fights(member: Membership, viewer: Viewer) -> Iterator[tuple[Encounter, State]]:
    """The fights that are going on, each as the viewer may see it."""
    listed = access.visible(member, Encounter.objects.filter(last_number__gt=0)).order_by("-pk")
    for encounter in listed[:MOST_FIGHTS]:
        seen = audience_encounters.seen_encounter(encounter.state, viewer)
        if seen.stage == "fighting" or seen.asks:
            yield encounter, seen


def _names(member: Membership, states: Iterable[State]) -> Mapping[str, str]:
    """The names of those who take part, as far as the viewer knows."""
    there = {who for state in states for who in state.combatants}
    return dict(all_sheets().filter(campaign=member.campaign_id, public_id__in=there).values_list("public_id", "name"))


def _in_fight(
    encounter: str, state: State, names: Mapping[str, str], viewer: Viewer, others: frozenset[str]
) -> Iterator[Call]:
    for ask in state.asks.values():
        mine = viewer.is_gm if ask.for_gm else _is_mine(ask.to, viewer, others)
        title = in_words(ask.title, names) if mine else ""
        # A question for the game master names whom it is about itself.
        name = "" if ask.for_gm else names.get(ask.to, "")
        yield Call(ask.key, encounter, ask.to, name, title, mine)
    current = state.current
    if current and current.who in state.combatants and not state.pressing:
        mine = _is_mine(current.who, viewer, others)
        yield Call(current.key, encounter, current.who, names.get(current.who, ""), "", mine, is_turn=True)


def _plain_answers(member: Membership, state: State, call: Call) -> tuple[CommandForm, ...]:
    """The answers to what a game master is asked, if none of them leaves anything to choose."""
    ask = state.asks.get(call.key)
    if ask is None or not ask.for_gm or not call.mine:
        return ()
    forms = [answer.form for answer in answers_to(lay_out(member, ask.to, call.encounter), ask)]
    # Nothing of the fight is looked at to answer: whatever else has happened there meanwhile, no answer is late.
    return () if any(form.decided for form in forms) else tuple(replace(form, seen=None) for form in forms)


def _is_mine(who: str, viewer: Viewer, others: frozenset[str]) -> bool:
    """Whether the viewer decides for somebody: players for those they play, a game master for all but the others’."""
    return who not in others if viewer.is_gm else who in viewer.plays
