from django.db import migrations, models

from campaigns.models.triggers import guard, release

TABLE = "campaigns_touch"


def guard_again(apps, editor):
    # SQLite adds the column by making the table anew, and the old one takes its triggers with it.
    release(editor, TABLE)
    guard(editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0002_entries_only_grow")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        # Until now everybody counted every change.
        migrations.AddField("touch", "seen", models.BooleanField(default=True), preserve_default=False),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
