from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from campaigns.archive import parts
        from campaigns.notices import telling
        from campaigns.play import deeds, undo
        from characters.archive import CharactersPart
        from characters.experience import refunds
        from characters.party import moves

        parts.register(CharactersPart())
        deeds.register(moves.MOVE, moves.DEED)
        deeds.register(refunds.COMMAND, refunds.DEED)
        undo.FOLLOWING[moves.SPLIT] = lambda _, entry: telling.forget(entry.public_id)
