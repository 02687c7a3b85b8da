"""Puts the Python package together in target/python, as tests import it: its sources, the module as
cargo builds it for tests, and what pip would note of it.

    python scripts/python-package.py                    the module for tests
    PROFILE=release python scripts/python-package.py    as it is released, to measure it
"""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "integrations/python"
RELEASE = os.environ.get("PROFILE") == "release"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
OUT = ROOT / "target/python"

#: As cargo calls the module on each system, and as Python looks for it.
MODULES = {"lib_kindex.so": "_kindex.abi3.so", "lib_kindex.dylib": "_kindex.abi3.so", "_kindex.dll": "_kindex.pyd"}


def write_info(folder: Path) -> None:
    """The entry points of the package, by which MkDocs finds its plugin."""
    project = tomllib.loads((SOURCES / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    lines = [f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in names.items()) for group, names in groups.items()]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    profile = ["--release"] if RELEASE else []
    subprocess.run(["cargo", "build", "--quiet", "--locked", *profile, "-p", "kindex-python"], cwd=ROOT, check=True)
    fresh = OUT.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    package = fresh / "kindex_docs"
    shutil.copytree(SOURCES / "src/kindex_docs", package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = TARGET / ("release" if RELEASE else "debug")
    for built, name in MODULES.items():
        if (folder / built).exists():
            shutil.copy(folder / built, package / name)
    write_info(fresh)
    shutil.rmtree(OUT, ignore_errors=True)
    fresh.rename(OUT)


if __name__ == "__main__":
    main()
