"""One story in two worlds, with secrets in one of them: nobody but the game master can tell them apart."""
