"""Advice: the choices of a command weighed by what they come to, and what somebody may know of it beforehand."""
