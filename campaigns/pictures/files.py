"""Files of pictures: written before the row that names them, removed after it no longer does.

Whatever breaks in between leaves at most a file that no row names, and those are swept up.
"""

from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from campaigns.models import Picture
from campaigns.pictures.images import Made
from winterhall.accounts.models import new_public_id

FOLDER = "pictures"
#: The two sizes of every picture: a small square, and the whole.
SIZES = ("token", "whole")
#: The age from which a file that no row names is nobody's: a younger one may be about to be named.
LEFT_BEHIND = timedelta(hours=1)


def keep(made: Made, name: str = "") -> str:
    """Write both sizes under a new name that nobody can guess (or one that no row names yet), and return it."""
    if name:
        # A storage would give a file another name where one is left behind under its own.
        remove(name)
    name = name or new_public_id()
    for size in SIZES:
        default_storage.save(_path(name, size), ContentFile(getattr(made, size)))
    return name


def content(name: str, size: str) -> bytes | None:
    """The bytes of one size; ``None`` where the picture was replaced meanwhile."""
    try:
        with default_storage.open(_path(name, size)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def remove(name: str) -> None:
    """Remove both sizes, as far as they are there."""
    for size in SIZES:
        default_storage.delete(_path(name, size))


def sweep() -> int:
    """Remove files that no row names and that are not about to be named; return how many."""
    before = timezone.now() - LEFT_BEHIND
    found = [f"{FOLDER}/{shelf}/{file}" for shelf in _folders(FOLDER) for file in _files(f"{FOLDER}/{shelf}")]
    old = [path for path in found if default_storage.get_modified_time(path) < before]
    # Rows are read after the files: whatever is named by then stays.
    named = set(Picture.objects.filter(width__gt=0).values_list("public_id", flat=True))
    left = [path for path in old if _name(path) not in named]
    for path in left:
        default_storage.delete(path)
    return len(left)


def _path(name: str, size: str) -> str:
    """The path of one size: spread over folders, for some file systems are slow with many files in one."""
    return f"{FOLDER}/{name[:2].lower()}/{name}.{size}.webp"


def _name(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _folders(path: str) -> list[str]:
    try:
        return list(default_storage.listdir(path)[0])
    except FileNotFoundError:
        return []


def _files(path: str) -> list[str]:
    return list(default_storage.listdir(path)[1])
