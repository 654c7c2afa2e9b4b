"""Encounters learn of lines on their boards; those that are stored have none."""

import json

from django.db import migrations


def add_barriers(apps, schema_editor):
    encounters = apps.get_model("combat", "Encounter").objects
    for encounter in encounters.exclude(version=0).iterator(chunk_size=200):
        body = json.loads(encounter.body)
        if "barriers" in body:
            continue
        body["barriers"] = {}
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        encounters.filter(pk=encounter.pk).update(body=text)


class Migration(migrations.Migration):
    dependencies = [("combat", "0001_encounters")]

    operations = [migrations.RunPython(add_barriers, migrations.RunPython.noop)]
