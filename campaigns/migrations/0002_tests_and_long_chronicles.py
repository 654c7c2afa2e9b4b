from typing import Any

from django.db import migrations, models

KIND = "test"


def _wish_for_it(apps: Any, schema_editor: Any) -> None:
    """Let those who chose among the other kinds hear of this one, as everybody does who never chose."""
    for wishes in apps.get_model("campaigns", "NoticeWishes").objects.all():
        wishes.bell, wishes.push = (f"{kinds} {KIND}".strip() for kinds in (wishes.bell, wishes.push))
        wishes.save(update_fields=["bell", "push"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_tables"),
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
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("ask", "A decision for you"),
                    ("turn", "Your turn"),
                    ("next", "You are next"),
                    ("handout", "A handout"),
                    ("session", "A session is near"),
                    ("summary", "A summary is ready"),
                    ("nod", "A change to a sheet"),
                    ("test", "A test you are asked for"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="noticewishes",
            name="bell",
            field=models.CharField(blank=True, default="ask turn next handout session summary nod test", max_length=60),
        ),
        migrations.AlterField(
            model_name="noticewishes",
            name="push",
            field=models.CharField(blank=True, default="ask turn handout session nod test", max_length=60),
        ),
        migrations.RunPython(_wish_for_it, migrations.RunPython.noop),
    ]
