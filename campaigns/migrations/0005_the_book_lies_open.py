import json

from django.db import migrations, models


def bind(apps, schema_editor):
    """Bind what campaigns have written so far; the figures are those of each page."""
    homebrew = apps.get_model("campaigns", "Homebrew")
    for campaign in apps.get_model("campaigns", "Campaign").objects.filter(homebrews__isnull=False).distinct():
        told = {"entries": {}, "withdrawn": [], "secret": []}
        for page in homebrew.objects.filter(campaign=campaign):
            key = f"ours.{page.public_id}"
            told["entries"].setdefault(page.section, {})[key] = json.loads(page.body)["told"]
            if page.withdrawn or page.void:
                told["withdrawn"].append(key)
            if page.secret:
                told["secret"].append(key)
        told |= {name: sorted(told[name]) for name in ("withdrawn", "secret")}
        campaign.book = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        campaign.save(update_fields=["book"])


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_a_book_of_its_own")]

    operations = [
        migrations.AddField("campaign", "book", models.TextField(blank=True, default="")),
        migrations.RunPython(bind, migrations.RunPython.noop),
    ]
