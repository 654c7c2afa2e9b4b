"""Ready-made heroes as cards: their words, and the figures of their sheets that tell them apart."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.models import Entry, Membership, own_book
from characters.models import Character
from rules import codec, heroes
from rules.engine.content.entries import Hero
from rules.engine.kernel import Refused, Sheet
from rules.engine.page.blocks import Page, ranks_of


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a sheet, as its page shows it."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Card:
    """A hero who can be taken in a campaign; ``subtitle`` is the line below the name on the sheet.

    ``taken`` says who plays the hero already, and as whom.
    """

    hero: Hero
    subtitle: str
    figures: tuple[Figure, ...]
    taken: str = ""


def cards(member: Membership) -> tuple[Card, ...]:
    """The heroes of the campaign's game, without those whom its house rules do not allow; those still free first."""
    own_book.lay(member)
    taken = _taken(member)
    found = (replace(one, taken=taken.get(one.hero.key, "")) for one in _cards(member))
    return tuple(sorted(found, key=lambda one: bool(one.taken)))


def _taken(member: Membership) -> dict[str, str]:
    """Who plays which hero, by the hero's key; heroes who were taken before that was kept are known by their names."""
    begun = Entry.objects.counting().filter(campaign=member.campaign, command="character.begin")
    became = dict(begun.filter(given__contains='"hero"').values_list("touches__document", "given"))
    named = {hero.name: hero.key for hero in member.campaign.system.heroes()}
    played = access.visible(member, Character.objects.all()).filter(owner__isnull=False, archived_at=None)
    found: dict[str, str] = {}
    for one in played.select_related("owner").defer("body").order_by("pk"):
        given = became.get(one.public_id)
        key = codec.load(given).get("hero") if given else named.get(one.name)
        if key:
            found.setdefault(key, f"{one.owner} plays {one.name}")
    return found


def hero_sheet(member: Membership, key: str, name: str) -> Sheet:
    """The sheet of a hero, renamed if a name is given; refused where the campaign has no such hero."""
    own_book.lay(member)
    system = member.campaign.system
    return heroes.made(system, heroes.hero_named(system, key), member.campaign.house_rules, name)


def _cards(member: Membership) -> Iterator[Card]:
    system, house_rules = member.campaign.system, member.campaign.house_rules
    for hero in system.heroes():
        try:
            sheet = heroes.made(system, hero, house_rules)
        except Refused:
            continue
        page = system.page(sheet, house_rules)
        shown = dict(_figures(page))
        yield Card(hero, page.subtitle, tuple(shown[name] for name in hero.figures if name in shown))


def _figures(page: Page) -> Iterator[tuple[str, Figure]]:
    """Every number of a page by its name; of a resource, the most there is of it."""
    for row in ranks_of(page):
        yield f"{row.kind}.{row.name}", Figure(row.shown.label or row.label, row.shown.value)
    for gauge in page.vitals.gauges:
        yield f"resource.{gauge.name}", Figure(gauge.label, str(gauge.most))
