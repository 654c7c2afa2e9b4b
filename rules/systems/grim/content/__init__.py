"""The compendium: the classes of its entries, the library that reads them from data files, and the house rules."""
