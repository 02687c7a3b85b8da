#!/usr/bin/env bash
# Assembles the home page with a search of real documentation, and serves it:
#
#   PORT=8080          where to serve it
#   DOCS=folder        a folder of Markdown and HTML to search besides; what is in folders named
#                      target, dist and node_modules is left out, so it can be a whole project
#   VECTORS=1          give the index of that folder vectors, by the model that scripts/setup.sh vectors
#                      brings in, and list it first; vectors are kept in target/demo
#   QUERIES="a|b"      queries to try in that folder
#   DATA=folder        where docs/mdn-en.tar.xz lies, of which the page searches all where it is
#                      there; the index is kept in target/demo
#   DEMO=dist/demo     where to assemble it: a folder that is not there yet, or has a demo
#   ADDRESS=https://…  where it is going to be published, for the cards of shared links
#   NO_SERVE=1         only assemble it
#
# Needs what `make build package` makes.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CALLER=$PWD
PORT=${PORT:-8080}
DOCS=${DOCS:-}
VECTORS=${VECTORS:-}
DATA=${DATA:-$ROOT/../shared/data}
TARGET=${CARGO_TARGET_DIR:-$ROOT/target}
KINDEX=$TARGET/release/kindex
KEPT=$TARGET/demo
# The model of bench/vectors.
EMBEDDER=all-MiniLM-L6-v2
DEMO=${DEMO:-$ROOT/dist/demo}
[[ $DEMO == /* ]] || DEMO=$CALLER/$DEMO
NEW=$DEMO.new
OLD=$DEMO.old

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

# Adds an index to the manifest that the page reads, with what its build said of it.
add_entry() { # summary.json name title description queries credit
    node --input-type=commonjs - "$@" <<'END'
const fs = require("node:fs");
const [summary, name, title, description, queries, credit] = process.argv.slice(2);
const file = "indexes/manifest.json";
const entries = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : [];
const { documents, files } = JSON.parse(fs.readFileSync(summary, "utf8"));
const path = files ? `indexes/${name}/` : `indexes/${name}.kdx`;
const sizes = (files ? fs.readdirSync(path).map((one) => path + one) : [path]).map((one) => fs.statSync(one).size);
const entry = { name, title, index: path, documents, description };
entry.bytes = sizes.reduce((all, one) => all + one);
if (files) entry.files = files;
if (queries) entry.queries = queries.split("|");
if (credit) entry.credit = credit;
fs.writeFileSync(file, `${JSON.stringify([...entries, entry], null, 2)}\n`);
console.log(`demo: ${title}: ${documents} documents`);
END
}

# Builds the index of docs/NAME.
build_index() { # name build-option...
    local name=$1
    shift
    "$KINDEX" build "docs/$name" -o "indexes/$name.kdx" --base-url "docs/$name/" --site plain \
        --no-gitignore --json "$@" >"$name.json"
}

# Builds it again with vectors of its passages: bench/vectors/demo.mjs says where they are from. Those
# that the model makes are kept, so that it is asked for new texts alone.
add_vectors() { # name kept|made build-option...
    local name=$1 from=$2 vectors=$PWD/vectors.npy
    shift 2
    if [[ $from == made ]]; then
        mkdir -p "$KEPT"
        vectors=$KEPT/vectors-$name.npy
    fi
    "$KINDEX" chunks "indexes/$name.kdx" -o chunks.jsonl --quiet
    node "$ROOT/bench/vectors/demo.mjs" "$from" chunks.jsonl "$vectors"
    build_index "$name" --vectors "$vectors" --embedder "$EMBEDDER" "$@"
    rm -f chunks.jsonl vectors.npy vectors.jsonl
}

# Indexes docs/NAME.
add_index() { # name title description queries vectors build-option...
    local name=$1 title=$2 description=$3 queries=$4 vectors=$5
    shift 5
    build_index "$name" "$@"
    [[ -z $vectors ]] || add_vectors "$name" "$vectors" "$@"
    add_entry "$name.json" "$name" "$title" "$description" "$queries"
    rm "$name.json"
}

# Builds the index of an archive, unless it was built of the same pages by the same program, and says
# where it is.
keep_mdn() { # archive
    local program built
    program=$(cksum <"$KINDEX")
    built=$KEPT/mdn-$(cksum <"$1" | tr ' ' '-')
    printf '%s\n' "$built"
    [[ $(cat "$built/program" 2>/dev/null) != "$program" ]] || return 0
    echo "demo: indexes MDN, which is done once" >&2
    rm -rf "$built"
    mkdir -p "$built/pages"
    tar -xJf "$1" -C "$built/pages"
    "$KINDEX" build "$built/pages/mdn-en" -o "$built/index" --layout sharded --site mdn \
        --base-url https://developer.mozilla.org/ --json >"$built/summary.json"
    rm -rf "$built/pages"
    printf '%s\n' "$program" >"$built/program"
}

# Its pages are on the web already, so that results lead there.
add_mdn() {
    local archive=$DATA/docs/mdn-en.tar.xz built
    [[ -f $archive ]] || return 0
    built=$(keep_mdn "$archive")
    # As links, where that can be: there are thousands of files.
    cp -Rl "$built/index" indexes/mdn 2>/dev/null || cp -R "$built/index" indexes/mdn
    add_entry "$built/summary.json" mdn "MDN Web Docs" "All of MDN, in English" \
        "center a div|fetch timeout|aspect ratio|cors preflight|lazy load images" \
        "MDN Web Docs by Mozilla contributors, CC BY-SA 2.5."
}

# Whether there are vectors of these documents: `make demo-vectors` makes them.
kept_vectors() {
    [[ ! -f $ROOT/bench/vectors/kept.jsonl ]] || printf kept
}

add_own() {
    local files=()
    for file in *.md docs/*.md */README.md; do
        [[ -f $file ]] && files+=("$file")
    done
    node scripts/render-docs.mjs "$NEW/docs/kindex" "${files[@]}"
    [[ ! -d docs/images ]] || cp -R docs/images "$NEW/docs/kindex/docs/images"
    cd "$NEW"
    add_mdn
    add_index kindex "Kindex" "The documents of this project" \
        "merge indexes|synonyms|several files|keep old versions apart|ask questions in chat" "$(kept_vectors)"
}

# The Rust toolchain has the book where its component rust-docs is installed.
add_rust_book() {
    local book
    book=$(rustc --print sysroot 2>/dev/null || true)/share/doc/rust/html/book
    [[ -f $book/index.html ]] || return 0
    copy_site "$book" docs/rust-book --exclude='*/print.html' --exclude='*/*-edition'
    add_index rust-book "The Rust Programming Language" "The book that comes with Rust" \
        "what is ownership|borrow checker|string slices|return an error|send data between threads" "" \
        --exclude /print.html --exclude /toc.html --exclude /404.html --exclude /title-page.html
}

# A name for a folder that can stand in a URL and is not one of ours.
name_of() { # folder
    local name
    name=$(basename "$1" | tr '[:upper:]' '[:lower:]' | tr -cs '[:alnum:]\n' '-')
    name=${name#-}
    name=${name%-}
    case $name in
    '' | kindex | mdn | rust-book) name=docs${name:+-$name} ;;
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
    add_index "$name" "$(basename "$1")" "Documents from a folder of yours" "${QUERIES:-}" "${VECTORS:+made}"
}

assemble() {
    rm -rf "$NEW" "$OLD"
    mkdir -p "$NEW/indexes" "$NEW/docs"
    cd "$ROOT"
    copy_site www "$NEW" --exclude=./indexes
    cp -R dist/npm "$NEW/kindex"
    cd "$NEW"
    [[ -z $DOCS || -z $VECTORS ]] || add_docs "$DOCS"
    cd "$ROOT"
    add_own
    add_rust_book
    [[ -z $DOCS || -n $VECTORS ]] || add_docs "$DOCS"
    [[ -z ${ADDRESS:-} ]] || add_address "$ADDRESS"
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
[[ ! -e $DEMO || -f $DEMO/indexes/manifest.json ]] || fail "DEMO=$DEMO is there, and no demo"
[[ -n ${NO_SERVE:-} ]] || check_port
trap 'rm -rf "$NEW"' EXIT
assemble
if [[ -n ${NO_SERVE:-} ]]; then
    echo "demo: assembled in $DEMO; serve it with: kindex serve $DEMO"
    exit 0
fi
exec "$KINDEX" serve "$DEMO" --port "$PORT"
