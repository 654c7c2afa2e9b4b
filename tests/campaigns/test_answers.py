"""The inputs that the form of an answer shows beside the choice that decides."""

from campaigns.play.ask_forms import Answer
from campaigns.play.forms import CommandForm, Input, Option


def _input(name: str, kind: str, *options: Option, idle: bool = False) -> Input:
    return Input(name, name, name, name.capitalize(), kind, "", 0, 0, "", False, False, None, options, idle)


def _answer(*inputs: Input) -> Answer:
    return Answer(CommandForm("do", "defend", "Defend", inputs, True, "", "", "", None, ""), None, ())


def test_what_offers_nothing_to_tick_takes_no_room() -> None:
    ticked, empty, words = (
        _input("gifts", "many", Option("luck", "Luck")),
        _input("gifts", "many", idle=True),
        _input("told", "words"),
    )
    assert _answer(_input("ask", "ask"), ticked, words).inputs == (ticked, words)
    assert _answer(_input("ask", "ask"), empty, words).inputs == (words,)
