from django.db import migrations


def fill(apps, editor):
    """Say whose the rolls from before are: whoever plays the character now, for nobody wrote down who played it then."""
    roll = apps.get_model("campaigns", "Roll")
    owned = apps.get_model("characters", "Character").objects.filter(owner__isnull=False)
    for campaign_id, who, player_id in owned.values_list("campaign_id", "public_id", "owner_id"):
        roll.objects.filter(campaign_id=campaign_id, who=who).update(player_id=player_id)


class Migration(migrations.Migration):
    dependencies = [("characters", "0003_sheets_count_twice"), ("campaigns", "0007_rolls_in_rows")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
