from django.apps import AppConfig


class WinterhallConfig(AppConfig):
    name = "winterhall"

    def ready(self) -> None:
        from winterhall import durability  # noqa: F401  (importing it registers the check)
        from winterhall.web import forms

        forms.use_our_texts()
