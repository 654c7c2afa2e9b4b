"""Experience that is given to several skills at once, and who shares it (D-6).

The book gives experience to whole groups and to one of several skills, and leaves open how it is split. Here all that
is given to the same skills is one pot, and its owner says which of them share it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.kernel import Sheet, lying_open
from rules.systems.sda.content import skills
from rules.systems.sda.content.life_entries import Chapter, Reason
from rules.systems.sda.content.life_parts import Learnt
from rules.systems.sda.content.skills import GROUPS, SKILLS
from rules.systems.sda.core.rolls import listed, skill_price
from rules.systems.sda.creation.life.life import Life


@dataclass(frozen=True, slots=True)
class Pot:
    """Experience by source, and the skills that may share it. With ``each``, up to ``most`` skills get that much."""

    key: str
    label: str
    skills: tuple[str, ...]
    parts: tuple[tuple[str, int], ...]
    each: int = 0
    most: int = 0

    @property
    def xp(self) -> int:
        return self.each or sum(xp for _, xp in self.parts)

    @property
    def sources(self) -> str:
        return listed(list(dict.fromkeys(source for source, _ in self.parts)))

    def offered(self, choices: Mapping[str, Any]) -> Sequence[str]:
        """The skills that may be chosen now; those that a campaign keeps back only if they are chosen already."""
        held, book = choices.get("shared") or (), lying_open()
        return [key for key in self.skills if book.offers(key) or f"{self.key}/{key}" in held]

    def split(self, among: Sequence[str]) -> Iterator[tuple[str, str, int]]:
        """Triples of source, skill and experience where those skills share the pot; the first take the odd points."""
        for source, xp in self.parts:
            shares = [self.each] * len(among) if self.each else even_shares(xp, len(among))
            yield from ((source, skill, share) for skill, share in zip(among, shares, strict=True) if share)


def even_shares(xp: int, count: int) -> list[int]:
    """``count`` shares of ``xp``, as even as whole numbers are, larger ones first.

    >>> even_shares(4, 3)
    [2, 1, 1]
    """
    return [xp // count + (place < xp % count) for place in range(count)]


def learnt_in(life: Life) -> Iterator[tuple[Chapter, Learnt]]:
    """The experience that chapters give, each with its chapter."""
    for chapter in life.chapters:
        yield from ((chapter, learnt) for learnt in chapter.experience)
    if life.reason and life.occupations:
        again = sorted(life.occupations[-1].experience, key=lambda learnt: -learnt.xp)
        for learnt, xp in zip(again, life.reason.of_occupation, strict=False):
            yield life.reason, Learnt(xp, learnt.of)


def is_plain(learnt: Learnt) -> bool:
    """Whether experience is all of one skill."""
    return len(learnt.of) == 1 and learnt.of[0] in SKILLS


def pots(life: Life) -> tuple[Pot, ...]:
    """The pots of experience to be shared, in the order in which they came."""
    found: dict[str, Pot] = {}
    for chapter, learnt in learnt_in(life):
        if not is_plain(learnt):
            key = "+".join(learnt.of)
            before = found[key].parts if key in found else ()
            names = [(GROUPS[one] if one in GROUPS else SKILLS[one]).name for one in learnt.of]
            found[key] = Pot(key, listed(names, "or"), members(learnt.of), (*before, (chapter.name, learnt.xp)))
    if life.reason and life.reason.any_count:
        found["any"] = _of_no_occupation(life, life.reason)
    return tuple(found.values())


def members(names: Collection[str]) -> tuple[str, ...]:
    """The skills that are meant by names of skills and groups."""
    meant = ([one.key for one in skills.members(GROUPS[name])] if name in GROUPS else [name] for name in names)
    return tuple(dict.fromkeys(skill for each in meant for skill in each))


def _of_no_occupation(life: Life, reason: Reason) -> Pot:
    known = {skill for one in life.occupations for learnt in one.experience for skill in members(learnt.of)}
    left = tuple(key for key in skills.open_to() if key not in known)
    label = f"{reason.any_count} skills outside your trade"
    parts = ((reason.name, reason.any_xp),)
    return Pot("any", label, left, parts, each=reason.any_xp, most=reason.any_count)


def shared(life: Life, sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The skills that share each pot: as chosen, otherwise those that gain most. The sheet has all other experience."""
    picked = [tuple(value.rpartition("/")[::2]) for value in life.choices.get("shared") or ()]
    held = {key: sheet.xp("skill", key) for key in SKILLS}
    found = {}
    for pot in pots(life):
        chosen = tuple(skill for key, skill in picked if key == pot.key and skill in pot.skills)
        among = chosen[: pot.most or None] or _best(sheet, pot, held)
        for _, skill, xp in pot.split(among):
            held[skill] += xp
        found[pot.key] = among
    return found


def _best(sheet: Sheet, pot: Pot, held: dict[str, int]) -> tuple[str, ...]:
    """The skills that gain most by a pot: first those that reach a rank by it, then those with most experience."""

    def reaches(skill: str) -> tuple[bool, int]:
        return held[skill] < skill_price(sheet, SKILLS[skill]) <= held[skill] + pot.xp, held[skill]

    return tuple(sorted(pot.offered({}) or pot.skills, key=reaches, reverse=True)[: pot.most or 1])
