"""The settings of a hall in which the toy game is played as well, for tests that look at such a hall from outside."""

from rules import registry
from tests.toy import HEADS_GAME
from winterhall.settings import *  # noqa: F403 - all of them

registry.SYSTEMS = (*registry.SYSTEMS, HEADS_GAME)
