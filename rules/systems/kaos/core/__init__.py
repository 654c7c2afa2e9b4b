"""People, their figures and health, and the tests that they roll."""
