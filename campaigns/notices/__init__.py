"""Notices: what people are told of, in the house, by mail, and in their group's chat."""
