from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.archive import documents, entries, journal, long_tests, parts, people, pictures, sessions

        parts.register(
            *documents.own_pages(),
            people.MembersPart(),
            entries.EntriesPart(),
            sessions.SessionsPart(),
            long_tests.RunsPart(),
            journal.JournalPart(),
            pictures.PicturesPart(),
        )
