from django.db import migrations

from campaigns.models.triggers import guard, release


def up(apps, editor):
    guard(editor, "characters_experienceentry")


def down(apps, editor):
    release(editor, "characters_experienceentry")


class Migration(migrations.Migration):
    dependencies = [("characters", "0001_characters_and_ledger")]

    operations = [migrations.RunPython(up, down)]
