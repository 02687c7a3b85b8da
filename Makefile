# Every target brings in what it needs (scripts/setup.sh), which takes no time once it is there.
# This file only says what depends on what; whatever takes more than a line is in scripts/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Every shell that make starts reads this file, and so finds the tools that setup.sh brought in.
# The first time it is not there yet, which bash does not mind.
export BASH_ENV := $(or $(KINDEX_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/kindex)/env.sh

WASM := $(foreach name,search sharded explore full,target/wasm/$(name)/$(name)_bg.wasm)
WASM_SOURCES := Cargo.toml Cargo.lock package-lock.json scripts/build-wasm.sh scripts/rustflags.sh \
	$(shell find src crates/extract crates/wasm -name '*.rs' -o -name Cargo.toml)

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# ---- what the rest needs ------------------------------------------------------------------------

SETUPS := $(addprefix setup-,rust narrow strace wasm node browser engines generators python python-docs)

# Only one target needs each of these.
SETUPS_ASIDE := $(addprefix setup-,release vectors fuzz supply coverage mutants miri)

.PHONY: setup $(SETUPS) $(SETUPS_ASIDE)
setup: $(SETUPS) ## Bring in all tools (Rust, wasm-pack, node modules, Chromium, Firefox, WebKit, schemathesis, MkDocs, Sphinx, mdBook)

$(SETUPS) $(SETUPS_ASIDE): setup-%:
	@scripts/setup.sh $*

# ---- building -----------------------------------------------------------------------------------

.PHONY: build install wasm package
build: setup-rust ## Build the command line program (target/release)
	cargo build --release --locked -p kindex-cli

install: setup-rust ## Install the command line program as kindex (into ~/.cargo/bin, as cargo does; FEATURES=onnx)
	cargo install --locked --path crates/cli $(if $(FEATURES),--features $(FEATURES))

wasm: $(WASM) ## Build the four WebAssembly modules (target/wasm)

# Set-up comes before, but is no reason to build anew.
target/wasm/search/search_bg.wasm: $(WASM_SOURCES) | setup-wasm setup-node
	scripts/build-wasm.sh search

# One after another: cargo lets builds in one directory only wait for each other.
target/wasm/sharded/sharded_bg.wasm: $(WASM_SOURCES) | setup-wasm setup-node target/wasm/search/search_bg.wasm
	scripts/build-wasm.sh sharded

target/wasm/explore/explore_bg.wasm: $(WASM_SOURCES) | setup-wasm setup-node target/wasm/sharded/sharded_bg.wasm
	scripts/build-wasm.sh explore

target/wasm/full/full_bg.wasm: $(WASM_SOURCES) | setup-wasm setup-node target/wasm/explore/explore_bg.wasm
	scripts/build-wasm.sh full

package: wasm setup-node ## Assemble and pack the npm package (dist/npm, dist/kindex.tgz)
	node scripts/package.mjs

# ---- trying it ----------------------------------------------------------------------------------

# DOCS and PORT, when given, are in the script's environment.
.PHONY: demo
demo: build package ## Index DOCS=directory and serve a search page for it on PORT=number
	scripts/demo.sh

# SITE, PORT, QUERIES and DATA, when given, are in the script's environment.
.PHONY: vectors-demo
vectors-demo: build package setup-vectors ## Embed a site with a model and serve a search page with a switch "by words, by meaning" (SITE=folder of Markdown or HTML; the documentation of Vue where DATA has it)
	scripts/vectors-demo.sh

.PHONY: demo-vectors
demo-vectors: build package setup-vectors ## Make the vectors of these documents anew, which make demo takes (bench/vectors/kept.jsonl)
	scripts/demo-vectors.sh

# BASE, SITE, ADDRESS and DATA, when given, are in the script's environment.
.PHONY: site
site: build package setup-node tests/vitepress/node_modules/.package-lock.json ## Build the site of Kindex into target/site (BASE=/path/, SITE=folder, ADDRESS=address)
	node site/build.mjs

# ---- testing ------------------------------------------------------------------------------------

.PHONY: test test-rust test-js test-api
test: setup test-rust test-js test-api ## Run all checks and tests

test-rust: setup-rust setup-narrow setup-strace ## Check and test the Rust crates
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets --all-features -- -D warnings
	cargo clippy --locked -p kindex --no-default-features --features explore,shards -- -D warnings
	scripts/conformance.sh
	cargo test --locked --workspace --all-features
	cargo clippy --locked -p kindex-cli --all-targets -- -D warnings
	cargo test --locked -p kindex-cli --test cli embedder
	scripts/test-narrow.sh
	cargo build --locked -p kindex --no-default-features

# The frameworks, bundlers, generators, runtimes and clients that the package is tested with.
TEST_TOOLS := $(foreach name,frameworks bundlers mcp docusaurus eleventy starlight vitepress worker generators release,tests/$(name)/node_modules/.package-lock.json)

test-js: build package setup-strace setup-node setup-browser setup-engines setup-generators setup-python-docs $(TEST_TOOLS) ## Check and test the JavaScript, the types and the documents
	npm run --silent lint
	npm run --silent typecheck
	npm run --silent check:docs
	npm run --silent test

# Each call by which files change has its turn, for twenty minutes and more.
.PHONY: crash
crash: build package setup-strace setup-node setup-python-docs ## Kill commands that write at each rename, sync and unlink, and have calls fail
	cargo test --locked -p kindex-cli --all-features --test cli crash -- --include-ignored --nocapture --test-threads=2
	CALLS=all node --test --test-name-pattern=killed tests/js/crash.test.mjs tests/js/crash-inject.test.mjs

# Too large for each run of the tests.
.PHONY: nextjs
nextjs: build package setup-node setup-browser tests/bundlers/node_modules/.package-lock.json tests/nextjs/node_modules/.package-lock.json ## Try docs/nextjs.md with Next.js, Nextra and Fumadocs
	node --test tests/browser/nextjs.test.mjs

# Not in the environment: for bash SECONDS is a clock.
unexport SECONDS

.PHONY: fuzz
fuzz: build package setup-node setup-fuzz ## Give each of the fuzz targets a fuzzer's inputs for SECONDS=number (60; TARGETS=names), then compare native and JavaScript as long
	scripts/fuzz.sh run $(or $(SECONDS),60) $(TARGETS)
	node fuzz/differential.mjs $(or $(SECONDS),60)

# A site that is too large for each run of the tests to build it in all ways. DATA, when given, is in the test's environment.
.PHONY: determinism
determinism: build package setup-node ## Hold that the same documents give the same bytes, in all ways over rust-book and mdn-en too (DATA=folder)
	SITES=rust-book,mdn-en node --test tests/js/determinism.test.mjs

test-api: package setup-node setup-python ## Check the Worker against its OpenAPI document
	node scripts/check-api.mjs

# These take too long for each run of the tests.
.PHONY: supply coverage mutants miri
supply: package setup-node setup-supply ## Check licences, versions and advisories of all that others wrote, and the SBOMs
	node scripts/supply.mjs

coverage: setup-coverage ## Measure which lines of the core its tests reach; fewer than 95 % fail
	node scripts/coverage.mjs

# SHARD and FILES, when given, are in the script's environment.
mutants: setup-mutants ## Break the core in small ways; fewer than 90 % noticed by tests fail (SHARD=k/n, FILES=paths)
	node scripts/mutants.mjs

miri: setup-miri ## Run the unit tests of the index format in Miri, where it can be installed
	scripts/miri.sh

# Tools that only one task needs are installed for that task alone, in the folder that asks for
# them. Not npm ci: it wants programs of all platforms in the lock file, which npm itself leaves
# out.
%/node_modules/.package-lock.json: %/package-lock.json | setup-node
	npm install --no-save --prefix $* --ignore-scripts --no-audit --no-fund --silent
	touch $@

# The engines that Kindex is compared with.
PEERS := bench/engines/node_modules/.package-lock.json

# DATA, SITES and PARTS, when given, are in the scripts' environment.
.PHONY: bench
bench: build package setup-browser $(PEERS) ## Measure on real documentation, beside other engines (DATA=folder, SITES=names, PARTS=names), and write BENCHMARKS.md
	node bench/speed/bench.mjs

.PHONY: first-answer
first-answer: build package setup-browser $(PEERS) ## Measure what a page loads until it answers, beside Pagefind (DATA=folder), and write BENCHMARKS.md
	node bench/speed/first-answer.mjs

.PHONY: changes
changes: build package $(PEERS) ## Measure what it takes to replace a page, beside others (DATA=folder), and write BENCHMARKS.md
	node bench/speed/changes.mjs

.PHONY: phrases
phrases: build package ## Measure what a phrase costs beside its words (DATA=folder), and write BENCHMARKS.md
	node bench/speed/phrases.mjs

.PHONY: typing
typing: build package setup-browser $(PEERS) bench/fields/node_modules/.package-lock.json ## Measure the search field from a letter to its results, beside others (DATA=folder, SITES=names), and write BENCHMARKS.md
	node bench/fields/typing.mjs

.PHONY: lighthouse
lighthouse: build package setup-browser tests/vitepress/node_modules/.package-lock.json bench/lighthouse/node_modules/.package-lock.json ## Have Lighthouse look at the site of the documents, and write BENCHMARKS.md
	node bench/lighthouse/lighthouse.mjs

.PHONY: eval
eval: build package $(PEERS) ## Measure how good search is, also with vectors where make vectors set them up, and that of others (DATA=folder), and write BENCHMARKS.md
	node bench/relevance/eval.mjs

.PHONY: vectors
vectors: build package setup-vectors ## Measure what vectors give beside words alone (DATA=folder, SETS=names), and write BENCHMARKS.md
	node bench/relevance/vectors.mjs

.PHONY: manuals
manuals: build $(PEERS) ## Measure natural queries over the manuals of Rust, beside Pagefind, and write BENCHMARKS.md
	node bench/relevance/manuals.mjs

.PHONY: load
load: build package $(PEERS) tests/worker/node_modules/.package-lock.json ## Load Workers on loopback, Kindex beside MiniSearch (DATA=folder), and write BENCHMARKS.md
	node bench/load/load.mjs

# QUERIES and MINUTES, when given, are in the script's environment.
.PHONY: soak
soak: build package ## Ask a million queries of each part, valid and hostile ones (QUERIES=number, MINUTES=bound for all, 120), and write BENCHMARKS.md
	node bench/soak/soak.mjs

# ---- releasing ----------------------------------------------------------------------------------

# .github/workflows/release.yml runs the second one, with COMMANDS=folder.
.PHONY: release-check release-files
release-check: build package setup-node setup-release tests/release/node_modules/.package-lock.json ## Do all of a release on this machine but the uploads
	node scripts/release-check.mjs

release-files:
	node scripts/release/assemble.mjs "$(COMMANDS)"

.PHONY: clean
clean: ## Remove what was built here (the tools stay in the cache)
	rm -rf target dist bench/*/node_modules tests/*/node_modules
