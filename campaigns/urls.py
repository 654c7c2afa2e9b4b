"""The addresses of campaigns."""

from django.urls import path

from campaigns.feed import stream
from campaigns.views import (
    calendar,
    chronicle,
    compendium,
    home,
    journal,
    journal_writing,
    long_tests,
    members,
    pictures,
    play,
)

app_name = "campaigns"
HERE = "campaigns/<slug:campaign_id>"

urlpatterns = [
    path("", home.home, name="home"),
    path("campaigns/new/", home.found, name="found"),
    path("join/<slug:token>/", members.join, name="join"),
    path(f"{HERE}/chronicle/", chronicle.chronicle, name="chronicle"),
    path(f"{HERE}/chronicle/<slug:entry_id>/", chronicle.entry, name="entry"),
    path(f"{HERE}/luck/", chronicle.luck, name="luck"),
    path(f"{HERE}/calendar/", calendar.calendar, name="calendar"),
    path(f"{HERE}/calendar/change/", calendar.change, name="calendar_change"),
    path(f"{HERE}/calendar/pass/", calendar.pass_time, name="calendar_pass"),
    path(f"{HERE}/calendar/take-back/", calendar.take_back, name="calendar_take_back"),
    path(f"{HERE}/house/", home.house, name="house"),
    path(f"{HERE}/compendium/", compendium.overview, name="compendium"),
    path(f"{HERE}/compendium/<slug:section>/", compendium.section, name="compendium_section"),
    path(f"{HERE}/compendium/<slug:section>/new/", compendium.write, name="homebrew_write"),
    path(f"{HERE}/compendium/<slug:section>/<slug:key>/", compendium.entry, name="compendium_entry"),
    path(f"{HERE}/homebrew/<slug:homebrew_id>/", compendium.change, name="homebrew_change"),
    path(f"{HERE}/homebrew/<slug:homebrew_id>/withdraw/", compendium.withdraw, name="homebrew_withdraw"),
    path(f"{HERE}/homebrew/<slug:homebrew_id>/show/", compendium.show, name="homebrew_show"),
    path(f"{HERE}/journal/", journal.overview, name="journal"),
    path(f"{HERE}/journal/new/", journal_writing.new, name="journal_new"),
    path(f"{HERE}/journal/preview/", journal_writing.preview, name="journal_preview"),
    path(f"{HERE}/journal/<slug:page_id>/", journal.page, name="journal_page"),
    path(f"{HERE}/journal/<slug:page_id>/edit/", journal_writing.edit, name="journal_edit"),
    path(f"{HERE}/journal/<slug:page_id>/history/", journal.versions, name="journal_history"),
    path(f"{HERE}/journal/<slug:page_id>/shown/", journal.shown, name="journal_shown"),
    path(f"{HERE}/journal/<slug:page_id>/share/", journal_writing.share, name="journal_share"),
    path(f"{HERE}/journal/<slug:page_id>/show/", journal_writing.show, name="journal_show"),
    path(f"{HERE}/journal/<slug:page_id>/tick/", journal_writing.tick, name="journal_tick"),
    path(f"{HERE}/journal/<slug:page_id>/archive/", journal_writing.archive, name="journal_archive"),
    path(f"{HERE}/journal/<slug:page_id>/restore/", journal_writing.restore, name="journal_restore"),
    path(f"{HERE}/members/", members.members, name="members"),
    path(f"{HERE}/members/<slug:user_id>/role/", members.give_role, name="role"),
    path(f"{HERE}/members/<slug:user_id>/remove/", members.remove, name="remove"),
    path(f"{HERE}/leave/", members.leave, name="leave"),
    path(f"{HERE}/invite/", members.invite, name="invite"),
    path(f"{HERE}/invitations/<slug:invitation_id>/revoke/", members.revoke, name="revoke"),
    path(f"{HERE}/long-tests/", long_tests.overview, name="long_tests"),
    path(f"{HERE}/runs/", long_tests.start, name="run_start"),
    *(
        path(f"{HERE}/runs/<slug:run_id>/{to}/", long_tests.turn, {"to": to}, name=f"run_{to}")
        for to in long_tests.TURNS
    ),
    path("pictures/<slug:picture_id>/<slug:size>/", pictures.picture, name="picture"),
    path(f"{HERE}/feed/", stream.feed, name="feed"),
    path(f"{HERE}/perform/", play.perform, name="perform"),
    path(f"{HERE}/odds/", play.odds, name="odds"),
    path(f"{HERE}/dice/", play.dice, name="dice"),
    path(f"{HERE}/undo/", play.undo, name="undo"),
    path(f"{HERE}/redo/", play.redo, name="redo"),
    path(f"{HERE}/session/", play.begin_session, name="session"),
]
