"""How the numbers that the game of pools shows are read off what happened, by the chapters of its commands."""

from tests.rules.sda.shown import fights, hours, magic, manoeuvres, trials, world
from tests.rules.truth.performed_command import Reading

READINGS: dict[str, Reading] = {
    **fights.READINGS,
    **hours.READINGS,
    **magic.READINGS,
    **manoeuvres.READINGS,
    **trials.READINGS,
    **world.READINGS,
}
