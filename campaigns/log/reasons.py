"""The reasons of a verdict in words: what it hung on, each thing said once."""

import re
from collections.abc import Iterator

from campaigns.log.line import Names
from campaigns.log.sheet_sentences import called
from rules.engine.kernel import Said, Wording, facts, in_words, spoken
from rules.engine.system.protocol import System

#: Numbers that are said in one breath, and those that are said otherwise than by name.
_IN_ONE_BREATH = (
    "{because} = {total}",
    "rolled {face} against {score}",
    "rolled {face} against {target}",
    "rolled {face} against {level}",
    "the other {their_face} against {their_score}",
    "the other {their_face} against {their_target}",
    "{total} against {target}",
    "{attack} against {defence}",
    "{attack} against {reflex}",
    "{attack} against {resistance}",
    "{measure} against {difficulty}",
    "{damage} damage against armour {armour}",
)
_TOGETHER = {frozenset(re.findall(r"\w+(?=})", words)): words for words in _IN_ONE_BREATH}
_PHRASES = {
    "face": "rolled {}",
    "their_face": "against {}",
    "measure": "result {}",
    "counts": "counts as {}",
    "damage": "{} damage",
    "before_protection": "{} before protection",
}
#: The words for harm, by the number that counts it.
HARM = {"boxes": ("injury", "injuries"), "steps": ("step", "steps")}
_COUNTED = HARM | {"degrees": ("degree", "degrees"), "rounds": ("round", "rounds")}


def reasons_of(fact: facts.Judged, names: Names, system: System) -> Iterator[str]:
    """The reasons of a verdict, without those that are nothing or said already."""
    told = {name: value for name, value in fact.numbers.items() if not _goes_without_saying(name, value, fact)}
    people = {name for name, value in told.items() if isinstance(value, str) and value in names}
    said = {name: _in_words(value, names, system) for name, value in told.items()}
    phrases = []
    for together, phrase in _TOGETHER.items():
        if together <= said.keys() and not people & together:
            phrases.append(phrase.format(**said))
            said = {name: words for name, words in said.items() if name not in together}
    texts = [name for name in said if isinstance(told[name], str | Said) and name not in people]
    yield from {words.casefold(): words for words in (said.pop(name) for name in texts)}.values()
    yield from phrases
    for name, words in said.items():
        # The hits themselves are told with the verdict.
        if not (fact.hits and told[name] == fact.hits):
            yield _named(name, words, is_person=name in people)


def _goes_without_saying(name: str, value: int | Wording | None, fact: facts.Judged) -> bool:
    """Whether a number is nothing, or said by the verdict or by another number."""
    told = fact.numbers
    if value in (None, "", 0) or name in ("hits", "winner", fact.verdict):
        return True
    if name == "counts":
        return value == 1
    if name == "lost":
        return value == told.get("damage")
    return name == "face" and "because" in told and "total" in told


def _in_words(value: int | Wording | None, names: Names, system: System) -> str:
    if isinstance(value, str):
        return names.get(value) or called(value, system)
    return in_words(value, names) if isinstance(value, Said) else str(value)


def _named(name: str, value: str, *, is_person: bool) -> str:
    if is_person:
        return f"{'by' if name == 'by' else 'against'} {value}"
    if name in _COUNTED:
        return f"{value} {_COUNTED[name][value != '1']}"
    return _PHRASES[name].format(value) if name in _PHRASES else f"{spoken(name)} {value}"
