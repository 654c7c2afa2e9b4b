import django.db.models.deletion
import winterhall.accounts.models
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0007_rolls_in_rows")]

    operations = [
        migrations.CreateModel(
            name="AlmanacPage",
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
                ("body", models.TextField(default="{}")),
                ("version", models.PositiveIntegerField(default=0)),
                ("open_version", models.PositiveIntegerField(default=0)),
                ("last_number", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="campaigns.campaign",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="almanacpage",
            constraint=models.UniqueConstraint(fields=("campaign",), name="one_almanac_a_campaign"),
        ),
    ]
