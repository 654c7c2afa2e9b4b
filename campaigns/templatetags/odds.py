"""Odds in templates."""

from django import template

from campaigns.play.odds_story import story

register = template.Library()
register.filter("story", story)
