"""Spirit that hours and days take and give: nights, meals, journeys, weather, grief, drink, feasts."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.hours.comforts import COMFORTS
from rules.systems.sda.hours.days import DAYS
from rules.systems.sda.hours.drains import DRAINS
from rules.systems.sda.hours.drinking import DRINKING

#: In the order in which pages offer them.
HOURS: tuple[type[Command], ...] = (*COMFORTS, *DRINKING, *DAYS, *DRAINS)
