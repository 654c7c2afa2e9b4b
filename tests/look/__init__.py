"""How the hall looks: a gallery of every component, opened in a real browser, and laws that every page keeps."""
