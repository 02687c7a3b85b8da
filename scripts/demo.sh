#!/usr/bin/env bash
# Assembles dist/demo, a page that searches real documentation, and serves it:
#
#   PORT=8080          where to serve it
#   DOCS=folder        a folder of Markdown and HTML to search besides; what is in folders named
#                      target, dist and node_modules is left out, so it can be a whole project
#   NO_SERVE=1         only assemble it
#
# Needs what `make build package` makes.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CALLER=$PWD
PORT=${PORT:-8080}
DOCS=${DOCS:-}
KINDEX=${CARGO_TARGET_DIR:-$ROOT/target}/release/kindex
DEMO=$ROOT/dist/demo
NEW=$ROOT/dist/.demo.new
OLD=$ROOT/dist/.demo.old

fail() {
    printf 'demo: error: %s\n' "$*" >&2
    exit 1
}

needs() { # file make-target
    [[ -e $1 ]] || fail "$1 is missing: run make $2"
}

# Said before any work rather than after it.
check_port() {
    [[ $PORT =~ ^[0-9]{1,5}$ ]] || fail "PORT=$PORT is not a number"
    if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then
        fail "port $PORT is taken: choose another with PORT=$((PORT + 1))"
    fi
}

# Copies the files that a page can need: no hidden files, no modules.
copy_site() { # from to tar-option...
    local from=$1 to=$2
    shift 2
    mkdir -p "$to"
    tar -C "$from" --exclude='*/.*' --exclude=node_modules "$@" -cf - . | tar -C "$to" -xf -
}

# Indexes docs/NAME, and adds it to the manifest that the page reads.
add_index() { # name title description build-option...
    local name=$1 title=$2 description=$3
    shift 3
    "$KINDEX" build "docs/$name" -o "indexes/$name.kdx" --base-url "docs/$name/" --site plain \
        --no-gitignore --json "$@" >"$name.json"
    node --input-type=commonjs - "$name" "$title" "$description" <<'END'
const fs = require("node:fs");
const [name, title, description] = process.argv.slice(2);
const file = "indexes/manifest.json";
const entries = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : [];
const { documents } = JSON.parse(fs.readFileSync(`${name}.json`, "utf8"));
entries.push({ name, title, index: `indexes/${name}.kdx`, documents, description });
fs.writeFileSync(file, `${JSON.stringify(entries, null, 2)}\n`);
console.log(`demo: ${title}: ${documents} documents`);
END
    rm "$name.json"
}

add_own() {
    local files=()
    for file in *.md docs/*.md */README.md; do
        [[ -f $file ]] && files+=("$file")
    done
    node scripts/render-docs.mjs "$NEW/docs/kindex" "${files[@]}"
    cd "$NEW"
    add_index kindex "Kindex" "The documents of this project"
}

# The Rust toolchain has the book where its component rust-docs is installed.
add_rust_book() {
    local book
    book=$(rustc --print sysroot 2>/dev/null || true)/share/doc/rust/html/book
    [[ -f $book/index.html ]] || return 0
    copy_site "$book" docs/rust-book --exclude='*/print.html' --exclude='*/*-edition'
    add_index rust-book "The Rust Programming Language" "The book that comes with Rust" \
        --exclude /print.html --exclude /toc.html --exclude /404.html --exclude /title-page.html
}

# A name for a folder that can stand in a URL and is not one of ours.
name_of() { # folder
    local name
    name=$(basename "$1" | tr '[:upper:]' '[:lower:]' | tr -cs '[:alnum:]\n' '-')
    name=${name#-}
    name=${name%-}
    case $name in
    '' | kindex | rust-book) name=docs${name:+-$name} ;;
    esac
    printf '%s\n' "$name"
}

add_docs() { # folder
    local name
    name=$(name_of "$1")
    copy_site "$1" "docs/$name" --exclude=target --exclude=dist
    # The copy is indexed, so that files left out there become no page either.
    node "$ROOT/scripts/render-docs.mjs" "docs/$name" "docs/$name"
    find "docs/$name" ! -type d \( -iname '*.md' -o -iname '*.mdx' -o -iname '*.markdown' \) -delete
    add_index "$name" "$(basename "$1")" "Documents from a folder of yours"
}

assemble() {
    rm -rf "$NEW" "$OLD"
    mkdir -p "$NEW/indexes" "$NEW/docs"
    cd "$ROOT"
    copy_site www "$NEW" --exclude=./indexes
    cp -R dist/npm "$NEW/kindex"
    add_own
    add_rust_book
    [[ -z $DOCS ]] || add_docs "$DOCS"
    cd "$ROOT"
    if [[ -e $DEMO ]]; then
        mv "$DEMO" "$OLD"
    fi
    mv "$NEW" "$DEMO"
    rm -rf "$OLD"
}

if [[ -n $DOCS ]]; then
    FOLDER=$(cd "$CALLER" && cd "$DOCS" 2>/dev/null && pwd) || fail "DOCS=$DOCS is not a folder"
    DOCS=$FOLDER
fi
needs "$KINDEX" build
needs "$ROOT/dist/npm/package.json" package
[[ -n ${NO_SERVE:-} ]] || check_port
trap 'rm -rf "$NEW"' EXIT
assemble
if [[ -n ${NO_SERVE:-} ]]; then
    echo "demo: assembled in dist/demo; serve it with: kindex serve dist/demo"
    exit 0
fi
exec "$KINDEX" serve dist/demo --port "$PORT"
