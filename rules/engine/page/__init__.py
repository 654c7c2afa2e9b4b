"""Pages of a sheet: blocks and layouts that every game can use."""
