"""The place where people are: said once, taken over by whoever joins, and told in one sentence."""

from rules.engine.fight.scene import Join
from rules.engine.kernel import Combatant, ConditionSet, Encounter, Joined, SeededDice, Table, Told
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.world.places import SetSurroundings
from tests.rules.sda.tables import hero


def hall(*hidden: str) -> Table:
    """Three people of whom two are there."""
    names = ("anna", "boris", "cora")
    scene = Encounter(combatants={who: Combatant("party", hidden=who in hidden) for who in names[:2]})
    return Table({who: hero(who.capitalize()) for who in names}, scene, {}, "anna", SDA.rank_range)


def facts_told(at: Table) -> list[Told]:
    return [fact for fact in at.facts if isinstance(fact, Told)]


def test_surroundings_of_all_are_told_in_one_sentence() -> None:
    at = hall()
    perform(SetSurroundings(where="underground", light="low_light"), at, SeededDice(1))
    assert facts_told(at) == [Told(("anna", "boris"), "Underground, low light.")]
    assert len([fact for fact in at.facts if isinstance(fact, ConditionSet)]) == 4


def test_surroundings_of_a_few_are_told_by_their_names() -> None:
    at = hall()
    perform(SetSurroundings(light="darkness", people=("boris",)), at, SeededDice(1))
    assert facts_told(at) == [Told(("boris",), "{0}: darkness.")]
    assert "surroundings" not in at.scene.memo


def test_surroundings_of_the_hidden_are_told_apart() -> None:
    at = hall("boris")
    perform(SetSurroundings(where="wild"), at, SeededDice(1))
    assert facts_told(at) == [Told(("anna",), "In the wild."), Told(("boris",), "{0}: in the wild.")]


def test_whoever_joins_takes_over_the_surroundings() -> None:
    at = hall()
    perform(SetSurroundings(where="underground", light="darkness"), at, SeededDice(1))
    perform(SetSurroundings(light="low_light"), at, SeededDice(1))
    at.facts.clear()
    perform(Join(combatant="cora"), at, SeededDice(1))
    SDA.keep_up(at)
    assert isinstance(at.facts[0], Joined)
    assert {"underground", "low_light"} == at.sheet("cora").conditions.keys()
    assert facts_told(at)[-1] == Told(("cora",), "Around {0} now: underground, low light.")
    before = list(at.facts)
    SDA.keep_up(at)
    assert at.facts == before


def test_nobody_is_told_of_what_they_have_already() -> None:
    at = hall()
    perform(SetSurroundings(light="plain"), at, SeededDice(1))
    before = facts_told(at)
    perform(Join(combatant="cora"), at, SeededDice(1))
    SDA.keep_up(at)
    assert facts_told(at) == before
