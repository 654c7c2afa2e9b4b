"""Spirit that hours and days take and give: nights, meals, journeys, weather, grief, drink, feasts."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.downtime.comforts import COMFORTS
from rules.systems.sda.downtime.days import DAYS
from rules.systems.sda.downtime.drains import DRAINS, DRINKING

#: In the order in which pages offer them.
HOURS: tuple[type[Command], ...] = (*COMFORTS, *DRINKING, *DAYS, *DRAINS)
