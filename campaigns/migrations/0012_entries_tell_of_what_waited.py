import django.db.models.deletion
from django.db import migrations, models

from campaigns.models.triggers import guard, release

TABLE = "campaigns_entry"


def guard_again(apps, editor):
    # SQLite adds the column by making the table anew, and the old one takes its triggers with it.
    release(editor, TABLE)
    guard(editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0011_tell_namesakes_apart")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.AddField(
            "entry",
            "tells",
            models.ForeignKey(
                "campaigns.entry",
                null=True,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
            ),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
