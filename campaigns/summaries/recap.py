"""Where were we? A session in a few lines, which end where it stopped."""

import re
from collections.abc import Iterator, Sequence

from campaigns.journal.markdown import plain
from campaigns.summaries.fight_prose import STANDING
from campaigns.summaries.happenings import FightTold, Quiet, SceneDigest
from campaigns.summaries.naming import Cast, listing, number_word, sentence
from campaigns.summaries.prose import days_of
from campaigns.summaries.version import SceneTold, Version

#: The most lines of a recap, and the most letters of a paragraph that it repeats.
LINES, _SHORT = 5, 160
#: The most sentences on spoils, the latest: what foes had on them, what it was split into, and who took what.
_SPOILS = 8
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…][”’\")])\s+|(?<=[.!?…])\s+")


def recap(
    scenes: Sequence[SceneDigest], cast: Cast, told: Sequence[SceneTold], left: Sequence[str] = ()
) -> tuple[str, ...]:
    """The session in five lines at most: its scenes, its last fights, its dead, spoils, and how and when it ended.

    Where there is more to tell the first lines give way, never the end.
    """
    happenings = [one for scene in scenes for one in scene.happenings]
    fights = [one for one in happenings if isinstance(one, FightTold)]
    titles = [scene.title for scene in scenes if scene.title]
    dead = [who for fight in fights for who in fight.side(party=True) if who in fight.down("death")]
    found = [sentence(f"Scenes: {listing(titles)}")] if titles else []
    found += [_in_a_line(fight, cast) for fight in fights[-2:] if fight.side(party=False)]
    found += [sentence(f"You lost {cast.all_of(dead)}")] if dead else []
    found += [" ".join(left)] if left else []
    found += _after(happenings, cast, told)
    return tuple(found[-LINES:])


def _after(happenings: Sequence[FightTold | Quiet], cast: Cast, told: Sequence[SceneTold]) -> Iterator[str]:
    """The spoils of a session, and the time that passed at its end or, where none did, what was done there."""
    quiet = [one for one in happenings if isinstance(one, Quiet)]
    spoils = [one for each in quiet for one in each.spoils][-_SPOILS:]
    if spoils:
        yield " ".join(map(sentence, spoils))
    last = quiet[-1] if quiet else Quiet()
    if happenings and last is happenings[-1]:
        if last.minutes or last.healed:
            yield " ".join(map(sentence, days_of(last, cast)))
        elif not last.spoils and told and told[-1].paragraphs:
            yield _shortened(told[-1].paragraphs[-1])
    elif last.date:
        yield sentence(f"It is {last.date}")


def recap_of(text: str, made: Version) -> tuple[str, ...]:
    """The recap of a session: the beginning of the story that the game master wrote in Markdown, or what was made."""
    paragraphs = re.sub(r"(?m)^#.*$", "", text).split("\n\n")
    lines = [line for paragraph in paragraphs for line in _lines(plain(paragraph))]
    return tuple(lines[:LINES]) or made.recap


def _lines(paragraph: str) -> Iterator[str]:
    """A paragraph as lines of whole sentences, as many in each as there is room for."""
    line = ""
    for one in filter(None, map(str.strip, _BETWEEN_SENTENCES.split(paragraph))):
        if line and len(line) + len(one) >= _SHORT:
            yield line
            line = ""
        line = f"{line} {one}".strip()
    if line:
        yield line


def _shortened(paragraph: str) -> str:
    """The sentences of a paragraph for which there is room, at least the beginning of its first."""
    first = next(_lines(paragraph))
    return f"{first[:_SHORT].rpartition(' ')[0]} …" if len(first) > _SHORT else first


def _in_a_line(fight: FightTold, cast: Cast) -> str:
    """A fight by its foes and what became of them, with the words on who won."""
    foes = fight.side(party=False)
    down, count = len([who for who in foes if fight.fates.get(who) in ("dead", "down")]), len(foes)
    how = f"{number_word(down)} of {number_word(count)} {'is' if down == 1 else 'are'} down"
    if count == 1:
        how = f"{cast.pronoun(foes[0])} is {'' if down else 'not '}down"
    elif not down or down == count:
        how = "all are down" if down else "nobody is down"
    if standing := len([who for who in foes if who not in fight.fates]) if down and fight.is_over else 0:
        how += f" and {number_word(standing)} {STANDING[standing > 1]}"
    if fight.last_round and not (fight.is_over or fight.ends_later):
        how += f", and round {fight.last_round} goes on"
    outcome = sentence(fight.outcome) if fight.outcome else ""
    return f"{sentence(f'{fight.name}: you fought {cast.all_of(foes)}; {how}')} {outcome}".strip()
