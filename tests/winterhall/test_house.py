"""Promises of the checkout itself: what is locked, what imports what, what is set."""

import ast
import re
import subprocess
import sys
from collections import Counter
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
OURS = ("rules", "campaigns", "characters", "combat", "winterhall")
ADDRESS = re.compile(r"(?:https?|file|git)[+\w]*://|\b[\w-]+\.(?:org|com|io|net)\b|(?:index|find-links)", re.IGNORECASE)


def test_no_function_is_for_tests_alone() -> None:
    modules = {path: path.read_text() for folder in OURS for path in (ROOT / folder).rglob("*.py")}
    others = (
        path.read_text()
        for folder in ("templates", "benchmarks")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in (".py", ".html")
    )
    written = Counter(word for text in (*modules.values(), *others) for word in re.findall(r"\w+", text))
    alone = {
        f"{path.relative_to(ROOT)}: {node.name}"
        for path, text in modules.items()
        for name in re.findall(r"^def (\w+)", text, re.MULTILINE)
        if written[name] == 1
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name == name and not node.decorator_list
    }
    assert alone == set()


def pinned(lock: Path) -> dict[str, str]:
    """The version of every distribution that a lock pins, by name."""
    return dict(re.findall(r"^([a-z0-9._-]+)(?:\[[^\]]+\])?==(\S+)", lock.read_text(), re.MULTILINE))


def test_there_are_locks() -> None:
    assert [lock.name for lock in LOCKS] == ["requirements-test.lock", "requirements.lock"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_address_and_pins_by_hash(lock: Path) -> None:
    text = lock.read_text()
    assert not ADDRESS.search(text)
    pins = re.findall(r"^[a-z0-9._\[\], -]+==\S+.*$", text, re.MULTILINE)
    assert len(pins) > 30
    assert all(pin.endswith("\\") for pin in pins), "every pin is followed by its hashes"


@pytest.mark.parametrize("text", ["--index-url x", "a @ https://host/a.whl", "see files.example.org"])
def test_an_address_in_a_lock_would_be_found(text: str) -> None:
    assert ADDRESS.search(text)


def test_both_locks_pin_the_same_versions() -> None:
    test, plain = (pinned(lock) for lock in LOCKS)
    assert {name: test.get(name) for name in plain} == plain


def test_every_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["test"]
    names = {re.split(r"[\[<>=; ]", line)[0].lower() for line in wanted}
    assert names - pinned(LOCKS[0]).keys() == set()


def test_every_extra_that_a_locked_distribution_asks_for_is_pinned_with_it() -> None:
    """Older installers look for `coverage[toml]` apart from `coverage`, and take the newest, which no hash allows."""
    text = LOCKS[0].read_text()
    extras = {
        name: set(re.split(", ?", some))
        for name, some in re.findall(r"^([a-z0-9._-]+)\[([^\]]+)\]==", text, re.MULTILINE)
    }
    unpinned = {
        f"{name} asks for {wanted}"
        for name in pinned(LOCKS[0])
        for wanted in installed_requirements(name)
        if wanted.extras - extras.get(wanted.name.lower(), set())
    }
    assert unpinned == set()


def installed_requirements(name: str) -> list[Requirement]:
    """Requirements of a distribution that hold on this machine; none where it is not installed here."""
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        return []
    return [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate({"extra": ""})]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides where it goes"
            found.add(node.module or "")
    return found


def foreign(path: Path, *ours: str) -> set[str]:
    """Return what a module imports beyond the standard library and these packages of ours."""

    def is_ours(name: str) -> bool:
        return any(name == own or name.startswith(own + ".") for own in ours)

    return {name for name in imports(path) if name.split(".")[0] not in sys.stdlib_module_names and not is_ours(name)}


def test_the_engine_stands_on_the_standard_library_alone() -> None:
    found = {str(path): foreign(path, "rules.engine") for path in (ROOT / "rules/engine").rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}
    assert found


def test_a_game_stands_on_the_engine_alone() -> None:
    games = [path for path in (ROOT / "rules/systems").iterdir() if (path / "__init__.py").exists()]
    wrong = {
        str(path): names
        for game in games
        for path in game.rglob("*.py")
        if (names := foreign(path, "rules.engine", f"rules.systems.{game.name}"))
    }
    assert games
    assert wrong == {}


@pytest.mark.parametrize("game", ["fortune", "grim"])
def test_a_file_of_a_game_is_read_at_one_sitting(game: str) -> None:
    """The older games still have longer ones."""
    lines = {path.name: path.read_text().count("\n") for path in (ROOT / "rules" / "systems" / game).rglob("*.py")}
    assert {name: count for name, count in lines.items() if count > 300} == {}


def test_no_address_of_a_package_index_is_committed() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    # Put together here, so that this file does not name them either.
    sites = [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("crates", "io")]
    hosts = re.compile("|".join(f"{site}[.]{end}" for site, end in sites), re.IGNORECASE)
    texts = {
        name: (ROOT / name).read_text(errors="ignore") for name in listed.stdout.split("\0") if (ROOT / name).is_file()
    }
    assert [name for name, text in texts.items() if hosts.search(text)] == []
    assert hosts.search("https://" + ".".join(sites[0]))


def test_the_settings_pass_djangos_own_checks() -> None:
    assert [str(message) for message in run_checks()] == []


def test_every_link_of_the_chain_works_in_both_kinds() -> None:
    from django.utils.module_loading import import_string

    kinds = {path: import_string(path) for path in settings.MIDDLEWARE}
    one_sided = [path for path, link in kinds.items() if not (link.sync_capable and link.async_capable)]
    assert one_sided == []


NAMED = re.compile(
    r"`((?:rules|campaigns|characters|combat|winterhall|templates|static|tests|docs|benchmarks)/[\w./-]*)`"
)


def test_documents_name_files_that_there_are() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    told = {(path.name, name) for path in documents for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    assert len(told) > 100
    assert sorted(one for one in told if not (ROOT / one[1]).exists()) == []


DOTTED = re.compile(rf"\b(?:{'|'.join((*OURS, 'benchmarks', 'tests'))})(?:\.[A-Za-z_]\w*){{2,}}")


def stands_in(dotted: str) -> bool:
    """Whether a dotted name is that of a module, or begins with one in whose text the next part stands."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        files = (place.with_suffix(".py"), place / "__init__.py")
        found = next((file for file in files if file.exists()), None)
        if found:
            return count == len(parts) or re.search(rf"\b{parts[count]}\b", found.read_text()) is not None
    return False


def test_texts_name_modules_that_there_are() -> None:
    """Code that is run or patched by its name is seen by no linter when it moves."""
    named = {
        f"{path.relative_to(ROOT)}: {dotted}"
        for folder in (*OURS, "benchmarks", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for dotted in DOTTED.findall(node.value)
        if not stands_in(dotted)
    }
    assert named == set()


def test_every_decision_has_a_number_of_its_own() -> None:
    numbers = [note.name.partition("-")[0] for note in (ROOT / "docs" / "decisions").glob("[0-9]*.md")]
    assert numbers
    assert len(set(numbers)) == len(numbers)
