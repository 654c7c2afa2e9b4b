"""What an action costs, said before it is taken; and what the log says of a miss."""

from rules.engine.kernel import Told, described_fields
from rules.systems.fortune import FORTUNE
from tests.rules.fortune.tables import act, creature, fight, hero, odds


def test_the_dying_read_what_an_action_costs() -> None:
    rook = hero()
    at = fight(rook=rook, foe=creature())
    plain = odds(at, "rook", "attack.strike", target="foe").sentence
    rook.resources["health"].now = 0
    assert odds(at, "rook", "attack.strike", target="foe").sentence == (
        f"You are dying: each action costs 1 Stamina. {plain}"
    )


def test_the_price_of_a_feature_stands_in_its_odds() -> None:
    rook = hero(mettle=3)
    rook.ranks["feature"] = {"knight_sweeping_attack": 1, "knight_driving_attack": 1}
    at = fight(rook=rook, foe=creature())
    assert odds(at, "rook", "feature.drive", target="foe").sentence.startswith("Costs 1 Stamina. Attack ")
    assert odds(at, "rook", "feature.sweep", targets=["foe"]).sentence.startswith("Costs 1 Stamina. ")


def test_a_miss_is_told_of_whoever_misses() -> None:
    at = fight(rook=hero(), foe=creature())
    act(at, "rook", "attack.strike", {"rook": [2]}, target="foe")
    said = [fact.text for fact in at.facts if isinstance(fact, Told)]
    assert "{0} misses {1} and leaves an opening." in said


def test_no_attack_offers_to_be_made_with_nothing() -> None:
    """A weapon left open is one in hand: without words of its own a form would call it "None"."""
    asked = [described_fields(kind)["weapon"] for kind in FORTUNE.commands if "weapon" in described_fields(kind)]
    assert len(asked) > 5
    assert all(field.help or field.none for field, default in asked if default == "")
