from typing import Any

from django.db import migrations, models

from campaigns.models.triggers import guard, release

_LEDGER = "characters_experienceentry"
_AT_ONCE = 500


def _guard(apps: Any, schema_editor: Any) -> None:
    guard(schema_editor, _LEDGER)


def _release(apps: Any, schema_editor: Any) -> None:
    release(schema_editor, _LEDGER)


def _take_from_entries(apps: Any, schema_editor: Any) -> None:
    """Give each row the moment and the hour of its entry."""
    rows = apps.get_model("characters", "ExperienceEntry").objects
    changed = []
    for row in rows.select_related("entry").only("pk", "entry__at").iterator(chunk_size=_AT_ONCE):
        row.at, row.hour = row.entry.at, int(row.entry.at.timestamp()) // 3600
        changed.append(row)
        if len(changed) == _AT_ONCE:
            rows.bulk_update(changed, ["at", "hour"])
            changed = []
    rows.bulk_update(changed, ["at", "hour"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_tables"),
        ("characters", "0001_tables"),
    ]

    operations = [
        migrations.RunPython(_release, _guard),
        migrations.RemoveIndex(model_name="experienceentry", name="ledger_of_a_rank"),
        migrations.AddField(model_name="experienceentry", name="at", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="experienceentry", name="hour", field=models.PositiveIntegerField(null=True)),
        migrations.RunPython(_take_from_entries, migrations.RunPython.noop),
        migrations.AlterField(model_name="experienceentry", name="at", field=models.DateTimeField()),
        migrations.AlterField(model_name="experienceentry", name="hour", field=models.PositiveIntegerField()),
        migrations.AddIndex(
            model_name="experienceentry",
            index=models.Index(fields=["character", "kind", "name", "id"], name="ledger_of_a_rank"),
        ),
        migrations.AddIndex(
            model_name="experienceentry",
            index=models.Index(fields=["character", "hour", "at"], name="ledger_of_an_hour"),
        ),
        migrations.RunPython(_guard, _release),
    ]
