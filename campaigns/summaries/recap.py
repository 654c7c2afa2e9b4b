"""Where were we? A session in a few lines, which end where it stopped."""

import re
from collections.abc import Iterator, Sequence

from campaigns.journal.markdown import plain
from campaigns.summaries.happenings import FightTold, Quiet, SceneDigest
from campaigns.summaries.naming import Cast, listing, number_word, sentence
from campaigns.summaries.phrases import STANDING
from campaigns.summaries.prose import days_of, is_one_fight, quietly
from campaigns.summaries.version import Version

#: The most lines of a recap, and the most letters of a paragraph that it repeats.
LINES, _SHORT = 5, 220
#: The most letters of a line in the game master's own words, whose paragraphs are kept whole as far as may be.
_LONG = 400
#: The most sentences on spoils, the latest: what foes had on them, and who took what.
_SPOILS = 6
#: The most sentences on spoils among which there is room for those on coins alone.
_FEW = 3
_WON = {"party": " and won", "foes": " and lost"}
_HEADING = re.compile(r"(?m)^#+[ \t]*(.*?)[ \t#]*$")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…][”’\")])\s+|(?<=[.!?…])\s+")


def recap(scenes: Sequence[SceneDigest], cast: Cast, left: Sequence[str] = ()) -> tuple[str, ...]:
    """The session in five lines at most: a line for each scene, then who was lost, what was found, and when it ended.

    Where there are more scenes the first are only named, in one line: what came last is what the next evening needs.
    """
    happenings = [one for scene in scenes for one in scene.happenings]
    danger = " ".join([*filter(None, [lost(scenes, cast)]), *left])
    end = [*([danger] if danger else []), *_after(happenings, cast)]
    told = [(scene.title, line) for scene in scenes for line in _of_scene(scene, cast)]
    room = LINES - len(end)
    if len(told) <= room:
        return (*(line for _, line in told), *end)
    later = {title for title, _ in told[1 - room :]}
    earlier = [title for title in dict.fromkeys(title for title, _ in told[: 1 - room]) if title and title not in later]
    before = [sentence(f"Before that: {listing(earlier)}")] if earlier else []
    return (*before, *(line for _, line in told[1 - room :]), *end)


def _of_scene(scene: SceneDigest, cast: Cast) -> Iterator[str]:
    """A scene in a line for each fight against somebody; what came between is told where there is room for it."""
    line, lead = "", f"{scene.title}: " if scene.title else ""
    for one in scene.happenings:
        if isinstance(one, FightTold) and one.side(party=False):
            yield lead + f"{line} {_in_a_line(one, cast, is_named=not is_one_fight(scene))}".strip()
            line, lead = "", ""
        elif isinstance(one, Quiet) and (told := quietly(one, cast)):
            line = f"{line} {_shortened(told)}".strip()
    if line:
        yield f"{lead}{line}"


def lost(scenes: Sequence[SceneDigest], cast: Cast) -> str:
    """The sentence on those of the party who died; empty where nobody did."""
    fights = [one for scene in scenes for one in scene.happenings if isinstance(one, FightTold)]
    dead = [who for fight in fights for who in fight.side(party=True) if who in fight.down("death")]
    return sentence(f"You lost {cast.all_of(dead)}") if dead else ""


def _after(happenings: Sequence[FightTold | Quiet], cast: Cast) -> Iterator[str]:
    """The spoils of a session, of many those with things, and the time that passed at its end or the date then."""
    quiet = [one for one in happenings if isinstance(one, Quiet)]
    spoils = [one for each in quiet for one in each.spoils]
    if len(spoils) > _FEW:
        spoils = [one for one in spoils if one.has_things] or spoils
    if spoils:
        yield " ".join(sentence(one.words) for one in spoils[-_SPOILS:])
    last = quiet[-1] if quiet else Quiet()
    if happenings and last is happenings[-1] and (last.minutes or last.healed):
        yield " ".join(map(sentence, days_of(last, cast)))
    elif last.date:
        yield sentence(f"It is {last.date}")


