"""Archives: a campaign as one file that another hall can read; written, read, checked, and brought in."""
