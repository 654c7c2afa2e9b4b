"""Grounds keep the grid of squares that was found in them; those that are stored were not looked at."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0006_guests")]

    operations = [
        migrations.AddField("picture", "grid_left", models.FloatField(null=True)),
        migrations.AddField("picture", "grid_side", models.FloatField(null=True)),
        migrations.AddField("picture", "grid_top", models.FloatField(null=True)),
    ]
