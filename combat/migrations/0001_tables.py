import django.db.models.deletion
import django.utils.timezone
import winterhall.accounts.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("combat", "0001_encounters"),
        ("combat", "0002_lines_on_boards"),
        ("combat", "0003_grounds_of_boards"),
        ("combat", "0004_fog_on_boards"),
        ("combat", "0005_archive"),
        ("combat", "0006_shared_replays"),
        ("combat", "0007_bin"),
    ]

    dependencies = [
        ("campaigns", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("secret", models.BooleanField(default=False)),
                ("void", models.BooleanField(default=False)),
                ("whole", models.BooleanField(default=True)),
                ("binned_at", models.DateTimeField(blank=True, null=True)),
                ("erased", models.BooleanField(default=False)),
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Forecast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("why", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=80, null=True)),
                ("token", models.CharField(blank=True, max_length=24)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("fights", models.PositiveIntegerField()),
                ("seed", models.CharField(max_length=40)),
                ("policies", models.JSONField(default=dict)),
                ("what_ifs", models.JSONField(blank=True, default=list)),
                ("book", models.TextField()),
                ("chunk", models.PositiveSmallIntegerField(default=100)),
                ("done", models.PositiveIntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Playing"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="forecasts", to="campaigns.campaign"
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="forecasts", to="combat.encounter"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "due_at"], name="forecasts_left_behind"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "by", "key"), name="one_forecast_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SharedReplay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(max_length=43, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("showcase", models.BooleanField(default=False)),
                (
                    "encounter",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shared_replay", to="combat.encounter"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Template",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("cast", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="templates", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Variant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("label", models.CharField(max_length=300)),
                ("setting", models.TextField()),
                ("tally", models.JSONField(blank=True, default=list)),
                (
                    "forecast",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="variants", to="combat.forecast"
                    ),
                ),
            ],
            options={
                "ordering": ("forecast", "place"),
                "constraints": [
                    models.UniqueConstraint(fields=("forecast", "place"), name="variants_in_order"),
                ],
            },
        ),
    ]
