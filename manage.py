#!/usr/bin/env python
"""Run a Django command of Winterhall."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        # What is wrong with the surroundings is said to whoever set them, in a sentence.
        sys.exit(f"{wrong}")


if __name__ == "__main__":
    main()
