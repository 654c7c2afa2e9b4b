"""KAOS: one d100 at or below a score, hit points below zero, advancement points for luck."""

from rules.systems.kaos.system import KAOS

__all__ = ["KAOS"]
