"""Pictures for tests: painted on the spot, and hung up for somebody."""

from io import BytesIO
from typing import Any

from PIL import Image

from campaigns.models import Campaign, Picture
from campaigns.pictures import files, images, services
from campaigns.pictures.services import Shown


def painted(width: int = 40, height: int = 30, kind: str = "PNG", mode: str = "RGB", **more: Any) -> bytes:
    """A picture, its left half red and its right half blue where it has colours."""
    image = Image.new("RGB", (width, height), "blue")
    image.paste("red", (0, 0, width // 2, height))
    found = BytesIO()
    image.convert(mode).save(found, kind, **more)
    return found.getvalue()


def hang(campaign: Campaign, shown: Shown, *, seen: int = 0) -> Picture:
    """Give a thing a picture."""
    made = images.make(painted())
    return services.show(campaign, shown, made=made, name=files.keep(made), seen=seen)
