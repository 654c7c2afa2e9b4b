"""Reading a campaign's compendium: what its game has, and beside it what its game master has written."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from campaigns.audience import access
from campaigns.models import Homebrew, Membership
from rules import comparison, house_rules
from rules import selectors as rules
from rules.engine.content.entries import Entry
from rules.engine.kernel import OURS, Item, Sheet, Unknown, lying_open

CREATURES, CONDITIONS = "creatures", "conditions"
#: Entries of our own on a page, and the most of them that are listed beside the game's.
AT_ONCE, BESIDE = 60, 300


@dataclass(frozen=True, slots=True)
class Shelved:
    """A section with the number of the game's entries and of our own; ``one`` is what may be added, if anything."""

    key: str
    title: str
    count: int
    ours: int
    one: str = ""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """One entry with what a page says beside it: whose it is, and which house rules touch it."""

    entry: Entry
    page: Homebrew | None = None
    touched: tuple[house_rules.Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A section as a member sees it: our own first, then the game's, as far as they are looked for."""

    shelved: Shelved
    ours: tuple[LookedUp, ...]
    games: tuple[Entry, ...]
    touched: Mapping[str, tuple[house_rules.Setting, ...]]
    later: str = ""

    @property
    def found(self) -> int:
        return len(self.ours) + len(self.games)

    @property
    def source(self) -> str:
        """The source of most of the game's entries, to be said once; empty where they come from many."""
        common = Counter(entry.source for entry in self.games).most_common(1)
        return common[0][0] if common and common[0][1] * 2 > len(self.games) > 1 else ""


# -- our own ----------------------------------------------------------------------------------------------------------


def pages(member: Membership) -> QuerySet[Homebrew]:
    """The entries of our own that the member may read, the newest first."""
    return access.visible(member, Homebrew.objects.filter(withdrawn=False)).order_by("-pk")


def page_for(member: Membership, public_id: str) -> Homebrew:
    """One entry of our own that the member may read; 404 otherwise."""
    return read(member, [get_object_or_404(pages(member), public_id=public_id)])[0]


def read(member: Membership, found: Iterable[Homebrew]) -> list[Homebrew]:
    """The pages, each with the member's campaign put in: fetched with each row, the whole book would come along."""
    listed = list(found)
    for page in listed:
        page.campaign = member.campaign
    return listed


def entry_of(page: Homebrew) -> Entry:
    """An entry of our own as lists show it."""
    shelf = page.campaign.system.shelves()[page.section]
    return shelf.entry(page.public_id, page.figures)


# -- pages of the compendium ------------------------------------------------------------------------------------------


def shelved(member: Membership) -> list[Shelved]:
    """Every section of the campaign's compendium."""
    system = member.campaign.system
    counted = pages(member).order_by().values_list("section").annotate(Count("pk"))
    ours, shelves = dict(counted), system.shelves()
    return [
        Shelved(one.key, one.title, len(one.entries), ours.get(one.key, 0), getattr(shelves.get(one.key), "a_one", ""))
        for one in rules.all_sections(system)
    ]


def section(
    member: Membership,
    listed: Sequence[Shelved],
    key: str,
    *,
    wanted: str = "",
    only_ours: bool = False,
    after: str = "",
) -> Section:
    """One section, narrowed down to what has all words that are wanted."""
    one = next((one for one in listed if one.key == key), None)
    if one is None:
        raise Http404
    system = member.campaign.system
    found, later = _ours(member, key, wanted, after)
    game = next(section for section in rules.all_sections(system) if section.key == key)
    games = () if only_ours or after else tuple(one.entry for one in rules.listed(game, wanted) if one.found)
    touched = house_rules.by_number(system, member.campaign.house_rules) if key == rules.MECHANICS else {}
    return Section(one, found, games, touched, later)


def search(member: Membership, wanted: str) -> list[rules.Finds]:
    """The finds in each section, our own before the game's; sections without any are left out."""
    ours: dict[str, list[Entry]] = {}
    for page in read(member, _narrowed(pages(member), wanted)[:AT_ONCE]):
        ours.setdefault(page.section, []).append(replace(entry_of(page), key=page.public_id))
    games = {one.section.key: one for one in rules.search(member.campaign.system, wanted)}
    sections = {one.key: one for one in rules.all_sections(member.campaign.system)}
    found = [key for key in dict.fromkeys([*ours, *games]) if key in sections]
    return [_together(ours.get(key, []), games.get(key), sections[key]) for key in found]


def _together(ours: Sequence[Entry], games: rules.Finds | None, section: rules.Section) -> rules.Finds:
    nearest = (*ours, *(games.nearest if games else ()))[: rules.AT_ONCE]
    return rules.Finds(section, nearest, len(ours) + (games.count if games else 0))


def looked_up(member: Membership, section: str, key: str) -> LookedUp:
    """One entry by the section and the key of its address; 404 for what the member does not find there."""
    campaign = member.campaign
    there = next((one for one in rules.all_sections(campaign.system) if one.key == section), None)
    entry = next((one for one in there.entries if one.key == key), None) if there else None
    if entry:
        touched = house_rules.by_number(campaign.system, campaign.house_rules) if section == rules.MECHANICS else {}
        return LookedUp(entry, touched=touched.get(key, ()))
    page = page_for(member, key)
    if page.section != section:
        raise Http404
    return LookedUp(entry_of(page), page)


def compared(member: Membership, section: str, keys: Sequence[str]) -> list[comparison.Compared]:
    """Entries to stand beside each other, the game's and our own, in the order of their keys."""
    game = _of_the_game(member, section)
    found = {one.entry.key: one for one in comparison.of_the_game(member.campaign.system, game, keys)}
    for page in read(member, pages(member).filter(section=section, public_id__in=keys)):
        entry = replace(entry_of(page), key=page.public_id)
        found.setdefault(entry.key, comparison.Compared(entry, page.figures, is_ours=True))
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def beside(member: Membership, section: str) -> list[Entry]:
    """All entries of a section by their names: our own first, then the game's."""
    ours = read(member, pages(member).filter(section=section)[:BESIDE])
    return [*(replace(entry_of(page), key=page.public_id) for page in ours), *_of_the_game(member, section).entries]


def _of_the_game(member: Membership, key: str) -> rules.Section:
    """A section as the game has it; 404 for one that it has not."""
    found = next((one for one in rules.all_sections(member.campaign.system) if one.key == key), None)
    if found is None:
        raise Http404
    return found


def _narrowed(found: QuerySet[Homebrew], wanted: str) -> QuerySet[Homebrew]:
    """The entries of our own with all words that are wanted in their name."""
    for word in wanted.split():
        found = found.filter(name__icontains=word)
    return found


def _ours(member: Membership, key: str, wanted: str, after: str) -> tuple[tuple[LookedUp, ...], str]:
    found = _narrowed(pages(member).filter(section=key), wanted)
    if after:
        found = found.filter(pk__lt=page_for(member, after).pk)
    listed = read(member, found[: AT_ONCE + 1])
    shown = tuple(LookedUp(entry_of(page), page) for page in listed[:AT_ONCE])
    return shown, listed[AT_ONCE - 1].public_id if len(listed) > AT_ONCE else ""


# -- where they are used ----------------------------------------------------------------------------------------------


def things(member: Membership, kind: str) -> dict[str, tuple[Entry, ...]]:
    """Our own things of one kind, by section, under keys that say whose they are."""
    shelves = member.campaign.system.shelves()
    carried = [section for section, shelf in shelves.items() if shelf.item]
    found: dict[str, tuple[Entry, ...]] = {}
    for page in read(member, pages(member).filter(section__in=carried)[:BESIDE]):
        if thing_of(page).kind == kind:
            entry = replace(entry_of(page), key=OURS + page.public_id)
            found[page.section] = (*found.get(page.section, ()), entry)
    return found


def thing(member: Membership, section: str, key: str) -> Item:
    """The thing that an entry becomes when it is picked up, whether it is the game's or our own."""
    if key.startswith(OURS):
        return thing_of(_named(member, key))
    return member.campaign.system.item(section, key)


def thing_of(page: Homebrew) -> Item:
    """The thing that an entry of our own becomes when it is picked up; refused for a section with nothing to carry."""
    shelf = page.campaign.system.shelves()[page.section]
    if shelf.item is None:
        raise Unknown(f"Nobody can carry {page.section}.", "section")
    return shelf.item(OURS + page.public_id, page.figures)


def own_items(member: Membership) -> dict[str, Item]:
    """The things that entries of our own become when they are picked up, by the keys of the entries."""
    carried = [section for section, shelf in member.campaign.system.shelves().items() if shelf.item]
    found = read(member, pages(member).filter(section__in=carried)[:BESIDE])
    return {item.entry: item for item in map(thing_of, found)}


def conditions(member: Membership) -> list[Entry]:
    """The states that one can be in, our own before the game's; without a query, from the book that lies open."""
    shelf, own = member.campaign.system.shelves().get(CONDITIONS), lying_open()
    told = own.section(CONDITIONS).items() if shelf else ()
    ours = [shelf.entry(key, one) for key, one in told if shelf and own.offers(key)]
    games = member.campaign.system.compendium().get(CONDITIONS, ())
    return [*sorted(ours, key=lambda one: one.name.casefold()), *games]


def creatures(member: Membership) -> list[Entry]:
    """The creatures that can be met: our own first, under keys that say whose they are."""
    ours = read(member, pages(member).filter(section=CREATURES)[:BESIDE])
    listed = (replace(entry_of(page), key=OURS + page.public_id) for page in ours)
    return [*listed, *member.campaign.system.compendium().get(CREATURES, ())]


def creature(member: Membership, key: str) -> Sheet:
    """A creature as a sheet of its own, whether it is the game's or our own."""
    if not key.startswith(OURS):
        return member.campaign.system.creature(key)
    page = _named(member, key)
    shelf = page.campaign.system.shelves()[page.section]
    if shelf.sheet is None:
        raise Unknown(f"{page.name} is not a creature.", "creature")
    return shelf.sheet(key, page.figures)


def creature_sheets(member: Membership, keys: Sequence[str]) -> list[Sheet]:
    """The creatures of these keys as sheets, in their order, however many are our own by one query."""
    own = {one.removeprefix(OURS) for one in keys if one.startswith(OURS)}
    ours = {page.public_id: page for page in read(member, pages(member).filter(public_id__in=own))} if own else {}
    system = member.campaign.system
    shelf = system.shelves().get(CREATURES)
    found: list[Sheet] = []
    for key in keys:
        if not key.startswith(OURS):
            found.append(system.creature(key))
        elif shelf and shelf.sheet and (page := ours.get(key.removeprefix(OURS))) and page.section == CREATURES:
            found.append(shelf.sheet(key, page.figures))
    return found


def _named(member: Membership, key: str) -> Homebrew:
    found = read(member, pages(member).filter(public_id=key.removeprefix(OURS)))
    if not found:
        raise Unknown("This is no longer in the compendium.", "key")
    return found[0]
