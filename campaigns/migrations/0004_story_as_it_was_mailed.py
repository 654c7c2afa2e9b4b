"""The story of a session as it was mailed last, so that one that changed afterwards can be mailed again."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0003_journal_found_by_index")]

    operations = [
        migrations.AddField(
            model_name="summary",
            name="mailed",
            field=models.CharField(blank=True, default="", max_length=32),
            preserve_default=False,
        ),
    ]
