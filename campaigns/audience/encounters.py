"""Encounters as a viewer may see them: without those who hide, and without their turns."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import reduce
from operator import or_

from django.db.models import Q

from campaigns.audience import access, redaction
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Viewer
from campaigns.models import Membership, Role
from campaigns.models.documents import Document, all_scenes, all_sheets
from rules import codec
from rules.engine.fight import barriers_in_sight
from rules.engine.kernel import FOR_GM, Ask, Combatant, Encounter, Order, Rung, facts

#: Facts that lead from turn to turn.
_ON_THE_WAY = (facts.StageSet, facts.RoundBegan, facts.TurnBegan, facts.TurnEnded)


def hidden_in(encounter: Encounter) -> Hidden:
    """The ids of those who take part without the players knowing."""
    return Hidden(who for who, combatant in encounter.combatants.items() if combatant.hidden)


def known_encounter(encounter: Encounter, viewer: Viewer) -> Encounter:
    """The encounter as far as the viewer knows who takes part: what the rules offer them is built from this."""
    hidden = frozenset() if viewer.is_gm else hidden_in(encounter)
    if viewer.is_gm or not (hidden or encounter.fog):
        return encounter
    known, order = copy(encounter), shown_order(encounter)
    known.barriers = barriers_in_sight(encounter.fog, encounter.barriers)
    known.combatants = {
        who: replace(c, budgets=order.budgets.get(who, c.budgets))
        for who, c in encounter.combatants.items()
        if who not in hidden
    }
    known.ladder = [rung for rung in order.ladder if rung.who in known.combatants]
    known.asks = {key: ask for key, ask in encounter.asks.items() if ask.to not in hidden}
    known.stage, known.round, known.shown = order.stage, order.round, None
    if not known.asks:
        known.memo = order.memo
    known.turn = order.turn if any(rung.key == order.turn for rung in known.ladder) else ""
    return known


def seen_encounter(encounter: Encounter, viewer: Viewer) -> Encounter:
    """The encounter as a viewer may see it: others' asks without their content, no memo, no foes' budgets."""
    if viewer.is_gm:
        return encounter
    known = copy(known_encounter(encounter, viewer))
    known.combatants = {who: _seen_combatant(who, c, viewer) for who, c in known.combatants.items()}
    hidden = hidden_in(encounter)
    known.asks = {key: seen_ask(ask, viewer, hidden) for key, ask in known.asks.items()}
    known.memo = {}
    known.asked = {}
    return known


def _seen_combatant(who: str, combatant: Combatant, viewer: Viewer) -> Combatant:
    return combatant if who in viewer.open_sheets else replace(combatant, budgets={})


def seen_ask(ask: Ask, viewer: Viewer, hidden: Hidden) -> Ask:
    """The ask as a viewer may see it: of others' asks only that they wait, in their own nothing of who hides."""
    if viewer.is_gm:
        return ask
    if ask.to not in viewer.plays or ask.for_gm:
        return Ask(ask.key, ask.to, "", (), {FOR_GM: True} if ask.for_gm else {})
    return redaction.without(ask, hidden)


def unspoken_in(encounter: Encounter, names: Mapping[str, str]) -> dict[str, str]:
    """The names not to be said in refusals, by id: of those who hide, empty where somebody in sight bears it too."""
    hidden = hidden_in(encounter)
    said = {name for who, name in names.items() if who in encounter.combatants and who not in hidden}
    return {who: "" if (name := names.get(who, "")) in said else name for who in hidden}


# -- the order of a fight ----------------------------------------------------------------------------------------------


def order_for(encounter: Encounter, *, is_gm: bool) -> Order:
    """The order of a fight as somebody sees it: its stage, round, turn and ladder."""
    return encounter.order if is_gm else shown_order(encounter)


def shown_order(encounter: Encounter) -> Order:
    """The order of a fight as players see it."""
    return encounter.shown or encounter.order


