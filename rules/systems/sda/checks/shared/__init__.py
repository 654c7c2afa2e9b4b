"""The parts of tests: tasks, company, help, groups, verdicts."""
