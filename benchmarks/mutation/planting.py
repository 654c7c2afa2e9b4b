"""Mutants planted in a running process, or before a module is imported. No file is ever written."""

import functools
import gc
from collections import defaultdict
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType

from benchmarks.mutation.mutants import ROOT, Mutant

#: A function's place in its module: its name, and its number among the functions of this name.
_Place = tuple[str, int]
_OURS = ("campaigns", "characters", "combat", "rules", "winterhall")


class Planter:
    """The functions of some modules as they are in memory, and all caches of our own functions."""

    def __init__(self, files: Iterable[str]) -> None:
        self._functions: dict[str, list[FunctionType]] = {str(ROOT / file): [] for file in files}
        self._caches = []
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in self._functions:
                self._functions[one.__code__.co_filename].append(one)
            elif type(one) is functools._lru_cache_wrapper and (one.__module__ or "").startswith(_OURS):
                self._caches.append(one)

    def plant(self, mutant: Mutant) -> None:
        """Give the functions of the module the code of the mutant, which ``fits`` them, and empty the caches.

        The code is exchanged and not the function: every holder of the function has the mutant, too.
        """
        old, new = _both_codes(mutant)
        places = {(code.co_qualname, code.co_firstlineno): place for place, code in old.items()}
        for function in self._functions[str(ROOT / mutant.file)]:
            place = places[function.__code__.co_qualname, function.__code__.co_firstlineno]
            function.__code__ = new.get(place, function.__code__)
        for cache in self._caches:
            cache.cache_clear()


def fits(mutant: Mutant) -> bool:
    """Whether a mutant's code can be given to its functions: each has as many names from around it, ``super`` too."""
    old, new = _both_codes(mutant)
    return all(len(code.co_freevars) == len(new[place].co_freevars) for place, code in old.items() if place in new)


def plant_on_import(mutant: Mutant) -> None:
    """Make a module the mutant when it is imported later."""
    path, plain = str(ROOT / mutant.file), SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        if loader.path == path:
            return compile(mutant.source, path, "exec", dont_inherit=True)
        return plain(loader, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def _both_codes(mutant: Mutant) -> tuple[dict[_Place, CodeType], dict[_Place, CodeType]]:
    """The code of a module's functions by their places, as it stands and with the mutant's change."""
    path = ROOT / mutant.file
    return _codes(compile(path.read_text(), path, "exec")), _codes(compile(mutant.source, path, "exec"))


def _codes(module: CodeType) -> dict[_Place, CodeType]:
    """The code of all functions that a module makes, those inside others too, by their places."""
    found: dict[_Place, CodeType] = {}
    met: defaultdict[str, int] = defaultdict(int)
    waiting = [module]
    while waiting:
        code = waiting.pop()
        found[code.co_qualname, met[code.co_qualname]] = code
        met[code.co_qualname] += 1
        waiting.extend(one for one in code.co_consts if isinstance(one, CodeType))
    return found
