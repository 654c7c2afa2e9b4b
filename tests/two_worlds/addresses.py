"""Every address of the house, and with what it is asked; one without a row fails a test."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern

from characters.api.ranks import plurals
from rules.registry import SYSTEMS
from tests.routes import Route
from tests.routes import routes as all_routes

#: What stands in addresses, by name; of each the things that both worlds know, and those that only one has.
Words = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Row:
    """How an address is asked: with which queries, and what is sent there; where it says ``why`` it is not asked."""

    queries: tuple[str, ...] = ("",)
    bodies: tuple[Mapping[str, Any], ...] = ()
    why: str = ""


@dataclass(frozen=True)
class Request:
    """A request by its route, method, path and body."""

    route: str
    method: str
    path: str
    body: Any = None

    @property
    def is_for_programs(self) -> bool:
        return self.path.startswith("/api/")

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.body or ''}".strip()


def _command(name: str, **chosen: Any) -> dict[str, Any]:
    return {"command": name, "with": chosen}


def _form(name: str, actor: str = "{rook}", **chosen: Any) -> dict[str, Any]:
    return {"command": name, "actor": actor} | {f"with-{field}": value for field, value in chosen.items()}


PLAIN = Row()
SENT = Row(bodies=({},))
ELSEWHERE = Row(why="the same for everybody: it reads no campaign")
STREAM = Row(why="heard in gather.py, as the stream hears it")

#: What players try at a fight: with what they know of, and with ids that they cannot know.
_TRIED = (
    _form("sheet.text", text="notes", to="A dark wood"),
    _form("sheet.text", text="notes", to="A dark wood", actor="{character_id}"),
    _form("fight.place", combatant="{character_id}", x=1, y=1) | {"encounter": "{encounter_id}"},
    _form("fight.veil", combatant="{character_id}") | {"encounter": "{encounter_id}"},
    _form("{attack}", target="{character_id}", against="{character_id}") | {"encounter": "{encounter_id}"},
)
_PROGRAMS_TRY = (
    _command("sheet.text", text="notes", to="A dark wood"),
    _command("{attack}", target="{character_id}", against="{character_id}"),
    _command("fight.veil", combatant="{character_id}"),
)

ROWS: dict[str, Row] = {
    "healthz": ELSEWHERE,
    "readyz": ELSEWHERE,
    # -- pages --
    "campaigns:home": PLAIN,
    "campaigns:found": ELSEWHERE,
    "campaigns:import": ELSEWHERE,
    "campaigns:export": PLAIN,
    "campaigns:place_give": SENT,
    "campaigns:place_link": SENT,
    "campaigns:join_picture": Row(why="whoever has the link may see the campaign's own picture"),
    "campaigns:join": Row(why="whoever has the link is let in: it tells the campaign's name"),
    "campaigns:chronicle": Row(("", "?before={entry_id}", "?at={entry_id}")),
    "campaigns:entry": PLAIN,
    "campaigns:luck": Row(("", "?character={character_id}")),
    "campaigns:story": PLAIN,
    "campaigns:story_file": PLAIN,
    "campaigns:calendar": Row(("", "?month=1")),
    "campaigns:calendar_preview": Row(("?amount=40&unit=day",)),
    "campaigns:calendar_change": SENT,
    "campaigns:calendar_pass": SENT,
    "campaigns:calendar_weather": SENT,
    "campaigns:calendar_take_back": Row(bodies=({"entry": "{entry_id}"},)),
    "campaigns:house": SENT,
    "campaigns:compendium": PLAIN,
    "campaigns:compendium_section": Row(("", "?ours=1", "?q={canary}", "?after={key}")),
    "campaigns:compendium_compare": Row(("", "?entry={key}", "?entry={key}&entry={homebrew_id}")),
    "campaigns:homebrew_write": SENT,
    "campaigns:homebrew_import": SENT,
    "campaigns:compendium_entry": PLAIN,
    "campaigns:rules": PLAIN,
    "campaigns:rules_turn": PLAIN,
    "campaigns:rules_odds": PLAIN,
    "campaigns:homebrew_change": SENT,
    "campaigns:homebrew_withdraw": SENT,
    "campaigns:homebrew_show": SENT,
    "campaigns:journal": Row(("", "?kind=lore", "?tag=north", "?q={canary}", "?archived=1")),
    "campaigns:journal_new": Row(("", "?title={canary}", "?kind=event&day=12")),
    "campaigns:journal_preview": Row(bodies=({"text": "[[{canary}]] [[Rook]]"},)),
    "campaigns:journal_page": PLAIN,
    "campaigns:journal_edit": SENT,
    "campaigns:journal_history": Row(("", "?at=1")),
    "campaigns:journal_shown": SENT,
    "campaigns:journal_share": SENT,
    "campaigns:journal_show": SENT,
    "campaigns:journal_tick": SENT,
    "campaigns:journal_reveal": SENT,
    "campaigns:journal_archive": SENT,
    "campaigns:journal_delete": SENT,
    "campaigns:journal_restore": SENT,
    "campaigns:members": PLAIN,
    "campaigns:role": SENT,
    "campaigns:remove": SENT,
    "campaigns:leave": SENT,
    "characters:account_data": PLAIN,
    "characters:account_delete": PLAIN,
    "campaigns:bin_of_campaigns": ELSEWHERE,
    "campaigns:bin_bring_campaign_back": Row(why="finds what somebody leads, and no player leads these worlds"),
    "campaigns:bin": PLAIN,
    "campaigns:bin_put": Row(bodies=({"what": "{rook}"}, {"what": "{character_id}"})),
    "campaigns:bin_bring_back": Row(bodies=({"what": "{rook}"}, {"what": "{character_id}"})),
    "campaigns:bin_put_campaign": SENT,
    "campaigns:campaigns": ELSEWHERE,
    "campaigns:notices": PLAIN,
    "campaigns:notice": Row(why="leads where the page of notices says, and its number is the house's"),
    "campaigns:notices_read": Row(bodies=({"until": "0"},)),
    "campaigns:notices_wish": SENT,
    "campaigns:push_devices": SENT,
    "campaigns:push_device_remove": Row(why="no device is anybody’s there, and its id is drawn by the house"),
    "campaigns:service_worker": ELSEWHERE,
    "campaigns:chat": SENT,
    "campaigns:approvals": PLAIN,
    "campaigns:approvals_require": SENT,
    "campaigns:approvals_agree": SENT,
    "campaigns:approval": Row(why="nothing waits for approval there, and its id is drawn by the house"),
    "campaigns:archive": Row(bodies=({"archived": "yes"},)),
    "campaigns:invite": SENT,
    "campaigns:revoke": SENT,
    "campaigns:long_tests": Row(("", "?begin={character_id}", "?change={character_id}&test={test}")),
    "campaigns:run_start": Row(bodies=({"who": "{character_id}", "test": "{test}"},)),
    "campaigns:run_pause": Row(bodies=({"seen": "1"},)),
    "campaigns:run_resume": Row(bodies=({"seen": "1"},)),
    "campaigns:run_cancel": Row(bodies=({"seen": "1"},)),
    "campaigns:picture": PLAIN,
    "campaigns:feed": STREAM,
    "campaigns:perform": Row(bodies=_TRIED),
    "campaigns:odds": Row(bodies=_TRIED),
    "campaigns:dice": Row(bodies=tuple(body | {"hand": "{rook}"} for body in _TRIED)),
    "campaigns:undo": Row(bodies=({"entry": "{entry_id}", "encounter": "{encounter_id}"},)),
    "campaigns:redo": Row(bodies=({"entry": "{entry_id}", "encounter": "{encounter_id}"},)),
    "campaigns:session": SENT,
    "campaigns:scene_rename": Row(bodies=({"title": "The ford"},)),
    "campaigns:scene_remove": Row(bodies=({},)),
    "campaigns:session_scene": Row(bodies=({"title": "The ford"},)),
    "campaigns:session_end": SENT,
    "campaigns:sessions": PLAIN,
    "campaigns:session_plan": SENT,
    "campaigns:session_page": PLAIN,
    "campaigns:session_file": PLAIN,
    "campaigns:summary_file": PLAIN,
    "campaigns:summary_pdf": PLAIN,
    "campaigns:session_change": SENT,
    "campaigns:session_since": Row(bodies=({"since": "2026-01-01T18:00"},)),
    "campaigns:session_call_off": SENT,
    "campaigns:session_answer": Row(bodies=({"answer": "yes"},)),
    "campaigns:session_there": SENT,
    "campaigns:summary_make": SENT,
    "campaigns:summary_edit": SENT,
    "campaigns:summary_publish": SENT,
    "characters:campaign": PLAIN,
    "characters:begin": SENT,
    "characters:meet": SENT,
    "characters:sheet": PLAIN,
    "characters:parts": PLAIN,
    "characters:roll": Row(("", "?command={test_command}")),
    "characters:explain": Row(("?number={number}",)),
    "characters:shelf": Row(("?kind=weapon",)),
    "characters:take": Row(bodies=({"section": "{section}", "entry": "{key}"},)),
    "characters:print": PLAIN,
    "characters:pdf": PLAIN,
    "characters:blank_sheet": ELSEWHERE,
    "characters:experience": Row(("", "?before=1")),
    "characters:take_back": Row(bodies=({"entry": "{entry_id}", "seen": "1"},)),
    "characters:export": PLAIN,
    "characters:import": SENT,
    "characters:making": SENT,
    "characters:making_preview": Row(bodies=(_form("sheet.text", text="notes", to="A dark wood"),)),
    "characters:share": Row(bodies=({"others": "{user_id}"},)),
    "characters:hand_over": Row(bodies=({"to": "{user_id}"},)),
    "characters:show": Row(bodies=({"open": "yes"},)),
    "characters:archive": Row(bodies=({"archived": "yes"},)),
    "characters:copy": SENT,
    "combat:encounters": SENT,
    "combat:table": Row(("", "?view=projector", "?as={character_id}&do={attack}", "?x=1&y=1")),
    "combat:parts": Row(("", "?since={entry_id}")),
    "combat:earlier": Row(("?before={entry_id}&round=1",)),
    "combat:card": PLAIN,
    "combat:for_party": Row(bodies=({"command": "{test_command}", "who": "{character_id}"},)),
    "combat:spoils": Row(
        bodies=(
            {"thing-1": "Rope", "count-1": "1", "to-1": "{character_id}"},
            {"left-1": "{character_id}/rope", "to-1": "party"},
        )
    ),
    "combat:turn": PLAIN,
    "combat:path": Row(("?as={rook}&x=1&y=1", "?as={character_id}&x=1&y=1", "?as={character_id}&x=1&y=1&put=1")),
    "combat:ping": Row(bodies=({"x": "1", "y": "1"},)),
    "combat:calls": PLAIN,
    "combat:calls_of_all": PLAIN,
    "combat:party": PLAIN,
    "combat:party_move": Row(
        bodies=(
            {"from": "outside", "to": "{character_id}", "found-1": "Rope"},
            {"thing": "party/gear", "to": "{character_id}"},
            {"thing": "{character_id}/gear", "to": "party"},
            {"thing": "{rook}/gear", "to": "{character_id}"},
        )
    ),
    "combat:party_split": Row(bodies=({"among": "{character_id}"},)),
    "combat:party_award": Row(bodies=({"command": "{test_command}", "who": "{character_id}"},)),
    "combat:party_test_odds": Row(("?who={character_id}&rank=skill.stealth",)),
    "combat:party_test_withdraw": Row(bodies=({"asking": "none"},)),
    "combat:party_test": Row(bodies=({"who": "{character_id}", "rank": "skill.stealth"},)),
    "combat:bestiary": PLAIN,
    "combat:bestiary_cards": PLAIN,
    "combat:cards": PLAIN,
    "combat:bring_party": Row(bodies=({"who": "{character_id}"},)),
    "combat:bring_person": Row(bodies=({"who": "{character_id}", "side": "foes"},)),
    "combat:bring_creatures": SENT,
    "combat:open": SENT,
    "combat:begin": Row(bodies=({"command": "fight.begin"},)),
    "combat:archive": Row(bodies=({"archived": "yes"},)),
    "combat:replay": Row(("", "?at={entry_id}")),
    "combat:replay_steps": Row(("?at={entry_id}",)),
    "combat:replay_share": SENT,
    "combat:replay_take_back": SENT,
    "combat:recorded": PLAIN,
    "combat:recorded_steps": PLAIN,
    "combat:shared_replay": PLAIN,
    "combat:shared_replay_steps": Row(("?at={entry_id}",)),
    "combat:shared_picture": PLAIN,
    "combat:template": SENT,
    "combat:template_prepare": SENT,
    "combat:template_delete": SENT,
    "combat:forecasts": PLAIN,
    "combat:forecast_ask": SENT,
    "combat:forecast": PLAIN,
    "combat:forecast_cancel": SENT,
    # -- programs --
    "api:start": ELSEWHERE,
    "api:schema": ELSEWHERE,
    "api:docs": ELSEWHERE,
    "api:me": PLAIN,
    "api:odds-lab": ELSEWHERE,
    "api:systems": ELSEWHERE,
    "api:system": ELSEWHERE,
    "api:section": ELSEWHERE,
    "api:campaigns": PLAIN,
    "api:campaign": PLAIN,
    "api:members": PLAIN,
    "api:entries": Row(("?limit=200", "?limit=1", "?after={entry_id}", "?encounter={encounter_id}")),
    "api:entry": PLAIN,
    "api:sessions": SENT,
    "api:sessions-planned": SENT,
    "api:session": PLAIN,
    "api:session-begin": SENT,
    "api:session-since": Row(bodies=({"since": "2026-01-01T18:00:00Z"},)),
    "api:session-end": SENT,
    "api:session-scene": Row(bodies=({"title": "The ford"},)),
    "api:session-scenes": Row(bodies=({"title": "The ford"},)),
    "api:session-answer": Row(bodies=({"answer": "yes"},)),
    "api:session-summary": SENT,
    "api:sessions-story": PLAIN,
    "api:luck": PLAIN,
    "api:notices": PLAIN,
    "api:notices-read": Row(bodies=({"until": "0"},)),
    "api:notices-wishes": Row(bodies=({"bell": ["ask"], "mail": [], "push": []},)),
    "api:approvals": PLAIN,
    "api:approval-agree": Row(why="nothing waits for approval there, and its id is drawn by the house"),
    "api:approval-refuse": Row(why="nothing waits for approval there, and its id is drawn by the house"),
    "api:undo": Row(bodies=({"entry": "{entry_id}"},)),
    "api:redo": Row(bodies=({"entry": "{entry_id}"},)),
    "api:house-rules": SENT,
    "api:party": PLAIN,
    "api:party-test-withdraw": Row(bodies=({"asking": "none"},)),
    "api:party-test": Row(bodies=({"who": ["{character_id}"], "rank": "skill.stealth"},)),
    "api:party-move": Row(bodies=({"source": "party", "target": "{character_id}", "things": [{"key": "gear"}]},)),
    "api:party-award": Row(bodies=({"command": "{test_command}", "who": ["{character_id}"]},)),
    "api:party-split": Row(bodies=({"coins": {}, "among": ["{character_id}"]},)),
    "api:calendar": SENT,
    "api:calendar-events": Row(("", "?first=1&days=400")),
    "api:calendar-weather": Row(("", "?first=-9&days=400")),
    "api:calendar-pass": SENT,
    "api:calendar-take-back": Row(bodies=({"entry": "{entry_id}"},)),
    "api:shelves": PLAIN,
    "api:homebrew": Row(("", "?limit=1", "?after={homebrew_id}"), ({},)),
    "api:homebrew-one": SENT,
    "api:homebrew-table": SENT,
    "api:journal": Row(("", "?limit=1", "?q={canary}", "?after={page_id}"), ({},)),
    "api:journal-page": SENT,
    "api:journal-show": SENT,
    "api:journal-reveal": SENT,
    "api:journal-picture": SENT,
    "api:long-tests": PLAIN,
    "api:long-test-forecast": PLAIN,
    "api:runs": Row(bodies=({"kind": "end", "tests": [{"who": "{character_id}", "key": "{test}"}]},)),
    "api:run": PLAIN,
    "api:run-pause": SENT,
    "api:run-resume": SENT,
    "api:run-cancel": SENT,
    "api:characters": Row(("", "?limit=1", "?after={character_id}"), ({"name": ""},)),
    "api:character": PLAIN,
    "api:character-commands": Row(bodies=_PROGRAMS_TRY),
    "api:character-odds": Row(bodies=_PROGRAMS_TRY),
    "api:take-back": Row(bodies=({"entry": "{entry_id}"},)),
    "api:experience": Row(("", "?after={entry_id}")),
    "api:encounters": Row(("", "?limit=1", "?after={encounter_id}"), ({},)),
    "api:encounter": PLAIN,
    "api:creatures": SENT,
    "api:encounter-spoils": Row(bodies=({"gifts": [{"who": "{character_id}", "things": [{"name": "Rope"}]}]},)),
    "api:encounter-party": Row(bodies=({"command": "{test_command}", "who": ["{character_id}"]},)),
    "api:encounter-commands": Row(("", "?as={character_id}"), _PROGRAMS_TRY),
    "api:encounter-odds": Row(("?as={rook}",), _PROGRAMS_TRY),
    "api:templates": Row(bodies=({"encounter": "{encounter_id}"},)),
    "api:template": PLAIN,
    "api:template-encounters": SENT,
    "api:forecasts": SENT,
    "api:forecast": PLAIN,
    "api:forecast-cancel": SENT,
    "api:campaign-archived": Row(bodies=({"archived": True},)),
    "api:character-archived": Row(bodies=({"archived": "yes"},)),
    "api:encounter-archived": Row(bodies=({"archived": True},)),
    "api:bin-of-campaigns": ELSEWHERE,
    "api:campaign-in-the-bin": Row(why="finds what somebody leads, and no player leads these worlds"),
    "api:bin": Row(bodies=({"what": "{character_id}"},)),
    "api:in-the-bin": PLAIN,
    "api:campaign-export": PLAIN,
    "api:campaign-import": ELSEWHERE,
    "api:campaign-picture": SENT,
    "api:character-export": PLAIN,
    "api:character-import": SENT,
    "api:character-picture": SENT,
    "api:encounter-ground": SENT,
    "api:encounter-replay-link": SENT,
    "api:picture": PLAIN,
    "api:feed": STREAM,
}
#: Ranks of every kind of every game are the same views under other words.
VALUED = Row(bodies=({"value": 3},))
#: Packages that know of accounts only, the games on paper, and what stands for every unknown address.
OF_OTHERS = re.compile(r"(account|mfa|usersessions)_|rules:|api:api/")


def routes() -> dict[str, Route]:
    """Every address of ours by its name."""
    return {route.name: route for route in all_routes() if not OF_OTHERS.match(route.name)}


def rows() -> dict[str, Row]:
    """The row of each address that has one."""
    found = dict(ROWS)
    for kind in {plural for system in SYSTEMS for plural in plurals(system)}:
        found |= {f"api:{kind}": PLAIN, f"api:{kind}-one": VALUED}
    return found


def requests(words: Words, among: Collection[str] | None = None, *, writes: bool = True) -> Iterator[Request]:
    """Every request of the table (or of some addresses, or only those that read), with what the words put into it."""
    there = routes()
    for name, row in rows().items():
        if row.why or (among is not None and name not in among):
            continue
        route = there[name]
        open_path = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.path)
        for query in row.queries:
            for said in _said(open_path + query, words):
                yield Request(name, "GET", (open_path + query).format(**said))
        for body in row.bodies if writes else ():
            for said in _said(open_path + repr(body), words):
                for method in _writing(route.pattern):
                    yield Request(name, method, open_path.format(**said), _filled(body, said))


def _writing(pattern: URLPattern) -> list[str]:
    """The methods that write there: those that a view for programs has; a page says itself what it does not take."""
    view = getattr(pattern.callback, "view_class", None)
    return [name for name in ("POST", "PUT", "DELETE") if hasattr(view, name.lower())] if view else ["POST"]


def _said(text: str, words: Words) -> Iterator[dict[str, str]]:
    """The ways to fill in a text: with all first words, each other word in its turn, at last all last words.

    Everybody knows the first word of a name, and nobody the last.
    """
    names = sorted(set(re.findall(r"{(\w+)}", text)))
    plain = {name: words[name][0] for name in names}
    found = [plain, *(plain | {name: other} for name in names for other in words[name][1:])]
    last = {name: words[name][-1] for name in names}
    yield from found if last in found else [*found, last]


def _filled(body: Any, said: Mapping[str, str]) -> Any:
    if isinstance(body, Mapping):
        return {key: _filled(value, said) for key, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, said) for value in body]
    return body.format(**said) if isinstance(body, str) else body
