"""The worth of blows and answers, in injury boxes."""
