"""The log: facts as sentences, entries as passages, pages and details of them."""
