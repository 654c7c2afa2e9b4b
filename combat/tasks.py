"""Work that takes longer than a request. Celery looks for tasks here alone."""

from combat.forecasts.worker import go_on, sweep_forecasts

__all__ = ["go_on", "sweep_forecasts"]
