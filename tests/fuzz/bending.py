"""A form bent: fields missing, doubled, empty, huge, of a wrong kind, stale, of somebody else, or not there at all."""

import random
from collections.abc import Callable, Sequence
from urllib.parse import quote, quote_from_bytes

Pair = tuple[str, str | bytes]

#: What no field of ours means. Bytes go as they are: no browser would send a lone surrogate.
ODD: tuple[str | bytes, ...] = (
    "", " ", "x" * 5000, "9" * 400, "-1", "0", "1", "99999999999", "2147483648", "1e9", "1.5", "NaN", "six", "true",
    "null", "[]", "{}", '{"a": [1]}', '["', "None", "on", "yes", "no", "\0", "a\0b", "\ud7ff\uffff", "\u202egm", "%",
    "' OR 1=1 --", "../..", "<script>", "{{ 7 }}", "ours.nothing", "d6", "1 2 3", "5,,", "\u0663", "\u00bd",
    b"\xed\xa0\x80", b"\xff\xfe", "\r\n", "🐉" * 50,
)  # fmt: skip


def bent(pairs: Sequence[tuple[str, str]], draw: random.Random, words: Sequence[tuple[str, str]]) -> list[Pair]:
    """Pairs with up to four changes; ``words`` is everything that any form would send, for what is strange here."""
    found: list[Pair] = list(pairs)
    for _ in range(draw.randint(1, 4)):
        draw.choice(CHANGES)(found, draw, words)
    return found


def _drop(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    if pairs:
        name = draw.choice(pairs)[0]
        pairs[:] = [pair for pair in pairs if pair[0] != name]


def _odd(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    if pairs:
        name = draw.choice(pairs)[0]
        value = draw.choice(ODD)
        pairs[:] = [(one, value if one == name else told) for one, told in pairs]


def _double(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    if pairs:
        name, value = draw.choice(pairs)
        pairs.append((name, draw.choice([value, draw.choice(ODD)])))


def _swap(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    """The value of another form: another's id, an old version, a choice of something else."""
    if pairs:
        place = draw.randrange(len(pairs))
        pairs[place] = (pairs[place][0], draw.choice(words)[1])


def _add(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    name, value = draw.choice(words)
    pairs.append(
        (draw.choice([name, "with-strange", "faces-nobody", "x" * 300, "\0"]), draw.choice([value, draw.choice(ODD)]))
    )


def _few(pairs: list[Pair], draw: random.Random, words: Sequence[tuple[str, str]]) -> None:
    """Keep one pair of each name: a browser sends one of several radio buttons."""
    one_each: dict[str, str | bytes] = {}
    for name, value in draw.sample(pairs, len(pairs)):
        one_each.setdefault(name, value)
    pairs[:] = list(one_each.items())


Change = Callable[[list[Pair], random.Random, Sequence[tuple[str, str]]], None]
CHANGES: tuple[Change, ...] = (_drop, _odd, _odd, _double, _swap, _swap, _add, _few, _few)


def written(pairs: Sequence[Pair]) -> bytes:
    """Pairs as a form is sent."""
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in pairs).encode()


def _quoted(text: str | bytes) -> str:
    return quote_from_bytes(text) if isinstance(text, bytes) else quote(text, errors="surrogatepass")
