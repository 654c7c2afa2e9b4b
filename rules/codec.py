"""The border: JSON and forms become commands, facts and documents in this module, and nowhere else.

Documents are written canonically (sorted keys, no spaces), so that two equal documents are equal bytes on every
database.
"""

import re
from dataclasses import MISSING
from typing import Any, get_args

import msgspec

from rules.engine.forecast import Setting
from rules.engine.kernel import (
    Almanac,
    Choice,
    Command,
    Encounter,
    Field,
    Homemade,
    House,
    Incomplete,
    Json,
    OwnBook,
    Refused,
    Sheet,
    Stock,
    described_fields,
    facts,
)
from rules.engine.system.protocol import System, command_named

_FACTS: dict[str, type[Any]] = {cls.__name__: cls for cls in get_args(facts.Fact)}
_SNAKE = re.compile(r"(?<!^)(?=[A-Z])")
_NAMES = {cls: _SNAKE.sub("_", name).lower() for name, cls in _FACTS.items()}
_BY_NAME = {name: cls for cls, name in _NAMES.items()}
_encoder = msgspec.json.Encoder(order="deterministic")
_sheets = msgspec.json.Decoder(Sheet)
_encounters = msgspec.json.Decoder(Encounter)
_houses = msgspec.json.Decoder(House)
_homemade = msgspec.json.Decoder(Homemade)
_almanacs = msgspec.json.Decoder(Almanac)
_stocks = msgspec.json.Decoder(Stock)

#: Characters that one of the databases, or a browser, cannot hold.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


# -- documents and facts --------------------------------------------------------------------------------------------


def dump(value: Any) -> str:
    """Canonical JSON of any document, fact or plain value."""
    if isinstance(value, Almanac) and value.skies is None:
        # A campaign without weather is written as it was before there was any.
        value = {name: one for name, one in msgspec.to_builtins(value).items() if name != "skies"}
    return _encoder.encode(value).decode()


def load(text: str | bytes) -> Json:
    """Plain values from JSON text that this house wrote."""
    return msgspec.json.decode(text)


def sheet_from(text: str | bytes) -> Sheet:
    return _sheets.decode(text)


def encounter_from(text: str | bytes) -> Encounter:
    return _encounters.decode(text)


def house_from(text: str | bytes) -> House:
    return _houses.decode(text)


def homemade_from(text: str | bytes) -> Homemade:
    return _homemade.decode(text)


def almanac_from(text: str | bytes) -> Almanac:
    return _almanacs.decode(text)


def stock_from(text: str | bytes) -> Stock:
    return _stocks.decode(text)


def fact_name(fact: facts.Fact | type[facts.Fact]) -> str:
    """The name of a fact in JSON: ``resource_changed`` for ``ResourceChanged``."""
    return _NAMES[fact if isinstance(fact, type) else type(fact)]


def plain_fact(fact: facts.Fact) -> dict[str, Json]:
    """A fact as plain JSON values, tagged with its name under ``fact``."""
    return {"fact": fact_name(fact), **msgspec.to_builtins(fact)}


def fact_from(plain: dict[str, Json]) -> facts.Fact:
    """The fact in plain values; ``KeyError`` or ``msgspec.ValidationError`` where they hold none."""
    values = dict(plain)
    found: facts.Fact = msgspec.convert(values, _BY_NAME[values.pop("fact")])
    return found


def dump_facts(happened: list[facts.Fact]) -> str:
    return dump([plain_fact(fact) for fact in happened])


def facts_from(text: str | bytes) -> list[facts.Fact]:
    return [fact_from(plain) for plain in load(text)]


def plain(value: Any) -> Json:
    """Any dataclass of the engine as plain JSON values."""
    return msgspec.to_builtins(value)


# -- commands -------------------------------------------------------------------------------------------------------


def command_from(command: type[Command], given: dict[str, Json]) -> Command:
    """A command from a person's choices (JSON values, or the strings of a form); refuses with a sentence."""
    known = described_fields(command)
    for name in given:
        if name not in known:
            raise Refused(f"{command.label}: nothing is called {name!r} here.", name)
    values = {}
    for name, (described, default) in known.items():
        if _is_given(described, given.get(name), told=name in given):
            values[name] = _value(described, name, given[name])
        elif default is MISSING:
            raise Incomplete(f"{described.label} is missing.", name)
    return command(**values)


