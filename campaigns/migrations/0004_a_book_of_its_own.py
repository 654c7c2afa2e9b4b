import django.db.models.deletion
from django.db import migrations, models

import winterhall.accounts.models


def document_fields():
    return [
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
        ("body", models.TextField(default="{}")),
        ("version", models.PositiveIntegerField(default=0)),
        ("open_version", models.PositiveIntegerField(default=0)),
        ("last_number", models.PositiveBigIntegerField(default=0)),
        ("created_at", models.DateTimeField(auto_now_add=True)),
        (
            "campaign",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="%(class)ss", to="campaigns.campaign"
            ),
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_touches_tell_whether_they_were_seen")]

    operations = [
        migrations.CreateModel(
            name="HousePage",
            fields=[*document_fields(), ("before", models.JSONField(default=dict))],
        ),
        migrations.CreateModel(
            name="Homebrew",
            fields=[
                *document_fields(),
                ("section", models.CharField(max_length=40)),
                ("withdrawn", models.BooleanField(default=False)),
            ],
        ),
        migrations.AddConstraint(
            model_name="housepage",
            constraint=models.UniqueConstraint(fields=("campaign",), name="one_house_page_a_campaign"),
        ),
        migrations.AddIndex(
            model_name="homebrew",
            index=models.Index(fields=["campaign", "section", "withdrawn"], name="homebrew_of_a_section"),
        ),
    ]
