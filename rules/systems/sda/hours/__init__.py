"""Spirit that hours and days take and give."""
