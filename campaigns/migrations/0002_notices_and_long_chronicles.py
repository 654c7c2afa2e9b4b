from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from campaigns.models import journal_index

WAS, IS = "nod", "approval"
#: Kinds of notices that are new: by the bell and on devices everybody hears of them who never chose.
NEW = ["test", "page"]


def _call_it_approval(apps: Any, schema_editor: Any) -> None:
    """Let notices and wishes say approval, and let those who chose among kinds hear of the new ones."""
    apps.get_model("campaigns", "Notice").objects.filter(kind=WAS).update(kind=IS)
    for wishes in apps.get_model("campaigns", "NoticeWishes").objects.all():
        for way in ("bell", "mail", "push"):
            kinds = [IS if kind == WAS else kind for kind in getattr(wishes, way).split()]
            setattr(wishes, way, " ".join(kinds + NEW * (way != "mail")))
        wishes.save(update_fields=["bell", "mail", "push"])


def _build_index_again(apps: Any, schema_editor: Any) -> None:
    """Let PostgreSQL keep the words of the journal as it looks for them, also where the first migration ran before."""
    if schema_editor.connection.vendor == "postgresql":
        journal_index.drop(schema_editor)
        journal_index.build(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AskedTest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.CharField(max_length=24)),
                ("key", models.CharField(max_length=120)),
                ("command", models.CharField(max_length=60)),
                ("field", models.CharField(max_length=60)),
                ("choice", models.CharField(max_length=120)),
                ("label", models.CharField(max_length=120)),
                ("words", models.CharField(blank=True, max_length=120)),
                ("given", models.TextField(default="{}")),
                ("said", models.CharField(blank=True, max_length=200)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="asked_tests", to="campaigns.campaign"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.entry"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["campaign", "asked_at"], name="tests_asked_lately")],
                "constraints": [
                    models.UniqueConstraint(fields=("campaign", "about", "key"), name="one_test_an_asking")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["campaign", "command", "number"], name="entries_of_a_command"),
        ),
        migrations.AddIndex(
            model_name="roll",
            index=models.Index(fields=["campaign", "percentile"], name="rolls_by_luck"),
        ),
        migrations.RenameField("campaign", "needs_nod", "needs_approval"),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("ask", "A decision for you"),
                    ("turn", "Your turn"),
                    ("next", "You are next"),
                    ("handout", "A handout"),
                    ("page", "A journal page for you"),
                    ("session", "A session is near"),
                    ("summary", "A summary is ready"),
                    ("approval", "A change to a sheet"),
                    ("test", "A test you are asked for"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="noticewishes",
            name="bell",
            field=models.CharField(
                blank=True, default="ask turn next handout page session summary approval test", max_length=60
            ),
        ),
        migrations.AlterField(
            model_name="noticewishes",
            name="push",
            field=models.CharField(blank=True, default="ask turn handout page session approval test", max_length=60),
        ),
        migrations.RunPython(_build_index_again, migrations.RunPython.noop),
        migrations.RunPython(_call_it_approval, migrations.RunPython.noop),
    ]
