"""Every address has its row, and every word in one is known: a new one without either fails here."""

from tests.two_worlds import addresses
from tests.two_worlds.chance import foreseeable
from tests.two_worlds.worlds import new_world


def test_every_address_has_its_row() -> None:
    assert addresses.rows().keys() == addresses.routes().keys()


def test_every_word_is_known(db: None) -> None:
    with foreseeable() as chance:
        words = new_world("sda", chance).words | {"section": ("weapons",), "key": ("clover",)}
    asked = {request.route for request in addresses.requests(words)}
    assert asked == {name for name, row in addresses.rows().items() if not row.why}


def test_what_is_not_asked_says_why() -> None:
    assert all(len(row.why) > 20 for row in addresses.rows().values() if row.why)
