"""A command for the whole party at once, in one entry: a rest after the fight, experience for what was done.

An award may be given without any fight, too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaigns.models import Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform_on, write
from campaigns.sessions import occasions
from characters.party.reading import heroes
from rules.engine.kernel import Json, Refused, Unknown
from rules.engine.system.protocol import command_named, started


def absent(game: Game) -> Iterator[tuple[str, str]]:
    """The heroes of the campaign who were not in this fight, by id and name."""
    return ((who, name) for who, name in heroes(game.member).items() if who not in game.table.scene.combatants)


def have_at_hand(game: Game, who: str) -> None:
    """Have somebody's sheet at the table: a combatant's, or that of a hero who was elsewhere; refuse all others."""
    if not game.table.takes_part(who) and who not in heroes(game.member):
        raise Unknown("They are neither in this fight nor in the party. Choose somebody else.", "who")
    game.sheets.bring([who])


def for_party(member: Membership, intent: Intent, who: Sequence[str]) -> Entry:
    """Let a rest or an award of the game happen for each of these, with the same choices.

    Whatever is not chosen each does as usual. Those for whom it is not possible now are left out; refused where it is
    possible for none. Without a fight there are awards alone. All of it is one entry.
    """
    system = member.campaign.system
    if intent.command not in (*(system.recoveries if intent.encounter else ()), *system.rewards):
        raise Unknown("This cannot be done for the whole party. Do it on each sheet.", "command")
    kind = command_named(system, intent.command)

    def act(game: Game) -> dict[str, Json]:
        done: list[str] = []
        refused: Refused | None = None
        given: dict[str, Json] = {}
        for each in dict.fromkeys(who):
            have_at_hand(game, each)
            theirs = Game(member, game.table.as_actor(each), game.sheets, game.scene)
            try:
                kind.possible(theirs.table)
            except Refused as no:
                refused = refused or no
                continue
            usual = {**started(system, kind, theirs.table), **occasions.started(kind, theirs)}
            given = perform_on(theirs, replace(intent, actor=each, given={**usual, **intent.given}))
            done.append(each)
        if not done:
            raise refused or Refused("Choose at least one party member.", "who")
        return {**given, "party": list(done)}

    return write(member, replace(intent, actor="", given={**intent.given, "party": list(who)}), act)
