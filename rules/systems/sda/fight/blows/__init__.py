"""One exchange of blows or shots: maluses, both rolls, and what becomes of a shot."""
