"""The books: data files, their entries, the vocabulary of effects, and the house rules that a campaign may turn."""

from rules.systems.fortune.content.entries import (
    Armour,
    Calling,
    Creature,
    Culture,
    Feature,
    Form,
    Gear,
    Language,
    Lineage,
    Pick,
    Shield,
    Spell,
    Weapon,
)
from rules.systems.fortune.content.vocabulary import CRAFTS, FIGURES, PICKED, SUBJECTS, Effect, Row
