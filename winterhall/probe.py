"""Ask the web process of this machine whether it can work: the health check of a container.

It stands alone, without Django: it runs every few seconds and should cost nothing.
"""

import http.client
import os
import sys


def main() -> int:
    """Return the exit code: 0 if /readyz says yes."""
    line = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=4)
    try:
        line.request("GET", "/readyz", headers={"Host": "localhost"})
        return 0 if line.getresponse().status == 200 else 1
    except (OSError, http.client.HTTPException):
        return 1
    finally:
        line.close()


if __name__ == "__main__":
    sys.exit(main())