def settle(encounter: Encounter, before: Order, happened: Iterable[facts.Fact]) -> None:
    """Set the order that players see after an entry: while somebody hidden has the turn, the one from ``before`` it.

    So neither their turn nor its length shows: to players the turn that they saw last goes on until the next that they
    can see begins. Where the ladder is changed meanwhile, they see it.
    """
    current = encounter.current
    if not current or current.who not in hidden_in(encounter):
        encounter.shown = None
    elif changes_ladder(happened):
        encounter.shown = replace(before, ladder=done_as_in(before.ladder, encounter.ladder))
    else:
        encounter.shown = before


def changes_ladder(happened: Iterable[facts.Fact]) -> bool:
    """Whether the ladder is changed otherwise than by the way from turn to turn."""
    kinds = {type(fact) for fact in happened}
    return facts.LadderSet in kinds and kinds.isdisjoint(_ON_THE_WAY)


def done_as_in(shown: Iterable[Rung], rungs: Iterable[Rung]) -> tuple[Rung, ...]:
    """The ``rungs``, each done if players saw it done (``shown``); one that they did not see stays as it is."""
    done = {rung.key: rung.done for rung in shown}
    return tuple(replace(rung, done=done.get(rung.key, rung.done)) for rung in rungs)


def waits_in_hiding(encounter: Encounter) -> bool:
    """Whether the fight waits for somebody of whom players do not know: it is their turn, or they are asked."""
    hidden = hidden_in(encounter)
    return encounter.shown is not None or any(ask.to in hidden for ask in encounter.pressing)


def next_in_sight(encounter: Encounter) -> Rung | None:
    """The rung of this round that is next to act as players see it: whoever hides before it makes no difference."""
    if encounter.shown and encounter.shown.round != encounter.round:
        return None
    hidden = hidden_in(encounter)
    return next((rung for rung in encounter.ladder if not rung.done and rung.who not in hidden), None)


# -- encounters of a campaign ------------------------------------------------------------------------------------------


def scenes(member: Membership) -> list[Document]:
    """The encounters that the member may open, the latest first."""
    return list(access.visible(member, all_scenes().order_by("-pk")))


def unknown_to_players(campaign_pk: int, text: str) -> Hidden:
    """The ids of people in a sheet's text of whom players do not know now: secret or hiding, met nowhere."""
    listed = {who: secret for who, secret in _secrecy(campaign_pk).items() if who in text}
    if not listed:
        return NOBODY
    hiding, met = _hiding_and_met(campaign_pk, listed)
    return Hidden(who for who, secret in listed.items() if (secret or who in hiding) and who not in met)


def fights(member: Membership) -> list[tuple[Document, Encounter]]:
    """The fights under way that the member may open, as they stand; the latest first."""
    there = access.visible(member, all_scenes().filter(body__contains='"fighting"').order_by("-pk"))
    states = [(scene, codec.encounter_from(scene.body)) for scene in there if not scene.is_archived]
    return [(scene, state) for scene, state in states if state.stage == "fighting"]


def is_fighting(member: Membership, who: str) -> bool:
    """Whether somebody takes part in a fight under way that the member may open."""
    return any(who in state.combatants for _, state in fights(member))


def is_met(campaign_pk: int, who: str) -> bool:
    """Whether players see somebody in an encounter that is open to them, whether or not the sheet is."""
    return who in _secrecy(campaign_pk) and who in _hiding_and_met(campaign_pk, [who])[1]


def _secrecy(campaign_pk: int) -> dict[str, bool]:
    """Whether people are secret, by id."""
    sheets = all_sheets().filter(campaign=campaign_pk, void=False)
    return dict(sheets.values_list("public_id", "secret"))


def _hiding_and_met(campaign_pk: int, people: Iterable[str]) -> tuple[set[str], set[str]]:
    """The ids of those hidden in encounters that players know of and ``people`` are in, and of those seen in them."""
    hiding, met = set[str](), set[str]()
    there = reduce(or_, (Q(body__contains=who) for who in people))
    for scene in all_scenes().filter(there, access.open_to(Role.PLAYER), campaign=campaign_pk):
        state = codec.encounter_from(scene.body)
        hidden = hidden_in(state)
        hiding |= hidden
        met |= state.combatants.keys() - hidden
    return hiding, met