def recap_of(text: str, made: Version) -> tuple[str, ...]:
    """The recap of a session in the words of the game master, who wrote its story in Markdown; else what was made.

    Each of the last scenes begins as it does there, and the last of all is told to its end; then who was lost.
    """
    parts = (
        (title, [line for one in words.split("\n\n") for line in _lines(plain(one), _LONG)])
        for title, words in _parted(text)
    )
    scenes = [(title, lines) for title, lines in parts if lines]
    if not scenes:
        return made.recap
    end = [made.lost] if made.lost and made.lost not in plain(text) else []
    # The last has two lines at least: its beginning and its end.
    *earlier, (title, last) = scenes[1 - LINES + len(end) :]
    room = LINES - len(earlier) - len(end)
    told = [*(_led(title, lines[0]) for title, lines in earlier), *_ending(title, last, room)]
    return (*told[:-1], *end, told[-1]) if len(told) > 1 else (*told, *end)


def goes_on(text: str, told: Sequence[str]) -> bool:
    """Whether a story in Markdown has more words than a recap of it has."""
    words, there = (" ".join(some).split() for some in (map(plain, text.replace("#", "").split("\n\n")), told))
    return len(words) > len(there)


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """The scenes of a story in Markdown by their headings; what stands before the first has none."""
    before, *parts = _HEADING.split(text)
    yield "", before
    yield from zip(parts[::2], parts[1::2], strict=True)


def _ending(title: str, lines: Sequence[str], room: int) -> Iterator[str]:
    """The last scene: its beginning, and as much of its end as there is room for."""
    told = lines if len(lines) <= room else [lines[0], *lines[len(lines) - room + 1 :]]
    yield _led(title, told[0])
    yield from told[1:]


def _led(title: str, line: str) -> str:
    return f"{title}: {line}" if title else line


def _lines(paragraph: str, most: int = _SHORT) -> Iterator[str]:
    """A paragraph as lines of whole sentences, as many in each as there is room for."""
    line = ""
    for one in filter(None, map(str.strip, _BETWEEN_SENTENCES.split(paragraph))):
        if line and len(line) + len(one) >= most:
            yield line
            line = ""
        line = f"{line} {one}".strip()
    if line:
        yield line


def _shortened(paragraph: str) -> str:
    """The sentences of a paragraph for which there is room, at least the beginning of its first."""
    first = next(_lines(paragraph))
    return f"{first[:_SHORT].rpartition(' ')[0]} …" if len(first) > _SHORT else first


def _in_a_line(fight: FightTold, cast: Cast, *, is_named: bool) -> str:
    """A fight by its foes and what became of them, who of the party is down, and the words on who won."""
    lead, won = f"{fight.name}: " if is_named else "", _WON.get(fight.winner, "")
    how = "; ".join((*_foes_fared(fight, cast), *_party_fared(fight, cast)))
    if fight.last_round and not (fight.is_over or fight.ends_later):
        how += f", and round {fight.last_round} goes on"
    outcome = sentence(fight.outcome) if fight.outcome else ""
    fought = f"{lead}you fought {cast.all_of(fight.side(party=False))}{won}"
    return f"{sentence(f'{fought}; {how}' if how else fought)} {outcome}".strip()


def _foes_fared(fight: FightTold, cast: Cast) -> Iterator[str]:
    """How many of the foes fell, and how many of them still stand where that is how it ended."""
    foes = fight.side(party=False)
    fallen = fight.fallen(party=False)
    if not fallen and fight.winner == "foes":
        return
    if len(foes) == 1:
        yield f"{cast.pronoun(foes[0])} {'is down' if fallen else 'did not fall'}"
        return
    if len(fallen) in (0, len(foes)):
        yield "all of them are down" if fallen else "none of them fell"
        return
    how = f"{number_word(len(fallen))} of {number_word(len(foes))} foes {'is' if len(fallen) == 1 else 'are'} down"
    standing = len([who for who in foes if who not in fight.fates])
    if standing and fight.is_over and not fight.outcome:
        how += f" and {number_word(standing)} {STANDING[standing > 1]}"
    yield how


def _party_fared(fight: FightTold, cast: Cast) -> Iterator[str]:
    """Who of the party is down; the dead have a line of their own."""
    if fight.is_beaten(party=True):
        yield "none of you was left standing"
    elif down := [who for who in fight.fallen(party=True) if fight.fates[who] == "down"]:
        yield f"on your side {cast.all_of(down)} {'is' if len(down) == 1 else 'are'} down"
