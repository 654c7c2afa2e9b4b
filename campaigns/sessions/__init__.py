"""Sessions: planning them, beginning and ending them at the table, and the summary that members read afterwards."""
