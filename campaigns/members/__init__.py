"""Members of campaigns, their roles and invitations."""
