#!/usr/bin/env bash
# Assembles the home page with a search of real documentation, and serves it. The page opens on
# the documents of this project. What takes longer is made while it is served, and joins by
# itself: indexes of the documentation of Rust, where the toolchain has it, and of MDN, and the
# module that indexes files in the page.
#
#   PORT=8080          where to serve it
#   DOCS=folder        a folder of Markdown and HTML to search besides; what is in folders named
#                      target, dist and node_modules is left out, so it can be a whole project
#   DATA=folder        where docs/mdn-en.tar.xz lies, of which the page searches all where it is
#                      there; the index is kept in target/demo
#   RUST_DOCS=folder   where std/ and book/ lie, the documentation that comes with Rust; otherwise that of
#                      the toolchain, where it has the component rust-docs
#   DEMO=dist/demo     where to assemble it: a folder that is not there yet, or has a demo
#   ADDRESS=https://…  where it is going to be published, for the cards of shared links
#   NO_SERVE=1         only assemble it, with all that joins otherwise
#   KINDEX_COMMAND=file  the command that indexes and serves
#
# Needs the command and a package in dist/npm, which may lack the module
# that indexes files in the page.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CALLER=$PWD

# The path of a file or a folder, which may be named from where this is called.
whole() { # path
    [[ $1 == /* ]] || printf '%s/' "$CALLER"
    printf '%s' "$1"
}

PORT=${PORT:-8080}
DOCS=${DOCS:-}
DATA=$(whole "${DATA:-$ROOT/../shared/data}")
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
KINDEX=$(whole "${KINDEX_COMMAND:-$TARGET/debug/kindex}")
KEPT=$TARGET/demo
PACKAGE=$ROOT/dist/npm
RUST_DOCS=$(whole "${RUST_DOCS:-$(rustc --print sysroot 2>/dev/null || true)/share/doc/rust/html}")
MDN=$DATA/docs/mdn-en.tar.xz
DEMO=$(whole "${DEMO:-$ROOT/dist/demo}")
NEW=$DEMO.new
OLD=$DEMO.old
# What is not whole yet: in the demo, whose hidden files are not served, and among what is kept.
MAKING=.making
UNFINISHED=$KEPT/unfinished-$$
LOG=$KEPT/package.log
# The processes that go on while the demo is served.
SERVER=
WORK=
# Whether there is more to index than what the page opens on.
MORE=

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

# Whoever shows a link fetches its picture by a whole address.
add_address() { # address
    node --input-type=commonjs - "${1%/}/" <<'END'
const fs = require("node:fs");
const address = new URL(process.argv[2]).href;
const page = fs.readFileSync("index.html", "utf8");
const tags = `<link rel="canonical" href="${address}">\n  <meta property="og:url" content="${address}">\n  `;
const whole = page.replace('content="card.png"', () => `content="${address}card.png"`);
fs.writeFileSync("index.html", whole.replace('<meta property="og:type"', () => `${tags}<meta property="og:type"`));
END
}

# Copies the files that a page can need: no hidden files, no modules.
copy_site() { # from to tar-option...
    local from=$1 to=$2
    shift 2
    mkdir -p "$to"
    tar -C "$from" --exclude='*/.*' --exclude=node_modules "$@" -cf - . | tar -C "$to" -xf -
}

# Changes the list of indexes of the folder that this is run in.
list() { # command argument...
    node "$ROOT/scripts/demo-list.mjs" "$@"
}

# Builds the modules that index files in the page, and the package anew with them.
build_rest() {
    # An outer make would lend its own jobs, and wait for them.
    unset MAKEFLAGS MFLAGS MAKELEVEL
    "${MAKE:-make}" -C "$ROOT" dist/.packaged-test
}

has_all() {
    [[ -f $PACKAGE/full/full.js && -f $PACKAGE/full/full_bg.wasm ]]
}

# Indexes docs/NAME.
add_index() { # name title description queries build-option...
    local name=$1 title=$2 description=$3 queries=$4
    shift 4
    "$KINDEX" build "docs/$name" -o "$MAKING/$name.kdx" --base-url "docs/$name/" --site plain \
        --no-gitignore --json "$@" >"$MAKING/$name.json"
    mv "$MAKING/$name.kdx" indexes/
    list add "$MAKING/$name.json" "$name" "$title" "$description" "$queries"
}

# Names the folder that keeps an index in several files: by what is indexed, and by the program.
kept_place() { # name file-that-tells-versions-apart
    printf '%s/%s-%s-%s\n' "$KEPT" "$1" "$(cksum <"$2" | tr ' ' '-')" "$(cksum <"$KINDEX" | tr ' ' '-')"
}

# Indexes a folder into such a place, whole or not at all. Another demo may do the same meanwhile.
keep() { # place folder base-url build-option...
    local place=$1 folder=$2 url=$3 other
    shift 3
    mkdir -p "$UNFINISHED"
    "$KINDEX" build "$folder" -o "$UNFINISHED/index" --layout sharded --base-url "$url" --json "$@" \
        >"$UNFINISHED/summary.json"
    rm -rf "$UNFINISHED/pages"
    for other in "${place%-*-*}"-*; do
        [[ $other == "$place" ]] || rm -rf "$other"
    done
    [[ -d $place ]] || mv "$UNFINISHED" "$place"
    rm -rf "$UNFINISHED"
}

# Adds an index that is kept. Its files become links, where that can be: there may be thousands.
add_kept() { # place name title description queries credit
    local place=$1 name=$2
    shift
    mkdir "$MAKING/$name"
    cp -Rl "$place/index/." "$MAKING/$name/" 2>/dev/null || cp -R "$place/index/." "$MAKING/$name/"
    mv "$MAKING/$name" indexes/
    list add "$place/summary.json" "$@"
}

# The pages of MDN are on the web already, so that results lead there.
add_mdn() { # name title
    local place
    place=$(kept_place mdn "$MDN")
    if [[ ! -d $place ]]; then
        mkdir -p "$UNFINISHED/pages"
        tar -xJf "$MDN" -C "$UNFINISHED/pages"
        keep "$place" "$UNFINISHED/pages/mdn-en" https://developer.mozilla.org/ --site mdn
    fi
    add_kept "$place" "$1" "$2" "All of MDN, in English" \
        "center a div|fetch timeout|aspect ratio|cors preflight|lazy load images" \
        "MDN Web Docs by Mozilla contributors, CC BY-SA 2.5."
}

# So are those of the standard library, in the version that the toolchain has. Each of them names
# all traits of its type; what they say is on the pages of the traits.
add_std() { # name title
    local place channel
    local lists="#trait-implementations-list, #synthetic-implementations-list, #blanket-implementations-list, #implementors-list"
    place=$(kept_place std "$RUST_DOCS/std/all.html")
    channel=$(sed -n 's/.*data-channel="\([^"]*\)".*/\1/p' "$RUST_DOCS/std/index.html" | head -n 1)
    [[ -d $place ]] || keep "$place" "$RUST_DOCS/std" "https://doc.rust-lang.org/${channel:-stable}/std/" \
        --site plain --exclude-selector "$lists"
    add_kept "$place" "$1" "$2" "The documentation of std that comes with Rust" \
        "spawn a thread|parse a string as a number|split a string|environment variables|share data between threads" \
        "The standard library's documentation by the Rust project's contributors, MIT or Apache-2.0."
}

add_own() {
    local files=()
    for file in *.md docs/*.md */README.md; do
        [[ -f $file ]] && files+=("$file")
    done
    node scripts/render-docs.mjs "$NEW/docs/kindex" "${files[@]}"
    [[ ! -d docs/images ]] || cp -R docs/images "$NEW/docs/kindex/docs/images"
    cd "$NEW"
    add_index kindex "Kindex" "The documents of this project" \
        "merge indexes|synonyms|several files|keep old versions apart|ask questions in chat"
}

add_rust_book() { # name title
    copy_site "$RUST_DOCS/book" "$MAKING/book" --exclude='*/print.html' --exclude='*/*-edition'
    mv "$MAKING/book" "docs/$1"
    add_index "$1" "$2" "The book that comes with Rust" \
        "what is ownership|borrow checker|string slices|return an error|send data between threads" \
        --exclude /print.html --exclude /toc.html --exclude /404.html --exclude /title-page.html
}

# A name for a folder that can stand in a URL and is not one of ours.
name_of() { # folder
    local name
    name=$(basename "$1" | tr '[:upper:]' '[:lower:]' | tr -cs '[:alnum:]\n' '-')
    name=${name#-}
    name=${name%-}
    case $name in
    '' | kindex | mdn | own | rust-book | std) name=docs${name:+-$name} ;;
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
    add_index "$name" "$(basename "$1")" "Documents from a folder of yours" ""
}

# Calls a function for each index that takes longer, where its documents are
# there. The quick one is first.
each_later() { # function
    [[ ! -f $RUST_DOCS/book/index.html ]] || "$1" rust-book "The Rust Programming Language" add_rust_book
    [[ ! -f $RUST_DOCS/std/all.html ]] || "$1" std "The standard library" add_std
    [[ ! -f $MDN ]] || "$1" mdn "MDN Web Docs" add_mdn
}

announce() { # name title
    list coming "$1" "$2"
    MORE=1
}

make_now() { # name title function
    "$3" "$1" "$2"
}

# Makes one part while the demo is served, which goes on whatever comes of it.
attempt() { # name title function
    # Not before "||", where errors would not end it.
    (trap 'exit 143' TERM && "$3" "$1" "$2") 2>"$MAKING/errors" &
    wait $! && return
    rm -rf "$UNFINISHED"
    list drop "$1"
    printf 'demo: %s failed: %s\n' "$2" "$(sed -n '$s/^\(demo: \)*error: //; $p' "$MAKING/errors")" >&2
}

# Takes the package anew. Each file is put in its place whole: a page may load it at any time.
take_package() { # name
    local file
    has_all || fail "see $LOG"
    cp -R "$PACKAGE" "$MAKING/package"
    (cd "$MAKING/package" && find . -type f) >"$MAKING/files"
    while IFS= read -r file; do
        mkdir -p "kindex/${file%/*}"
        mv -f "$MAKING/package/$file" "kindex/$file"
    done <"$MAKING/files"
    list drop "$1"
    echo "demo: the page indexes your own files"
}

# What joins while the demo is served.
add_later() {
    local rest=
    trap 'wait; exit 143' TERM
    cd "$DEMO"
    if ! has_all; then
        mkdir -p "$KEPT"
        (trap 'exit 143' TERM && build_rest) >"$LOG" 2>&1 &
        rest=$!
    fi
    each_later attempt
    if [[ -n $rest ]]; then
        wait "$rest" || true
        attempt own "Building what indexes your own files" take_package
    fi
    rm -rf "$MAKING"
}

assemble() {
    rm -rf "$NEW" "$OLD"
    mkdir -p "$NEW/indexes" "$NEW/docs" "$NEW/$MAKING"
    cd "$ROOT"
    copy_site www "$NEW" --exclude=./indexes
    cp -R "$PACKAGE" "$NEW/kindex"
    add_own
    [[ -z $DOCS ]] || add_docs "$DOCS"
    [[ -z ${ADDRESS:-} ]] || add_address "$ADDRESS"
    if [[ -n ${NO_SERVE:-} ]]; then
        each_later make_now
        rm -rf "$MAKING"
    else
        each_later announce
        has_all || list coming own "Your files"
    fi
    cd "$ROOT"
    if [[ -e $DEMO ]]; then
        mv "$DEMO" "$OLD"
    fi
    mv "$NEW" "$DEMO"
    rm -rf "$OLD"
}

# Each of the two is a group of processes, which can be ended as a whole.
serve() {
    trap 'exit 0' INT TERM HUP
    has_all || echo "demo: builds what indexes your own files; the page takes it by itself"
    [[ -z $MORE ]] || echo "demo: indexes more documentation; the page takes it by itself"
    set -m
    "$KINDEX" serve "$DEMO" --port "$PORT" </dev/null &
    SERVER=$!
    add_later </dev/null &
    WORK=$!
    set +m
    wait "$SERVER"
}

# Leaves nothing half done.
finish() {
    trap '' INT TERM HUP
    [[ -z $SERVER ]] || kill "$SERVER" 2>/dev/null || true
    [[ -z $WORK ]] || kill -TERM -- "-$WORK" 2>/dev/null || true
    wait 2>/dev/null
    rm -rf "$NEW" "$UNFINISHED"
    [[ -n $WORK && -d $DEMO/$MAKING ]] || return 0
    rm -rf "${DEMO:?}/$MAKING"
    cd "$DEMO"
    list drop
}

if [[ -n $DOCS ]]; then
    FOLDER=$(cd "$CALLER" && cd "$DOCS" 2>/dev/null && pwd) || fail "DOCS=$DOCS is not a folder"
    DOCS=$FOLDER
fi
needs "$KINDEX" command
needs "$PACKAGE/package.json" dist/.packaged-demo
[[ ! -e $DEMO || -f $DEMO/indexes/manifest.json ]] || fail "DEMO=$DEMO is there, and no demo"
[[ -n ${NO_SERVE:-} ]] || check_port
trap finish EXIT
if [[ -n ${NO_SERVE:-} ]]; then
    has_all || build_rest
    assemble
    echo "demo: assembled in $DEMO; serve it with: kindex serve $DEMO"
    exit 0
fi
assemble
serve
