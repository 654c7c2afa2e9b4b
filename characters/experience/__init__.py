"""The ledger of experience, and raises that are taken back."""
