"""The figures of a session, worked out from its entries as they are stored by none of the house's own arithmetic."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from tests.halls import LiveHall

#: The rolls on each list of those that stand out.
NOTABLE = 3
#: What the log says of rolls to remember, by how they are counted: one, and several.
RARE = {
    "{0} has a flawless success": ("a flawless success", "flawless successes"),
    "{0} fails completely": ("a complete failure", "complete failures"),
}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_short(reasons: Counter[str]) -> str:
    """Sums by their reason, in order."""
    return "; ".join(f"{why} {count}" for why, count in sorted(reasons.items()))


class Fact(NamedTuple):
    """A fact with the entry that it stands in."""

    entry: dict[str, Any]
    told: dict[str, Any]

    @property
    def is_seen(self) -> bool:
        """Whether players heard of whoever it is about when it happened."""
        return not {self.told.get("who"), self.entry["encounter"]} & set(self.entry["veiled"])


@dataclass(frozen=True)
class Reckoning:
    """A session's entries without those that were taken back, as the game master knows them or as players do."""

    told: dict[str, Any]
    for_gm: bool

    def facts(self, kind: str) -> list[Fact]:
        """The facts of a kind from the beginning to the end of the session, in order."""
        return [fact for fact in self._all() if fact.told["fact"] == kind]

    def _all(self) -> Iterator[Fact]:
        for entry in self.told["entries"][1:]:
            if entry["command"] == "session.end":
                return
            for told in () if entry["is_undone"] else entry["facts"]:
                yield Fact(entry, told)

    def name(self, who: str) -> str:
        return str(self.told["names"][who])

    # -- experience, coins and wounds ---------------------------------------------------------------------------------

    def experience(self) -> list[list[str]]:
        """Who earned and spent how much, with how much of it came from rolls or for which reason, by name."""
        earned, spent, reasons = Counter[str](), Counter[str](), dict[str, Counter[str]]()
        for entry, fact in self.facts("experience_changed"):
            if fact["who"] not in self.told["played"]:
                continue
            (earned if fact["by"] > 0 else spent)[fact["who"]] += abs(fact["by"])
            is_rolled = any(one["fact"] == "rolled" for one in entry["facts"])
            why = "from rolls" if is_rolled and entry["command"] != "experience.award" else fact["reason"]
            reasons.setdefault(fact["who"], Counter())[why] += max(0, fact["by"])
        rows = [[self.name(who), "experience", earned[who], spent[who], in_short(+reasons[who])] for who in reasons]
        return sorted([[str(one) for one in row] for row in rows])

    def got(self, who: str) -> Counter[str]:
        """The things and coins that somebody has at the end of those that they did not have at the beginning."""
        held = {fact["key"]: fact["item"] for _, fact in self.facts("item_set") if fact["who"] == who}
        return Counter({item["name"]: item["count"] for item in held.values()})

    def left_in_the_purse(self) -> int:
        """The coins that the party has more than before."""
        return sum(fact["by"] for _, fact in self.facts("party_coins_changed"))

    def wounds(self, who: str) -> int:
        """The boxes that somebody ticked."""
        return sum(fact["by"] for _, fact in self.facts("boxes_ticked") if fact["who"] == who)

    def blows(self, by: str) -> list[int]:
        """The injuries of each blow that somebody dealt: whoever rolled the damage dealt it."""
        found, rolled = list[int](), ""
        for fact in (one.told for one in self._all()):
            if fact["fact"] == "rolled" and str(fact["purpose"]).startswith("damage"):
                rolled = fact["who"]
            elif fact["fact"] == "judged" and fact["verdict"] == "hurt" and rolled == by:
                found.append(fact["hits"])
        return found

    # -- rolls --------------------------------------------------------------------------------------------------------

    def rolls(self) -> list[Fact]:
        """The rolls that the reader knows of; of hidden people only the game master does."""
        return [one for one in self.facts("rolled") if not one.told["listed"] and (self.for_gm or one.is_seen)]

    def luck(self) -> list[list[str]]:
        """Who rolled how often, how lucky that was of 100, and within which luck 19 of 20 fair rolls lie."""
        of = dict[str, list[float]]()
        for _, roll in self.rolls():
            whose = self.name(roll["who"]) if roll["who"] in self.told["played"] else ""
            of.setdefault(whose, []).append(roll["percentile"])
        ordered = sorted(of.items(), key=lambda one: (not one[0], one[0].casefold()))
        return [[name or "The game master", *_shares(percentiles)] for name, percentiles in ordered]

    def best(self) -> list[tuple[str, str, str]]:
        return self._notable(1)

    def worst(self) -> list[tuple[str, str, str]]:
        return self._notable(-1)

    def _notable(self, sign: int) -> list[tuple[str, str, str]]:
        """The rolls farthest from the middle to one side: whose, what they came to, and their luck."""
        there = [roll for _, roll in self.rolls() if sign * (roll["percentile"] - 50) > 0]
        # The sort is stable: of equal ones the earlier comes first.
        there.sort(key=lambda roll: -sign * roll["percentile"])
        return [
            (self.name(roll["who"]), str(roll["measure"]), f"{round(roll['percentile'])} of 100")
            for roll in there[:NOTABLE]
        ]

    def rare(self, encounter: str) -> dict[str, set[str]]:
        """The rolls of a fight that the table talks about, in words, by who rolled them."""
        found = dict[str, Counter[tuple[str, str]]]()
        for fact in self.facts("told"):
            if fact.entry["encounter"] != encounter or not fact.told["who"]:
                continue
            who = fact.told["who"][0]
            if not self.for_gm and who in fact.entry["veiled"]:
                continue
            for begins, words in RARE.items():
                if fact.told["text"].startswith(begins):
                    found.setdefault(self.name(who), Counter())[words] += 1
        return {name: {_counted(*one) for one in counted.items()} for name, counted in found.items()}

    def verdict(self, who: str, command: str) -> dict[str, Any]:
        """The verdict on the first roll of somebody by a command."""
        return next(fact for entry, fact in self.facts("judged") if entry["command"] == command and fact["who"] == who)

    def unseen(self) -> set[str]:
        """The entries with rolls of which players heard none: at its beginning, a fight rolls for all who are in it."""
        rolls = self.facts("rolled")
        return {one.entry["id"] for one in rolls} - {one.entry["id"] for one in rolls if one.is_seen}


def _shares(percentiles: list[float]) -> list[str]:
    count, luck = len(percentiles), sum(percentiles) / len(percentiles)
    # Even percentiles spread by 100 / √12, and 19 of 20 averages of them lie within 1.96 times their own spread.
    usual = min(50.0, 1.96 * 100 / sqrt(12 * count))
    # The page of luck says it to one place, and a summary rounds what stands there.
    return [str(count), str(int(round(luck, 1) + 0.5)), f"{round(50 - usual)}–{round(50 + usual)}"]


def _counted(words: tuple[str, str], count: int) -> str:
    return words[0] if count == 1 else f"{NUMBERS[count]} {words[1]}"


def reckonings(hall: LiveHall, session: str) -> tuple[Reckoning, Reckoning]:
    """The session as the game master knows it, and as players do."""
    told = json.loads(hall.told_by("tests.told_entries", session))
    return Reckoning(told, for_gm=True), Reckoning(told, for_gm=False)
