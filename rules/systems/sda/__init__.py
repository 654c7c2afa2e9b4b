"""WinterDawn: pools of dice, measures of success, spirit that is spent and won back."""
