"""The kernel: sheets and encounters, the facts that change them, commands, asks, the table and the dice."""
