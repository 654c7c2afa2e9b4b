"""Encounters learn of fog on their boards; on those that are stored lies none, and it hides nobody."""

import json

from django.db import migrations


def add_fog(apps, schema_editor):
    encounters = apps.get_model("combat", "Encounter").objects
    for encounter in encounters.exclude(version=0).iterator(chunk_size=200):
        body = json.loads(encounter.body)
        if "fog" in body:
            continue
        body["fog"] = []
        for combatant in body["combatants"].values():
            combatant["in_fog"] = False
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        encounters.filter(pk=encounter.pk).update(body=text)


class Migration(migrations.Migration):
    dependencies = [("combat", "0003_grounds_of_boards")]

    operations = [migrations.RunPython(add_fog, migrations.RunPython.noop)]
