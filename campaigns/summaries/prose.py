"""The story of a session: its happenings as a game master would write them to the group, a page at most.

Words vary by their place in the story and by nothing else, so that the same chronicle always gives the same text.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from campaigns.summaries.fight_prose import FightProse
from campaigns.summaries.happenings import DAYS, DEEDS, GAINS, SPOILS, TESTS, FightTold, Quiet, SceneDigest, Tests
from campaigns.summaries.naming import WHOLE_PARTY, Cast, listing, number_word, sentence
from campaigns.summaries.phrases import Variety
from campaigns.summaries.reasons import with_reason
from campaigns.summaries.version import Rare, SceneTold
from rules.engine.kernel import span
from rules.engine.system.protocol import Wonder

#: The most words of a story. Whatever is longer is told in less detail.
MOST_WORDS = 420
#: The most tests and deeds that are told, by how much detail is told; all who take the same test are named at once.
_TESTS, _DEEDS = (1, 4, 8), (1, 4, 8)
#: The most sentences on spoils, by how much detail is told.
_SPOILS = (1, 3, 6)
#: The most people whose new things are told, and things of each.
_GAINS = 4
#: The most paragraphs of a scene in the least detail.
_FEW = 2
_NOTHING = ("No dice fall here.", "Nobody rolls a thing.", "All of it is talk.")


def story(scenes: Sequence[SceneDigest], cast: Cast, hits: str) -> tuple[SceneTold, ...]:
    """The story in as much detail as there is room for."""
    for detail in (2, 1, 0):
        told = tuple(_scenes(scenes, _Writer(cast, detail, hits)))
        if words_in(told) <= MOST_WORDS:
            return told
    return tuple(_cut(told))


def ending(told: Sequence[SceneTold], left: Sequence[str]) -> tuple[SceneTold, ...]:
    """The story with the sentences on those who are left in danger as its last paragraph."""
    if not told or not left:
        return tuple(told)
    return (*told[:-1], SceneTold(told[-1].title, (*told[-1].paragraphs, " ".join(left))))


def quietly(quiet: Quiet, cast: Cast) -> str:
    """The deeds and tests of a stretch between fights, without what they found and how long it took."""
    return _Writer(cast, 1).paragraph(
        Quiet(quiet.tests, quiet.deeds, quiet.reasoned, course=[one for one in quiet.course if one in (TESTS, DEEDS)]),
        "",
    )


def by_first_names(told: Sequence[SceneTold], cast: Cast) -> tuple[SceneTold, ...]:
    """The story in which people of several names are called by the first, as at the table, but in quotes."""
    first = cast.first_names
    if not first:
        return tuple(told)
    # The longest first: a name may begin as another does.
    names = "|".join(re.escape(name) for name in sorted(first, key=len, reverse=True))
    sought = re.compile(rf"“[^”]*”|\b(?:{names})\b")

    def called(found: re.Match[str]) -> str:
        return first.get(found[0], found[0])

    return tuple(SceneTold(one.title, tuple(sought.sub(called, words) for words in one.paragraphs)) for one in told)


def words_in(told: Sequence[SceneTold]) -> int:
    """The number of words of a story."""
    return sum(len(paragraph.split()) for scene in told for paragraph in (scene.title, *scene.paragraphs))


def _scenes(scenes: Sequence[SceneDigest], writer: "_Writer") -> Iterator[SceneTold]:
    for scene in scenes:
        called = scene.title if is_one_fight(scene) else ""
        paragraphs = [one for one in (writer.paragraph(one, called) for one in scene.happenings) if one]
        if scene.title or paragraphs:
            yield SceneTold(scene.title, tuple(paragraphs) or (writer.vary(_NOTHING),))


def is_one_fight(scene: SceneDigest) -> bool:
    """Whether a scene that has a name holds no more than one fight: then that needs none."""
    return bool(scene.title) and sum(isinstance(one, FightTold) for one in scene.happenings) < 2


def _cut(told: Sequence[SceneTold]) -> Iterator[SceneTold]:
    """A story that is too long even in the least detail: the first paragraphs of its scenes, and how it ends."""
    if len(told) == 1:
        few = told[0].paragraphs
        left = len(few) - 2 * _FEW
        yield SceneTold(told[0].title, (*few[:_FEW], _and_more(left), *few[-_FEW:]))
        return
    room, last = MOST_WORDS, told[-1]
    room -= words_in([last])
    for at, scene in enumerate(told[:-1]):
        short = SceneTold(scene.title, scene.paragraphs[:1])
        room -= words_in([short])
        if room < 0:
            yield SceneTold("", (_and_more(len(told) - 1 - at),))
            break
        yield short
    yield SceneTold(last.title, last.paragraphs[-2 * _FEW :])


def _and_more(count: int) -> str:
    return sentence(f"{number_word(count)} more {'part' if count == 1 else 'parts'} can be read in the chronicle")


class _Writer:
    def __init__(self, cast: Cast, detail: int, hits: str = "hits") -> None:
        self.cast, self.detail, self.vary = cast, detail, Variety()
        self.fights = FightProse(cast, hits, detail, self.vary)

    def paragraph(self, happening: FightTold | Quiet, scene: str) -> str:
        """A happening; a fight by its name, unless it is the only one of a ``scene`` that has one."""
        if isinstance(happening, Quiet):
            return " ".join(self._quiet(happening))
        lead = f"{happening.name}. " if not scene else ""
        return lead + " ".join((*self.fights.sentences(happening), *self._tests(happening.tests)))

    def _quiet(self, quiet: Quiet) -> Iterator[str]:
        """Sentences on a stretch between fights, each kind of happening where it began."""
        told = {DEEDS: self._deeds, TESTS: self._tests_of, SPOILS: self._spoils, GAINS: self._gains, DAYS: self._days}
        for kind in dict.fromkeys((*quiet.course, *told)):
            yield from told[kind](quiet)

    def _tests_of(self, quiet: Quiet) -> Iterator[str]:
        yield from self._tests(quiet.tests)

    def _spoils(self, quiet: Quiet) -> Iterator[str]:
        yield from (sentence(one.words) for one in quiet.spoils[: _SPOILS[self.detail]])

    def _gains(self, quiet: Quiet) -> Iterator[str]:
        for who, gained in list(quiet.gained)[: _GAINS if self.detail else 0]:
            # A spell that was learned is a thing on some sheets, and told of as a deed.
            deeds = " ".join(text for one, text in quiet.deeds if one == who)
            things = [f"{count} × {name}" if count > 1 else name for name, count in gained.items() if name not in deeds]
            if not things:
                continue
            yield sentence(f"{self.cast.name(who)} gains {listing(things[:_GAINS])}")

    def _days(self, quiet: Quiet) -> Iterator[str]:
        if quiet.minutes or quiet.healed:
            yield from map(sentence, days_of(quiet, self.cast))

    def _tests(self, tests: Tests) -> Iterator[str]:
        """Sentences on tests, and how many more there were; those asked for with a reason come before others."""
        first = sorted(tests, key=lambda test: not test[0])[: _TESTS[self.detail]]
        for (why, what), rolls in tests.items():
            if (why, what) in first:
                yield self._test(why, what, rolls)
        if left := sum(len(rolls) for test, rolls in tests.items() if test not in first):
            yield sentence(f"{number_word(left)} more roll{' follows' if left == 1 else 's follow'}")

    def _test(self, why: str, what: str, rolls: Sequence[tuple[str, str]]) -> str:
        """A test with all who took it, those with the same result together; of tests over and over their course."""
        by_person: dict[str, list[str]] = {}
        for who, how in rolls:
            by_person.setdefault(who, []).append(how)
        by_result: dict[tuple[str, ...], list[str]] = {}
        for who, results in by_person.items():
            by_result.setdefault(_course(results), []).append(self.cast.name(who))
        told = [
            f"{listing(names)} {_went(how, several=len(names) > 1)}{_at(how, what) if at == 0 else ''}"
            for at, (how, names) in enumerate(by_result.items())
        ]
        return sentence(with_reason(why, ("; " if any("," in one for one in told) else ", ").join(told)))

    def _deeds(self, quiet: Quiet) -> Iterator[str]:
        """Deeds in the game's own words; of those who do the same only the first is told of, and the others named.

        Those for which somebody said why are told before others.
        """
        by_words: dict[str, list[str]] = {}
        reasoned = set[str]()
        for who, text in quiet.deeds:
            name = self.cast.names.get(who, "")
            key = text.removeprefix(name) if name and text.startswith(name) else f"\0{text}"
            by_words.setdefault(key, []).append(name)
            reasoned |= {key} if text in quiet.reasoned else set()
        first = sorted(by_words, key=lambda words: words not in reasoned)[: _DEEDS[self.detail]]
        for words, names in by_words.items():
            if words not in first:
                continue
            if words.startswith("\0"):
                yield sentence(words[1:])
                continue
            others = [one for one in dict.fromkeys(names) if one != names[0]]
            so_do = f"; so {'do' if len(others) > 1 else 'does'} {listing(others)}." if others else "."
            yield sentence(f"{names[0]}{words}".rstrip(".") + so_do)


def days_of(quiet: Quiet, cast: Cast) -> Iterator[str]:
    """The days that passed, whom they healed, and the date they came to."""
    healed = cast.all_of(quiet.healed)
    if not quiet.minutes:
        yield f"{healed} recover{'' if len(quiet.healed) > 1 and healed != WHOLE_PARTY else 's'}"
        return
    passed = _in_words(span(quiet.minutes))
    is_one = passed.startswith("one ") and passed.count(" ") == 1
    if healed:
        yield f"{passed} of rest {'does' if is_one else 'do'} {healed} good"
    date = f": it is {quiet.date}" if quiet.date and not healed else ""
    if healed and quiet.date:
        yield f"It is {quiet.date}"
    if not healed:
        yield f"{passed} {'passes' if is_one else 'pass'}{date}"


def _in_words(passed: str) -> str:
    """A span of time with small numbers as words.

    >>> _in_words("3 days"), _in_words("1 day 4 hours"), _in_words("2 hours 15 minutes")
    ('three days', 'one day four hours', 'two hours 15 minutes')
    """
    return re.sub(r"\d+", lambda found: number_word(int(found[0])), passed)


def remembered(scenes: Sequence[SceneDigest], cast: Cast) -> tuple[Rare, ...]:
    """The rolls of the fights that the table talks about, counted for each who rolled them, the party first."""
    sums: dict[str, Counter[Wonder]] = {}
    for fight in (one for scene in scenes for one in scene.happenings if isinstance(one, FightTold)):
        for who, counted in fight.wonders.items():
            sums.setdefault(who, Counter()).update(counted)
    people = sorted(sums, key=lambda who: who not in cast.party)
    return tuple(Rare(cast.names.get(who) or "Somebody", _counted(sums[who])) for who in people)


def _counted(wonders: Counter[Wonder]) -> str:
    return listing([one.one if count == 1 else f"{number_word(count)} {one.many}" for one, count in wonders.items()])


def _course(results: Sequence[str]) -> tuple[str, ...]:
    """The course of somebody's tries at one thing: one verdict, or the first and the last kind of several.

    >>> _course(["flawlessly success"]), _course(["success", "flawlessly success"])
    (('flawlessly success',), ('success',))
    >>> _course(["failure", "4", "success"])
    ('failure', 'success')
    """
    if len(results) == 1:
        return (results[0],)
    kinds = [one.rpartition(" ")[2] for one in results]
    if len(set(kinds)) == 1:
        return (kinds[0],)
    return (next(one for one in kinds if one != kinds[-1]), kinds[-1])


def _at(course: tuple[str, ...], what: str) -> str:
    """The words that say what a test was for, after how it went.

    >>> _at(("flawless success",), "Climbing"), _at(("5",), "Initiative")
    (' at Climbing', ' for Initiative')
    """
    return f" {'for' if course[-1].isdecimal() else 'at'} {what}" if what else ""


def _went(course: tuple[str, ...], *, several: bool = False) -> str:
    """The verdict on a test as something that somebody does, or two as first one and then the other.

    >>> _went(("flawlessly success",)), _went(("failure",), several=True), _went(("5",))
    ('succeeds flawlessly', 'fail', 'rolls 5')
    >>> _went(("failure", "success")), _went(("with a Demon failure", "partial success"), several=True)
    ('first fails, then succeeds', 'first fail with a Demon, then succeed (partial)')
    """
    if len(course) == 2:
        return "first " + ", then ".join(_went((one,), several=several) for one in course)
    how, _, kind = course[0].rpartition(" ")
    verb = {"success": "succeed", "failure": "fail"}.get(kind)
    if verb is None:
        verb, how = f"roll{'' if several else 's'} {course[0]}", ""
    elif not several:
        verb += "s"
    if not how:
        return verb
    return f"{verb} {how}" if how.endswith("ly") or how.startswith(("in ", "with ")) else f"{verb} ({how})"
