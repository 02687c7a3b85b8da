# shellcheck shell=bash
# Node.js, browsers and other programs of tests, and environments of Python.

NODE_MINIMUM=20.19
NODE_22_MINIMUM=22.19

# ---- node --------------------------------------------------------------------------------------

setup_node() {
    local stamp="$ROOT/node_modules/.kindex-stamp" version state
    if ! have node || ! have npm; then
        fail "no Node.js: install Node >= $NODE_MINIMUM with npm (https://nodejs.org)"
    fi
    version=$(node --version)
    version_at_least "${version#v}" "$NODE_MINIMUM" ||
        fail "Node $version is too old: install Node >= $NODE_MINIMUM (https://nodejs.org)"
    state="$(uname -sm) $(cksum <"$ROOT/package-lock.json")"
    if [ "$(cat "$stamp" 2>/dev/null)" != "$state" ]; then
        say "installing the node modules (npm ci)"
        # No package here needs its install script; without them nothing but npm itself runs.
        (cd "$ROOT" && logged npm-ci npm ci --ignore-scripts --no-audit --no-fund) ||
            fail "npm ci failed: see $CACHE/log/npm-ci.log"
        # npm ci replaces node_modules, so that an interrupted run leaves no stamp behind.
        write_file "$stamp" <<<"$state"
    fi
    say "node: $version, node modules as locked"
}

