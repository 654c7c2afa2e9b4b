import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def fill(apps, editor):
    """Write a row for each roll that the chronicle tells of; who played whom, the characters' own migration knows."""
    # What an entry tells of its rolls is said in one place only, which knows shapes of all ages.
    from campaigns.chronicle import roll_index

    entry_model, roll_model, face_model = (apps.get_model("campaigns", name) for name in ("Entry", "Roll", "Face"))
    struck = set(apps.get_model("campaigns", "Struck").objects.values_list("entry_id", flat=True))
    for entry in entry_model.objects.filter(facts__contains=roll_index.MARK).order_by("pk").iterator(chunk_size=200):
        for row, faces in roll_index.told(entry):
            roll = roll_model.objects.create(
                campaign_id=entry.campaign_id, entry=entry, number=entry.number, struck=entry.pk in struck, **row
            )
            face_model.objects.bulk_create(
                face_model(roll=roll, sides=sides, face=face, times=times) for (sides, face), times in faces.items()
            )


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0006_runs_of_long_tests"),
    ]

    operations = [
        migrations.CreateModel(
            name="Roll",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("hour", models.PositiveIntegerField()),
                ("who", models.CharField(max_length=24)),
                ("purpose", models.TextField()),
                ("measure", models.IntegerField()),
                ("percentile", models.FloatField()),
                ("spread", models.FloatField(null=True)),
                ("expected", models.FloatField(null=True)),
                ("typed", models.BooleanField()),
                ("secret", models.BooleanField()),
                ("struck", models.BooleanField(default=False)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rolls", to="campaigns.campaign"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rolls", to="campaigns.entry"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Face",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sides", models.PositiveSmallIntegerField()),
                ("face", models.PositiveSmallIntegerField()),
                ("times", models.PositiveSmallIntegerField()),
                (
                    "roll",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="faces", to="campaigns.roll"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="roll",
            constraint=models.UniqueConstraint(fields=("entry", "place"), name="one_roll_a_fact"),
        ),
        migrations.AddConstraint(
            model_name="face",
            constraint=models.UniqueConstraint(fields=("roll", "sides", "face"), name="one_row_a_face"),
        ),
        migrations.AddIndex(
            model_name="roll",
            index=models.Index(fields=["campaign", "number"], name="rolls_of_a_campaign"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
