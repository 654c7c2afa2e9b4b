"""Long tests in archives that a worker carries on. One that is going is paused: a hall begins nothing by itself."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta

from campaigns.archive.format import Count, Key, Moment, PublicId, Row, Short, State
from campaigns.archive.parts import Arrival, Contents, Leaving, Part
from campaigns.models import Run
from rules.engine.kernel import Refused

Three = Annotated[list[str], Meta(min_length=3, max_length=3)]


#: Who, the days that they rest, and the deeds that wait, each a command with what is chosen.
Resting = tuple[str, Count, list[tuple[Short, dict[str, Any]]]]


class RunRow(Row, kw_only=True):
    """Long tests that were asked for together, and how far they have come."""

    model = Run
    public_id: PublicId
    by: PublicId
    kind: Annotated[str, Meta(max_length=8)]
    state: State
    why: Short = ""
    version: Count
    key: Key | None = None
    made_at: Moment
    tests: list[Three] = []
    amount: Count = 0
    unit: Annotated[str, Meta(max_length=20)] = ""
    people: list[str] = []
    resting: list[Resting] = []
    steps: Count = 0
    left_out: list[Three] = []


class RunsPart(Part[RunRow]):
    name = "runs"
    shape = RunRow

    def rows(self, leaving: Leaving) -> Iterator[RunRow]:
        for run in Run.objects.filter(campaign=leaving.campaign).order_by("pk"):
            paused: dict[str, Any] = {"state": Run.State.PAUSED.value} if run.state in Run.GOING_ON else {}
            yield leaving.row(RunRow, run, **paused)

    def check(self, row: RunRow, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        contents.refuse_unknown(self.name, row.by, contents.people)
        people = [who for who, *_ in (*row.tests, *row.left_out)] + [who for who, _, _ in row.resting]
        for who in people:
            contents.refuse_unknown(self.name, who, contents.documents)
        if row.state not in Run.State.values or row.state in Run.GOING_ON or row.kind not in Run.Kind.values:
            raise Refused(f"runs.json: {row.public_id} is {row.state!r} of kind {row.kind!r}.", "archive")

    def keep(self, rows: Iterator[RunRow], arrival: Arrival) -> None:
        Run.objects.bulk_create([Run(campaign=arrival.campaign, **arrival.columns(row)) for row in rows])
