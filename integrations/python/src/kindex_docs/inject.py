"""Puts search into finished pages, as ``kindex inject`` of the npm package does, byte for byte, without Node.js.

The native command makes the index. The search field comes with this package.
"""

from __future__ import annotations

import json
import posixpath
import re
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional, Sequence

from . import markup
from .command import KindexError
from .injected_folder import (
    INDEXES,
    SCRIPT,
    SIGN,
    SOURCES,
    Signed,
    check_own,
    failing_to,
    files_in,
    files_of_folder,
    linked_files,
    remove_files,
    remove_folder,
    replace_file,
    signed_folders,
)
from .native import FIELD, has_field, native_command

#: The code that the script calls.
CODE = "injected.min.js"

#: What addresses of pages begin with: their canonical links would lead out of a preview, or into another version.
HERE = "./"

NO_PAGE = "search is in no page: a page has <html>, <head>, <body> or a doctype, and parts of pages are left alone; give them a layout"

#: Says what the command does not fail for.
Warn = Callable[[str], None]

#: A page by its content and path, changed; nothing leaves it as it is.
Change = Callable[[bytes, str], Optional[bytes]]

PAGE = re.compile(r"\.html?$", re.IGNORECASE)

ATTRIBUTE = re.compile(r"([a-z][a-z-]*)(?:=(.*))?", re.DOTALL)


@dataclass
class Request:
    """What is asked for on the command line."""

    site: Path
    folder: str = "kindex"
    layout: str = "single"
    into: Optional[str] = None
    replace: Optional[str] = None
    attributes: Sequence[str] = ()
    exclude: Sequence[str] = ()
    #: Further options of ``kindex build``.
    building: Sequence[str] = ()
    quiet: bool = False


@dataclass
class Count:
    """The pages that have search."""

    changed: int = 0
    same: int = 0


def inject(request: Request, warn: Warn) -> Count:
    """Makes the index, the folder with the field, and the line in each page."""
    native = native_command()
    if native is None:
        raise KindexError("the native command is missing: pip install kindex-command")
    if not has_field():
        raise KindexError("this package was built without the search field: run make package in its clone, and install it again")
    script = _script(request)
    pages, signed = _looked_at(request)
    above = next((name for name in signed.others if request.folder.startswith(f"{name}/")), None)
    if above:
        raise KindexError(f"--folder {request.folder}: it lies in {above}, which is of kindex inject; name a folder beside that")
    before = files_of_folder(request.site, request.folder) if signed.own else []
    kept = _write_folder(request, script)
    _build(native, request, [request.folder, *signed.others])
    count = _change_pages(request.site, pages, lambda page, path: markup.injected(page, _address(request.folder, path)), warn)
    remove_files(request.site, request.folder, [path for path in before if path not in kept and not INDEXES[request.layout].fullmatch(path)])
    _remove_folders(request.site, signed.others, warn)
    if count.changed + count.same == 0:
        raise KindexError(f"{request.site}: {NO_PAGE}")
    return count


def remove(request: Request, warn: Warn) -> Count:
    """Takes it all out again."""
    pages, signed = _looked_at(request)
    count = _change_pages(request.site, pages, lambda page, _: markup.restored(page), warn)
    _remove_folders(request.site, [*([request.folder] if signed.own else []), *signed.others], warn)
    return count


def _looked_at(request: Request) -> tuple[list[str], Signed]:
    """The pages of a site, and the folders that are there already."""
    if not request.site.is_dir():
        raise KindexError(f"cannot read {request.site}: there is no such folder")
    files = files_in(request.site)
    check_own(request.site, request.folder)
    pages = [path for path in files if PAGE.search(path) and not path.startswith(f"{request.folder}/")]
    return pages, signed_folders(request.site, files, request.folder)


def _address(folder: str, page: str) -> str:
    return posixpath.relpath(f"{folder}/{SCRIPT}", posixpath.dirname(page) or ".")


def _remove_folders(site: Path, names: Sequence[str], warn: Warn) -> None:
    for name in names:
        left = remove_folder(site, name)
        if left:
            warn(left)


def _write_folder(request: Request, script: str) -> set[str]:
    """Writes the script and the field; gives their paths."""
    own = request.site / request.folder
    # Before anything else, so that what is cut short can be removed or done again.
    replace_file(own / SCRIPT, script.encode())
    code = linked_files(FIELD, CODE)
    for path, content in code.items():
        replace_file(own / path, content)
    return {SCRIPT, *code}


def _script(request: Request) -> str:
    settings: dict[str, Any] = {"src": _source(request.layout), "root": "../" * (request.folder.count("/") + 1)}
    if request.into is not None and request.replace is not None:
        raise KindexError("--into and --replace exclude each other")
    if request.into is not None:
        settings["spot"] = {"at": request.into, "how": "into"}
    elif request.replace:
        settings["spot"] = {"at": request.replace, "how": "replace"}
    settings["attributes"] = dict(map(_attribute, request.attributes))
    written = json.dumps(settings, indent=2, ensure_ascii=False)
    return f'{SIGN}\nimport {{ inject }} from "./{CODE}";\n\ninject({written}, import.meta.url);\n'


def _source(layout: str) -> str:
    if layout not in SOURCES:
        raise KindexError(f"--layout {layout}: accepted are {', '.join(SOURCES)}")
    return SOURCES[layout]


def _attribute(text: str) -> tuple[str, str]:
    match = ATTRIBUTE.fullmatch(text)
    if not match:
        raise KindexError(f"--attribute {text}: accepted are NAME=VALUE and NAME, such as placeholder=Search")
    return match[1], match[2] or ""


def _build(native: str, request: Request, folders: Sequence[str]) -> None:
    """Makes the index; what the native command says goes where this program's output goes."""
    output = f"{request.site / request.folder}/{_source(request.layout)}"
    excluded = [*request.exclude, *map(_glob_of, folders)]
    base = [] if any(option.startswith("--base-url=") for option in request.building) else [f"--base-url={HERE}"]
    line = [native, "build", str(request.site), f"--output={output}", f"--layout={request.layout}"]
    line += [*(f"--exclude={pattern}" for pattern in excluded), *base, *request.building, *(["--quiet"] if request.quiet else [])]
    sys.stdout.flush()
    done = subprocess.run(line, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        # It has said why.
        raise SystemExit(done.returncode)


def _glob_of(name: str) -> str:
    """A folder by its path, as ``--exclude`` takes it."""
    return "/" + re.sub(r"([*?\[\]\\ ])", r"\\\1", name) + "/"


def _change_pages(site: Path, pages: Sequence[str], change: Change, warn: Warn) -> Count:
    """Changes pages, each whole or not at all."""
    count = Count()
    for path in pages:
        file = site / path
        with failing_to("read", file):
            page = file.read_bytes()
        if markup.is_wide(page):
            warn(f"skipped {file}: it is UTF-16; save it as UTF-8")
            continue
        changed = change(page, path)
        if changed == page:
            count.same += 1
        elif changed is not None:
            count.changed += 1
            replace_file(file, changed, stat.S_IMODE(file.stat().st_mode))
    return count
