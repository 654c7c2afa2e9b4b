#!/bin/sh
# Make sure that the browser tests find a Chromium: $CHROMIUM, one on PATH, or Debian's if we may install it.
# Without a window to draw it is the same browser, and a good deal lighter.
set -eu

if [ -n "${CHROMIUM:-}" ]; then
    [ -x "$CHROMIUM" ] && exit 0
    echo "CHROMIUM names $CHROMIUM, which cannot be run." >&2
    exit 1
fi
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium-headless-shell >/dev/null
    exit 0
fi
echo "The browser tests need Chromium. Install it, set CHROMIUM to its path, or run 'make quick'." >&2
exit 1
