"""Encounters learn where the picture of their ground lies; under those that are stored lies none."""

import json

from django.db import migrations


def add_ground(apps, schema_editor):
    encounters = apps.get_model("combat", "Encounter").objects
    for encounter in encounters.exclude(version=0).iterator(chunk_size=200):
        body = json.loads(encounter.body)
        if "ground" in body:
            continue
        body["ground"] = None
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        encounters.filter(pk=encounter.pk).update(body=text)


class Migration(migrations.Migration):
    dependencies = [("combat", "0002_lines_on_boards")]

    operations = [migrations.RunPython(add_ground, migrations.RunPython.noop)]
