from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.archive import documents, entries, journal, long_tests, parts, people, pictures, sessions
        from campaigns.calendar.sessions import SINCE
        from campaigns.play import undo
        from campaigns.sessions import beginnings

        undo.FOLLOWING[SINCE] = beginnings.summarise_anew
        parts.register(
            *documents.own_pages(),
            people.MembersPart(),
            entries.EntriesPart(),
            sessions.SessionsPart(),
            long_tests.RunsPart(),
            journal.JournalPart(),
            pictures.PicturesPart(),
        )
