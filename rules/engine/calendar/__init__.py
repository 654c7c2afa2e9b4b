"""Time of a campaign: dates as game masters write them, and work that takes many rolls."""
