"""Spirit that hours and days take and give: nights, meals, journeys, weather, grief, drink, feasts."""
