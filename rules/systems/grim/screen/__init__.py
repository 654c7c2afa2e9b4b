"""Words for people: the sheet, explanations, the compendium, questions about dice."""
