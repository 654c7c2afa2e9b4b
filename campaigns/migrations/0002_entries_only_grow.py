from django.db import migrations

from campaigns.models.triggers import guard, release

TABLES = ("campaigns_entry", "campaigns_touch")


def up(apps, editor):
    for table in TABLES:
        guard(editor, table)


def down(apps, editor):
    for table in TABLES:
        release(editor, table)


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_campaigns_and_chronicle")]

    operations = [migrations.RunPython(up, down)]
