"""Advice over HTTP: how long the server takes from a changed choice to the odds with all choices weighed.

python -m benchmarks.advice

A real server in one process answers over the API for fights of the demo's heroes against four foes: attacks, shots,
defences, hits to spend and tests, for the game master and for players who may not read the sheets of foes, each with
other choices from one question to the next. The same is asked with advice switched off, beside it; and since other work
on the machine counts in both, so is the time that the processor takes for either.
"""

import argparse
import gc
import http.client
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlsplit

from benchmarks import surroundings
from benchmarks.api import serve
from benchmarks.questions import ask

#: The milliseconds that 99 of a hundred answers are to keep under.
MOST = 50.0
WARM = 60
#: The kinds of question that heroes are asked in the fights, by turns.
ASKED = ("attack", "defence", "hits")
FOES = 4
#: A token, and the question asked with it: a member and their intent.
Question = tuple[str, Any]


class Demo:
    """The furnished hall, with fights of its own: whoever acts has foes in reach, or has an ask to answer."""

    def __init__(self) -> None:
        from campaigns.models import Campaign, Membership
        from combat.demo.furnish import furnish

        told: dict[str, Any] = furnish().plain()
        logins = {one["user"]: one["token"] for one in told["logins"]}
        self.campaign = Campaign.objects.get(public_id=told["campaigns"][0]["id"])
        self.members = list(Membership.objects.filter(campaign=self.campaign).select_related("user", "campaign"))
        self.gm = next(one for one in self.members if one.is_gm)
        self.tokens = {one.pk: logins[one.user.public_id] for one in self.members if one.user.public_id in logins}
        self.heroes = list(told["campaigns"][0]["characters"].values())

    def questions(self, fights: int) -> list[Question]:
        """All questions with advice once all fights stand: people are in several, and what hits one hits all."""
        drawn = [question for number in range(fights) for question in self._fight(number)]
        return [question for question in drawn if self._is_advised(*question[1])]

    def _is_advised(self, member: Any, intent: Any) -> bool:
        from campaigns.play.outlook import foresee
        from rules.engine.kernel import Refused

        with suppress(Refused):
            return foresee(member, intent).advice is not None
        return False

    def _fight(self, number: int) -> Iterator[Question]:
        from combat import services
        from combat.models import Encounter

        hero, asked_for = self.heroes[number // len(ASKED) % len(self.heroes)], ASKED[number % len(ASKED)]
        there = Encounter.objects.create(campaign=self.campaign, name=f"Fight {number}", secret=False)
        services.bring_party(self.gm, encounter=there, who=self.heroes)
        services.bring_creatures(self.gm, encounter=there, key="skeleton", count=FOES)
        at = there.public_id
        state = Encounter.objects.get(pk=there.pk).state
        foes = [who for who, one in state.combatants.items() if who not in self.heroes]
        for place, who in enumerate((hero, *foes)):
            self._do(at, "fight.place", "", combatant=who, x=place % 3, y=place // 3, facing=0)
        self._do(at, "fight.begin", "")
        self._turn_of(at, foes[0] if asked_for == "defence" else hero)
        if asked_for == "defence":
            self._do(at, "melee.attack", foes[0], target=hero, dice=2)
        if asked_for == "hits":
            self._hits(at, hero, foes[0])
        yield from self._asked(at, hero)

    def _hits(self, at: str, hero: str, foe: str) -> None:
        """Let the hero strike with four dice, each of which scores once."""
        from campaigns.play.intent import Intent
        from campaigns.play.perform import perform
        from combat.models import Encounter

        self._do(at, "melee.attack", hero, target=foe, dice=4, bonus=4)
        ask = next(iter(Encounter.objects.get(public_id=at).state.asks))
        given = {"ask": ask, "dice": 0}
        perform(self.gm, Intent("melee.defend", given, foe, at, typed={hero: [4, 4, 4, 4]}))

    def _do(self, at: str, command: str, actor: str, **given: Any) -> None:
        from campaigns.play.intent import Intent
        from campaigns.play.perform import perform

        perform(self.gm, Intent(command, given, actor, at))

    def _turn_of(self, at: str, who: str) -> None:
        from combat.models import Encounter

        for _ in range(40):
            current = Encounter.objects.get(public_id=at).state.current
            if current and current.who == who:
                return
            self._do(at, "fight.next", "")

    def _asked(self, at: str, hero: str) -> Iterator[Question]:
        """Questions with odds for the hero now, with each number of dice, from each member who may act for them."""
        from campaigns.play.game import lay_out
        from campaigns.play.intent import Intent
        from rules.engine.system.protocol import offers

        for member in self.members:
            game = lay_out(self.gm, hero, at)
            if member.pk not in self.tokens or not (member.is_gm or self._plays(member, hero)):
                continue
            for kind in offers(self.campaign.system, game.known, as_gm=False):
                for given in _choices(kind, game.known) if kind.has_odds else ():
                    yield self.tokens[member.pk], (member, Intent(kind.name, given, hero, at))

    def _plays(self, member: Any, hero: str) -> bool:
        from characters.models import Character

        return Character.objects.get(public_id=hero).played_by(member.user_id)


def _choices(kind: Any, table: Any) -> Iterator[dict[str, Any]]:
    """The values of a form as it begins, with each number of dice, or of hits on damage, if it has such a field."""
    from rules.engine.kernel import described_fields

    for amount in ("dice", "damage"):
        for count in range(9) if amount in described_fields(kind) else ():
            yield dict(kind.preset(table)) | {amount: count}


def over_http(url: str, asked: list[Question]) -> list[float]:
    """The milliseconds of each answer, as programs wait for it."""
    line = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    return [_ask(line, token, intent) for token, (_, intent) in asked]


def _ask(line: http.client.HTTPConnection, token: str, intent: Any) -> float:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = {"command": intent.command, "as": intent.actor, "with": dict(intent.given)}
    return ask(line, f"/api/v1/encounters/{intent.encounter}/odds/", headers, body)


def reckoned(asked: list[Question]) -> list[float]:
    """The processor's milliseconds for each answer, however busy the machine is."""
    from campaigns.models import Membership
    from campaigns.play.outlook import foresee

    # As the server does when it has started: what is there for good is not looked through for rubbish again.
    gc.collect()
    gc.freeze()
    took = []
    for _, (member, intent) in asked:
        fresh = Membership.objects.select_related("campaign", "user").get(pk=member.pk)
        began = time.process_time()
        foresee(fresh, intent)
        took.append((time.process_time() - began) * 1000)
    return took


def told(took: list[float]) -> dict[str, float]:
    quantiles = statistics.quantiles(took[WARM:], n=100)
    return {"p50": round(quantiles[49], 2), "p99": round(quantiles[98], 2), "most": round(max(took[WARM:]), 2)}


def measured(url: str, demo: Demo, count: int, fights: int) -> dict[str, Any]:
    """The 50th and 99th percentile and the maximum, over HTTP and of the processor, with advice and without it."""
    from campaigns.homebrew import editor

    asked, chance = demo.questions(fights), random.Random(7)
    mixed = [chance.choice(asked) for _ in range(count + WARM)]
    found: dict[str, Any] = {"different": len(asked), "commands": sorted({one.command for _, (_, one) in asked})}
    for name in ("with advice", "without"):
        found[name] = {"over HTTP": told(over_http(url, mixed)), "processor": told(reckoned(mixed))}
        if name == "with advice":
            editor.choose_rules(demo.gm, {"see_advice": "nobody"})
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--fights", type=int, default=6)
    said = parser.parse_args()
    print(f"{said.questions:,} questions, CPython {platform.python_version()}, {os.cpu_count()} cores, one worker")
    os.environ["API_READS_PER_MINUTE"] = os.environ["API_WRITES_PER_MINUTE"] = "100000000"
    with surroundings.opened("sqlite") as stack:
        found = _served(stack, said.questions, said.fights)
    print(json.dumps(found, indent=2))
    worst = found["with advice"]["over HTTP"]["p99"]
    print(f"p99 {worst} ms of {MOST:g}: {'failed' if worst > MOST else 'passed'}")
    return int(worst > MOST)


def _served(stack: ExitStack, count: int, fights: int) -> dict[str, Any]:
    demo = Demo()
    return measured(serve(stack, "front", "winterhall.settings"), demo, count, fights)


if __name__ == "__main__":
    sys.exit(main())
