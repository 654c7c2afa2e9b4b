from typing import Any

from django.db import migrations, models

import winterhall.accounts.models


def _name_each(apps: Any, schema_editor: Any) -> None:
    """Give each letter that waits an id of its own."""
    for letter in apps.get_model("accounts", "Letter").objects.all():
        letter.public_id = winterhall.accounts.models.new_public_id()
        letter.save(update_fields=["public_id"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="letter",
            name="public_id",
            field=models.CharField(editable=False, max_length=24, null=True),
        ),
        migrations.RunPython(_name_each, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="letter",
            name="public_id",
            field=models.CharField(
                default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
            ),
        ),
    ]
