"""Summaries of sessions: what happened as a story, with its numbers, made by the worker for each audience by itself."""
