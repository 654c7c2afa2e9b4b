"""The sheet that follows from a life, its virtues, and the ledger of the experience earned and spent for it (D-6).

Nothing here changes the table: it is reckoned from the choices alone, and written by ``state``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rules.engine.kernel import Resource, Sheet
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_parts import ATTRIBUTES as IN_ARRAYS
from rules.systems.sda.content.life_parts import MOST_ATTRIBUTE
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, SKILLS, may_rise
from rules.systems.sda.core.person import BODY, SIZES, SKILL, spirit_limit, trait_item
from rules.systems.sda.core.rolls import TRADED, attribute_price, rank_of, skill_price
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.life_words import texts
from rules.systems.sda.creation.life.new_sheet import BALANCED, fresh_sheet, injury_lines, outfit
from rules.systems.sda.creation.life.sharing import even_shares, is_plain, learnt_in, pots, shared

#: The first step on the side of excess.
EXCESS = BALANCED + 1


def allowed_steps(life: Life, virtue: str) -> Sequence[int]:
    """The steps, from 0, on which a virtue may stand: balanced on either side, unless the house or a chapter differs.

    Events move faith.
    """
    steps = set(range(len(compendium.virtue_steps())))
    if creation.VIRTUES.chosen(life.house_rules) == "balanced":
        moves = _faith(life) if virtue == "faith" else {0}
        last = len(steps) - 1
        steps = {min(last, max(0, side + by)) for side in (BALANCED, EXCESS) for by in moves}
    never = {chapter.never.get(virtue) for chapter in life.chapters}
    return [step for step in sorted(steps) if side_of(step) not in never] or sorted(steps)


def side_of(step: int) -> str:
    return "excess" if step >= EXCESS else "lack"


def _faith(life: Life) -> set[int]:
    """The steps by which faith may have moved, below 0 towards lack: some events move it, some may."""
    moved = [chapter.faith for chapter in life.chapters if chapter.faith]
    by, either = moved.count("excess") - moved.count("lack"), moved.count("either")
    return set(range(by - either, by + either + 1))


def step_of(life: Life, virtue: str) -> int:
    """The step, from 0, on which a virtue stands: as chosen, otherwise the one nearest to balanced, lack first."""
    allowed = allowed_steps(life, virtue)
    chosen = int((life.choices.get("virtues") or {}).get(virtue, -1))
    return chosen if chosen in allowed else min(allowed, key=lambda step: (abs(step - BALANCED), step))


class Booking(NamedTuple):
    """An entry of the ledger."""

    kind: str
    name: str
    by: int
    reason: str
    bought: str = ""


@dataclass(slots=True)
class Made:
    """A sheet in the making and its ledger."""

    sheet: Sheet
    ledger: list[Booking] = field(default_factory=list)

    def book(self, booking: Booking) -> None:
        self.ledger.append(booking)
        held = self.sheet.experience.setdefault(booking.kind, {})
        held[booking.name] = held.get(booking.name, 0) + booking.by

    def buy(self, kind: str, name: str, cost: int, reason: str) -> None:
        self.book(Booking(kind, name, -cost, reason, name))
        self.add(kind, name, 1)

    def add(self, kind: str, name: str, by: int) -> None:
        ranks = self.sheet.ranks[kind]
        ranks[name] = ranks.get(name, 0) + by


def reckon(life: Life, name: str) -> Made:
    """The whole sheet as the choices make it, with its ledger."""
    made = Made(fresh_sheet(name))
    _be_born(made, life)
    if life.short:
        _share_out(made, life.short)
    else:
        earn(made, life)
        _learn(made, life)
    for virtue in compendium.virtues():
        made.sheet.ranks["virtue"][virtue] = step_of(life, virtue)
    spirit = spirit_limit(made.sheet)
    made.sheet.resources["spirit"] = Resource(creation.begins_with(life.house_rules, spirit), spirit)
    made.sheet.tracks["injury"] = injury_lines(creation.boxes(life.house_rules))
    made.sheet.items |= outfit(life)
    made.sheet.texts = texts(life)
    return made


def before_learning(life: Life) -> Made:
    """The sheet with all experience, none of it spent."""
    return reckon(life.without("ranks", "groups", "attributes"), "")


def at_best(life: Life) -> Sheet:
    """The sheet with every rank that its experience buys."""
    made = before_learning(life.having(shared=life.choices.get("shared") or []))
    _buy_ranks(made, life, affordable(made.sheet, life))
    return made.sheet


# -- birth --------------------------------------------------------------------------------------------------------


def _be_born(made: Made, life: Life) -> None:
    """Set the attributes, size and speed of people and kin, and all traits (D-6)."""
    people, kin, sheet = life.people, life.kin, made.sheet
    if people is None:
        return
    sheet.ranks["attribute"].update(born_with(life))
    sheet.ranks[BODY]["speed"] = people.speed
    sheet.ranks[BODY]["size"] = SIZES.index((kin.size if kin else "") or people.size or "medium")
    for key in life.traits:
        item = trait_item(key)
        talent = life.choices.get("talent", "") if life_shelf.traits()[key].talent else ""
        if talent in SKILLS:
            item = replace(item, name=f"{item.name}: {SKILLS[talent].name}", stats={SKILL: talent})
        sheet.items[f"trait-{key}"] = item


def born_with(life: Life) -> Mapping[str, int]:
    """The attributes of kin or people, or those of an array as they were distributed."""
    people, kin = life.people, life.kin
    if people is None:
        return {}
    if people.arrays:
        return life.choices.get("array") or dict(zip(IN_ARRAYS, people.arrays[0], strict=True))
    return (kin.attributes if kin else {}) or people.attributes


# -- experience -----------------------------------------------------------------------------------------------------


def earn(made: Made, life: Life) -> None:
    """Book the experience of every chapter; the shared one only once its skills are chosen (SDA-064, D-6)."""
    for chapter, learnt in learnt_in(life):
        if is_plain(learnt):
            made.book(Booking("skill", learnt.of[0], learnt.xp, chapter.name))
    if life.kin:
        for key, xp in life.kin.attribute_experience.items():
            made.book(Booking("attribute", key, xp, life.kin.name))
    if life.has("shared"):
        among = shared(life, made.sheet)
        for pot in pots(life):
            for source, skill, xp in pot.split(among[pot.key]):
                made.book(Booking("skill", skill, xp, source))


def _learn(made: Made, life: Life) -> None:
    _buy_ranks(made, life, life.ranks or {})
    for group in life.choices.get("groups") or ():
        _trade(made, group)
    for key, points in (life.choices.get("attributes") or {}).items():
        for _ in range(points):
            _buy_attribute(made, key)


def affordable(sheet: Sheet, life: Life) -> dict[str, int]:
    """The highest rank of each skill that its experience buys, up to the campaign's limit (SDA-066)."""
    scratch = Made(Sheet(sheet.name, ranks={"skill": {}, "group": {}, "attribute": {}}, items=sheet.items))
    scratch.sheet.experience = {"skill": dict(sheet.experience.get("skill", {}))}
    wanted = dict.fromkeys(SKILLS, creation.MOST_RANK.number(life.house_rules))
    _buy_ranks(scratch, life, wanted)
    return {key: rank for key, rank in scratch.sheet.ranks["skill"].items() if rank}


