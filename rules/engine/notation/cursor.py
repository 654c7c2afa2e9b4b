"""The reader's place in a question. It moves token by token, so none can be passed over."""

from dataclasses import dataclass
from typing import NoReturn

from rules.engine.notation.questions import Misunderstood, Unclear
from rules.engine.notation.tokens import Token


@dataclass(slots=True)
class Cursor:
    """The tokens of a question, and the number of them that have been taken."""

    question: str
    tokens: list[Token]
    place: int = 0

    def ahead(self, by: int = 0) -> Token:
        """The next token, or one that comes ``by`` later; the end token beyond the last."""
        return self.tokens[min(self.place + by, len(self.tokens) - 1)]

    @property
    def last(self) -> Token:
        """The token taken last; the first of all while none is taken."""
        return self.tokens[max(0, self.place - 1)]

    def take(self) -> Token:
        token = self.ahead()
        self.place += token.kind != "end"
        return token

    def comes(self, *texts: str) -> bool:
        """Whether these words or signs follow, each one of several parted by ``|``."""
        return all(
            (token := self.ahead(by)).kind in ("word", "sign") and token.text in text.split("|")
            for by, text in enumerate(texts)
        )

    def skip(self, *texts: str) -> bool:
        """Take these words or signs if they follow; whether they did."""
        found = self.comes(*texts)
        if found:
            self.place += len(texts)
        return found

    def comes_number(self, by: int = 0) -> bool:
        return self.ahead(by).kind == "number"

    def refuse(self, sentence: str, first: Token | None = None, last: Token | None = None) -> NoReturn:
        """Refuse from the first of these tokens to the last: the next token if none is named."""
        start = first or self.ahead()
        raise Unclear(sentence, start.start, max((last or start).end, start.end))

    def refuse_next(self, expected: str) -> NoReturn:
        """Refuse the next token, where something else was expected."""
        token = self.ahead()
        if token.kind == "end":
            self.refuse(f"Something is missing after “{self.written(self.last)}”: {expected}.", self.last)
        told = f"“{self.written(token)}” is not clear here. Try: {expected}."
        raise Misunderstood(told, token.start, token.end)

    def written(self, token: Token) -> str:
        """The token as it was typed."""
        return self.question[token.start : token.end]

    def expect(self, text: str, shown: str) -> Token:
        if not self.comes(text):
            self.refuse_next(shown)
        return self.take()
