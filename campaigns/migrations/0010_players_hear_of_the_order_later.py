from django.db import migrations, models

from campaigns.models.triggers import guard, release

TABLE = "campaigns_entry"


def guard_again(apps, editor):
    # SQLite adds the column by making the table anew, and the old one takes its triggers with it.
    release(editor, TABLE)
    guard(editor, TABLE)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0009_name_those_who_are_veiled")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.AddField("entry", "late", models.TextField(blank=True, default="")),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
