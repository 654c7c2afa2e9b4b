"""Spells that go off: harm, healing, deeds, resistance."""