def _is_given(described: Field, value: Json, *, told: bool) -> bool:
    """Whether a field has a value. An empty text is one, but an empty number or pick of a form means the default."""
    return told if described.kind in ("words", "json") else value is not None and value != ""


def plain_command(command: Command) -> dict[str, Json]:
    """The fields of a command as plain values."""
    values: dict[str, Json] = msgspec.to_builtins(command)
    return values


def _value(described: Field, name: str, value: Json) -> Json:
    match described.kind:
        case "number":
            return _whole(described, name, value)
        case "switch":
            return _flag(described, name, value)
        case "many":
            listed = value if isinstance(value, list | tuple) else [value]
            return tuple(_text(described, name, one) for one in listed)
        case "json":
            return value
        case _:
            return _text(described, name, value)


def _whole(described: Field, name: str, value: Json) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,9}\s*", value):
        return int(value)
    raise Refused(f"{described.label} must be a whole number.", name)


def _flag(described: Field, name: str, value: Json) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("on", "true", "1"):
        return True
    if value in ("off", "false", "0"):
        return False
    raise Refused(f"{described.label}: choose on or off.", name)


def _text(described: Field, name: str, value: Json) -> str:
    if not isinstance(value, str):
        raise Refused(f"{described.label} must be a text.", name)
    if _UNFIT.search(value):
        raise Refused(f"{described.label} has characters that cannot be saved. Remove them.", name)
    return value


# -- descriptions ---------------------------------------------------------------------------------------------------


def schema(command: type[Command], choices: dict[str, tuple[Choice, ...]] | None = None) -> dict[str, Json]:
    """The JSON Schema of a command's fields, with the ``choices`` that are open now."""
    known = described_fields(command)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": command.label,
        "type": "object",
        "additionalProperties": False,
        "required": [name for name, (_, default) in known.items() if default is MISSING],
        "properties": {
            name: _property(described, default, (choices or {}).get(name))
            for name, (described, default) in known.items()
        },
    }


def _property(described: Field, default: Any, choices: tuple[Choice, ...] | None) -> dict[str, Json]:
    found: dict[str, Json] = {"title": described.label}
    if described.help:
        found["description"] = described.help
    if default is not MISSING:
        found["default"] = list(default) if isinstance(default, tuple) else default
    one_of = [{"const": c.value, "title": c.label} for c in choices] if choices else []
    match described.kind:
        case "number":
            found |= {
                "type": "integer",
                "minimum": described.least,
                "maximum": described.most,
            }
        case "switch":
            found |= {"type": "boolean"}
        case "many":
            found |= {
                "type": "array",
                "items": {"type": "string"} | ({"oneOf": one_of} if one_of else {}),
            }
        case "words" | "ask":
            found |= {"type": "string", "maxLength": described.most}
        case "pick":
            found |= {"type": "string"} | ({"oneOf": one_of} if one_of else {})
    return found


# -- fights to be foretold ------------------------------------------------------------------------------------------


class _Kept(msgspec.Struct):
    """A setting as it is kept; the command that begins the fight stands in it by its name and fields."""

    sheets: dict[str, Sheet]
    encounter: Encounter
    house_rules: dict[str, Json]
    begin: str = ""
    given: dict[str, Json] = {}


_settings = msgspec.json.Decoder(_Kept)
_books = msgspec.json.Decoder(OwnBook)


def dump_setting(setting: Setting) -> str:
    """The JSON of the setting from which a forecast begins, so that later changes to its people do not change it."""
    begin = setting.opening
    given = plain_command(begin) if begin else {}
    kept = _Kept(
        dict(setting.sheets), setting.encounter, dict(setting.house_rules), type(begin).name if begin else "", given
    )
    return dump(kept)


def setting_from(text: str | bytes, system: System) -> Setting:
    kept = _settings.decode(text)
    begin = command_from(command_named(system, kept.begin), kept.given) if kept.begin else None
    return Setting(kept.sheets, kept.encounter, kept.house_rules, begin)


def dump_book(book: OwnBook) -> str:
    return dump(book)


def book_from(text: str | bytes) -> OwnBook:
    return _books.decode(text)
