"""The pages of a campaign, and the addresses that play goes through."""
