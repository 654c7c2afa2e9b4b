"""One exchange: the attack roll, the defence, the blow that no defence stopped, and its worth."""