def _buy_ranks(made: Made, life: Life, wanted: Mapping[str, int]) -> None:
    """Buy ranks one by one, as long as there is experience for them; each teaches attributes (SDA-066, D-6)."""
    most = creation.MOST_RANK.number(life.house_rules)
    for key, rank in wanted.items():
        for reached in range(1, min(rank, most) + 1):
            cost = skill_price(made.sheet, SKILLS[key])
            if made.sheet.xp("skill", key) < cost:
                break
            made.buy("skill", key, cost, f"rank {reached}")
            _teach(made, life, key, reached)


def _teach(made: Made, life: Life, key: str, rank: int) -> None:
    skill = SKILLS[key]
    shares = even_shares(creation.TEACHES.number(life.house_rules), len(skill.attributes))
    for attribute, xp in zip(skill.attributes, shares, strict=True):
        if xp:
            made.book(Booking("attribute", attribute, xp, f"{skill.name}, rank {rank}"))


def tradable(sheet: Sheet, life: Life) -> Iterator[str]:
    """The groups of which enough skills have ranks of their own (SDA-067)."""
    rising = (key for key, group in GROUPS.items() if may_rise(group, life.house_rules))
    return (key for key in rising if len(traded_in(sheet, key)) == TRADED)


def traded_in(sheet: Sheet, group: str) -> list[str]:
    """The three of the group that are traded: those of the highest own ranks."""
    ranked = [key for key in GROUPS[group].skills if sheet.rank("skill", key)]
    return sorted(ranked, key=lambda key: -sheet.rank("skill", key))[:TRADED]


def _trade(made: Made, group: str) -> None:
    traded = traded_in(made.sheet, group)
    if len(traded) == TRADED:
        for key in traded:
            made.add("skill", key, -1)
        made.add("group", group, 1)


def _buy_attribute(made: Made, key: str) -> None:
    value, cost = made.sheet.rank("attribute", key), attribute_price(made.sheet, key)
    if made.sheet.xp("attribute", key) >= cost and value < MOST_ATTRIBUTE:
        made.buy("attribute", key, cost, f"{ATTRIBUTES[key].name} {value + 1}")


def affordable_points(sheet: Sheet) -> dict[str, int]:
    """The points that its experience buys for each attribute (SDA-070)."""
    scratch = Made(Sheet(sheet.name, items=sheet.items))
    scratch.sheet.ranks = {"attribute": dict(sheet.ranks["attribute"])}
    scratch.sheet.experience = {"attribute": dict(sheet.experience.get("attribute", {}))}
    for key in ATTRIBUTES:
        while scratch.sheet.xp("attribute", key) >= attribute_price(scratch.sheet, key):
            if scratch.sheet.rank("attribute", key) >= MOST_ATTRIBUTE:
                break
            _buy_attribute(scratch, key)
    return {key: scratch.sheet.rank("attribute", key) - sheet.rank("attribute", key) for key in ATTRIBUTES}


# -- the short form -----------------------------------------------------------------------------------------------


def _share_out(made: Made, short: Mapping[str, Mapping[str, int]]) -> None:
    """Add points to attributes, and book experience for ranks that is spent as it is given (SDA-066, D-6)."""
    for key, by in short["attributes"].items():
        made.add("attribute", key, by)
    for key, rank in short["ranks"].items():
        for reached in range(1, rank + 1):
            cost = skill_price(made.sheet, SKILLS[key])
            made.book(Booking("skill", key, cost, "short form"))
            made.buy("skill", key, cost, f"rank {reached}")


def cost_of_ranks(sheet: Sheet, ranks: Mapping[str, int]) -> int:
    """Experience that ranks cost in all, from rank 0 (SDA-066)."""
    scratch = Made(Sheet(sheet.name, ranks={"skill": {}, "group": {}, "attribute": {}}, items=sheet.items))
    _share_out(scratch, {"attributes": {}, "ranks": ranks})
    return sum(booking.by for booking in scratch.ledger if booking.by > 0)


def reached(sheet: Sheet, names: tuple[str, ...]) -> int:
    """The highest rank in any of some skills, groups counted; 0 for none."""
    return max((rank_of(sheet, SKILLS[key]) for key in names), default=0)
