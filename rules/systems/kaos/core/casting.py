"""Requirements of casting: a score, hit points, no armour. Casting and effects are in ``fight``.

PCT-042 (the skill is required), PCT-043 (hindrances), PCT-044 (drain), PCT-045 (no healing for an hour), PCT-046
(under-skilled), PCT-047 (specialised), C-19 (the two exclude each other).
"""

from dataclasses import dataclass

from rules.engine.kernel import Condition, ConditionSet, Refused, Sheet, Table
from rules.engine.page.blocks import Explained, Part
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import Spell
from rules.systems.kaos.core import health
from rules.systems.kaos.core.figures import NATURAL, held_shield, tenth

#: Hit points for each tier (D-5).
DRAIN = 5
#: The factor of the drain of under-skilled casting (PCT-046).
UNDER_SKILLED = 4


def needed_score(tier: int) -> int:
    """The score that a tier needs (D-5).

    >>> needed_score(3)
    40
    """
    return 10 * tier + 10


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell as cast with one school: tier, score and speciality of the caster."""

    spell: Spell
    school: str
    tier: int
    score: int
    specialised: bool

    @property
    def needed(self) -> int:
        return needed_score(self.tier)

    @property
    def is_met(self) -> bool:
        """Whether the score is high enough (PCT-046)."""
        return self.score >= self.needed

    @property
    def drain(self) -> int:
        """Hit points: 5 a tier; four times that under-skilled, half of it specialised, rounded down (E12).

        Both at once cannot be, as a speciality needs the score (C-19).
        """
        plain = DRAIN * self.tier
        if not self.is_met:
            return plain * UNDER_SKILLED
        return plain // 2 if self.specialised else plain

    def explained(self) -> Explained:
        parts = [Part(f"Tier {self.tier}", f"{DRAIN * self.tier} HP", "PCT-044")]
        if not self.is_met:
            parts.append(Part(f"Score {self.score} of {self.needed} needed", f"× {UNDER_SKILLED}", "PCT-046"))
        elif self.specialised:
            parts.append(Part("Specialised", "half", "PCT-047"))
        return Explained(f"{self.spell.name}, drain", str(self.drain), tuple(parts))


def casting(sheet: Sheet, spell: Spell, school: str) -> Casting:
    """A spell as one would cast it; refused if the school has it not, or the skill is 0 (PCT-042)."""
    if school not in spell.schools:
        raise Refused(f"{spell.name} belongs to {' and '.join(spell.schools)}, not to {school}.", "school")
    score = sheet.rank("skill", school)
    if score <= 0:
        raise Refused(f"{sheet.name} has {school} 0. Learn it before casting its spells.", "school")
    return Casting(spell, school, spell.schools[school], score, is_specialised(sheet, school, spell))


def open_schools(sheet: Sheet, spell: Spell) -> list[str]:
    """The schools in which one can cast a spell (PCT-042)."""
    return [school for school in spell.schools if sheet.rank("skill", school) > 0]


def best_school(sheet: Sheet, spell: Spell) -> str:
    """The school in which a spell drains one least; empty if one knows none of its schools."""
    return min(open_schools(sheet, spell), key=lambda school: casting(sheet, spell, school).drain, default="")


def castable(sheet: Sheet) -> list[Spell]:
    """Every spell of the schools that one knows (PCT-042)."""
    return [spell for spell in library.spells().values() if best_school(sheet, spell)]


def is_specialised(sheet: Sheet, school: str, spell: Spell) -> bool:
    """Whether one has a speciality in a spell, and still the score that it needs (PCT-047, C-19)."""
    reached = sheet.rank("skill", school) >= needed_score(spell.schools[school])
    return reached and sheet.rank(school, spell.key) > 0


def specialities(sheet: Sheet, school: str) -> list[str]:
    """The keys of the spells of a school that one has specialised in."""
    return [key for key, has in sheet.ranks.get(school, {}).items() if has and key in library.spells()]


def most_specialities(sheet: Sheet, school: str) -> int:
    """How many specialities one may have in a school: a tenth of the score (PCT-047, C-01)."""
    return tenth(sheet.rank("skill", school))


def hindrance(sheet: Sheet) -> str:
    """The reason why one cannot cast as one is dressed, as a sentence; empty if one can (PCT-043)."""
    shield = held_shield(sheet)
    armour = (item for item in sheet.items.values() if item.kind == "armour" and item.in_use)
    # A natural hide cannot be taken off, and does not hinder.
    suit = next((item for item in armour if not item.stats.get(NATURAL)), None)
    if suit is not None:
        return f"No casting in armour. Take off the {suit.name.lower()} first."
    if shield is not None:
        return f"No casting with a shield. Put down the {shield.name.lower()} first."
    for item in sheet.items.values():
        good = library.good_of(item)
        if item.in_use and good is not None and good.hinders_casting:
            return f"No casting in {good.name.lower()}. Take it off first."
    return ""


def pay_drain(table: Table, who: str, cast: Casting) -> None:
    """Lose the spell's hit points, and be drained: for an hour nothing heals (PCT-044, PCT-045)."""
    health.hurt(table, who, cast.drain, f"drain of {cast.spell.name}", past_temporary=True)
    table.happen(ConditionSet(who, Condition(health.DRAINED, "Drained", 0, cast.spell.name)))
