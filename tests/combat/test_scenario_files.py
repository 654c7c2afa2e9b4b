"""A slip in a scenario is told with its line and step; none passes, and none keeps the others from being run."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from combat.scenarios.document import Amiss, found_in
from combat.scenarios.run import run

GOOD = """\
scenario: A pool falls
system: sda
rule: [SDA-001]
given:
  characters:
    anna: {skills: {climbing: 2}, attributes: {strength: 5}, injury: [{minor: 1}]}
when:
  - {do: test.open, as: anna, with: {skill: climbing}, dice: {anna: [4, 2, 4]}}
then:
  outcome.measure: 2
  anna.ranks.skill.stealth: 0
  anna.conditions.prone: absent
"""
FIGHT = GOOD.replace(
    "when:", "  encounter: {combatants: {anna: {side: party}}, ladder: [{key: anna/whole, who: anna, at: 3}]}\nwhen:"
)

#: The dice of the good one, as a file can say them.
DICE = [f"{{sides: 4, face: {face}, scored: {int(face == 4)}, kept: true, passed: null}}" for face in (4, 2, 4)]
#: What is changed in the good one, into what, and the complaint.
SLIPS = [
    ("given:", "givn:", "line 4: a scenario has nothing called 'givn'; close to it: given"),
    ("scenario: A pool falls\n", "", "scenario is missing"),
    ("system: sda", "system: sdb", "line 2: there is no game 'sdb'"),
    ("SDA-001", "SDA-999", "line 3: WinterDawn has no rule 'SDA-999'"),
    ("rule: [SDA-001]", "rule: SDA-001", "line 3: rule must be a list of numbers"),
    ("climbing: 2}", "climbin: 2}", "line 6, anna: There is no skill 'climbin'"),
    ("strength: 5", "strenght: 5", "line 6, anna: There is no attribute 'strenght'"),
    ("injury: [{minor: 1}]", "injury: [{minr: 1}]", "line 6, anna: a line of injury has no boxes called 'minr'"),
    ("injury: [{minor: 1}]", "injury: [{}, {}, {}, {}, {}, {}]", "line 6, anna: injury has"),
    ("injury: [{minor: 1}]", "injure: [{minor: 1}]", "line 6, anna: a sheet of WinterDawn has nothing called"),
    ("anna: {skills", "anna: {creature: wyvrn, skills", "line 6, anna: There is no"),
    ("injury: [{minor: 1}]", "experience: {skill: {climbin: 1}}", "line 6, anna: There is no skill 'climbin'"),
    (
        "do: test.open",
        "do: test.opn",
        "line 8, step 1: WinterDawn knows no command 'test.opn'; close to it: test.op",
    ),
    ("with: {skill: climbing}", "with: {skil: climbing}", "line 8, step 1: test.open has nothing called 'skil'"),
    ("with: {skill: climbing}", "with: {skill: clim}", "line 8, step 1 (test.open): refused: "),
    ("dice: {anna: [4, 2, 4]}", "dies: {anna: [1, 2]}", "line 8, step 1: a step has nothing called 'dies'"),
    ("[4, 2, 4]}}", "[4, 2, 4]}, refused: ''}", "line 8, step 1: refused needs a part of the sentence"),
    ("[4, 2, 4]}}", "[4, 2, 4]}, refused: No, 4 is missing: }", "step 1: a step has nothing called '4 is missing'"),
    ("[4, 2, 4]}}", "[1, 2]}}", "line 8, step 1 (test.open): refused: "),
    ("as: anna", "as: anne", "line 8, step 1 (test.open): refused: Nobody here has that name."),
    ("outcome.measure: 2", "outcome.measure: 3", "line 10: outcome.measure is 2, not 3"),
    ("outcome.measure: 2", "outcome.mesure: 0", "line 10: outcome.mesure does not exist (close to it: 'measure')"),
    ("outcome.measure: 2", "outcom.measure: 2", "line 10: there is nobody called 'outcom'"),
    ("outcome.measure: 2", "encounter.round: 0", "line 10: there is no encounter"),
    ("outcome.measure: 2", "anna.recources.spirit.now: 0", "line 10: anna.recources.spirit.now: it has no 'recources'"),
    ("outcome.measure: 2", "anna.resources.spirit.nw: 0", "resources.spirit has no 'nw' (close to it: 'now')"),
    (
        "outcome.measure: 2",
        "anna.resources.sprit.now: 0",
        "anna.resources.sprit does not exist (close to it: 'spirit')",
    ),
    ("outcome.measure: 2", "anna.recources: absent", "anna.recources: it has no 'recources'"),
    ("outcome.measure: 2", "anna.conditions.light: null", "line 10: anna.conditions.light does not exist"),
    ("outcome.measure: 2", "anna.conditions.prone.level: 0", "line 10: anna.conditions.prone does not exist"),
    ("outcome.measure: 2", "anna.tracks.injury.0.ticked.mino: 0", "anna.tracks.injury.0.ticked.mino does not exist"),
    ("outcome.measure: 2", "rolled.first: 2", "line 10: rolled.first: it is a list, and 'first' is not a place in it"),
    ("anna.ranks.skill.stealth: 0", "anna.ranks.skill.stelth: 0", "line 11: anna.ranks.skill.stelth does not exist"),
    ("anna.ranks.skill.stealth: 0", "anna.ranks.skil.stealth: 0", "line 11: anna.ranks.skil.stealth does not exist"),
    ("anna.ranks.skill.stealth: 0", "anna.ranks.skill.stealth: null", "anna.ranks.skill.stealth is 0, not None"),
    ("anna.ranks.skill.stealth: 0", "anna.ranks.skill.climbing: absent", "anna.ranks.skill.climbing is 2, not absent"),
    (
        "outcome.measure: 2\n",
        "outcome.measure: 2\n  outcome.measure: 2\n",
        "line 11: 'outcome.measure' appears here twice",
    ),
    ("[4, 2, 4]}}", "[4, 2, 4]", "line 9: "),
    ("when:", "  house_rules: {gentle: true}\nwhen:", "line 7: house_rules has nothing called 'gentle'"),
]
#: The same for one with a fight.
SLIPS_OF_FIGHTS = [
    ("{side: party}", "{sid: party}", "line 7: the place of anna has nothing called 'sid'; close to it: side"),
    ("combatants: {anna", "combatants: {ana", "line 7: combatants has nothing called 'ana'; close to it: anna"),
    ("who: anna", "who: ana", "line 7: nobody is called 'ana'; close to it: anna"),
    ("at: 3}]", "at: 3}], turn: ana", "the ladder has no rung 'ana'"),
    ("outcome.measure: 2", "encounter.round: 0", "line 11: encounter.round is 1, not 0"),
    ("outcome.measure: 2", "encounter.rond: 0", "line 11: encounter.rond: it has no 'rond' (close to it: 'round')"),
    ("outcome.measure: 2", "encounter.ladder.1: null", "line 11: encounter.ladder.1 does not exist"),
    ("outcome.measure: 2", "encounter.combatants.anna.budgets: null", "budgets is"),
]


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(Amiss) as raised:
        run_text(folder, text)
    return str(raised.value)


def run_text(folder: Path, text: str) -> None:
    file = folder / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    for scenario in found_in(file):
        run(scenario)


@pytest.mark.django_db
@pytest.mark.parametrize("text", [GOOD, FIGHT])
def test_without_a_slip_it_passes(tmp_path: Path, text: str) -> None:
    run_text(tmp_path, text)


@pytest.mark.django_db
@pytest.mark.parametrize(("right", "wrong", "said"), SLIPS)
def test_a_slip_is_told(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert right in GOOD
    assert said in complaint(tmp_path, GOOD.replace(right, wrong, 1))


@pytest.mark.django_db
@pytest.mark.parametrize(("right", "wrong", "said"), SLIPS_OF_FIGHTS)
def test_a_slip_in_a_fight_is_told(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    assert right in FIGHT
    assert said in complaint(tmp_path, FIGHT.replace(right, wrong, 1))


@pytest.mark.django_db
def test_a_refusal_lists_the_keys_that_may_be_given(tmp_path: Path) -> None:
    assert "skill: " in complaint(tmp_path, GOOD.replace("with: {skill: climbing}", "with: {skill: Climbing}"))


@pytest.mark.django_db
def test_lists_equal_what_is_kept_as_tuples(tmp_path: Path) -> None:
    run_text(tmp_path, GOOD.replace("outcome.measure: 2", f"rolled.0.dice: [{', '.join(DICE)}]"))


@pytest.mark.parametrize("text", ["- {do: this", "a: [1", "just words", "1: 2\n", "\t", "a: !!python/object:os.x {}"])
def test_what_is_no_yaml_of_names_fails_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "slip.yaml").write_text(text, encoding="utf-8")
    (scenario,) = found_in(tmp_path)
    with pytest.raises(Amiss):
        run(scenario)


def test_a_file_that_is_not_there_fails_alone(tmp_path: Path) -> None:
    (scenario,) = found_in(tmp_path / "nowhere.yaml")
    with pytest.raises(Amiss, match="there is no such file"):
        run(scenario)


@pytest.mark.django_db
def test_the_command_goes_on_after_a_slip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.db.connection.creation.create_test_db", lambda **_: None)
    monkeypatch.setattr("django.db.connection.creation.destroy_test_db", lambda *_, **__: None)
    (tmp_path / "a.yaml").write_text("a: [1", encoding="utf-8")
    (tmp_path / "b.yaml").write_text(
        GOOD.replace("givn", "given").replace("measure: 2", "measure: 9"), encoding="utf-8"
    )
    (tmp_path / "c.yaml").write_text(GOOD, encoding="utf-8")
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("scenario", str(tmp_path), stdout=told)
    lines = told.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["FAILED", "FAILED", "ok", "1"]
    assert "b.yaml: A pool falls: line 10: outcome.measure is 2, not 9" in lines[1]
    assert lines[-1] == "1 passed, 2 failed"
