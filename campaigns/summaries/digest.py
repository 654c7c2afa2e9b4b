"""The happenings of a session, picked out of its facts: fights, tests, deeds, days. It knows no game.

A game says by the beginnings of its own sentences what is a death, a fall, or worth telling again
(`rules.engine.system.protocol.Retelling`).
"""

import re
from collections import Counter
from dataclasses import replace

from campaigns.play.asked_tests import reason_in
from campaigns.summaries.blows import blow_in, strike_in
from campaigns.summaries.deed_words import DeedWords
from campaigns.summaries.happenings import (
    DAYS,
    DEEDS,
    GAINS,
    SPOILS,
    TESTS,
    FightTold,
    Quiet,
    SceneDigest,
    Spoil,
    Strike,
    Turning,
    in_vain,
)
from campaigns.summaries.naming import Cast
from campaigns.summaries.reading import Record, Seen
from campaigns.summaries.rolls import Rolls
from campaigns.summaries.things import handed_out, in_prose, things_of
from rules.engine.character.holders import is_coin, is_inborn
from rules.engine.fight import OUTCOMES, OVER
from rules.engine.kernel import Fact, Item, Place, facts
from rules.engine.system.protocol import Retelling

#: Facts by which a fight goes on. Other entries name an open fight only because whoever acts stands in it.
_GOES_ON = (
    facts.Joined | facts.Left | facts.Veiled | facts.Moved | facts.StageSet | facts.RoundBegan | facts.TurnBegan
    | facts.TurnEnded
)  # fmt: skip
#: The commands that give out coins and things: their own sentences say all of it (`characters.party`, `combat`).
GIVES_OUT = ("party.move", "party.split", "spoils.share")
_COMES = facts.ItemSet | facts.PartyItemSet
_ASKS = facts.Asked | facts.Answered
_ACTS = facts.Rolled | facts.Judged | facts.BoxesTicked | facts.ResourceChanged | facts.ConditionSet | facts.Joined


def _goes_on(fact: Fact) -> bool:
    return isinstance(fact, _GOES_ON) or (isinstance(fact, facts.Told) and len(fact.who) > 1)


def _outcome_in(words: str) -> tuple[str, str]:
    """Who won a fight and what else the game master says of its end, in the words that end it.

    >>> _outcome_in("The foes have won. They bar the door."), _outcome_in("They flee.")
    (('foes', 'They bar the door.'), ('', 'They flee.'))
    """
    for side, told in OUTCOMES.items():
        if words.startswith(told):
            return side, words.removeprefix(told).strip()
    return "", words


def _is_told(happening: FightTold | Quiet) -> bool:
    return happening.is_fought if isinstance(happening, FightTold) else not happening.is_empty


def digest(record: Record, cast: Cast) -> list[SceneDigest]:
    """The scenes of a session; what came before the first that was named stands in one without a title."""
    return _Digest(record, cast).scenes()


