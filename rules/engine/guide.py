"""What somebody can do on their turn, for whoever learns a game: a short list, beside the commands that do it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """One thing to do: what it is called, what it does in a sentence, the rule, and the command that does it.

    ``command`` is empty for what people simply say, or what another command carries.
    """

    name: str
    sentence: str
    rule: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways that cost the same: "One action", "Free, once each", "On somebody else's turn"."""

    title: str
    sentence: str
    ways: tuple[Way, ...]
