"""Writing a campaign's house rules, and what its game master adds to the compendium."""

from collections.abc import Mapping

from campaigns.models import Campaign, Document, Entry, Homebrew, HousePage, Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import write_page
from rules import house_rules
from rules.engine.content.homebrew import Shelf, checked
from rules.engine.kernel import Fact, HomebrewShown, HomebrewWithdrawn, HomebrewWritten, Json, RuleChosen, Unknown

RULES, WRITE, CHANGE = "house.rules", "homebrew.write", "homebrew.change"
WITHDRAW, SHOW = "homebrew.withdraw", "homebrew.show"


# -- house rules -------------------------------------------------------------------------------------------------------


def house_version(member: Membership) -> int:
    """The version of the house rules: how often they have been changed."""
    page = HousePage.objects.filter(campaign=member.campaign_id).only("version").first()
    return page.version if page else 0


def choose_rules(
    member: Membership, chosen: Mapping[str, Json], *, seen: int | None = None, key: str | None = None
) -> Entry:
    """Set all switches as chosen; those that are not named are as the game says."""
    intent = Intent(RULES, {"rules": dict(chosen)}, seen=seen, key=key)

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        wanted = house_rules.checked(campaign.system, chosen)
        page, _ = HousePage.objects.get_or_create(
            campaign=campaign, defaults={"name": "House rules", "before": campaign.house_rules}
        )
        return page, [
            RuleChosen(page.public_id, one.switch.name, to, one.value, not house_rules.differs(to, one.switch.default))
            for one in house_rules.settings(campaign.system, campaign.house_rules)
            if house_rules.differs(to := wanted[one.switch.name], one.value)
        ]

    return write_page(member, intent, act)


# -- the compendium ----------------------------------------------------------------------------------------------------


def shelf_of(campaign: Campaign, section: str) -> Shelf:
    """The shelf of a section that a campaign may add to; refused where the game has none."""
    shelves = campaign.system.shelves()
    if section not in shelves:
        raise Unknown(f"You cannot add to the {section}, only to: {', '.join(shelves) or 'nothing'}.", "section")
    return shelves[section]


def add(
    member: Membership, section: str, told: Mapping[str, Json], *, secret: bool | None = None, key: str | None = None
) -> Homebrew:
    """Write an entry of the campaign's own; unless it is said otherwise, creatures are secret and things are not."""
    given: dict[str, Json] = {"section": section, "told": dict(told), "secret": secret}

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        shelf = shelf_of(campaign, section)
        figures = checked(shelf, told)
        page = Homebrew.objects.create(
            campaign=campaign,
            name=figures["name"],
            section=section,
            secret=shelf.secret if secret is None else secret,
        )
        return page, [HomebrewWritten(page.public_id, section, figures["name"], figures, anew=True)]

    return written_by(write_page(member, Intent(WRITE, given, key=key), act))


def change(
    member: Membership,
    page_id: str,
    told: Mapping[str, Json],
    *,
    seen: int | None,
    secret: bool | None = None,
    key: str | None = None,
) -> Entry:
    """Write an entry anew, and show or hide it if that is said. What people carry stays as it was when they took it."""
    given: dict[str, Json] = {"homebrew": page_id, "told": dict(told)} | ({} if secret is None else {"secret": secret})

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        page = _open(campaign, page_id)
        figures = checked(shelf_of(campaign, page.section), told)
        facts: list[Fact] = []
        if figures != page.figures:
            facts.append(HomebrewWritten(page.public_id, page.section, figures["name"], figures))
        if secret is not None and secret != page.secret:
            facts.append(HomebrewShown(page.public_id, figures["name"], not secret))
        return page, facts

    return write_page(member, Intent(CHANGE, given, seen=seen, key=key), act)


def withdraw(member: Membership, page_id: str, *, seen: int | None, key: str | None = None) -> Entry:
    """Take an entry out of the compendium. What people carry of it stays with them."""

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        page = _open(campaign, page_id)
        return page, [HomebrewWithdrawn(page.public_id, page.name)]

    return write_page(member, Intent(WITHDRAW, {"homebrew": page_id}, seen=seen, key=key), act)


def show(member: Membership, page_id: str, *, is_open: bool, key: str | None = None) -> Entry:
    """Let players read an entry, and choose it where there is something to choose; or keep it from them again."""

    def act(campaign: Campaign) -> tuple[Document, list[Fact]]:
        page = _open(campaign, page_id)
        return page, [HomebrewShown(page.public_id, page.name, is_open)] if page.secret is is_open else []

    return write_page(member, Intent(SHOW, {"homebrew": page_id, "open": is_open}, key=key), act)


def written_by(entry: Entry) -> Homebrew:
    """The page that an entry wrote."""
    return Homebrew.objects.get(public_id=entry.document)


def _open(campaign: Campaign, page_id: str) -> Homebrew:
    page = Homebrew.objects.filter(campaign=campaign, public_id=page_id, void=False, withdrawn=False).first()
    if page is None:
        raise Unknown("This is no longer in the compendium.", "homebrew")
    return page
