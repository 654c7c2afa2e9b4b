"""Templates of encounters: a cast is kept, and others begin from it, with sheets of their own and the same places."""

from collections.abc import Iterator
from contextlib import suppress

from django.db import transaction

from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from characters.services import make
from combat import services
from combat.models import Encounter, Template
from rules import codec
from rules.engine.character.names import check_name
from rules.engine.kernel import Joined, Json, NotNow, Unknown

#: The most templates of a campaign, and creatures of one.
MOST, MOST_CREATURES = 100, 60
#: The command by which creatures of the compendium come.
_BRING = "creature.bring"


def templates(member: Membership) -> list[Template]:
    """The templates of a campaign, by name."""
    return list(Template.objects.filter(campaign=member.campaign).order_by("name", "pk"))


def keep(member: Membership, *, encounter: Encounter, name: str = "") -> Template:
    """Keep the creatures of an encounter as a template, as they stand now; those of no compendium stay behind."""
    encounter.refresh_from_db(fields=["body"])
    name = name or encounter.name
    check_name(name)
    cast = list(_cast(member, encounter))[:MOST_CREATURES]
    if not cast:
        raise NotNow("No creatures in this fight. Add some first.")
    if Template.objects.filter(campaign=member.campaign).count() >= MOST:
        raise NotNow(f"A campaign has at most {MOST} templates. Delete one first.")
    return Template.objects.create(campaign=member.campaign, name=name, cast=cast)


@transaction.atomic
def prepare(member: Membership, template: Template, *, secret: bool = True) -> Encounter:
    """Prepare an encounter with the cast of a template, under its name."""
    encounter = services.prepare(member, name=template.name, secret=secret)
    keys: list[Json] = [one["creature"] for one in template.cast]
    intent = Intent(_BRING, {"creatures": keys}, encounter=encounter.public_id)

    def act(game: Game) -> dict[str, Json]:
        for one in template.cast:
            sheet = compendium.creature(member, one["creature"])
            taken = {game.table.name(who) for who in game.table.scene.combatants}
            sheet.name = (services.lettered if one["hidden"] else services.free_name)(sheet.name, taken)
            creature = make(game, sheet, owner=None, secret=True)
            place = (float(one["x"]), float(one["y"]), int(one["facing"]))
            game.table.happen(Joined(creature.public_id, "foes", bool(one["hidden"]), *place))
        return dict(intent.given)

    write(member, intent, act)
    return encounter


def _cast(member: Membership, encounter: Encounter) -> Iterator[dict[str, Json]]:
    """The creatures of a fight that came from the compendium and stand in it still, in the order in which they came."""
    there = encounter.state.combatants
    for who, key in _keys(encounter).items():
        if who not in there:
            continue
        with suppress(Unknown):
            called, place = compendium.creature(member, key).name, there[who]
            at: dict[str, Json] = {"x": place.x, "y": place.y, "facing": place.facing}
            yield {"creature": key, "called": called, "hidden": place.hidden, **at}


def _keys(encounter: Encounter) -> dict[str, str]:
    """The key in the compendium of everybody who was brought into a fight from there, by id, first come first."""
    brought = Entry.objects.filter(campaign=encounter.campaign, encounter=encounter.public_id, command=_BRING)
    found: dict[str, str] = {}
    for given, facts in brought.order_by("number").values_list("given", "facts"):
        said = codec.load(given)
        who = [fact.who for fact in codec.facts_from(facts) if isinstance(fact, Joined)]
        keys = said.get("creatures") or [said["creature"]] * len(who)
        found |= dict(zip(who, keys, strict=False))
    return found
