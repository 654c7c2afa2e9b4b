"""Numbers shown before a choice, held against what comes of the choice: situations, performing, comparing."""
