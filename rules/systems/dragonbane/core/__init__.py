"""People, their figures and conditions, and the checks that they roll."""
