"""Scenarios: worked examples as data.

``given`` is merged onto fresh sheets, ``when`` is a list of commands with the dice that fell, ``then`` a set of paths
with the values expected (or ``refused`` with a part of the sentence). Every complaint names its line and its step.
"""
