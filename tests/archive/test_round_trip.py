"""A campaign goes to another hall and comes back: not a byte of its archive and not a row of it is another one."""

import json
from pathlib import Path

import jsonschema
import pytest
from django.apps import apps
from django.core.management import call_command

from campaigns.archive import left_out, parts
from campaigns.chronicle import verify
from campaigns.models import Campaign, Membership, Role
from campaigns.play.undo import last_to_undo, undo
from tests.archive.halls import brought_in, empty, exported, files_of, of_campaigns, rows

SCHEMA = Path(__file__).parents[2] / "docs" / "archive.schema.json"


def test_every_row_comes_back(campaign: Campaign) -> None:
    archive, before = exported(campaign), rows()
    assert [label for label, found in before.items() if not found] == []
    empty()
    brought_in(archive)
    after = rows()
    stays_here = {label for label, why in left_out.MODELS.items() if not why.startswith(left_out.DERIVED)}
    for label in after.keys() & stays_here:
        assert after.pop(label) == []
    for label, found in after.items():
        assert found == before[label], label
    assert exported(Campaign.objects.get()) == archive


def test_an_archive_comes_back_byte_by_byte(archive: bytes) -> None:
    again = exported(brought_in(archive).campaign)
    assert files_of(again) == files_of(archive)
    assert again == archive


def test_what_was_brought_in_is_what_its_chronicle_says(archive: bytes) -> None:
    campaign = brought_in(archive).campaign
    assert verify.faults(Campaign.objects.get(pk=campaign.pk)) == []


def test_undo_goes_on(archive: bytes) -> None:
    campaign = Campaign.objects.get(pk=brought_in(archive).campaign.pk)
    gm = Membership.objects.get(campaign=campaign, role=Role.GM)
    for _ in range(20):
        last = last_to_undo(campaign)
        assert last is not None
        undo(gm, last.public_id)
    assert verify.faults(Campaign.objects.get(pk=campaign.pk)) == []


def test_no_address_is_in_an_archive_unless_somebody_asks_for_it(campaign: Campaign) -> None:
    assert "@example.org" not in "".join(files_of(exported(campaign)).values())
    with_addresses = json.loads(files_of(exported(campaign, addresses=True))["people.json"])
    assert {"anna@example.org", "gisela@example.org"} <= {one["email"] for one in with_addresses}


def test_pages_of_the_journal_are_files_to_be_read(archive: bytes) -> None:
    pages = {name: text for name, text in files_of(archive).items() if name.startswith("journal/")}
    assert len(pages) == 3
    assert any(text.startswith("# The Black Lantern\n\nnorth\n\nAn inn. See [[Rook]].") for text in pages.values())


# -- the schema -------------------------------------------------------------------------------------------------------


def test_the_published_schema_is_that_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("archive_schema")
    assert capsys.readouterr().out == SCHEMA.read_text(), "manage.py archive_schema > docs/archive.schema.json"


def test_every_document_keeps_the_schema(archive: bytes) -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    documents = {name: json.loads(text) for name, text in files_of(archive).items() if name.endswith(".json")}
    assert {name.removesuffix(".json") for name in documents} == schema["properties"].keys()
    whole = {name.removesuffix(".json"): told for name, told in documents.items()}
    jsonschema.Draft202012Validator(schema).validate(whole)


# -- nothing is forgotten ---------------------------------------------------------------------------------------------


def exported_columns() -> dict[str, set[str]]:
    """The columns that rows of an archive have, by the label of their model."""
    found: dict[str, set[str]] = {}
    for shape in parts.shapes():
        known = {column.name for column in shape.model._meta.concrete_fields}
        found.setdefault(shape.model._meta.label, set()).update(known.intersection(parts.fields_of(shape)))
    return found


def test_every_model_is_exported_or_left_out_for_a_reason() -> None:
    labels = {model._meta.label for model in apps.get_models()}
    exported_ones = exported_columns().keys()
    assert labels == exported_ones | left_out.MODELS.keys()
    assert exported_ones & left_out.MODELS.keys() == set()
    assert all(left_out.MODELS.values())


def test_every_column_is_exported_or_left_out_for_a_reason() -> None:
    for label, named in exported_columns().items():
        left = left_out.COLUMNS.get(label, {})
        known = {column.name for column in apps.get_model(label)._meta.concrete_fields if not column.primary_key}
        assert named & left.keys() == set(), label
        assert known - {"campaign"} == named | left.keys(), label
        assert all(left.values())
    assert left_out.COLUMNS.keys() <= exported_columns().keys()


def test_campaigns_have_the_tables_that_are_compared_here() -> None:
    assert {"campaigns.Entry", "characters.Rank", "combat.Variant"} <= {one._meta.label for one in of_campaigns()}
