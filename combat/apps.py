from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "combat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.archive import parts
        from combat.archive import EncounterPart, ForecastsPart, TemplatesPart

        parts.register(EncounterPart(), TemplatesPart(), ForecastsPart())
