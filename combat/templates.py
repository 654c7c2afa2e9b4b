"""Templates of encounters: a cast and its board are kept, and others begin from them, with sheets of their own."""

from collections.abc import Iterator
from contextlib import suppress

from django.db import transaction

from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from combat import services
from combat.models import Encounter, Template
from rules import codec
from rules.engine.character.names import check_name
from rules.engine.fight import drawn_again
from rules.engine.kernel import Joined, Json, NotNow, Unknown

#: The most templates of a campaign, and creatures of one.
MOST, MOST_CREATURES = 100, 60
#: The command by which creatures of the compendium come.
_BRING = "creature.bring"


def templates(member: Membership) -> list[Template]:
    """The templates of a campaign, by name."""
    return list(Template.objects.filter(campaign=member.campaign).order_by("name", "pk"))


def keep(member: Membership, *, encounter: Encounter, name: str = "") -> Template:
    """Keep the creatures of an encounter and its board as a template, as they stand now.

    Whoever is of no compendium stays behind. Whom only the fog hides is hidden by it again.
    """
    encounter.refresh_from_db(fields=["body"])
    name = name or encounter.name
    check_name(name)
    cast = list(_cast(member, encounter))[:MOST_CREATURES]
    if not cast:
        raise NotNow("No creatures in this fight. Add some first.")
    if Template.objects.filter(campaign=member.campaign).count() >= MOST:
        raise NotNow(f"A campaign has at most {MOST} templates. Delete one first.")
    board = codec.dump_facts([*drawn_again(encounter.state)])
    return Template.objects.create(campaign=member.campaign, name=name, cast=cast, board=board)


@transaction.atomic
def prepare(member: Membership, template: Template, *, secret: bool = True) -> Encounter:
    """Prepare an encounter with the cast and the board of a template, under its name, numbered where that is taken."""
    encounter = services.prepare(member, name=services.free_title(member, template.name), secret=secret)
    keys: list[Json] = [one["creature"] for one in template.cast]
    intent = Intent(_BRING, {"creatures": keys}, encounter=encounter.public_id)

    def act(game: Game) -> dict[str, Json]:
        if template.board:
            game.table.happen(*codec.facts_from(template.board))
        for one in template.cast:
            at = (float(one["x"]), float(one["y"]))
            services.bring_creature(game, one["creature"], hidden=bool(one["hidden"]), at=at, facing=int(one["facing"]))
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
            yield {"creature": key, "called": called, "hidden": place.hidden and not place.in_fog, **at}


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
