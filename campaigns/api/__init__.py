"""Campaigns for programs, over the projections that pages show."""
