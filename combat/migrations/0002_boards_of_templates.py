"""The lines and the fog of the board that a template keeps."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("combat", "0001_tables")]

    operations = [
        migrations.AddField("template", "board", models.TextField(blank=True, default="[]")),
    ]
