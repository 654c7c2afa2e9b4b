from django.apps import AppConfig


class WinterhallConfig(AppConfig):
    name = "winterhall"

    def ready(self) -> None:
        from winterhall import durability, form_texts  # noqa: F401  (importing the first registers the check)

        form_texts.use()
