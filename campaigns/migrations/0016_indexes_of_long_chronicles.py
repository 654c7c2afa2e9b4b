from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0015_quiet_days"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["campaign", "command", "number"], name="entries_of_a_command"),
        ),
        migrations.AddIndex(
            model_name="roll",
            index=models.Index(fields=["campaign", "percentile"], name="rolls_by_luck"),
        ),
    ]
