"""Encounters in archives of campaigns, with what game masters keep beside them: templates and forecasts."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from campaigns.archive.documents import BROKEN, DocumentPart, DocumentRow
from campaigns.archive.format import Count, Key, Moment, Name, PublicId, Row, Short, Small, State
from campaigns.archive.parts import Arrival, Contents, Leaving, Part, keep_moments
from combat.models import Encounter, Forecast, Template, Variant
from rules import codec
from rules.engine.fight import MOST_LINES
from rules.engine.forecast import Tally
from rules.engine.kernel import BarrierDrawn, FogDrawn, Refused
from rules.engine.system.protocol import System
from rules.registry import system_named

#: The sentence on a forecast at which the worker was when its campaign was exported.
LEFT_OFF = "The campaign was exported while this was being played. Run it again."
Metres = Annotated[float, Meta(ge=-100_000, le=100_000)]


class EncounterRow(DocumentRow, kw_only=True):
    """A fight; its body is how it stands."""

    model = Encounter
    archived_at: Moment | None = None
    binned_at: Moment | None = None
    erased: bool = False


class EncounterPart(DocumentPart[EncounterRow]):
    def __init__(self) -> None:
        super().__init__("encounters", EncounterRow, Encounter)


# -- templates --------------------------------------------------------------------------------------------------------


class Creature(msgspec.Struct, forbid_unknown_fields=True):
    """A creature of a template by its key in the compendium, its name there, and where it stands."""

    creature: Annotated[str, Meta(max_length=120)]
    called: Annotated[str, Meta(max_length=120)]
    hidden: bool
    x: Metres
    y: Metres
    facing: int


class TemplateRow(Row, kw_only=True):
    """The cast and the board of an encounter, kept to begin others from."""

    model = Template
    json_texts: ClassVar[tuple[str, ...]] = ("board",)

    public_id: PublicId
    name: Name
    cast: Annotated[list[Creature], Meta(max_length=200)] = []
    board: Annotated[list[dict[str, Any]], Meta(max_length=MOST_LINES + 1)] = []
    created_at: Moment


class TemplatesPart(Part[TemplateRow]):
    name = "templates"
    shape = TemplateRow

    def rows(self, leaving: Leaving) -> Iterator[TemplateRow]:
        for template in Template.objects.filter(campaign=leaving.campaign).order_by("pk"):
            yield leaving.row(TemplateRow, template)

    def check(self, row: TemplateRow, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        try:
            drawn = codec.facts_from(codec.dump(row.board))
        except BROKEN as error:
            raise Refused(f"templates.json: {row.public_id} has no board that can be drawn.", "archive") from error
        if not all(isinstance(fact, BarrierDrawn | FogDrawn) for fact in drawn):
            raise Refused(f"templates.json: {row.public_id} has more on its board than lines and fog.", "archive")

    def keep(self, rows: Iterator[TemplateRow], arrival: Arrival) -> None:
        listed = list(rows)
        made = [
            Template(campaign=arrival.campaign, **arrival.columns(row, cast=msgspec.to_builtins(row.cast)))
            for row in listed
        ]
        Template.objects.bulk_create(made)
        for template, row in zip(made, listed, strict=True):
            template.created_at = row.created_at
        keep_moments(made, "created_at")


# -- forecasts --------------------------------------------------------------------------------------------------------


class VariantRow(Row, kw_only=True):
    """One of the fights that a forecast compares, and what came of those that were played."""

    model = Variant
    json_texts: ClassVar[tuple[str, ...]] = ("setting",)

    place: Small
    label: Short
    setting: dict[str, Any]
    tally: list[list[str | int]] = []


class ForecastRow(Row, kw_only=True):
    """A forecast that was played, or given up."""

    model = Forecast
    json_texts: ClassVar[tuple[str, ...]] = ("book",)

    public_id: PublicId
    encounter: PublicId
    by: PublicId
    state: State
    why: Short = ""
    version: Count
    key: Key | None = None
    made_at: Moment
    fights: Annotated[int, Meta(ge=1, le=2_147_483_647)]
    seed: Annotated[str, Meta(max_length=40)]
    policies: dict[str, str] = {}
    what_ifs: list[dict[str, Any]] = []
    book: dict[str, Any]
    chunk: Annotated[int, Meta(ge=1, le=32_767)]
    done: Count = 0
    variants: Annotated[list[VariantRow], Meta(max_length=50)] = []


class ForecastsPart(Part[ForecastRow]):
    name = "forecasts"
    shape = ForecastRow

    def rows(self, leaving: Leaving) -> Iterator[ForecastRow]:
        forecasts = Forecast.objects.filter(campaign=leaving.campaign).select_related("encounter")
        for forecast in forecasts.order_by("pk").iterator(chunk_size=20):
            left_off = {"state": Forecast.State.CANCELLED.value, "why": LEFT_OFF} if forecast.is_open else {}
            variants = [leaving.row(VariantRow, one) for one in forecast.variants.order_by("place")]
            yield leaving.row(
                ForecastRow, forecast, encounter=forecast.encounter.public_id, variants=variants, **left_off
            )

    def check(self, row: ForecastRow, contents: Contents) -> None:
        contents.define(self.name, row.public_id)
        contents.refuse_unknown(self.name, row.by, contents.people)
        contents.refuse_unknown(
            self.name, row.encounter, {one for one, part in contents.things.items() if part == "encounters"}
        )
        if row.state not in Forecast.State.values or row.state in Forecast.OPEN:
            raise Refused(f"forecasts.json: a forecast in an archive is not {row.state!r}.", "archive")
        system = system_named(contents.head.campaign.system_slug)
        try:
            _book(row)
            for variant in row.variants:
                _setting(variant, system)
                Tally.from_plain(variant.tally)
        except BROKEN as error:
            raise Refused(
                f"forecasts.json: {row.public_id} is not a fight that Winterhall can play.", "archive"
            ) from error

    def keep(self, rows: Iterator[ForecastRow], arrival: Arrival) -> None:
        for row in rows:
            forecast = Forecast.objects.create(
                campaign=arrival.campaign,
                encounter_id=arrival.documents[row.encounter].pk,
                **arrival.columns(row, book=_book(row)),
            )
            system = arrival.campaign.system
            made = [
                Variant(forecast=forecast, **arrival.columns(one, setting=_setting(one, system)))
                for one in row.variants
            ]
            Variant.objects.bulk_create(made)


def _book(row: ForecastRow) -> str:
    """The book of a forecast as the hall writes one."""
    return codec.dump_book(codec.book_from(codec.dump(row.book)))


def _setting(row: VariantRow, system: System) -> str:
    """The setting of a variant as the hall writes one."""
    return codec.dump_setting(codec.setting_from(codec.dump(row.setting), system))
