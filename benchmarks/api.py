"""A character over HTTP: requests a second of the API, and of a bare view that passes the same document on.

python -m benchmarks.api --database sqlite

Both run in the same run on the same server, in turns, and the medians are compared. wrk drives them, which Debian has
(`apt-get install wrk`). `--server asgi` serves all of Django as ASGI, `--server granian` as WSGI (if granian is there):
ways that the hall does not go, to see what they would bring.
"""

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from benchmarks import surroundings
from benchmarks.surroundings import ROOT
from tests.halls import LiveHall, free_port
from winterhall.supervisor import children

CONNECTIONS = (8, 32)
SKILLS, VIRTUES, LEDGER, BYTES = 40, 5, 60, 15_000
#: The least rate of the API, as a share of the bare view's.
LEAST = 0.6


@dataclass(frozen=True)
class Target:
    """An address that is asked for again and again, with its headers."""

    name: str
    url: str
    headers: tuple[str, ...] = ()


def seed() -> tuple[str, str]:
    """Make one character of the agreed size, and return its id and a token that may read it."""
    from django.utils import timezone

    from campaigns.models import Campaign, Membership, Role
    from campaigns.play.intent import Intent
    from campaigns.play.perform import perform
    from characters import services
    from characters.models import Character
    from rules.engine.kernel import Sheet
    from rules.registry import SYSTEMS
    from winterhall.accounts import tokens
    from winterhall.accounts.models import User

    campaign = Campaign.objects.create(name="The long winter", system_slug=SYSTEMS[0].slug)
    user = User.objects.create_user("anna@example.org", display_name="Anna")
    member = Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    skills = {f"a skill with a long name {n}": n % 10 + 1 for n in range(SKILLS)}
    virtues = {f"virtue {n}": n + 1 for n in range(VIRTUES)}
    story = "She came. " * (BYTES // 10 - 150)
    sheet = Sheet("Rook", ranks={"skill": skills, "virtue": virtues}, texts={"story": story})
    rook = services.begin(member, name="Rook", owner=user, sheet=sheet)
    skill = next(iter(SYSTEMS[0].fresh_sheet("Rook").ranks.items()))
    award = {"kind": skill[0], "rank": next(iter(skill[1])), "amount": 1, "reason": "the long road"}
    for _ in range(LEDGER):
        perform(member, Intent("sheet.experience", award, actor=rook.public_id))
    rook = Character.objects.get(pk=rook.pk)
    print(f"  {len(rook.body.encode()):,} bytes, {rook.ranks.count()} ranks, {rook.experience.count()} rows of ledger")
    expires = timezone.now() + timedelta(days=1)
    _, secret = tokens.make(user, "benchmark", ["read"], expires)
    return rook.public_id, secret


def serve(stack: ExitStack, server: str, settings: str) -> str:
    """Start a server in one process, and return its address."""
    port = free_port()
    env = os.environ | {"DJANGO_SETTINGS_MODULE": settings}
    process = children.start([sys.executable, "-m", *_command(server, port)], cwd=ROOT, env=env)
    stack.callback(children.stop, process)
    probe = LiveHall(ROOT, port, {})
    if not children.wait_until(lambda: probe.get("/healthz") == 200, process, seconds=30):
        raise RuntimeError(f"{server} did not answer")
    return f"http://127.0.0.1:{port}"


def _command(server: str, port: int) -> list[str]:
    from winterhall.supervisor.hall import web_command

    if server == "granian":
        options = ["--interface", "wsgi", "--workers", "1", "--blocking-threads", "4", "--log-level", "warning"]
        return ["granian", *options, "--host", "127.0.0.1", "--port", str(port), "winterhall.wsgi:application"]
    command = web_command("127.0.0.1", port)
    if server == "asgi":
        command[command.index("winterhall.asgi:application")] = "winterhall.asgi:feed"
        # Django's own application knows no lifespan.
        command[command.index("--lifespan") + 1] = "off"
    return command


def load(target: Target, connections: int, seconds: float) -> float:
    """The requests a second, as wrk counts them; raises an error if any answer is not a good one."""
    headers = [part for header in target.headers for part in ("-H", header)]
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds:g}s", *headers, target.url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise RuntimeError(f"{target.name} failed:\n{said}")
    found = re.search(r"Requests/sec:\s+([\d.]+)", said)
    assert found
    return float(found[1])


def measure(targets: list[Target], said: argparse.Namespace) -> list[dict[str, Any]]:
    """Ask for all targets in turns, and compare their medians with the first one's."""
    rows = []
    for connections in CONNECTIONS:
        for target in targets:
            load(target, connections, 1)
        rounds = [[load(target, connections, said.seconds) for target in targets] for _ in range(said.rounds)]
        medians = [statistics.median(column) for column in zip(*rounds, strict=True)]
        for target, rate in zip(targets, medians, strict=True):
            row = {"connections": connections, "what": target.name, "rate": round(rate)}
            rows.append(row | {"ratio": round(rate / medians[0], 2)})
            print(f"  {connections:>2} connections  {target.name:<16} {rate:>8,.0f}/s  {rate / medians[0]:.0%}")
    return rows


def targets_of(stack: ExitStack, server: str) -> list[Target]:
    character, secret = seed()
    bare = serve(stack, server, "benchmarks.api_bare")
    hall = serve(stack, server, "winterhall.settings")
    url, bearer = f"{hall}/api/v1/characters/{character}/", f"Authorization: Bearer {secret}"
    known = f'If-None-Match: "{LEDGER + 1}"'
    targets = [
        Target("bare view", f"{bare}/bare/{character}/"),
        Target("API", url, (bearer,)),
        Target("API, conditional", url, (bearer, known)),
    ]
    planned = [Target("bare, planned", f"{bare}/planned/{character}/")]
    return targets + (planned if os.environ.get("DATABASE_URL") else [])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--server", choices=("front", "asgi", "granian"), default="front")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1)
    return parser.parse_args()


def main() -> int:
    said = arguments()
    if not shutil.which("wrk"):
        print("This needs wrk: apt-get install wrk", file=sys.stderr)
        return 2
    print(f"{said.server}, {said.database}, {said.rounds} rounds of {said.seconds:g} s, median")
    print(f"  CPython {platform.python_version()}, {os.cpu_count()} cores, one worker")
    # What is measured is the way to the document, not the limit that a person's programs have.
    os.environ["API_READS_PER_MINUTE"] = "100000000"
    with surroundings.opened(said.database) as stack:
        os.environ["DATABASE_POOL"] = "0"
        rows = measure(targets_of(stack, said.server), said)
    ratios = [row["ratio"] for row in rows if row["what"].startswith("API")]
    failed = sum(ratio < LEAST for ratio in ratios)
    print(json.dumps(rows))
    print(f"{len(ratios) - failed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
