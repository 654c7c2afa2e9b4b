"""Magic: its data, its odds against every way in which dice can fall, and spells cast at random."""

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules import codec
from rules.engine.content.homebrew import checked
from rules.engine.content.reader import DataError
from rules.engine.kernel import (
    Begun,
    Command,
    Condition,
    Fact,
    Judged,
    OwnBook,
    Refused,
    SeededDice,
    Sheet,
    Told,
    Veiled,
    foretell,
    opened,
)
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.systems.sda.content import compendium
from rules.systems.sda.content import life_shelf as lives
from rules.systems.sda.core.effects import NIGHT, gods, kept, kinds, lay_on
from rules.systems.sda.core.effects.areas import people
from rules.systems.sda.core.effects.lasting import PREFIX, night_passes
from rules.systems.sda.core.effects.spells import Shelf, printed, spells
from rules.systems.sda.core.person import Call
from rules.systems.sda.core.person.virtue_bonus import CALLED
from rules.systems.sda.magic.casting import spell_words
from rules.systems.sda.magic.casting.in_fights import Cast
from rules.systems.sda.magic.casting.odds import OFF, Spellcasting
from rules.systems.sda.magic.spells.released import left_of, minutes_of
from rules.systems.sda.system import SDA
from tests.rules.legal_play import Documents, LegalPlay
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.shown.common import FLAWLESS
from tests.rules.sda.tables import hero, table

EXACT = 1e-12
#: Spells of which the books print no more than the name.
NAMED_ONLY = 56
#: Of the others so many do something by themselves; what is left the books say in words.
MOST_OF_THEM = 88


def is_flawless(fact: Fact) -> bool:
    return isinstance(fact, Told) and fact.who == ("mira",) and fact.text.startswith(FLAWLESS)


def caster(name: str = "Mira", *keys: str, traits: tuple[str, ...] = (), **ranks: int) -> Sheet:
    """A sheet with spells, and the traits that open them."""
    sheet = fighter(name, **ranks)
    needed = {kinds()[way.kind].trait for key in keys for way in spells()[key].ways}
    for trait in (*traits, *needed):
        sheet.items[trait] = SDA.item("traits", trait)
    for key in keys:
        sheet.items[key] = SDA.item("spells", key)
    return sheet


# -- the data -------------------------------------------------------------------------------------------------------


def test_all_spells_kinds_and_gods_are_there() -> None:
    assert (len(spells()), len(kinds()), len(gods())) == (209, 6, 12)
    assert sum(one.is_open for one in spells().values()) == NAMED_ONLY
    assert set(kinds()) == {key for key, group in compendium.groups().items() if group.magic}


def test_every_art_casts_something_and_every_spell_says_what_it_does() -> None:
    arts = {way.skill for one in spells().values() for way in one.ways}
    assert arts == {skill for kind in kinds() for skill in compendium.groups()[kind].skills}
    for one in spells().values():
        assert one.source
        assert one.is_open or one.description.endswith(".")
        assert all(
            way.open or way.prepare or way.mos or way.pays in ("spirit", "focus") or way.cost for way in one.ways
        )


def test_every_spell_is_an_entry_and_can_stand_on_a_sheet() -> None:
    listed = SDA.compendium()["spells"]
    assert [entry.key for entry in listed] == list(spells())
    assert all(entry.summary and entry.facts for entry in listed)
    for entry in listed:
        item = SDA.item("spells", entry.key)
        assert item.kind == "spell"
        assert spell_words.words_of(item)


def test_fireball_has_the_figures_of_the_draft() -> None:
    one = spells()["fireball"]
    assert {(way.skill, way.mos, way.cost, way.prepare) for way in one.ways} == {
        ("fire", 3, 4, 0),
        ("abyssal", 4, 2, 0),
        ("staffs_wands", 0, 0, 5),
        ("evocation", 4, 0, 4),
    }
    assert (one.save, one.reach.range, one.harms[0].falloff, one.harms[0].die) == ("reflex", "sight", "damage", 0)


