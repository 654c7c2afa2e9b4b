"""The bin: characters, encounters and campaigns that are to go; whoever may bring them back can for thirty days."""
