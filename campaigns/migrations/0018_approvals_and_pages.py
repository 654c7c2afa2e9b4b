from typing import Any

from django.db import migrations, models

WAS, IS, PAGE = "nod", "approval", "page"


def _call_it_approval(apps: Any, schema_editor: Any) -> None:
    """Let notices and wishes say approval; those who chose among kinds hear of pages, as everybody does who never chose."""
    apps.get_model("campaigns", "Notice").objects.filter(kind=WAS).update(kind=IS)
    for wishes in apps.get_model("campaigns", "NoticeWishes").objects.all():
        for way in ("bell", "mail", "push"):
            kinds = [IS if kind == WAS else kind for kind in getattr(wishes, way).split()]
            setattr(wishes, way, " ".join(kinds + [PAGE] * (way != "mail")))
        wishes.save(update_fields=["bell", "mail", "push"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0017_tests_asked_for"),
    ]

    operations = [
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
        migrations.RunPython(_call_it_approval, migrations.RunPython.noop),
    ]
