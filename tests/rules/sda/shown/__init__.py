"""How the numbers that the game of pools shows are read off what happened, by the chapters of its commands."""

from tests.rules.sda.shown import checks, downtime, fights, magic, manoeuvres, world
from tests.rules.truth.performed_command import Reading

READINGS: dict[str, Reading] = {
    **fights.READINGS,
    **downtime.READINGS,
    **magic.READINGS,
    **manoeuvres.READINGS,
    **checks.READINGS,
    **world.READINGS,
}
