"""People and their figures, the one roll, health and harm, and the tests that are rolled from a sheet."""
