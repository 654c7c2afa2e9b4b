import django.db.models.deletion
import django.utils.timezone
import winterhall.accounts.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0005_the_book_lies_open"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Run",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("kind", models.CharField(choices=[("end", "To the end"), ("time", "Time goes by")], max_length=8)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("going", "Under way"),
                            ("paused", "Paused"),
                            ("stopped", "Stopped"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="going",
                        max_length=10,
                    ),
                ),
                ("tests", models.JSONField(blank=True, default=list)),
                ("amount", models.PositiveIntegerField(default=0)),
                ("unit", models.CharField(blank=True, max_length=20)),
                ("people", models.JSONField(blank=True, default=list)),
                ("steps", models.PositiveIntegerField(default=0)),
                ("left_out", models.JSONField(blank=True, default=list)),
                ("why", models.CharField(blank=True, max_length=300)),
                ("version", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=80, null=True)),
                ("token", models.CharField(blank=True, max_length=24)),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="runs", to="campaigns.campaign"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(model_name="run", index=models.Index(fields=["state", "due_at"], name="runs_left_behind")),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.UniqueConstraint(fields=("campaign", "by", "key"), name="one_run_a_key"),
        ),
    ]
