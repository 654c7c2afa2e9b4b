"""Rooms: parts of the code whose tests must notice changes, and the tests that answer for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Room:
    """Modules (or folders of them), the tests that answer for them, and the share that must be noticed, in percent.

    Tests are named as on pytest's command line.
    """

    name: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    least: int = 90

    def modules(self) -> Iterator[str]:
        """The modules of the room, as paths from the root of the checkout."""
        for one in self.code:
            path = ROOT / one
            found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            yield from (str(file.relative_to(ROOT)) for file in found)


_CAMPAIGNS = (
    "tests/campaigns",
    "tests/rules/test_engine.py",
    "tests/api/test_access.py",
    "tests/api/test_chronicle.py",
    "tests/combat/test_log.py",
    "tests/combat/test_secrets.py",
)
_SIGHT = (
    "tests/campaigns/test_viewers.py",
    "tests/campaigns/test_audience.py",
    "tests/campaigns/test_redaction.py",
    "tests/combat/test_secrets.py",
)
_ODDS = (
    "tests/rules/test_odds_contests.py",
    "tests/rules/test_odds_purses.py",
    "tests/rules/test_odds_runs.py",
    "tests/rules/test_odds_sums.py",
    "tests/rules/test_engine.py",
    "tests/rules/test_fairness.py",
    "tests/rules/test_notation.py",
    "tests/rules/test_questions.py",
    "tests/test_examples.py",
)


def _game(slug: str) -> Room:
    # Scenarios and contract of the other games never come by.
    tests = (f"tests/rules/{slug}", "tests/test_scenarios.py", "tests/rules/test_contract.py", "-k", slug)
    folders = (f"rules/systems/{slug}/{room}" for room in ("fight", "turns"))
    return Room(f"fight of {slug}", tuple(one for one in folders if (ROOT / one).exists()), tests, 80)


def rooms() -> tuple[Room, ...]:
    """All rooms; every game has a room for its fight."""
    games = sorted(path.parent.name for path in (ROOT / "rules/systems").glob("*/fight"))
    return (
        Room(
            "audience",
            ("campaigns/audience/encounters.py", "campaigns/audience/history.py", "campaigns/audience/sight.py"),
            _SIGHT,
        ),
        Room("access", ("campaigns/audience/access.py",), _CAMPAIGNS),
        Room("play", tuple(f"campaigns/play/{one}.py" for one in ("game", "outlook", "perform", "undo")), _CAMPAIGNS),
        Room(
            "chronicle",
            tuple(f"campaigns/chronicle/{one}.py" for one in ("record", "replay", "verify")),
            _CAMPAIGNS,
        ),
        Room(
            "feed",
            (
                "campaigns/chronicle/notify.py",
                "campaigns/feed/hub.py",
                "campaigns/feed/listener.py",
                "campaigns/feed/query.py",
            ),
            _CAMPAIGNS,
        ),
        Room("evolve", ("rules/engine/kernel/evolve.py",), _CAMPAIGNS),
        Room("runs", ("campaigns/long_work/runs.py", "campaigns/long_work/worker.py"), _CAMPAIGNS),
        Room("luck", ("campaigns/luck/statistics.py", "campaigns/chronicle/roll_index.py"), _CAMPAIGNS),
        Room("odds", ("rules/engine/odds",), _ODDS),
        *(_game(slug) for slug in games),
    )