# Node.js 22, which only tests of the generators that want it run: the machine's own where that is new enough, or
# else what npm has for this platform.
setup_node22() {
    local folder="$CACHE/node22" lock="$ROOT/scripts/node22/package-lock.json" own path state
    own=$(command -v node) || fail "no Node.js: install Node >= $NODE_MINIMUM with npm (https://nodejs.org)"
    if version_at_least "$(node -p process.versions.node)" "$NODE_22_MINIMUM"; then
        note_program node-22 "$own" ""
        return
    fi
    state="$(uname -sm) $(cksum <"$lock")"
    if [ "$(cat "$folder/stamp" 2>/dev/null)" != "$state" ]; then
        say "installing Node.js 22 for some tests (npm ci)"
        rm -rf "$folder"
        mkdir -p "$folder"
        cp "$ROOT/scripts/node22/package.json" "$lock" "$folder/"
        (cd "$folder" && logged npm-node22 npm ci --ignore-scripts --no-audit --no-fund) ||
            fail "npm ci failed: see $CACHE/log/npm-node22.log"
        write_file "$folder/stamp" <<<"$state"
    fi
    path=$(first_program "$folder"/node_modules/*/bin/node) && "$path" --version >/dev/null 2>&1 || path=
    note_program node-22 "$path" "npm has none for this machine; install Node.js >= $NODE_22_MINIMUM in place of $own"
}

# ---- browser -----------------------------------------------------------------------------------

find_chromium() {
    first_program "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        /Applications/Chromium.app/Contents/MacOS/Chromium
}

setup_browser() {
    local path
    if ! path=$(find_chromium); then
        apt_install chromium chromium-driver || true
        path=$(find_chromium) || fail "no Chromium: install Chromium or Chrome, or set CHROMIUM to its path"
    fi
    write_file "$CACHE/chromium" <<<"$path"
    say "browser: $path"
    setup_shell
}

# Chromium without windows, in which tests take half the time. Where there is none they have the whole one.
setup_shell() {
    local path
    if [ "$(id -u)" -eq 0 ] || have sudo; then
        ! apt_offers chromium-headless-shell || apt_install chromium-headless-shell || true
    fi
    if path=$(first_program "${CHROMIUM_SHELL:-}" chromium-headless-shell chrome-headless-shell); then
        write_file "$CACHE/chromium-shell" <<<"$path"
        say "browser without windows: $path"
    else
        rm -f "$CACHE/chromium-shell"
    fi
}

# ---- engines: Gecko and WebKit -------------------------------------------------------------------

find_firefox() {
    first_program "${FIREFOX:-}" firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox
}

# The driver brings its own browser, which has no mode without a display.
find_webkit() {
    have Xvfb && first_program "${WEBKIT_DRIVER:-}" WebKitWebDriver
}

# It speaks WebDriver BiDi, so that it needs no driver.
setup_firefox() {
    local path
    path=$(find_firefox) || { apt_install firefox-esr && path=$(find_firefox); } || true
    note_program firefox "$path" "install Firefox, or set FIREFOX to its path" firefox-esr
}

# Debian has named the package anew since.
setup_webkit() {
    local path
    path=$(find_webkit) || {
        { apt_install webkit2gtk-driver xvfb || apt_install webkitgtk-webdriver xvfb; } && path=$(find_webkit)
    } || true
    note_program webkit "$path" \
        "install WebKitGTK's WebKitWebDriver, or set WEBKIT_DRIVER to its path, and Xvfb" \
        webkit2gtk-driver webkitgtk-webdriver
}

setup_engines() {
    setup_firefox
    setup_webkit
}

# Programs that make pages of the comments in sources, in whose pages search is tested.
setup_generators() {
    local path
    path=$(command -v doxygen) || { apt_install doxygen && path=$(command -v doxygen); } || true
    note_program doxygen "$path" "install Doxygen" doxygen
    path=$(command -v javadoc) || { apt_install default-jdk-headless && path=$(command -v javadoc); } || true
    note_program javadoc "$path" "install a JDK" default-jdk-headless
}

# ---- strace ------------------------------------------------------------------------------------

# Ends a command at a call of the system, or has the call fail. Only Linux has it.
setup_strace() {
    local path
    path=$(command -v strace) || { apt_install strace && path=$(command -v strace); } || true
    note_program strace "$path" "install strace" strace
}

# ---- python ------------------------------------------------------------------------------------

find_python() { # minor
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
        "$name" -c "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, $1))" >/dev/null 2>&1 || continue
        printf '%s\n' "$name"
        return 0
    done
    return 1
}

# Programs in Python that tests use, of the versions that a file of requirements pins, in an
# environment of their own.
python_environment() { # name minor requirements flag-of-pip...
    local venv="$CACHE/$1" requirements="$ROOT/$3" python state
    python=$(find_python "$2") || {
        apt_install python3 python3-venv || true
        python=$(find_python "$2") || fail "no Python >= 3.$2 with venv: install it (Debian: apt-get install python3-venv)"
    }
    state="$("$python" --version) $(cksum <"$requirements")"
    if [ "$(cat "$venv/stamp" 2>/dev/null)" != "$state" ]; then
        say "installing the Python packages of $3 (pip)"
        rm -rf "$venv"
        "$python" -m venv "$venv" || fail "cannot make a Python environment in $venv"
        logged "pip-$1" "$venv/bin/pip" install --disable-pip-version-check "${@:4}" -r "$requirements" ||
            fail "pip failed: see $CACHE/log/pip-$1.log"
        write_file "$venv/stamp" <<<"$state"
    fi
    say "$1: $("$venv/bin/python" --version), packages as pinned"
}

setup_python() {
    python_environment python 10 scripts/requirements.txt
}

# Sphinx and MkDocs, which have a minimum of their own, and mdBook.
setup_python-docs() {
    python_environment python-docs 11 tests/python-docs/requirements.txt
}

# What the Python library is tested with: NumPy, LangChain, LlamaIndex, mypy.
setup_python-library() {
    python_environment python-library 11 tests/python/requirements.txt
}

# Debian has the server of each version in a folder of its own, which is not in PATH.
find_postgres() {
    first_program "${POSTGRES:-}" /usr/lib/postgresql/*/bin/postgres postgres
}

# What examples/engines is tested with: clients of databases, and a server of PostgreSQL.
setup_databases() {
    local path
    python_environment databases 11 examples/engines/requirements.txt
    path=$(find_postgres) || { apt_install postgresql && path=$(find_postgres); } || true
    note_program postgres "$path" "install PostgreSQL, or set POSTGRES to the path of its server" postgresql
}

# The engines of Python that the library is measured beside.
setup_python-bench() {
    python_environment python-bench 11 bench/python/requirements.txt
}

# The embedder that make bench WHAT=vectors measures with, 290 MB. One of its packages asks for PyTorch, which it
# does not need here.
setup_vectors() {
    python_environment vectors 11 examples/vectors/requirements.txt --no-deps
}

# Apache Spark, 370 MB, which needs a Java that it knows.
setup_spark() {
    have java || apt_install openjdk-17-jre-headless || fail "no Java: install a runtime of Java 17"
    python_environment spark 9 examples/distributed/requirements.txt
}