class _Digest:
    def __init__(self, record: Record, cast: Cast) -> None:
        self.record, self.cast, self.names = record, cast, record.names
        self.retelling: Retelling = record.system.retelling
        self.of_sheets = {one.name for one in record.system.commands if one.place is Place.SHEET}
        self.told: dict[str, FightTold] = {}
        #: Where each test for which somebody said why was first rolled.
        self.asked: dict[tuple[str, str], FightTold | Quiet] = {}
        self.rolls, self.words = Rolls(record), DeedWords(record, cast)
        self.things = things_of(record.campaign.system_slug)
        self.held = {who: dict(sheet.items) for who, sheet in record.party.items()}
        self.round = {encounter: fight.round for encounter, fight in record.fights.items()}
        self.over = {encounter for encounter, fight in record.fights.items() if fight.was_over}

    def scenes(self) -> list[SceneDigest]:
        found, titles = [SceneDigest("")], list(self.record.scenes)
        for entry in self.record.entries:
            while titles and titles[0].number < entry.number:
                found.append(SceneDigest(titles.pop(0).title))
            self._take(found[-1], entry)
        found += [SceneDigest(one.title) for one in titles]
        for scene in found:
            scene.happenings = [one for one in scene.happenings if _is_told(one)]
            for one in scene.happenings:
                if isinstance(one, FightTold):
                    one.ends_later = not one.is_over and one.encounter in self.over
                    # Of those who left unseen nobody says that they stand, nor, if they did nothing, that they came.
                    away = set(one.people) - set(self.record.fights[one.encounter].sides)
                    for who in away - one.fates.keys() - one.active:
                        del one.people[who]
                    one.fates = dict.fromkeys(away, "away") | one.fates
                    one.people = dict(sorted(one.people.items(), key=self._rank))
        return [one for one in found if one.title or one.happenings]

    def _rank(self, at_table: tuple[str, str]) -> tuple[bool, str, str]:
        """The party by name, then the others as they came: so that all versions name them alike."""
        who, side = at_table
        return (False, self.names[who].casefold(), who) if side == "party" else (True, "", "")

    def _take(self, scene: SceneDigest, entry: Seen) -> None:
        if fight := self._fight_of(scene, entry):
            self._fought(fight, entry)
        else:
            self._in_quiet(scene, entry)

    def _fight_of(self, scene: SceneDigest, entry: Seen) -> FightTold | None:
        """The fight to which an entry belongs: one that goes on with it, or that is being fought in this scene."""
        if entry.command in GIVES_OUT:
            return None
        encounter, is_of_sheet = entry.encounter, entry.command in self.of_sheets
        fights = (one for one in scene.happenings if isinstance(one, FightTold) and one.encounter == encounter)
        fight = next(fights, None)
        if is_of_sheet and (fight is None or encounter in self.over):
            # A deed on a sheet names any fight in which its doer stands, also one that is left alone.
            return self._open_fight(scene, entry.actor) if self.words.is_deed(entry) else None
        if encounter not in self.record.fights:
            return None
        is_asked = not is_of_sheet and any(isinstance(one, _ASKS) for one in entry.facts)
        goes_on = is_asked or any(_goes_on(fact) for fact in entry.facts)
        if encounter in self.over:
            return fight if goes_on else None
        return fight or (self._fight(scene, encounter) if goes_on else None)

    def _open_fight(self, scene: SceneDigest, who: str) -> FightTold | None:
        """The fight of this scene in which somebody stands: what they do on their sheet they do in it."""
        fights = (one for one in reversed(scene.happenings) if isinstance(one, FightTold))
        return next((one for one in fights if who in one.people and one.encounter not in self.over), None)

    def _fight(self, scene: SceneDigest, encounter: str) -> FightTold:
        last = scene.happenings[-1] if scene.happenings else None
        made = FightTold(encounter, self.record.fights[encounter].name, last_round=self.round.get(encounter, 0))
        made.people.update((who, "party") for who in self.record.fights[encounter].party if who in self.names)
        if earlier := self.told.get(encounter):
            made.people.update(earlier.people)
            made.fates.update(earlier.fates)
            made.went_on = True
        self.told[encounter] = made
        if isinstance(last, Quiet) and last.is_empty:
            scene.happenings.pop()
        scene.happenings.append(made)
        return made

    # -- a fight -------------------------------------------------------------------------------------------------------

    def _fought(self, fight: FightTold, entry: Seen) -> None:
        self._reveal(fight, entry)
        began = fight.moments + 1
        if why := reason_in(entry.facts):
            self._tested(fight, entry, why)
        if entry.command in self.record.system.by_hand:
            # Whoever is on turn has nothing to do with what the game master does.
            fight.struck.clear()
        for fact in entry.facts:
            fight.moments += 1
            self._meet(fight, fact)
            self._fare(fight, fact)
            match fact:
                case facts.RoundBegan(number=number):
                    self.round[fight.encounter] = fight.last_round = number
                    fight.first_round = fight.first_round or number
                case facts.StageSet(stage=stage):
                    self._end(fight, is_over=stage == "over")
                case facts.TurnBegan():
                    fight.struck.clear()
                case facts.Told():
                    self._told(fight, fact, self.words.why(entry, fact))
            self._hurt(fight, fact)
        for who, wonder in self.rolls.wonders(entry):
            fight.wonders.setdefault(who, Counter())[wonder] += 1
            whom = next((one for one, strike in fight.struck.items() if strike.by == who), "")
            if whom and not wonder.common:
                fight.turn(Turning("wonder", who, whom, text=wonder.one, moment=began))

    def _hurt(self, fight: FightTold, fact: Fact) -> None:
        """Note who loses anything, and the blow of which a fact tells."""
        match fact:
            case facts.ResourceChanged(who=who, by=by) if by < 0:
                fight.harm.add(who)
            case facts.BoxesTicked(who=who, by=by) if by > 0:
                fight.harm.add(who)
        blow = blow_in(fact, self.retelling, fight.struck)
        if blow and blow.by and blow.amount:
            fight.blows.append(replace(blow, moment=fight.moments))

    def _reveal(self, fight: FightTold, entry: Seen) -> None:
        """Note who comes out of hiding once the fight goes on, and at whom they go in the same breath."""
        at = self.round.get(fight.encounter, 0)
        for fact in entry.facts:
            if at and isinstance(fact, facts.Veiled) and not fact.hidden and not fact.by_fog and fact.who in self.names:
                told = (one.who for one in entry.facts if isinstance(one, facts.Told) and len(one.who) > 1)
                whom = next((who[1] for who in told if who[0] == fact.who), "")
                fight.turn(Turning("reveal", fact.who, whom, at))

    def _end(self, fight: FightTold, *, is_over: bool) -> None:
        fight.is_over = is_over
        self.over.discard(fight.encounter)
        if is_over:
            self.over.add(fight.encounter)

    def _meet(self, fight: FightTold, fact: Fact) -> None:
        """Note who takes part; somebody who only stands there is met by the place that they take on the ladder."""
        there = [fact.who] if isinstance(fact, _ACTS) else []
        if isinstance(fact, facts.LadderSet):
            there = [rung.who for rung in fact.rungs]
        sides = self.record.fights[fight.encounter].sides
        for who in there:
            if who and who in self.names and who not in fight.people:
                is_party = who in self.record.players
                side = fact.side if isinstance(fact, facts.Joined) else sides.get(who, "party" if is_party else "foes")
                fight.people[who] = side
                if isinstance(fact, facts.Joined) and fight.first_round:
                    fight.turn(Turning("joins", who, round=self.round.get(fight.encounter, 0)))

    def _told(self, fight: FightTold, told: facts.Told, why: str) -> None:
        if fight.is_over and told.text.startswith(OVER):
            fight.winner, fight.outcome = _outcome_in(self.words.said(told).removeprefix(OVER).strip())
        if not told.who:
            return
        at, first = self.round.get(fight.encounter, 0), told.who[0]
        if why:
            fight.turn(Turning("deed", first, round=at, text=self.words.with_reason(why, told, fight.people)))
            return
        for kind in ("deaths", "falls", "deeds"):
            beginnings: tuple[str, ...] = getattr(self.retelling, kind)
            if told.text.startswith(beginnings):
                weight = next(at for at, one in enumerate(beginnings) if told.text.startswith(one))
                last = fight.struck.get(first, Strike())
                said = self.words.done(told, fight.people)
                fight.turn(Turning(kind[:-1], first, last.by, at, last.weapon, said, weight))
                return
        if self.retelling.mishaps and (mishap := re.fullmatch(self.retelling.mishaps, told.text)):
            thing, said = mishap["thing"] or "", self.words.said(told, fight.people)
            said = said.replace(f"’s {thing} ", f"’s {in_prose(thing, self.things)} ", 1)
            fight.turn(Turning("deed", first, round=at, text=said, weight=len(self.retelling.deeds)))
        if self.words.fails(told):
            fight.fail(first)
        if self.retelling.lands and (found := re.fullmatch(self.retelling.lands, told.text)):
            fight.land(first, told.who[1], found["what"])
        if len(told.who) > 1 and told.text.startswith("{0}"):
            fight.struck[told.who[1]] = strike_in(told, fight.struck.get(told.who[1], Strike()), self.retelling)

    def _fare(self, fight: FightTold, fact: Fact) -> None:
        """Note who is dead, down, or gone, as far as the audience sees it happen."""
        perils, dead = self.retelling.perils, self.record.system.dead
        match fact:
            case facts.Left(who=who) if not self.round.get(fight.encounter):
                # Whoever is taken out before it begins was never in it.
                fight.people.pop(who, None)
            case facts.Left(who=who):
                fight.fates.setdefault(who, "gone")
            case facts.ConditionSet(who=who, condition=one) if one.name in (dead, *perils):
                fight.fates[who] = "dead" if one.name == dead else "down"
            case facts.ConditionEnded(who=who, name=name) if name in perils and fight.fates.get(who) == "down":
                del fight.fates[who]
            case facts.ConditionEnded(who=who, name=name) if name == dead and fight.fates.get(who) == "dead":
                fight.live(who)

    # -- between fights ------------------------------------------------------------------------------------------------

    def _in_quiet(self, scene: SceneDigest, entry: Seen) -> None:
        if not (scene.happenings and isinstance(scene.happenings[-1], Quiet)):
            scene.happenings.append(Quiet())
        quiet = scene.happenings[-1]
        assert isinstance(quiet, Quiet)  # noqa: S101 - it was put there just now
        healed = self.rolls.rested(entry)
        if healed:
            quiet.healed.update(dict.fromkeys(healed))
            quiet.note(DAYS)
        else:
            self._tested(quiet, entry, reason_in(entry.facts))
        is_given_out = entry.command in GIVES_OUT
        come = (fact.item for fact in entry.facts if isinstance(fact, _COMES))
        things = [item.name for item in come if not self._is_coin(item)] if is_given_out else []
        counted = {} if is_given_out else quiet.gains
        foes = self.told[entry.encounter].people if entry.encounter in self.told else ()
        for fact in entry.facts:
            match fact:
                case facts.Told() if is_given_out:
                    words = handed_out(self.words.said(fact, foes), things, self.things)
                    quiet.spoils.append(Spoil(words, bool(things)))
                    quiet.note(SPOILS)
                case facts.Told(who=(who, *_)) if who not in healed:
                    self._do(quiet, who, fact, self.words.why(entry, fact))
                case facts.ItemSet(who=who, key=key, item=item) if who in self.held:
                    self._hold(counted, who, key, item)
                    quiet.note(GAINS)
                case facts.ItemLost(who=who, key=key) if key in self.held.get(who, {}):
                    self._hold(counted, who, key, None)
                case facts.TimePassed(minutes=minutes, date=date):
                    quiet.minutes, quiet.date = quiet.minutes + minutes, date
                    quiet.note(DAYS)

    def _do(self, quiet: Quiet, who: str, told: facts.Told, why: str) -> None:
        """Note what somebody does between fights, if it is worth telling, or that it came to nothing."""
        if self.words.fails(told):
            if quiet.deeds and quiet.deeds[-1][0] == who:
                quiet.deeds[-1] = (who, in_vain(quiet.deeds[-1][1]))
            return
        if why:
            quiet.deeds.append((who, self.words.with_reason(why, told)))
            quiet.reasoned.add(quiet.deeds[-1][1])
        elif self.words.is_worth_telling(told):
            quiet.deeds.append((who, self.words.done(told)))
        else:
            return
        quiet.note(DEEDS)

    def _tested(self, here: FightTold | Quiet, entry: Seen, why: str) -> None:
        """Note the tests of an entry; whoever rolls late stands with those who were asked with them."""
        for who, (what, how) in self.rolls.tests(entry):
            there = self.asked.setdefault((why, what), here) if why else here
            there.tests.setdefault((why, what), []).append((who, how))
            if isinstance(there, Quiet):
                there.note(TESTS)

    def _hold(self, gains: dict[str, Counter[str]], who: str, key: str, item: Item | None) -> None:
        """Count among ``gains`` what somebody has more or fewer of; what is part of them is none."""
        before = self.held[who].pop(key, None)
        for one, sign in ((before, -1), (item, 1)):
            if one is not None and not is_inborn(one, self.record.system.inborn):
                gains.setdefault(who, Counter())[one.name] += sign * one.count
        if item is not None:
            self.held[who][key] = item

    def _is_coin(self, item: Item) -> bool:
        return any(is_coin(item, coin) for coin in self.record.system.coins().values())
