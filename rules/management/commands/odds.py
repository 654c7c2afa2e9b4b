"""`manage.py odds "5d8, malus 2, difficulty 12"`: questions about dice in words, answered exactly."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules import lab, registry
from rules.engine.notation.questions import Answer, Misunderstood
from rules.engine.system.protocol import System
from rules.histogram import columns
from rules.lab import Asked

#: The longest bar.
_WIDTH = 40


class Command(BaseCommand):
    """Answer questions; whatever is not understood is said, with the word pointed at, and the command fails."""

    help = "Answers questions about dice in words, such as: 3d6+2 at least 12"
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question", nargs="+", help="A question; up to four are compared.")
        parser.add_argument("--game", default="", help="Whose words they are in; those of plain dice without it.")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="Answer as JSON.")
        form.add_argument("--csv", action="store_true", help="Answer as a table.")

    def handle(self, *args: Any, **options: Any) -> None:
        questions = options["question"]
        if len(questions) > lab.MOST:
            raise CommandError(f"Up to {lab.MOST} questions are compared.")
        found = lab.asked(_system(options["game"]), questions)
        if not found:
            raise CommandError("Which dice are rolled? Say it like this: 3d6+2 at least 12.")
        wrong = [_pointed_at(one) for one in found if one.refused]
        if wrong:
            raise CommandError("\n".join(wrong))
        if options["csv"]:
            self.stdout.write(lab.as_csv(found), ending="")
        elif options["json"]:
            self.stdout.write(json.dumps([_plain(one) for one in found], indent=2, ensure_ascii=False))
        else:
            self.stdout.write("\n\n".join(_told(one.answer) for one in found if one.answer))


def _system(slug: str) -> System | None:
    try:
        return registry.system_named(slug) if slug else None
    except KeyError:
        known = ", ".join(system.slug for system in registry.SYSTEMS)
        raise CommandError(f"There is no game {slug!r}, only: {known}.") from None


def _pointed_at(one: Asked) -> str:
    """The question with a mark under the word that was not understood."""
    sentence = one.refused.sentence if one.refused else ""
    if not isinstance(one.refused, Misunderstood):
        return f"{one.question}\n{sentence}"
    start, end = one.refused.start, one.refused.end
    return f"{one.question}\n{' ' * start}{'^' * max(1, end - start)}\n{sentence}"


def _plain(one: Asked) -> dict[str, Any]:
    assert one.answer  # noqa: S101 - what was refused has been said before
    told = {
        "question": one.question,
        "understood": one.answer.understood,
        "note": one.answer.note,
        **asdict(one.answer.odds),
    }
    more = {"each": one.answer.each, "mean": one.answer.mean if one.answer.odds.measure else None}
    return told | more | {"quantiles": [list(each) for each in one.answer.quantiles]}


def _told(answer: Answer) -> str:
    """The answer as people read it in a terminal."""
    odds, drawn = answer.odds, columns(answer)
    lines = [answer.understood, f"  {odds.sentence}.", *([f"  {answer.note}"] if answer.note else [])]
    lines += [f"  {chance.label:<24}{chance.probability:>9.2%}" for chance in odds.chances]
    most = max((column.chance for column in drawn), default=1.0)
    lines += [f"  {odds.measured}:"] if drawn else []
    lines += [
        f"  {one.label:>9} {one.chance:>8.2%} {'█' * round(_WIDTH * one.chance / most)}".rstrip() for one in drawn
    ]
    return "\n".join(lines)
