"""The sheets and fights of a what-if: another weapon in hand, people surprised, somebody not there."""

from dataclasses import replace

import pytest

from rules import codec
from rules.engine.forecast import Plan, Setting, foresee
from rules.engine.forecast.what_ifs import begun, openings, with_weapon, without
from rules.engine.kernel import Encounter, Joined, OwnBook, Sheet, StageSet, Table, Unknown
from rules.systems.sda.fight.actions.initiative import Begin
from rules.systems.sda.system import SDA
from tests.rules.sda.fights import fighter


def _setting(*foes: str) -> Setting:
    rook = fighter("Rook", "one_handed_sword", agility=6)
    rook.items["buckler"] = replace(SDA.item("weapons", "buckler"), in_use=True)
    sheets: dict[str, Sheet] = {"rook": rook, **{f"foe{n}": SDA.creature(key) for n, key in enumerate(foes)}}
    table = Table(sheets, Encounter(), {}, "", SDA.rank_range)
    for number, who in enumerate(sheets):
        side = "party" if who == "rook" else "foes"
        table.happen(Joined(who, side, False, 2.0 * number, 0.0 if side == "party" else 2.0, 0))
    return Setting.of(table)


def _held(setting: Setting, who: str) -> set[str]:
    return {item.entry for item in setting.sheets[who].items.values() if item.in_use and item.kind == "weapon"}


def _plan(setting: Setting) -> Plan:
    assert SDA.tactics is not None
    return Plan(setting, SDA, SDA.tactics, {"party": "advised", "foes": "aggressive"}, "winter")


def _with(setting: Setting, who: str, weapon: str) -> Setting:
    assert SDA.tactics is not None
    return with_weapon(setting, SDA.tactics, who, SDA.item("weapons", weapon))


def test_a_shield_stays_beside_a_weapon_for_one_hand_and_goes_for_two() -> None:
    setting = _setting("guard_rookie")
    assert _held(setting, "rook") == {"one_handed_sword", "buckler"}
    assert _held(_with(setting, "rook", "club"), "rook") == {"club", "buckler"}
    assert _held(_with(setting, "rook", "poleaxe"), "rook") == {"poleaxe"}
    assert _held(_with(setting, "rook", "large_shield"), "rook") == {"one_handed_sword", "large_shield"}
    assert "club" not in setting.sheets["rook"].items


def test_arrows_come_along_with_a_bow() -> None:
    armed = _with(_setting("guard_rookie"), "rook", "longbow")
    shots = [item for item in armed.sheets["rook"].items.values() if item.entry == "arrow"]
    assert [item.count for item in shots] == [40]
    assert foresee(_plan(armed), 3).tally.fights == 3


def test_a_fight_may_begin_with_some_surprised() -> None:
    setting = _setting("guard_rookie", "guard_veteran")
    assert [(one.field, one.label) for one in openings(setting, SDA)] == [("surprised", "Surprised")]
    surprised = begun(setting, SDA, "surprised", ("foe0", "foe1", "somebody"))
    assert surprised.opening == Begin(surprised=("foe0", "foe1"))
    assert openings(setting.after(StageSet("fighting")), SDA) == ()
    with pytest.raises(Unknown):
        begun(setting, SDA, "sparring", ("foe0",))


def test_whoever_is_not_there_leaves_as_at_the_table() -> None:
    setting = _setting("guard_rookie", "guard_veteran")
    fewer = without(setting, SDA, "foe1")
    assert set(fewer.sheets) == set(fewer.encounter.combatants) == {"rook", "foe0"}
    assert set(setting.sheets) == {"rook", "foe0", "foe1"}


def test_a_setting_kept_as_text_is_the_same_fight() -> None:
    setting = begun(_setting("guard_rookie"), SDA, "surprised", ("foe0",))
    text = codec.dump_setting(setting)
    kept = codec.setting_from(text, SDA)
    assert (codec.dump_setting(kept), kept.opening) == (text, setting.opening)
    assert foresee(_plan(kept), 4).tally.plain() == foresee(_plan(codec.setting_from(text, SDA)), 4).tally.plain()


def test_a_book_kept_as_text_is_the_same_book() -> None:
    book = OwnBook('{"skills":{}}', frozenset({"ours.a", "ours.b"}), "2019")
    assert codec.book_from(codec.dump_book(book)) == book
