from collections import defaultdict
from itertools import count

from django.conf import settings
from django.db import migrations

from rules.engine.character.names import alike

LONGEST = 60


def tell_apart(apps, editor):
    """Give whoever came later to a campaign in which somebody bears their name a number behind it, as equal foes have."""
    members = apps.get_model("campaigns", "Membership").objects.order_by("joined_at", "pk").select_related("user")
    members = list(members.only("campaign_id", "user__display_name"))
    places, people, here = defaultdict(set), {}, defaultdict(list)
    for member in members:
        places[member.user_id].add(member.campaign_id)
        people.setdefault(member.user_id, member.user)
        here[member.campaign_id].append(member.user_id)

    def names_beside(user_id):
        others = {other for place in places[user_id] for other in here[place]} - {user_id}
        return {alike(people[other].display_name) for other in others}

    met = defaultdict(set)
    for member in members:
        user, before = people[member.user_id], met[member.campaign_id]
        if alike(user.display_name) in {alike(people[other].display_name) for other in before}:
            user.display_name = _free_name(user.display_name, names_beside(user.pk))
            user.save(update_fields=["display_name"])
        before.add(user.pk)


def _free_name(name, taken):
    numbered = (f"{name.strip()[: LONGEST - 5]} ({number})" for number in count(2))
    return next(other for other in numbered if alike(other) not in taken)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0010_players_hear_of_the_order_later"),
    ]

    operations = [migrations.RunPython(tell_apart, migrations.RunPython.noop)]
