from typing import Any

import django.db.models.deletion
import winterhall.accounts.models
from django.conf import settings
from django.db import migrations, models

from campaigns.models.triggers import guard, release

#: It only grows: the database itself refuses whoever goes round the models.
_LEDGER = "characters_experienceentry"


def _guard(apps: Any, schema_editor: Any) -> None:
    guard(schema_editor, _LEDGER)


def _release(apps: Any, schema_editor: Any) -> None:
    release(schema_editor, _LEDGER)


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("characters", "0001_characters"),
        ("characters", "0002_archive"),
        ("characters", "0003_bin"),
        ("characters", "0004_controllers"),
    ]

    dependencies = [
        ("campaigns", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Character",
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
                ("others", models.TextField(blank=True, default="")),
                ("kind", models.CharField(default="character", max_length=20)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="characters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["campaign", "kind", "void"], name="characters_of_a_campaign"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExperienceEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("amount", models.IntegerField()),
                ("reason", models.CharField(max_length=240)),
                ("bought", models.CharField(blank=True, max_length=80)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="experience",
                        to="characters.character",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="campaigns.entry"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["character", "kind", "name"], name="ledger_of_a_rank"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Rank",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("value", models.IntegerField()),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ranks", to="characters.character"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("character", "kind", "name"), name="one_rank_of_a_name"),
                ],
            },
        ),
        migrations.RunPython(_guard, _release),
    ]
