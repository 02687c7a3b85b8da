"""Puts search into finished pages, as ``kindex inject`` of the npm package does, byte for byte,
without Node.js.

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
from typing import Any, Callable, ContextManager, Optional, Sequence

from . import markup
from .command import KindexError
from .injected_folder import (
    INDEX,
    INDEX_FILES,
    LAYOUTS,
    SCRIPT,
    SIGN,
    check_own,
    files_in,
    files_of_folder,
    linked_files,
    other_folders,
    remove_files,
    remove_folder,
)
from .lock import locked
from .native import FIELD, has_field, native_command
from .steady import read_steady, stamp_of
from .target import failing_to, is_aside, remove_abandoned, replace_file, sync_folder

#: The code that the script calls.
CODE = "injected.min.js"

#: What addresses of pages begin with: their canonical links would lead out of a
#: preview, or into another version.
HERE = "./"

NO_PAGE = "search is in no page: a page has <html>, <head>, <body> or a doctype, and parts of pages are left alone; give them a layout"

#: Says what the command does not fail for.
Warn = Callable[[str], None]

#: A page by its content and path, changed; nothing leaves it as it is.
Change = Callable[[bytes, str], Optional[bytes]]

PAGE = re.compile(r"\.html?$", re.IGNORECASE)

#: The number of times that a page is changed which is saved meanwhile.
TRIES = 20

ATTRIBUTE = re.compile(r"([a-z][a-z-]*)(?:=(.*))?", re.DOTALL)


@dataclass
class Request:
    """What is asked for on the command line."""

    site: Path
    folder: str = "kindex"
    layout: str = "auto"
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


@dataclass
class Site:
    """The pages of a folder by their paths, and the folders that are there already."""

    pages: list[str]
    #: Whether anything is in the own folder.
    is_used: bool
    #: The names of other folders of this command.
    others: list[str]


def inject(request: Request, warn: Warn) -> Count:
    """Makes the index, the folder with the field, and the line in each page. Waits while another
    process does."""
    native = native_command()
    if native is None:
        raise KindexError("the native command is missing: pip install kindex-command")
    if not has_field():
        raise KindexError("this package was built without the search field: run make package in its clone, and install it again")
    script = _script(request)
    with _locked(request, warn):
        count = _injected(native, script, request, warn)
    if count.changed + count.same == 0:
        raise KindexError(f"{request.site}: {NO_PAGE}")
    return count


def _injected(native: str, script: str, request: Request, warn: Warn) -> Count:
    site = _looked_at(request)
    above = next((name for name in site.others if request.folder.startswith(f"{name}/")), None)
    if above:
        raise KindexError(f"--folder {request.folder}: it lies in {above}, which is of kindex inject; name a folder beside that")
    before = files_of_folder(request.site, request.folder) if site.is_used else []
    kept = _write_folder(request, script)
    _build(native, request, [request.folder, *site.others])
    # Pages must not outlast the files that they load.
    for folder in sorted({folder for path in kept for folder in (request.site / request.folder / path).parents}):
        if folder.is_relative_to(request.site):
            sync_folder(folder)
    count = _change_pages(request.site, site.pages, lambda page, path: markup.injected(page, _address(request.folder, path)), warn)
    remove_files(request.site, request.folder, [path for path in before if path not in kept and not INDEX_FILES.fullmatch(path)])
    _remove_folders(request.site, site.others, warn)
    return count


def remove(request: Request, warn: Warn) -> Count:
    """Takes it all out again."""
    with _locked(request, warn):
        site = _looked_at(request)
        count = _change_pages(request.site, site.pages, lambda page, _: markup.restored(page), warn)
        _remove_folders(request.site, [*([request.folder] if site.is_used else []), *site.others], warn)
        return count


def _locked(request: Request, warn: Warn) -> ContextManager[None]:
    if not request.site.is_dir():
        raise KindexError(f"cannot read {request.site}: there is no such folder")
    return locked(request.site, warn)


def _looked_at(request: Request) -> Site:
    files = files_in(request.site)
    # Pages are written aside in their own folders, and one that is killed leaves such a file.
    for path in files:
        if is_aside(posixpath.basename(path)):
            remove_abandoned(request.site / path)
    is_used = check_own(request.site, request.folder)
    pages = [path for path in files if PAGE.search(path) and not path.startswith(f"{request.folder}/")]
    return Site(pages, is_used, other_folders(request.site, files, request.folder))


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
    if request.layout not in LAYOUTS:
        raise KindexError(f"--layout {request.layout}: accepted are {', '.join(LAYOUTS)}")
    settings: dict[str, Any] = {"src": INDEX, "root": "../" * (request.folder.count("/") + 1)}
    if request.into is not None and request.replace is not None:
        raise KindexError("--into and --replace exclude each other")
    if request.into is not None:
        settings["spot"] = {"at": request.into, "how": "into"}
    elif request.replace:
        settings["spot"] = {"at": request.replace, "how": "replace"}
    settings["attributes"] = dict(map(_attribute, request.attributes))
    written = json.dumps(settings, indent=2, ensure_ascii=False)
    return f'{SIGN}\nimport {{ inject }} from "./{CODE}";\n\ninject({written}, import.meta.url);\n'


def _attribute(text: str) -> tuple[str, str]:
    match = ATTRIBUTE.fullmatch(text)
    if not match:
        raise KindexError(f"--attribute {text}: accepted are NAME=VALUE and NAME, such as placeholder=Search")
    return match[1], match[2] or ""


def _build(native: str, request: Request, folders: Sequence[str]) -> None:
    """Makes the index; what the native command says goes where this program's output goes."""
    output = f"{request.site / request.folder}/{INDEX}"
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
    folders = set()
    for path in pages:
        became = _change_page(site / path, lambda page: change(page, path), warn)
        if became == "same":
            count.same += 1
        elif became == "changed":
            count.changed += 1
            folders.add((site / path).parent)
    for folder in sorted(folders):
        sync_folder(folder)
    return count


def _change_page(file: Path, change: Callable[[bytes], Optional[bytes]], warn: Warn) -> Optional[str]:
    """Changes a page. One that is saved between its reading and its writing is read again.

    :returns: ``changed`` or ``same``; None where the page stays as it is
    """
    for _ in range(TRIES):
        with failing_to("read", file):
            found = file.stat()
        page = read_steady(file)
        if markup.is_wide(page):
            warn(f"skipped {file}: it is UTF-16; save it as UTF-8")
            return None
        changed = change(page)
        if changed is None:
            return None
        if changed == page:
            return "same"
        if replace_file(file, changed, stat.S_IMODE(found.st_mode), lambda: stamp_of(file.stat()) == stamp_of(found)):
            return "changed"
    raise KindexError(f"cannot write {file}: it is saved again and again meanwhile; run this again when nothing writes to it")
