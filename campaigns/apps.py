from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.archive import documents, entries, journal, long_tests, parts, people, pictures, sessions
        from campaigns.calendar.sessions import SCENE_GONE, SCENE_NAMED, SINCE
        from campaigns.play import undo
        from campaigns.sessions import beginnings

        undo.FOLLOWING |= dict.fromkeys((SINCE, SCENE_NAMED, SCENE_GONE), beginnings.summarise_anew)
        parts.register(
            *documents.own_pages(),
            people.MembersPart(),
            entries.EntriesPart(),
            sessions.SessionsPart(),
            long_tests.RunsPart(),
            journal.JournalPart(),
            pictures.PicturesPart(),
        )