def test_importing_reads_no_file() -> None:
    watch = (
        "import sys\n"
        "seen = []\n"
        "sys.addaudithook(lambda event, args: seen.append(str(args[0])) if event == 'open' else None)\n"
        "import rules.systems.sda\n"
        "assert not [name for name in seen if name.endswith('.toml')], seen\n"
    )
    subprocess.run([sys.executable, "-c", watch], check=True, cwd=compendium.DATA.parents[3])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in ("spells.toml", "magic.toml"):
        shutil.copy(compendium.DATA / file, tmp_path / file)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("spells.toml", 'skill = "evocation"', 'skill = "bows"', "no skill of magic"),
        ("spells.toml", 'skill = "evocation"', 'skill = "evocatoin"', "unknown 'evocatoin'"),
        ("spells.toml", 'range = "touch"', 'range = "tuoch"', "unknown 'tuoch'"),
        ("spells.toml", 'target = "self"', 'target = "nobody"', "unknown 'nobody'"),
        ("spells.toml", 'key = "alarm"', 'key = "acid_spray"', "taken"),
        ("spells.toml", "die = 6", "die = 7", "die must be one of"),
        ("magic.toml", 'pays = "scroll"', 'pays = "gold"', "unknown 'gold'"),
        ("magic.toml", 'primary = "stealth"', 'primary = "sneaking"', "unknown 'sneaking'"),
    ],
)
def test_malformed_entries_are_refused(folder: Path, file: str, old: str, new: str, message: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = Shelf(folder, compendium.library())
    with pytest.raises(DataError, match=message):
        _ = (found.kinds, found.gods, found.spells)


def test_every_kind_is_opened_by_a_trait() -> None:
    assert all(kind.trait in lives.traits() for kind in kinds().values())


# -- odds -----------------------------------------------------------------------------------------------------------


def copy_of(fight: Fight) -> Fight:
    """A copy of a fight, without its past."""
    other = copy(fight)
    other.sheets, other.encounter, other.facts = deepcopy(fight.sheets), deepcopy(fight.encounter), []
    return other


def shares(fight: Fight, who: str, name: str, told: Callable[[list[Fact]], Any], **chosen: Any) -> dict[Any, Fraction]:
    """How often a command comes to what ``told`` makes of it, over all ways in which the dice can fall."""
    found: dict[Any, Fraction] = defaultdict(Fraction)

    def play(dice: Any) -> Any:
        return told(copy_of(fight).does(who, name, dice, **chosen))

    for share, came in every_way(play):
        found[came] += share
    return found


def verdict(*verdicts: str) -> Callable[[list[Fact]], Judged]:
    def last(facts: list[Fact]) -> Any:
        return next(fact for fact in facts if isinstance(fact, Judged) and fact.verdict in verdicts)

    return last


def chance(odds: Odds, name: str) -> float:
    return next(one.probability for one in odds.chances if one.name == name)


def at_distance(far: int = 9, *keys: str, **ranks: int) -> Fight:
    fight = Fight(mira=caster("Mira", *keys, **ranks), boris=fighter("Boris", reflex=1, ego=1))
    fight.encounter.combatants["boris"].y = float(far)
    return fight.on(mira=2, boris=1)


@pytest.mark.parametrize("house", [{}, {"first_fail_by_malus": False, "long_task_flawless": "every roll"}], ids=str)
@pytest.mark.parametrize(
    ("malus", "so_far", "mos"), [(0, 0, 3), (1, 0, 3), (0, 2, 3), (0, 2, 2), (1, 2, 2), (2, 2, 2), (0, 2, 1), (1, 2, 0)]
)
def test_a_casting_goes_off_as_often_as_foretold(malus: int, so_far: int, mos: int, house: dict[str, Any]) -> None:
    """The difficulty may be lowered to what is gathered already, or below: a blank roll loses it all the same."""
    fight = at_distance(9, "hold_person", aether=2)
    fight.house_rules = house
    if so_far:
        faces = [4] * so_far + [1] * (3 - so_far)
        fight.rolls("mira", "magic.cast", {"mira": faces}, spell="hold_person", target="boris", dice=3)
        fight.does("mira", "turn.end")
        fight.does("boris", "turn.end")
    said = {"spell": "hold_person", "target": "boris", "mos": mos, "cost": 0, "way": "aether"}
    chosen = {**said, "dice": 2, "malus": malus}
    odds = fight.odds("mira", "magic.cast", **chosen)

    def play(dice: Any) -> tuple[str, int, bool]:
        facts = copy_of(fight).does("mira", "magic.cast", FirstThrows(dice, 1), **chosen)
        judged = verdict("cast", "casting", "lost")(facts)
        return judged.verdict, judged.hits, any(map(is_flawless, facts))

    found = list(every_way(play))

    def probability_of(matches: Callable[[str, int, bool], bool]) -> Any:
        return pytest.approx(float(sum(share for share, came in found if matches(*came))), abs=EXACT)

    goes_off = probability_of(lambda verdict, *_: verdict == "cast")
    assert chance(odds, "success") == goes_off
    assert chance(odds, "lost") == probability_of(lambda verdict, *_: verdict == "lost")
    assert chance(odds, "flawless") == probability_of(lambda *came: came[2])
    for most, told in enumerate(odds.measure[1:], 1):
        assert told == probability_of(lambda verdict, hits, _, most=most: verdict == "cast" and hits == most)
    table, command = fight.table("mira"), codec.command_from(Cast, chosen)
    cast, pool = command._casting(table)[1], command._pool(table)
    assert Spellcasting(table, cast, table, (pool,)).brings(OFF, pool, 2) / 100 == goes_off


def boxes(facts: list[Fact]) -> int:
    """Damage before armour, of whatever came."""
    return sum(int(fact.numbers.get("damage") or 0) for fact in facts if isinstance(fact, Judged))


@pytest.mark.parametrize(("north", "dice"), [(0, 0), (-2, 1), (0, 2)])
def test_a_leap_out_of_a_fireball_saves_as_much_as_foretold(north: int, dice: int) -> None:
    fight = at_distance(9, "fireball", erudition=20)
    chosen = {"spell": "fireball", "target": "boris", "north": north, "dice": 1, "mos": 0, "cost": 0, "way": "fire"}
    fight.rolls("mira", "magic.cast", {"mira": [4, 12]}, **chosen)
    odds = fight.odds("boris", "magic.leap", dice=dice)
    found = shares(fight, "boris", "magic.leap", boxes, dice=dice)
    assert list(odds.measure) == pytest.approx([float(found.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)
    assert chance(odds, "unhurt") == pytest.approx(float(found.get(0, 0)), abs=EXACT)
    compared = next(one for one in odds.compared if one.name == str(dice))
    assert compared.probability == chance(odds, "unhurt")


@pytest.mark.parametrize("dice", [0, 1])
def test_a_leap_from_a_phial_saves_as_much_as_foretold(dice: int) -> None:
    sheet = caster("Mira", "explosive_phial")
    sheet.items["explosive_phial"] = replace(sheet.items["explosive_phial"], stats={"charges": 1})
    fight = Fight(mira=sheet, boris=fighter("Boris", reflex=1))
    fight.encounter.combatants["boris"].y = 9.0
    fight.on(mira=2, boris=1)
    fight.rolls("mira", "magic.cast", {"mira": [4, 4]}, spell="explosive_phial", target="boris", bonus=1)
    odds = fight.odds("boris", "magic.leap", dice=dice)
    found = shares(fight, "boris", "magic.leap", boxes, dice=dice)
    assert list(odds.measure) == pytest.approx([float(found.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)


@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_resisting_frees_as_often_as_foretold(hits: int, dice: int) -> None:
    fight = at_distance(9, "dominate", erudition=12)
    chosen = {"spell": "dominate", "target": "boris", "dice": 1, "mos": 0, "cost": 0, "way": "aether"}
    fight.rolls("mira", "magic.cast", {"mira": [4 * hits]}, **chosen)
    odds = fight.odds("boris", "magic.withstand", dice=dice)
    left: dict[int, Fraction] = defaultdict(Fraction)

    def play(throw: Any) -> int:
        after = copy_of(fight)
        after.does("boris", "magic.withstand", throw, dice=dice)
        held = after.sheets["boris"].conditions.get("spell_dominate")
        return held.level if held else 0

    for share, level in every_way(play):
        left[level] += share
    assert list(odds.measure) == pytest.approx([float(left.get(n, 0)) for n in range(len(odds.measure))], abs=EXACT)
    assert chance(odds, "free") == pytest.approx(float(left.get(0, 0)), abs=EXACT)


def test_preparing_and_prayer_come_to_what_was_foretold() -> None:
    fight = Fight(mira=caster("Mira", "arcane_dart", "bane", evocation=1))
    ready = fight.odds("mira", "magic.prepare", spell="arcane_dart", way="evocation")
    found = shares(
        fight,
        "mira",
        "magic.prepare",
        lambda facts: verdict("success", "failure")(facts).verdict,
        spell="arcane_dart",
        way="evocation",
    )
    assert chance(ready, "success") == pytest.approx(float(found["success"]), abs=EXACT)
    heard = fight.odds("mira", "magic.pray", rolls=2)
    prayed = shares(fight, "mira", "magic.pray", lambda facts: verdict("success", "failure")(facts).hits, rolls=2)
    assert list(heard.measure) == pytest.approx([float(prayed.get(n, 0)) for n in range(len(heard.measure))], abs=EXACT)


@pytest.mark.parametrize("name", ["magic.prepare", "magic.in_peace"])
def test_luck_does_not_save_a_blank_roll_where_the_house_looks_at_the_dice(name: str) -> None:
    fight = Fight(mira=caster("Mira", "arcane_dart", evocation=1), house_rules={"first_fail_by_malus": False})
    fight.sheets["mira"].conditions["luck"] = Condition("luck", "Lucky", 3)
    chosen = {"spell": "arcane_dart", "way": "evocation"} | (
        {"mos": 2, "target": "mira"} if name == "magic.in_peace" else {}
    )
    fight.sheets["mira"].items["arcane_dart"].stats["scrolls"] = 1

    def play(dice: Any) -> str:
        facts = copy_of(fight).does("mira", name, FirstThrows(dice, 1), **chosen)
        return str(verdict("success", "failure", "cast", "lost")(facts).verdict)

    done = sum(share for share, came in every_way(play) if came in {"success", "cast"})
    assert chance(fight.odds("mira", name, **chosen), "success") == pytest.approx(float(done), abs=EXACT)
    assert 0 < done < 1


@pytest.mark.parametrize("name", ["magic.leap", "magic.withstand", "magic.pray", "magic.prepare"])
def test_rolls_against_a_virtue_have_its_malus(name: str) -> None:
    fight = Fight(mira=caster("Mira", "arcane_dart", "bane", evocation=1, religions=1))
    who, chosen = "mira", {"magic.prepare": {"spell": "arcane_dart"}}.get(name, {})
    if name in {"magic.leap", "magic.withstand"}:
        spell, way = ("fireball", "fire") if name == "magic.leap" else ("dominate", "aether")
        fight = at_distance(9, spell, erudition=20)
        said = {"spell": spell, "target": "boris", "dice": 1, "mos": 0, "cost": 0, "way": way}
        fight.does("mira", "magic.cast", SeededDice(spell), **said)
        who, chosen = "boris", {"dice": 8}
    called = Call(CALLED, "courage", "lack", 1, "I slip out").condition
    fight.sheets[who].conditions[called.name] = called
    assert len(command_named(SDA, name).choices(fight.table(who))["virtue"]) == 2
    plain, against = (fight.odds(who, name, virtue=way, bonus=6, **chosen) for way in ("", "courage:against"))
    assert against != plain


# -- what no scenario shows -----------------------------------------------------------------------------------------


def test_whoever_is_hidden_is_caught_but_never_named() -> None:
    fight = at_distance(9, "fireball", erudition=12)
    fight._happen([Veiled("boris", True)])
    table = fight.table("mira")
    assert [choice.value for choice in people(table)] == ["mira"]
    with pytest.raises(Refused):
        fight.does("mira", "magic.cast", spell="fireball", target="boris", dice=1)
    chosen = {"spell": "fireball", "target": "mira", "north": 9, "dice": 1, "mos": 0, "cost": 0, "way": "fire"}
    told = fight.odds("mira", "magic.cast", **chosen)
    assert "Boris" not in told.sentence
    fight.rolls("mira", "magic.cast", {"mira": [4, 4]}, **chosen)
    assert [ask.to for ask in fight.encounter.asks.values()] == ["boris"]


def test_the_odds_of_a_spell_count_what_it_costs() -> None:
    """Six spirit less four leave two dice, whatever the pool has."""
    sheet = caster("Mira", "fireball", fire=5)
    sheet.resources["spirit"].now = 6
    fight = Fight(mira=sheet, boris=fighter("Boris"))
    fight.encounter.combatants["boris"].y = 9.0
    fight.on(mira=2, boris=1)
    assert fight.odds("mira", "magic.cast", spell="fireball", target="boris", way="fire").sentence.startswith("2 dice")
    assert fight.sheets["mira"].now("spirit") == 6
    with pytest.raises(Refused, match="You have 2 dice"):
        fight.odds("mira", "magic.cast", spell="fireball", target="boris", way="fire", dice=3)


class Circle(LegalPlay):
    """Two who know many spells, among creatures."""

    def _begin(self) -> list[Fact]:
        happened = super()._begin()
        for fact in happened:
            if isinstance(fact, Begun) and fact.sheet.kind == "character":
                self._teach(fact.sheet)
        return happened

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        """The commands that press; where magic is among them, mostly magic alone."""
        pressing = super()._pressing(offered)
        magic = [command for command in pressing if command.name.startswith("magic.")]
        return magic if magic and self.random.random() < 0.7 else pressing

    def _teach(self, sheet: Sheet) -> None:
        for kind in kinds().values():
            sheet.items[kind.trait] = SDA.item("traits", kind.trait)
            sheet.ranks["group"][kind.key] = 3
        for key in self.random.sample(sorted(spells()), 25):
            sheet.items[key] = replace(SDA.item("spells", key), stats={"scrolls": 2, "charges": 2})
        sheet.ranks["attribute"] |= {"wisdom": 12, "persona": 12, "erudition": 12}


@pytest.mark.parametrize("seed", [0, 4])
def test_spells_at_random_survive_json_replay_and_change_nothing_before(seed: int) -> None:
    game, cast = Circle(SDA, seed), 0
    told, history = Documents().tell(game.opening), [*game.opening]
    for played in game.play(150):
        cast += played.command.name.startswith("magic.")
        table = played.before.table(SDA, played.actor)
        before = played.before.as_text()
        odds = foretell(played.command, table)
        assert played.before.as_text() == before
        assert odds is None or not odds.measure or sum(odds.measure) == pytest.approx(1, abs=1e-9)
        happened = codec.facts_from(codec.dump_facts(played.facts))
        assert happened == played.facts
        history += happened
        assert told.tell(happened).as_text() == game.documents.as_text()
    assert Documents().tell(history).as_text() == game.documents.as_text()
    assert cast > 5
    assert all(sentence.rstrip().endswith((".", "?", "!")) for sentence in game.sentences)


def test_every_spell_can_be_cast_and_leaves_nothing_open() -> None:
    """Announced, let through by whoever stands there, resisted with all that there is."""
    for key in spells():
        sheet = caster("Mira", key, wisdom=12, persona=12, erudition=12)
        sheet.items[key] = replace(sheet.items[key], stats={"scrolls": 1, "charges": 3})
        sheet.resources["spirit"].now = sheet.resources["spirit"].most = 30
        fight = Fight(mira=sheet, boris=fighter("Boris", reflex=2, ego=2))
        fight.encounter.combatants["boris"].y = 1.0
        for hurt in ("mira", "boris"):
            fight.sheets[hurt].tracks["injury"][0].ticked = {"minor": 1, "bleeding": 1}
        dice = SeededDice(key)
        chosen = {"spell": key, "target": "boris", "mos": 0, "cost": 0, "east": int(spells()[key].deed == "jump")}
        fight.on(mira=2, boris=1).does("mira", "magic.cast", dice, **chosen)
        while fight.encounter.asks:
            ask = next(iter(fight.encounter.asks.values()))
            name = "opportunity.pass" if "opportunity.pass" in ask.commands else ask.commands[0]
            preset = command_named(SDA, name).preset(fight.table(ask.to))
            foretell(codec.command_from(command_named(SDA, name), dict(preset)), fight.table(ask.to))
            fight.does(ask.to, name, dice, **preset)
        assert not fight.sheets["mira"].has("casting"), key


# -- several at once, what is thrown, and what lasts ------------------------------------------------------------------


def crowd(*keys: str, **ranks: int) -> Fight:
    """Mira, and three before her: 3, 4 and 9 metres away."""
    people = {"boris": fighter("Boris"), "anna": fighter("Anna"), "olga": fighter("Olga")}
    fight = Fight(mira=caster("Mira", *keys, **ranks), **people)
    for who, far in (("boris", 3.0), ("anna", 4.0), ("olga", 9.0)):
        fight.encounter.combatants[who].x, fight.encounter.combatants[who].y = 0.0, far
    return fight.on(mira=2, boris=1)


def reached_by(fight: Fight, **chosen: Any) -> dict[str, Fraction]:
    """How often each is asked to resist a spell, over all ways in which the dice of the casting fall."""
    found: dict[str, Fraction] = defaultdict(Fraction)

    def play(dice: Any) -> list[str]:
        after = copy_of(fight)
        after.does("mira", "magic.cast", dice, **chosen)
        return [ask.to for ask in after.encounter.asks.values()]

    for share, asked in every_way(play):
        for who in asked:
            found[who] += share
    return found


@pytest.mark.parametrize(
    ("spell", "way", "more"),
    [
        ("chain_lightning", "retribution", {"others": ("olga", "anna")}),
        ("piercing_needles", "retribution", {"others": ("olga", "anna")}),
        ("lightning_bolt", "retribution", {}),
        ("fireball", "fire", {"dice": 1}),
    ],
)
def test_each_of_several_is_reached_as_often_as_foretold(spell: str, way: str, more: dict[str, Any]) -> None:
    fight = crowd(spell, persona=8, erudition=8, fire=1, retribution=1)
    chosen = {"spell": spell, "target": "boris", "dice": 2, "mos": 1, "cost": 0, "way": way, **more}
    odds = fight.odds("mira", "magic.cast", **chosen)
    found = reached_by(fight, **chosen)
    told = {one.name.removeprefix("reaches_"): one.probability for one in odds.chances if "reaches" in one.name}
    assert {who: pytest.approx(float(share), abs=EXACT) for who, share in found.items()} == told
    assert {"boris", "anna"} <= set(told)


def test_whoever_is_hidden_is_in_no_odds() -> None:
    fight = crowd("fireball", erudition=20)
    fight._happen([Veiled("boris", True)])
    odds = fight.odds("mira", "magic.cast", spell="fireball", target="anna", dice=1, mos=0, cost=0, way="fire")
    assert not [one for one in odds.chances if "boris" in one.name]
    assert "anna" in {one.name.removeprefix("reaches_") for one in odds.chances}
    with pytest.raises(Refused) as refused:
        fight.odds("mira", "magic.cast", spell="fireball", target="anna", others=("boris",), dice=1)
    assert "Boris" not in refused.value.sentence


@pytest.mark.parametrize("dice", [1])
def test_a_phial_breaks_where_it_is_thrown_as_often_as_foretold(dice: int) -> None:
    sheet = caster("Mira", "explosive_phial", thrown=1)
    sheet.items["explosive_phial"] = replace(sheet.items["explosive_phial"], stats={"charges": 2})
    fight = Fight(mira=sheet, boris=fighter("Boris"))
    fight.encounter.combatants["boris"].y = 9.0
    fight.on(mira=2, boris=1)
    chosen = {"spell": "explosive_phial", "target": "boris", "dice": dice}
    odds = fight.odds("mira", "magic.cast", **chosen)
    found = shares(fight, "mira", "magic.cast", lambda facts: verdict("hit", "miss")(facts).verdict, **chosen)
    assert chance(odds, "success") == pytest.approx(float(found["hit"]), abs=EXACT)


def test_what_a_spell_gives_counts_in_the_odds_and_is_explained() -> None:
    fight = Fight(mira=caster("Mira", "feral_senses", wisdom=8))
    before = fight.odds("mira", "test.static", skill="perception", difficulty=1)
    fight.rolls("mira", "magic.in_peace", {"mira": [8]}, spell="feral_senses", mos=0, cost=0)
    after = fight.odds("mira", "test.static", skill="perception", difficulty=1)
    assert after.chances[0].probability > before.chances[0].probability
    parts = SDA.explain(fight.sheets["mira"], "skill.perception", {}).parts
    assert ("Feral Senses", "+2 dice") in {(part.label, part.value) for part in parts}


@pytest.mark.parametrize("spell", ["divine_disfavour", "feral_senses", "camouflage"])
def test_rolls_under_a_spell_succeed_as_often_as_foretold(spell: str) -> None:
    fight = Fight(mira=caster("Mira", spell, wisdom=8, persona=8, agility=10))
    fight.rolls("mira", "magic.in_peace", {"mira": [4]}, spell=spell, mos=0, cost=0)
    skill = "perception" if spell == "feral_senses" else "stealth"
    chosen = {"skill": skill, "difficulty": 2, "bonus": 1}
    odds = fight.odds("mira", "test.static", **chosen)
    found = shares(fight, "mira", "test.static", lambda facts: verdict("success", "failure")(facts).verdict, **chosen)
    assert chance(odds, "success") == pytest.approx(float(found["success"]), abs=EXACT)


def without_spell(sheet: Sheet, key: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The ranks and the things of somebody, without the spell itself."""
    return deepcopy(sheet.ranks), {name: item for name, item in sheet.items.items() if name != key}


def ended(fight: Fight) -> list[str]:
    return [one.value for one in command_named(SDA, "magic.end").choices(fight.table("mira"))["spell"]]


def test_every_spell_that_lasts_is_taken_back_whole() -> None:
    """Sheets are as before once a spell is over."""
    lasting = [one.key for one in spells().values() if one.lasts and one.mark.is_felt and not one.drains]
    assert len(lasting) > 20
    for key in lasting:
        sheet = caster("Mira", key, wisdom=12, persona=12, erudition=12)
        sheet.items[key] = replace(sheet.items[key], stats={"scrolls": 1, "charges": 3})
        fight = Fight(mira=sheet, boris=fighter("Boris", "one_handed_sword"))
        before = {who: without_spell(one, key) for who, one in fight.sheets.items()}
        fight.does("mira", "magic.in_peace", SeededDice(key), spell=key, target="boris", mos=0, cost=0, resists=False)
        while found := ended(fight):
            fight.does("mira", "magic.end", spell=found[0])
        for who, one in fight.sheets.items():
            assert without_spell(one, key) == before[who], key
            assert not one.conditions, key
            assert "spells" not in one.memo, key


def test_a_night_ends_what_is_over_by_then_and_takes_its_hours_off_the_rest() -> None:
    counted = [(one, minutes) for one in spells().values() if (minutes := minutes_of(one.duration, 9))]
    assert {one.duration.sort for one, minutes in counted if minutes > NIGHT} == {"fixed", "maintained", "hits"}
    for spell, minutes in counted:
        at = table(anna=hero())
        origin = {"by": "anna", "spell": spell.key, "skill": spell.ways[0].skill, "sort": spell.duration.sort}
        shown = Condition(PREFIX + spell.key, spell.name)
        lay_on(at, "anna", shown, {**origin, **left_of(at, "anna", spell, 9)}, spell, 9)
        night_passes(at, "anna")
        left = kept(at.me).get(shown.name, {}).get("left", 0)
        assert (left, at.me.has(shown.name)) == (max(0, minutes - NIGHT), minutes > NIGHT), spell.key


def test_most_spells_that_the_books_describe_act_by_themselves() -> None:
    described = [one for one in spells().values() if not one.is_open]
    assert sum(one.acts for one in described) >= MOST_OF_THEM


# -- a campaign's own -------------------------------------------------------------------------------------------------

FROST = {
    "name": "Frost Lance",
    "description": "A lance of ice.",
    "ways": {"water": 2, "evocation": 1},
    "costs": {"water": 3},
    "prepares": {"evocation": 2},
    "die": "10",
    "dice_per_hit": 1,
    "type": "freezing",
    "save": "reflex",
}


def book(**told: Any) -> OwnBook:
    whole = checked(SDA.shelves()["spells"], {**FROST, **told})
    return OwnBook(json.dumps({"spells": {"ours.frost": whole}}))


def test_a_spell_of_ones_own_is_cast_with_odds_like_all_others() -> None:
    with opened(book()):
        sheet = caster("Mira", erudition=8)
        sheet.items["command_of_the_elements"] = SDA.item("traits", "command_of_the_elements")
        sheet.items["ours.frost"] = SDA.item("spells", "ours.frost")
        fight = Fight(mira=sheet, boris=fighter("Boris"))
        fight.encounter.combatants["boris"].y = 9.0
        fight.on(mira=2, boris=1)
        chosen = {"spell": "ours.frost", "target": "boris", "dice": 1, "mos": 0, "way": "water"}
        assert chance(fight.odds("mira", "magic.cast", **chosen), "success") == 1
        fight.rolls("mira", "magic.cast", {"mira": [8]}, **chosen)
        assert fight.sheets["mira"].now("spirit") == 15 + 2
        happened = fight.rolls("boris", "magic.withstand", {"mira": [10, 10]}, dice=0)
        assert boxes(happened) == 4


def test_a_closed_book_leaves_the_games_spells_alone() -> None:
    with opened(book()):
        assert spells()["ours.frost"].name == "Frost Lance"
        assert spells() is spells()
    assert "ours.frost" not in spells()
    with opened(OwnBook(json.dumps({"skills": {}}))):
        assert spells() is printed()


def test_what_is_withdrawn_stays_with_whoever_knows_it_and_nobody_learns_it() -> None:
    with opened(book()):
        known = SDA.item("spells", "ours.frost")
    with opened(OwnBook(book().text, frozenset({"ours.frost"}))):
        with pytest.raises(Refused):
            SDA.item("spells", "ours.frost")
        sheet = caster("Mira", erudition=8)
        sheet.items["command_of_the_elements"] = SDA.item("traits", "command_of_the_elements")
        sheet.items["x"] = known
        fight = Fight(mira=sheet)
        offered = command_named(SDA, "magic.in_peace").choices(fight.table("mira"))["spell"]
        assert [one.value for one in offered] == ["x"]


@pytest.mark.parametrize("told", [{"ways": {"bows": 1}}, {"ways": {}}, {"die": "7"}, {"save": "bravery"}, {"ways": 3}])
def test_a_spell_that_does_not_fit_is_left_out(told: dict[str, Any]) -> None:
    text = json.dumps({"spells": {"ours.frost": {**FROST, **told}, "ours.other": FROST}})
    with opened(OwnBook(text)):
        assert "ours.other" in spells()
        assert "ours.frost" not in spells()


@pytest.mark.parametrize(
    ("told", "part"), [({"ways": {}}, "a skill that casts it"), ({"lasts": "fixed"}, "Choose how its duration")]
)
def test_figures_that_make_no_spell_are_refused_in_sentences(told: dict[str, Any], part: str) -> None:
    with pytest.raises(Refused, match=part) as refused:
        book(**told)
    assert refused.value.sentence.endswith(".")


def test_a_spell_for_several_says_for_how_many() -> None:
    said = {one.key: spell_words.figures(one) for one in spells().values() if one.several}
    assert "1 target and 1 more per hit" in said["feather_fall"]
    assert not [key for key, words in said.items() if any(word.startswith("0 targets") for word in words)]
