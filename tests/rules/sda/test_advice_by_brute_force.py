"""Advice of WinterDawn in seeded fights, against every throw: lines nearly full, in armour or in none, little spirit.

Fifty situations: ``WINTERHALL_LONG=1 python -m pytest tests/rules/sda/test_advice_by_brute_force.py``.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from math import comb
from random import Random

import pytest

from rules.engine.advice.choices import Weighed
from rules.engine.kernel import Fact, Line, ResourceChanged, Sheet, Throw, TurnBegan
from rules.engine.system.protocol import command_named
from rules.systems.sda import SDA
from rules.systems.sda.fight.advice import can_hurt, damage_dice
from rules.systems.sda.fight.blows import winning_arm
from tests.rules.brute_force import SITUATIONS, Played, Situation, differences
from tests.rules.exact import OnePath, Path, Unrolled
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import SPIRIT, advice
from tests.rules.sda.valued import Ones, damage_cost, value

ROOK, BORIS = "rook", "boris"
WEAPONS = ("one_handed_sword", "spiked_mace", "one_handed_axe")
#: Dice of blows have four faces, of which one scores; all others have six.
FACES = 4
KINDS = ("defence", "attack", "wound", "opening", "announced", "announcing")


def somebody(random: Random, name: str, *, bleeds: bool) -> Sheet:
    """A fighter with a weapon and few dice of four faces; whole or nearly spent, and perhaps bleeding."""
    armour = random.choice(((), (), ("gambeson",)))
    skill = random.randint(0, 1)
    ranks = {"one_handed_swords": skill, "brawling": skill, "axes_clubs_maces": skill}
    sheet = fighter(name, random.choice(WEAPONS), armour=armour, agility=FACES, strength=FACES, **ranks)
    sheet.tracks["injury"] = [line(random, bleeds=bleeds) for _ in range(random.randint(1 + bleeds, 3))]
    sheet.resources["spirit"].now = random.choice((10, 18))
    return sheet


def line(random: Random, *, bleeds: bool) -> Line:
    minor, major, bleeding = random.choice(((0, 0, 0), (0, 0, 0), (2, 0, 0), (3, 0, 0), (3, 1, 2 * bleeds)))
    ticked = {"minor": minor, "major": major, "bleeding": bleeding}
    return Line({"minor": 3, "major": 1, "bleeding": 3}, {kind: count for kind, count in ticked.items() if count})


def melee(random: Random, *, first: str, bleeds: bool) -> Fight:
    """Rook and Boris within reach of each other, each with a turn that cannot be split."""
    people = {who: somebody(random, who.capitalize(), bleeds=bleeds) for who in (ROOK, BORIS)}
    order = {ROOK: 0, BORIS: -1} if first == ROOK else {BORIS: 0, ROOK: -1}
    fight = Fight(**people).on(**order)
    fight.encounter.combatants[BORIS].y = random.choice((1.0, 2.0))
    return fight


def situation(seed: int) -> Situation:
    random, kind = Random(seed), KINDS[seed % len(KINDS)]
    name, first = f"{seed} {kind}", ROOK if kind == "attack" else BORIS
    fight = melee(random, first=first, bleeds=kind == "wound")
    if kind == "attack":
        return Situation(name, advice(fight, ROOK, "melee.attack"), lambda one: value_of_strike(fight, one))
    if kind.startswith("announc"):
        return announcing(random, name) if kind == "announcing" else announced(random, name)
    if kind == "opening":
        fight.does(BORIS, "turn.other", words="Looks at the sky", opening="away")
        nothing_to_come(fight)
        return Situation(name, advice(fight, ROOK, "opportunity.take"), lambda one: value_of_strike(fight, one))
    if kind == "defence":
        fight.does(BORIS, "melee.attack", Ones(), target=ROOK, dice=1)
        nothing_to_come(fight)
        return Situation(name, advice(fight, ROOK, "melee.defend"), lambda one: value_when_played(fight, ROOK, one))
    at, boxes = fight.table(ROOK), random.randint(1, 6)
    hurt_by = random.choice(("piercing", "cutting", "bludgeoning"))
    at.ask(ROOK, "You are hurt: which line?", "wound.take", boxes=boxes, type=hurt_by, by=BORIS)
    fight._keep(at)
    return Situation(name, advice(fight, ROOK, "wound.take"), lambda one: value_of_wound(fight, one))


def fight_at_one_initiative(random: Random, *, first: str) -> Fight:
    """A fight at one initiative; whoever acts has less spirit, so that the other announces first."""
    fight = melee(random, first=first, bleeds=False).on(rook=0, boris=0)
    for who in (ROOK, BORIS):
        fight.sheets[who].resources["spirit"].now = 10 if who == first else 18
    fight._happen([TurnBegan(f"{first}/whole")])
    return fight


def announced(random: Random, name: str) -> Situation:
    """Boris has said with how many dice he meets Rook, who attacks."""
    fight = fight_at_one_initiative(random, first=ROOK)
    fight.does(ROOK, "melee.attack", Ones(), target=BORIS, dice=1)
    fight.does(BORIS, "melee.announce", Ones(), dice=random.randint(0, 1))
    return Situation(name, advice(fight, ROOK, "melee.meet"), lambda one: value_when_played(fight, ROOK, one))


def announcing(random: Random, name: str) -> Situation:
    """Rook says with how many dice he meets Boris, who then attacks with all of his."""
    fight = fight_at_one_initiative(random, first=BORIS)
    fight.does(BORIS, "melee.attack", Ones(), target=ROOK, dice=1)
    nothing_to_come(fight)

    def play(one: Weighed) -> Played:
        told = deepcopy(fight)
        told.does(ROOK, one.command, Ones(), **one.given)
        most = command_named(SDA, "melee.meet").preset(told.table(BORIS))
        strike = replace(one, command="melee.meet", given={"dice": most["dice"]})
        return value_when_played(told, BORIS, strike)

    return Situation(name, advice(fight, ROOK, "melee.announce"), play)


def nothing_to_come(fight: Fight) -> None:
    """End everybody's turn, so that dice are kept for nothing."""
    fight.encounter.ladder = tuple(replace(rung, done=True) for rung in fight.encounter.ladder)


