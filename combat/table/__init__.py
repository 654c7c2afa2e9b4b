"""The table of a fight, read as one member sees it: ladder, board, asks, offers, log, guide."""
