"""The journal: pages that members write, with secrets in them, links between them, and their history."""
