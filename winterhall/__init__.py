import gc

# A start makes half a million things that stay; looking through them for rubbish every 700 took a quarter of it.
gc.set_threshold(50_000, 10, 10)

from winterhall.celery import app as celery_app  # noqa: E402

__all__ = ["celery_app"]
