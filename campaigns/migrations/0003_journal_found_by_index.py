"""Indexes by which the journal is listed and searched without its texts, and the present names of notices."""

from typing import Any

from django.db import migrations, models

from campaigns.models import journal_index


def _build_index_again(apps: Any, schema_editor: Any) -> None:
    """Keep short words in one piece with their row, where the database was made without that."""
    if schema_editor.connection.vendor == "postgresql":
        journal_index.drop(schema_editor)
        journal_index.build(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0002_notices_and_long_chronicles")]

    operations = [
        migrations.RemoveIndex("journalpage", "journal_by_kind"),
        migrations.AddIndex(
            model_name="journalpage",
            index=models.Index(
                fields=["campaign", "kind", "folded", "archived", "shared", "owner", "readers", "id"],
                name="journal_by_kind",
            ),
        ),
        migrations.AddIndex(
            model_name="journalpart",
            index=models.Index(fields=["page", "shared", "readers"], name="parts_of_a_page"),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                max_length=10,
                choices=[
                    ("ask", "A decision for you"),
                    ("turn", "Your turn"),
                    ("next", "You are next"),
                    ("handout", "A handout"),
                    ("page", "A journal page for you"),
                    ("session", "A session is planned or near"),
                    ("summary", "A summary is ready"),
                    ("approval", "A change to a sheet"),
                    ("test", "A test you are asked for"),
                ],
            ),
        ),
        migrations.RunPython(_build_index_again, migrations.RunPython.noop),
    ]
