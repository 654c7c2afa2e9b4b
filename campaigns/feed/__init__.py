"""The feed: what is new in a campaign, told to whoever listens."""
