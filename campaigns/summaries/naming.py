"""People in prose: the party by name, creatures with their article, several of a kind counted."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rules.engine.kernel import CLOSED, opened
from rules.registry import system_named

_NUMBERED = re.compile(r" (?:[A-Z]|\d{1,3})$")
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
WHOLE_PARTY = "the whole party"
#: Words before a name by which nobody is called alone.
_TITLES = frozenset({
    "old", "young", "big", "little", "tall", "fat", "thin", "black", "white", "red", "grey", "green",
    "mad", "good", "bad", "brave", "lame", "one-eyed", "the", "a", "an", "mother", "father", "brother",
    "sister", "uncle", "aunt", "granny", "master", "mistress", "sir", "lady", "lord", "dame", "captain", "sergeant",
    "doctor", "count", "countess", "baron", "duke", "duchess", "prince", "princess", "king", "queen", "saint",
    "von", "van", "de"
})  # fmt: skip
_ENDINGS = {
    "fe": "ves", "lf": "lves", "af": "aves", "man": "men", "s": "ses", "x": "xes", "ch": "ches", "sh": "shes"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a session by id and name, and which of them are the party."""

    names: Mapping[str, str]
    party: frozenset[str]
    creatures: frozenset[str]

    def name(self, who: str, among: Iterable[str] = ()) -> str:
        """The name of somebody in a sentence: ``Rook``, ``the draugr``, ``the second guard``.

        Where several of a kind are ``among`` the people, each has the number that it has at the table, or its place
        among them where they are all called the same.
        """
        kind = self._kind_of(who)
        if not kind:
            return self.names.get(who) or "somebody"
        alike = self.alike(who, among)
        if len(alike) > 1 and who not in alike:
            return f"one of the {plural(kind)}"
        if len(alike) < 2:
            return f"the {kind}"
        ordinal = self.ordinal(who, alike)
        return f"{ordinal} {kind}" if ordinal else f"{kind} {self._number(who, alike)}"

    def ordinal(self, who: str, alike: Sequence[str]) -> str:
        """The place of a creature among those ``alike`` (``the second``); empty where there is no short word for it."""
        number = self._number(who, alike)
        return f"the {_ORDINALS[number]}" if number < len(_ORDINALS) else ""

    def _number(self, who: str, alike: Sequence[str]) -> int:
        numbers = [_number_of(self.names[one]) for one in alike]
        place = alike.index(who)
        return numbers[place] if len(set(numbers)) == len(numbers) else place + 1

    def alike(self, who: str, among: Iterable[str]) -> list[str]:
        """The creatures of somebody's kind ``among`` people; none are like somebody who has a name."""
        kind = self._kind_of(who)
        return [one for one in among if kind and self._kind_of(one) == kind]

    def every(self, alike: Sequence[str]) -> str:
        """All creatures of a kind that are there: ``both skeletons``, ``all three bandits``."""
        return f"{every(alike)} {plural(self._kind_of(alike[0]))}"

    @property
    def first_names(self) -> dict[str, str]:
        """The first name of each of the party who can be called by it, by their whole name."""
        words = Counter(word for name in self.names.values() for word in set(name.split()))
        found = {}
        for who in self.party & self.names.keys():
            first, _, more = self.names[who].partition(" ")
            if more and words[first] == 1 and len(first) > 1 and first.casefold() not in _TITLES:
                found[self.names[who]] = first
        return found

    def pronoun(self, who: str) -> str:
        """The word for somebody who was just named: a creature is ``it``, of all others only the name is known."""
        return "it" if self._kind_of(who) else self.name(who)

    def _kind_of(self, who: str) -> str:
        """The kind of a creature within a sentence; empty for everybody who has a name."""
        base = _NUMBERED.sub("", self.names.get(who, ""))
        return _kind(base) if who not in self.party and _kind(base) in self.creatures else ""

    def all_of(self, people: Iterable[str]) -> str:
        """Several people within a sentence: names first, then creatures, those of a kind counted."""
        listed = list(dict.fromkeys(people))
        first = [WHOLE_PARTY] if len(self.party) > 2 and self.party <= set(listed) else []
        if first:
            listed = [who for who in listed if who not in self.party]
        kinds: Counter[str] = Counter()
        alone: list[str] = []
        for who in listed:
            if kind := self._kind_of(who):
                kinds[kind] += 1
            else:
                alone.append(self.names.get(who) or "somebody")
        counted = [_counted(kind, count) for kind, count in kinds.items()]
        return listing([*first, *alone, *counted])


def _number_of(name: str) -> int:
    """The number of a creature among those of its kind: the first has none in its name.

    >>> _number_of("Guard"), _number_of("Guard 2"), _number_of("Guard C")
    (1, 2, 3)
    """
    found = _NUMBERED.search(name)
    if not found:
        return 1
    sign = found[0].strip()
    return int(sign) if sign.isdecimal() else ord(sign) - ord("A") + 1


def _kind(name: str) -> str:
    """A creature's kind within a sentence: ``Guard, Veteran`` is a veteran guard."""
    first, _, more = name.partition(", ")
    return f"{more} {first}".lower() if more else name.lower()


def _counted(kind: str, count: int) -> str:
    if count == 1:
        return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"
    return f"{number_word(count)} {plural(kind)}"


def plural(noun: str) -> str:
    """The plural of a noun, by the rules that creatures of our books need.

    >>> plural("wolf"), plural("ogre mercenary"), plural("witch"), plural("fen man"), plural("skeleton")
    ('wolves', 'ogre mercenaries', 'witches', 'fen men', 'skeletons')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    for ending, many in _ENDINGS.items():
        if noun.endswith(ending):
            return noun[: -len(ending)] + many
    return f"{noun}s"


def number_word(count: int) -> str:
    """A number as prose says it: small ones as words."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else f"{count:,}"


def every(alike: Sequence[str]) -> str:
    """The word for all of several: ``both``, ``all three``."""
    return "both" if len(alike) == 2 else f"all {number_word(len(alike))}"


def listing(words: Sequence[str]) -> str:
    """Words as a list within a sentence.

    >>> listing(["Rook"]), listing(["Rook", "Mira", "Old Henk"])
    ('Rook', 'Rook, Mira and Old Henk')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def sentence(words: str) -> str:
    """Words as a sentence: a capital first, a full stop last."""
    words = words.strip()
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?", "…", "”")) else ".")


@cache
def creatures_of(slug: str) -> frozenset[str]:
    """The kinds of the creatures of a game's own bestiary: what a campaign added stays out, for it may be secret."""
    with opened(CLOSED):
        return frozenset(_kind(one.name) for one in system_named(slug).compendium().get("creatures", ()))
