"""Pictures of a campaign and of what is in it: read and made small, kept as files, shown to those who may see."""
