"""The house rules, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch
from rules.systems.grim.content.switches import fights, harm, people, recovery

#: All of them, in the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (*fights.SWITCHES, *harm.SWITCHES, *recovery.SWITCHES, *people.SWITCHES)