class Blows:
    """Dice of blows show what a path says; what follows from them, such as ego, shows a 1 and decides nothing."""

    def __init__(self, path: Path) -> None:
        self._dice = OnePath(path)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        return self._dice.roll(who, sides) if set(sides) == {FACES} else Throw((1,) * len(sides))


def every_blow(play: Callable[[Blows], tuple[float, float]]) -> Iterator[tuple[float, tuple[float, float]]]:
    """Every way in which dice of blows score or not: how likely it is, and the outcome."""
    paths: list[tuple[Path, float]] = [((), 1.0)]
    while paths:
        path, chance = paths.pop()
        try:
            yield chance, play(Blows(path))
        except Unrolled as unrolled:
            count = len(unrolled.sides)
            for scored in range(count + 1):
                share = comb(count, scored) * (FACES - 1) ** (count - scored) / FACES**count
                faces = (FACES,) * scored + (1,) * (count - scored)
                paths.append(((*path, faces), chance * share))


def value_of_wound(fight: Fight, one: Weighed) -> Played:
    """A wound as the rules tick it, and what armour takes instead."""
    after = deepcopy(fight)
    after.does(ROOK, one.command, Ones(), **one.given)
    mine = after.sheets[ROOK]
    lost = value(fight.sheets[ROOK], ours=True) - value(mine, ours=True) + int(str(one.given["absorb"]))
    return Played(-lost, float(not mine.has("incapacitated")))


def value_of_strike(fight: Fight, one: Weighed) -> Played:
    """A strike, if Boris answers it as well as he can; what it costs beforehand is paid whatever he does."""
    if one.command == "opportunity.pass":
        return Played(0.0)
    announced = deepcopy(fight)
    happened = announced.does(ROOK, one.command, Ones(), **one.given)
    paid = gain_between(fight, announced, happened, ROOK).value
    asks = announced.table(BORIS).asks_for(BORIS, "melee.defend")
    if not asks:
        return value_when_played(fight, ROOK, one)
    weapon = command_named(SDA, "melee.defend").preset(announced.table(BORIS))["weapon"]
    listed = [one for one in advice(announced, BORIS, "melee.defend").choices if not one.given["bought"]]
    usual = [each for each in listed if each.given["weapon"] == weapon or not each.given["dice"]]
    answers = [value_when_played(announced, BORIS, each) for each in usual]
    worst = min(answers, key=lambda each: each.value)
    return replace(worst, value=worst.value + paid)


def value_when_played(fight: Fight, who: str, one: Weighed) -> Played:
    """The mean of what it comes to for Rook by every throw of the exchange."""

    def play(dice: Blows) -> tuple[float, float]:
        after = deepcopy(fight)
        told = gain_between(fight, after, after.does(who, one.command, dice, **one.given), ROOK)
        return told.value, told.up

    found = list(every_blow(play))
    return Played(*(sum(chance * told[place] for chance, told in found) for place in (0, 1)))


def gain_between(before: Fight, after: Fight, happened: Sequence[Fact], viewer: str) -> Played:
    """Boris's loss between the two fights, less Rook's: states, spirit, and what the hits will do as damage."""
    lost = dict.fromkeys((ROOK, BORIS), 0.0)
    up = 1.0
    for who in lost:
        mine = who == viewer
        lost[who] = value(before.sheets[who], ours=mine) - value(after.sheets[who], ours=mine)
    for fact in happened:
        if isinstance(fact, ResourceChanged) and fact.reason in ("hit in melee", "bought dice"):
            lost[fact.who] -= SPIRIT * fact.by
    asks = [ask for ask in after.encounter.asks.values() if "melee.spend" in ask.commands]
    for known in (ask.known for ask in asks):
        table, loser = after.table(known["winner"]), known["loser"]
        arm = winning_arm(table, known)
        if can_hurt(table, known, arm):
            kinds = {kind.type: kind.malus_mos for kind in arm.types}
            dice = damage_dice(known, known["hits"])
            cost, down = damage_cost(after.sheets[loser], arm.die, dice, kinds, ours=loser == viewer)
            lost[loser] += cost
            up -= down * (loser == viewer)
    return Played(lost[BORIS] - lost[ROOK], up)


@pytest.mark.parametrize("seed", range(SITUATIONS))
def test_advice_is_what_every_throw_comes_to(seed: int) -> None:
    assert differences(situation(seed)) == []
