"""Effects of a spell that goes off: harm, healing, what lasts, and for all else its own words (D-9)."""

from collections.abc import Mapping

from rules.engine.fight import distance
from rules.engine.kernel import Condition, Dice, Json, Sheet, Table, Told, counted
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mixture
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import BANE, Harm, Spell, areas, in_fight, kept, lay_on
from rules.systems.sda.core.effects.lasting import PREFIX
from rules.systems.sda.core.person import distribution, figure, take_spirit, warded
from rules.systems.sda.core.rolls import mos, throw_dice
from rules.systems.sda.fight.advice import cost_of_damage
from rules.systems.sda.fight.base import free_test, spar, spirit_lost
from rules.systems.sda.fight.wounds import armour_and_boxes
from rules.systems.sda.magic.spells.healing import feed, heal
from rules.systems.sda.magic.spells.one_time_effects import COUNTED, do, empower, sharpen
from rules.systems.sda.magic.spells.released import Going, extent_words, how_long, left_of, rounds_of
from rules.systems.sda.world.harm import harm

#: The figure that somebody needs for a spell of that sort (``only``) to do anything to them.
_FIGURES = {"undead": "unliving", "mindless": "mindless"}
#: Sentences about spells whose effects the books leave to words: who goes on, and with which command.
BY_HAND = {
    "told": "The game master decides the result.",
    "sheet": "The game master enters other changes: rank, resource, bonus or malus.",
    "board": "The game master moves people: Place.",
    "join": "The game master adds what appears: Join.",
}


def has_force(spell: Spell, hits: int) -> bool:
    """Whether so many hits come to anything at all."""
    if spell.harms:
        return any(one.dice(hits) for one in spell.harms)
    mark = spell.mark
    grows = mark.raises or mark.protects or mark.wards or mark.empowers or mark.stores
    grows = grows or any(one.per_hit for one in mark.sways) or any(len(one.dies) > 1 for one in mark.adds)
    if grows or spell.heals or spell.drains or spell.condition == BANE or spell.deed in COUNTED:
        return hits > 0
    if spell.duration.sort in ("maintained", "fixed") and spell.duration.unit:
        return spell.duration.amount(hits) > 0
    return True


def takes_hold(sheet: Sheet, spell: Spell, hits: int) -> bool:
    """Whether so many hits of a spell do anything to somebody."""
    return has_force(spell, hits) and _is_for_such(sheet, spell)


def work_on(table: Table, dice: Dice, going: Going, target: str, hits: int) -> None:
    """Let a spell take hold of somebody, with the hits that are left of it."""
    spell = going.entry
    if not takes_hold(table.sheet(target), spell, hits):
        table.happen(Told((target,), f"{spell.name} has no effect on {{0}}."))
        return
    for one in spell.harms:
        strike(table, dice, going, target, one, one.dice(hits))
    if spell.numbs:
        _numb(table, dice, going, target, hits)
    if spell.drains or spell.drains_die:
        faces = throw_dice(table, dice, going.by, spell.drains_die, int(spell.drains_die > 0), "spirit lost")
        drain(table, going, target, spell.drains * hits + sum(map(mos, faces)))
    if spell.heals:
        heal(table, spell.name, spell.heals, target, hits)
    if spell.deed:
        do(table, dice, spell, going, target, hits)
    if (spell.lasts or spell.condition) and not (going.cloud and not _on_people(spell)):
        _last(table, going, target, hits)
    elif not spell.acts:
        table.happen(Told((target,), f"{spell.name} works on {{0}}: {counted(hits, 'hit', 'hits')}."))
    if not spell.acts or spell.by_hand:
        _say_once(table, BY_HAND[spell.by_hand or "told"])


def _is_for_such(sheet: Sheet, spell: Spell) -> bool:
    """Whether a spell works on such a sheet: some work on the undead alone, some on those without a mind (D-7)."""
    needed = _FIGURES.get(spell.only)
    return not needed or bool(figure(sheet, needed))


def _say_once(table: Table, sentence: str) -> None:
    """Tell a sentence that holds for all whom a spell reaches at once, if it is not told yet."""
    told = Told((), sentence)
    if told not in table.facts:
        table.happen(told)


def strike(table: Table, dice: Dice, going: Going, target: str, one: Harm, count: int) -> None:
    """Roll damage dice against somebody; armour is taken off where it protects from that type (C-64).

    Nobody is hurt in sparring (SDA-075), some spells take dice from others, and what is done to somebody each round
    feeds whoever cast it.
    """
    count -= warded(table.sheet(target), one.type)
    if count <= 0 or is_play(table, going.by, target):
        return
    faces = throw_dice(table, dice, going.by, one.die or going.sides, count, f"damage, {one.type}")
    measure = sum(map(mos, faces))
    harm(table, dice, target, one.type, measure, going.by)
    if going.entry.each_round and not going.entry.area:
        feed(table, going.by, armour_and_boxes(table, target, one.type, measure, ignores_armour=False)[1])


def is_play(table: Table, by: str, target: str) -> bool:
    """Whether these two only spar: no spell does damage, and spirit is lost at half the rate (SDA-075)."""
    if not only_play(table, by, target):
        return False
    table.happen(Told((target,), "They spar: it does {0} no harm."))
    return True


