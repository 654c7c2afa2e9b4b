from django.db import migrations, models
from django.db.models import F


def fill(apps, editor):
    # Until now everybody counted every change.
    apps.get_model("characters", "Character").objects.update(open_version=F("version"))


class Migration(migrations.Migration):
    dependencies = [("characters", "0002_ledger_only_grows")]

    operations = [
        migrations.AddField("character", "open_version", models.PositiveIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
