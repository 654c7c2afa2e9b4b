"""Making a character step by step: kin, profession, age, attributes, skills, gear (D-1, D-2)."""