def _numb(table: Table, dice: Dice, going: Going, who: str, hits: int) -> None:
    """Test resistance against the hits, and take a die for each MoS that is missing; one comes back a round (D-9)."""
    spell = going.entry
    due = min(hits, spell.numbs_most or hits)
    missing = due - free_test(table, dice, who, spell.numbs, f"resist: {spell.numbs}", difficulty=due).net
    if missing <= 0:
        return
    rounds = missing if in_fight(table, who) else None
    condition = Condition(BANE, spell.name, missing, SKILLS[going.skill].name, rounds)
    lay_on(table, who, condition, origin(going))
    table.happen(Told((who,), f"{{0}} is numb: {counted(missing, 'die', 'dice')} less."))


def drain(table: Table, going: Going, who: str, amount: int) -> None:
    """Take spirit by a spell, half of it in sparring (SDA-075)."""
    due = spirit_lost(table, who, going.by, amount) if who != going.by else amount
    if lost := take_spirit(table, who, due, going.entry.name):
        table.happen(Told((who,), f"{{0}} loses {lost} spirit."))


# -- what lasts -----------------------------------------------------------------------------------------------------


def _last(table: Table, going: Going, target: str, hits: int) -> None:
    """Set a condition for as long as a spell lasts: on its target, or on the caster if it works on nobody."""
    spell = going.entry
    on_people = _on_people(spell)
    who = target if on_people else going.by
    raised = max(spell.mark.raises.values(), default=0)
    level = raised * hits if raised else hits
    name = _shown_as(table, who, spell)
    label = spell.name if on_people else f"{spell.name}, {extent_words(spell, hits)}".rstrip(", ")
    condition = Condition(name, label, level, source_words(going, hits), _rounds_left(table, who, going, hits))
    lay_on(table, who, condition, origin(going) | left_of(table, who, spell, hits), spell, hits)
    if spell.mark.empowers:
        empower(table, who, name, spell.mark.empowers * hits)
    if spell.mark.adds:
        sharpen(table, who, name, spell.mark, hits)
    what = f"{{0}} is under {label}" if on_people else f"{label}, cast by {{0}}"
    table.happen(Told((who,), f"{what}, {how_long(spell.duration, hits)}."))


def _on_people(spell: Spell) -> bool:
    """Whether the targets of a spell bear it as long as it lasts; a place shows by itself what goes on in it."""
    return spell.target in ("self", "somebody") or bool(spell.among)


def _shown_as(table: Table, who: str, spell: Spell) -> str:
    """Name of the condition that shows a spell; not one that somebody has anyway, lest it end with the spell."""
    sheet, name = table.sheet(who), spell.condition
    return name if name and (name in kept(sheet) or not sheet.has(name)) else PREFIX + spell.key


def origin(going: Going) -> dict[str, Json]:
    """The origin in a spell's work: ``by``, ``spell``, ``skill``, ``sort``, and the place it is ``within``, if any."""
    told = {"by": going.by, "spell": going.spell, "skill": going.skill, "sort": going.entry.duration.sort}
    return {**told, "within": going.cloud} if going.cloud else told


def source_words(going: Going, hits: int) -> str:
    """The source of a condition, in words: the art, and how long the spell lasts."""
    return f"{SKILLS[going.skill].name}, {how_long(going.entry.duration, hits)}"


def _rounds_left(table: Table, who: str, going: Going, hits: int) -> int | None:
    """Rounds that are left of a spell, or of the place that it comes of; None where none are counted."""
    by, _, name = going.cloud.partition("|")
    sheet = table.sheets.get(by)
    shown = sheet.conditions.get(name) if sheet else None
    return shown.rounds if shown else rounds_of(table, who, going.entry, hits)


# -- how much it does ------------------------------------------------------------------------------------------------


def spent_on_distance(table: Table, going: Going, target: str) -> int:
    """The hits that are left when some went into the distance; below 0 where they do not reach."""
    far = distance(table, going.by, target) if in_fight(table, target) else 0.0
    return going.hits - areas.hits_for_distance(going.entry, far)


def odds_of_harm(one: Harm, count: int, sides: int) -> Odds:
    """Odds of the damage before armour by ``count`` dice of a spell: its own, or else the caster's ``sides``."""
    die = one.die or sides
    measure = distribution(die, count)
    return _odds_of_damage(measure, f"{count}d{die} {one.type} before armour: {{}} to do any")


def odds_of_resisted(one: Harm, left: Mapping[int, float], sides: int) -> Odds:
    """Odds of the damage where a roll decides how many dice of it are ``left``: each number with its chance."""
    measure = mixture((share, distribution(one.die or sides, count)) for count, share in left.items())
    return _odds_of_damage(measure, f"Resisting: {{}} that it does any {one.type} damage before armour")


def _odds_of_damage(measure: Distribution, told: str) -> Odds:
    """Odds of damage, put into the sentence ``told`` by the chance of any."""
    some = at_least(measure, 1)
    return Odds(told.format(in_words(some)), (Chance("damage", "damage", some),), measure, "damage before armour")


def only_play(table: Table, by: str, target: str) -> bool:
    """Whether these two spar, so that no spell of one hurts the other (SDA-075)."""
    return by != target and spar(table, by, target)


def boxes_by(table: Table, by: str, target: str, spell: Spell, hits: int, sides: int) -> float:
    """The cost of so many hits of a spell on average for whoever takes them, in boxes."""
    sheet = table.sheet(target)
    if only_play(table, by, target) or not takes_hold(sheet, spell, hits):
        return 0.0
    dice = [(one, max(0, one.dice(hits) - warded(sheet, one.type))) for one in spell.harms]
    return sum(cost_of_damage(table, target, one.type, distribution(one.die or sides, count)) for one, count in dice)
