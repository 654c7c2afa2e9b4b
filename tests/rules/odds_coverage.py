"""Commands that roll show their odds before, and take real dice; exceptions stand here by name, with reasons."""

from rules.engine.kernel import Rolled
from tests.rules.legal_play import Played

#: What only goes on from turn to turn, in or out of the scene: the next cards are drawn, and a turn begins with what
#: befalls somebody; what an opening that was let pass, the last card to be chosen, the last who walks into an ambush, a
#: last stand (made or let pass), or somebody who yields to a push had kept waiting goes on as well. Who waits
#: lets the next turn begin.
GOING_ON = {
    *("turn.end", "turn.wait", "fight.next", "fight.leave", "fight.join", "fight.card", "fight.place"),
    *("free.pass", "counter.pass", "initiative.choose", "ambush.walk_in"),
    *("last_stand.pass", "last_stand.take", "drive.yield"),
}
#: Whoever is made at random looks at the whole of it instead, and throws again.
MADE = {"make.at_random", "making.random"}
#: What only follows from rolls that are made and were foretold: ego tests of those who failed completely.
SETTLING = {"test.share"}


def foretells_its_dice(played: Played) -> bool:
    """Whether a command that threw dice has odds, or a reason to have none."""
    kind = type(played.command)
    fell = any(isinstance(fact, Rolled) for fact in played.facts)
    return not fell or (kind.has_odds and kind.throws_dice) or kind.name in GOING_ON | MADE | SETTLING
