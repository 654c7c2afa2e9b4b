import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import winterhall.accounts.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("accounts", "0001_accounts"),
        ("accounts", "0002_guests"),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("recipients", models.JSONField()),
                ("sender", models.CharField(max_length=320)),
                ("subject", models.CharField(max_length=998)),
                ("body", models.TextField()),
                ("html", models.TextField(blank=True)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("not_before", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("email", models.EmailField(max_length=254, null=True, unique=True)),
                ("guest_until", models.DateTimeField(editable=False, null=True)),
                ("display_name", models.CharField(max_length=60)),
                ("is_active", models.BooleanField(default=True)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"), name="one_account_per_address"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=winterhall.accounts.models.new_public_id, editable=False, max_length=24, unique=True
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=80)),
                ("digest", models.CharField(max_length=64)),
                ("answer", models.TextField(default="")),
                ("given_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_answer_a_key")],
            },
        ),
    ]
