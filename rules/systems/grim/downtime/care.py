"""Care for others: surgery on grievous wounds and injuries, and waking the senseless (D-8, D-2, GRM-018)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    NotNow,
    Place,
    RankChanged,
    Refused,
    Said,
    Table,
    TextChanged,
    Told,
    end_conditions,
    keep_memo,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.recovery import DRAWBACK_LOSS, SURGERY, SURGERY_DAILY
from rules.systems.grim.core import (
    ATTRIBUTE,
    DIFFICULTY_CHOICES,
    Known,
    OnSheet,
    Outcome,
    Trial,
    able,
    begin,
    difficulty_named,
    goes_on,
    living,
    no_fight,
    odds_of,
    risk,
    trial_for,
)
from rules.systems.grim.downtime import healing

DRAWBACKS = "drawbacks"
HOURS = 60


@dataclass(frozen=True, slots=True)
class Surgery(Command, name="care.surgery", label="Surgery"):
    """Operate on a grievous wound or injury with a test of Heal, once a day for each patient (D-2, D-8).

    A success lets it be recuperated; a failure leaves a drawback for good, and another costs 9 of an attribute.
    """

    place: ClassVar[Place] = Place.SHEET
    takes_minutes: ClassVar[int] = HOURS

    patient: str = pick("Patient")
    what: str = pick("Wound or injury", default="", help="Default: the first that needs it")
    difficulty: str = pick("Extra difficulty", default="0")

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        no_fight(table, "Surgery")
        if not cls.choices(table)["patient"]:
            raise NotNow("Nobody here needs surgery.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        needed = {who: healing.needing_surgery(table.sheet(who)) for who in healing.everybody(table)}
        keys = dict.fromkeys(key for listed in needed.values() for key in listed)
        return {
            "patient": tuple(
                Choice(who, table.name(who), ", ".join(healing.name_of(key) for key in listed))
                for who, listed in needed.items()
                if listed
            ),
            "what": tuple(Choice(key, healing.name_of(key)) for key in keys),
            "difficulty": DIFFICULTY_CHOICES,
        }

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "success, and it can heal")

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        begin(table, self.patient, healing.TREATED, source=Said("{0}", (table.actor,)))
        risk(table, dice, trial, self.name, "care.operated", {"patient": self.patient, "what": self._which(table)})

    def _which(self, table: Table) -> str:
        needed = healing.needing_surgery(table.sheet(self.patient))
        if not needed:
            raise Refused(f"{table.name(self.patient)} needs no surgery.", "patient")
        if self.what and self.what not in needed:
            names = ", ".join(healing.name_of(key).lower() for key in needed)
            raise Refused(f"{table.name(self.patient)} needs surgery for: {names}. Choose one.", "what")
        return self.what or needed[0]

    def _trial(self, table: Table) -> Trial:
        self._which(table)
        if SURGERY_DAILY.flag(table.house_rules) and table.sheet(self.patient).has(healing.TREATED):
            raise Refused(f"{table.name(self.patient)} was treated today. Try again tomorrow.", "patient")
        hard = [
            ("Surgery", SURGERY.number(table.house_rules, -30)),
            ("Extra difficulty", difficulty_named(self.difficulty)),
        ]
        return trial_for(table, table.actor, "heal", hard)


@goes_on("care.operated")
def _operated(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Let surgery succeed, or leave its mark (D-2, D-8)."""
    patient, what = str(data["patient"]), str(data["what"])
    if outcome.success:
        keep_memo(table, patient, healing.OPERATED, [*healing.operated(table.sheet(patient)), what])
        told = healing.name_of(what).lower()
        table.happen(Told((outcome.who, patient), f"{{0}} operates on {{1}}: the {told} will heal."))
    else:
        table.happen(Told((outcome.who, patient), "{0} operates on {1} without success."))
        _scar(table, patient, what)


def _scar(table: Table, who: str, what: str) -> None:
    """Leave a drawback for good; whoever has it already loses 9 of an attribute (D-2)."""
    injury = library.injuries().get(what)
    if injury is None:
        return
    listed = [one for one in table.sheet(who).texts.get(DRAWBACKS, "").split("; ") if one]
    if injury.after not in listed:
        table.happen(TextChanged(who, DRAWBACKS, "; ".join((*listed, injury.after))))
        table.happen(Told((who,), f"{{0}} keeps a drawback: {injury.after.lower()}."))
        return
    attribute = library.attributes()[injury.loses]
    lost = min(DRAWBACK_LOSS.number(table.house_rules), table.sheet(who).rank(ATTRIBUTE, injury.loses))
    if lost:
        table.happen(RankChanged(who, ATTRIBUTE, injury.loses, -lost))
        table.happen(Told((who,), f"{{0}} loses {lost} {attribute.name}."))


@dataclass(frozen=True, slots=True)
class Wake(OnSheet, name="care.wake", label="Wake somebody"):
    """Wake somebody who was knocked out (GRM-018)."""

    peaceful: ClassVar[str] = "Waking somebody"
    no_choice: ClassVar[Mapping[str, str]] = {"whom": "Nobody here is knocked out."}

    whom: str = pick("Who")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        out = (who for who in healing.everybody(table) if table.sheet(who).has("knocked_out"))
        return {"whom": tuple(Choice(who, table.name(who)) for who in out if who != table.actor)}

    def perform(self, table: Table, dice: Dice) -> None:
        living(table, self.whom, "whom")
        end_conditions(table, self.whom, "knocked_out", "helpless")
        table.happen(Told((table.actor, self.whom), "{0} wakes {1}."))
