"""Turns of phrase of which fights are told, each in its turn."""

OPENINGS = (
    ("{party} face {foes}", "{party} faces {foes}"),
    ("{party} run into {foes}", "{party} runs into {foes}"),
    ("{party} stand against {foes}", "{party} stands against {foes}"),
    ("{party} cross blades with {foes}", "{party} crosses blades with {foes}"),
)
DEATHS = (
    ("{by} kills {who}{armed}", "{who} dies at the hands of {by}", "{who} is killed by {by}{armed}"),
    ("{who} dies", "{who} is dead", "{who} does not live through the fight"),
)
BRUSHES = (
    ("{by} all but kills {who}{armed}", "{who} is all but dead at the hands of {by}"),
    ("{who} is all but dead",),
)
FALLS = (
    ("{by} brings {who} down{armed}", "{who} goes down under the blows of {by}", "{by} fells {who}{armed}"),
    ("{who} goes down", "{who} is down", "{who} is out of the fight"),
)
#: Of a fall by a single blow.
STRUCK = ("{by} fells {who}{armed}", "{by} brings {who} down{armed}")
REVEALED = ("{who} comes out of hiding", "Out of nowhere comes {who}")
AMBUSHES = ("{who} goes for {by} out of hiding", "Out of hiding {who} goes for {by}")
BLOWS = (
    "The hardest blow comes from {by}{armed}: {amount} on {who}",
    "Nobody hits harder than {by}{armed}: {amount} on {who}",
    "The blow to remember is {by}’s on {who}{armed}: {amount}",
)
WON = (
    "After {rounds} no foe is left standing",
    "The last foe is down after {rounds}",
    "The fight is won after {rounds}",
)
ENDED = ("It ends after {rounds}", "After {rounds} it is over")
LOST = ("After {rounds} none of the party is left standing", "The last of the party is down after {rounds}")
OPEN = (
    "Round {at} is still being fought",
    "It is not over: round {at} goes on",
    "Nobody has won yet, and it is round {at}",
)
#: Of foes whom nobody beat, one and several.
STANDING = ("is still standing", "are still standing")
FATES = {
    "dead": ("is dead", "are dead"),
    "down": ("is down", "are down"),
    "gone": ("gets away", "get away"),
    "": STANDING,
}
DOWN = ("Every foe is down by round {at}", "By round {at} no foe is left standing")


class Variety:
    """Turns of phrase, each in its turn, so that none comes twice in a row."""

    def __init__(self) -> None:
        self._used: dict[object, int] = {}

    def __call__(self, phrases: tuple[str, ...]) -> str:
        at = self._used.get(phrases, 0)
        self._used[phrases] = at + 1
        return phrases[at % len(phrases)]

    def one_of(self, pairs: tuple[tuple[str, str], ...], *, singular: bool) -> str:
        """The next of phrases that have a form for several and one for one."""
        at = self._used.get(pairs, 0)
        self._used[pairs] = at + 1
        return pairs[at % len(pairs)][singular]


def armed(weapon: str) -> str:
    """The words on what somebody struck with; empty where that is not known.

    >>> armed("One-handed sword"), armed("Fire magic"), armed("Ice Fang"), armed("")
    (' with the one-handed sword', ' with fire magic', ' with the Ice Fang', '')
    >>> armed("Longsword, half-swording")
    ' with the longsword'
    """
    if not weapon:
        return ""
    weapon = weapon.partition(",")[0]
    called = weapon if weapon[1:] != weapon[1:].lower() else weapon.lower()
    return f" with {'' if called.endswith(' magic') else 'the '}{called}"
