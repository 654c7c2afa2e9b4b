"""The party of a campaign: the purse and the things that it owns in common, and how everybody fares."""
