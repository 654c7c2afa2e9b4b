from django.db import migrations, models
from django.db.models import F


def fill(apps, editor):
    # Until now everybody counted every change.
    apps.get_model("combat", "Encounter").objects.update(open_version=F("version"))


class Migration(migrations.Migration):
    dependencies = [("combat", "0001_encounters")]

    operations = [
        migrations.AddField("encounter", "open_version", models.PositiveIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
