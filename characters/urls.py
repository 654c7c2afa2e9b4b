"""The addresses of a campaign's people and their sheets."""

from django.urls import path

from characters.views import account, campaign, experience, files, making, sheet, things

app_name = "characters"
HERE = "campaigns/<slug:campaign_id>"
ONE = f"{HERE}/characters/<slug:character_id>"

urlpatterns = [
    path("accounts/data/", account.data, name="account_data"),
    path("accounts/delete/", account.delete, name="account_delete"),
    path(f"{HERE}/", campaign.campaign, name="campaign"),
    path(f"{HERE}/characters/new/", campaign.begin, name="begin"),
    path(f"{HERE}/characters/meet/", campaign.meet, name="meet"),
    path(f"{HERE}/characters/import/", files.bring_in, name="import"),
    path(f"{ONE}/", sheet.sheet, name="sheet"),
    path(f"{ONE}/parts/", sheet.parts, name="parts"),
    path(f"{ONE}/roll/", sheet.roll, name="roll"),
    path(f"{ONE}/explain/", sheet.explain, name="explain"),
    path(f"{ONE}/shelf/", things.shelf, name="shelf"),
    path(f"{ONE}/take/", things.take, name="take"),
    path(f"{ONE}/print/", sheet.printed, name="print"),
    path(f"{ONE}/sheet.pdf", sheet.as_pdf, name="pdf"),
    path("games/<slug:slug>/sheet.pdf", sheet.blank, name="blank_sheet"),
    path(f"{ONE}/experience/", experience.experience, name="experience"),
    path(f"{ONE}/experience/take-back/", experience.take_back, name="take_back"),
    path(f"{ONE}/making/", making.making, name="making"),
    path(f"{ONE}/making/preview/", making.preview, name="making_preview"),
    path(f"{ONE}/export/", files.export, name="export"),
    path(f"{ONE}/hand-over/", campaign.hand_over, name="hand_over"),
    path(f"{ONE}/share/", campaign.share, name="share"),
    path(f"{ONE}/show/", campaign.show, name="show"),
    path(f"{ONE}/archive/", campaign.archive, name="archive"),
    path(f"{ONE}/copy/", campaign.copy, name="copy"),
]
