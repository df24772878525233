"""What is in the wheel and in the source distribution, and that the wheel works away from the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from rocksnotation.languages import Language
from rocksnotation.resources import SCHEMA_NAMES

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(
    find_spec("build") is None or find_spec("hatchling") is None or not (ROOT / "pyproject.toml").exists(),
    reason="needs build and hatchling installed, and the checkout",
)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution, built without a network."""
    out = tmp_path_factory.mktemp("dist")
    command = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--sdist",
        "--outdir",
        str(out),
        str(ROOT),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def unpacked(distributions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder of its own, as an installer would."""
    (wheel,) = distributions.glob("*.whl")
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_the_wheel_has_grammar_schemas_catalogues_and_types(unpacked: Path) -> None:
    package = unpacked / "rocksnotation"
    expected = {"grammar/rocks.lark", "py.typed", *(f"schemas/{name}.schema.json" for name in SCHEMA_NAMES)}
    expected |= {
        f"locale/{language}/LC_MESSAGES/rocksnotation.mo" for language in set(Language) - {Language.ENGLISH}
    }
    assert {name for name in expected if not (package / name).is_file()} == set()
    assert (package / "grammar/rocks.lark").read_bytes() == (ROOT / "grammar/rocks.lark").read_bytes()
    modules = {path.relative_to(ROOT) for path in (ROOT / "rocksnotation").rglob("*.py")}
    assert {name for name in modules if not (unpacked / name).is_file()} == set()


def test_the_wheel_has_nothing_else(unpacked: Path) -> None:
    beside = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert beside == {"rocksnotation"}
    assert not [path for kind in ("*.pyc", "*.po", "*.pot") for path in unpacked.rglob(kind)]


def test_the_source_distribution_has_examples_and_tests(distributions: Path) -> None:
    (source,) = distributions.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for needed in (
        "pyproject.toml", "README.md", "LICENSE", "grammar/rocks.lark", "schemas/record.schema.json",
        "rocksnotation/py.typed", "tests/test_packaging.py", "tests/simulator.py", "tests/strategies.py",
        "tests/golden/small.rocks", "tests/catalogues.py", "rocksnotation/locale/rocksnotation.pot",
        "rocksnotation/locale/uk/LC_MESSAGES/rocksnotation.po", "rocksnotation/locale/uk/LC_MESSAGES/rocksnotation.mo",
    ):  # fmt: skip
        assert needed in names
    examples = {str(path.relative_to(ROOT)) for path in (ROOT / "examples").rglob("*.rocks")}
    assert examples <= names
    assert not [
        name for name in names if "__pycache__" in name or name.endswith(".pyc") or ".hypothesis" in name
    ]


def test_the_wheel_works_away_from_the_checkout(unpacked: Path, tmp_path: Path) -> None:
    """The editable install must not be what is imported: the folder of the wheel comes first."""
    (tmp_path / "a.rocks").write_text("round 1\nlot N\nN 1|4 +10\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", cwd=tmp_path, env=env, timeout=60, check=False
        )

    where = run("-c", "import rocksnotation; print(rocksnotation.__file__)").stdout.strip()
    assert Path(where).is_relative_to(unpacked)
    linted = run("-m", "rocksnotation", "lint", "a.rocks")
    assert linted.returncode == 1
    assert "S401" in linted.stdout
    assert "1 помилка" in run("-m", "rocksnotation", "lint", "a.rocks", "--lang", "uk").stdout
    assert run("-m", "rocksnotation", "schema", "record").stdout == (
        ROOT / "schemas/record.schema.json"
    ).read_text(encoding="utf-8")
    converted = run("-m", "rocksnotation", "convert", "a.rocks", "-o", "a.json")
    assert converted.returncode == 0, converted.stderr
    assert run("-m", "rocksnotation", "convert", "a.json").returncode == 0


def test_the_console_command_is_installed_beside_the_interpreter() -> None:
    command = shutil.which("rocks", path=str(Path(sys.executable).parent))
    if command is None:
        pytest.skip("the package is not installed here")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout[:6]) == (0, "rocks ")
