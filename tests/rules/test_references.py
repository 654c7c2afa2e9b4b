"""Texts that refer to people: each reader gets the names that they know."""

from rules.engine.kernel import Said, in_words, joined, plain_wording, wording_from


def test_each_reader_gets_the_names_that_they_know() -> None:
    held = Said("{0} holds {1}. {0} laughs.", ("rook", "mira"))
    assert in_words(held, {"rook": "Rook", "mira": "Mira"}) == "Rook holds Mira. Rook laughs."
    assert in_words(held, {"rook": "Rook"}) == "Rook holds somebody. Rook laughs."
    assert in_words(held, {"mira": "Mira"}) == "Somebody holds Mira. Somebody laughs."
    assert str(held) == "Somebody holds somebody. Somebody laughs."
    assert in_words(Said("{0} says {7}.", ("rook",)), {"rook": "Rook"}) == "Rook says {7}."


def test_a_memo_keeps_a_text_of_which_somebody_may_be_taken_out() -> None:
    helped = Said("{0} helps {1}", ("rook", "mira"))
    kept = plain_wording(helped)
    assert wording_from(kept) == helped
    del kept["about"]["0"]
    assert in_words(wording_from(kept), {"mira": "Mira"}) == "Somebody helps Mira"
    assert wording_from(plain_wording("By oneself")) == "By oneself"


def test_texts_are_joined_with_their_people_and_braces_that_people_wrote_name_nobody() -> None:
    helped = joined("attack ({0}): ", Said("help from {0}", ("rook",)), ", ", Said("and {1}", ("nobody", "mira")))
    assert in_words(helped, {"rook": "Rook", "mira": "Mira"}) == "attack ((0)): help from Rook, and Mira"
    assert joined("attack: ", "{sword}") == "attack: {sword}"
