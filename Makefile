# Every target brings in what it needs (scripts/setup.sh), which takes no time once it is there.
# This file only says what depends on what; whatever takes more than a line is in scripts/.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Every shell that make starts reads this file, and so finds the tools that setup.sh brought in.
# The first time it is not there yet, which bash does not mind.
export BASH_ENV := $(or $(KINDEX_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/kindex)/env.sh

# Says how long a command took. scripts/progress.sh finds what there is to do by these words.
STEP := @scripts/step.sh

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

# ---- what the rest needs ------------------------------------------------------------------------

SETUPS := $(addprefix setup-,rust narrow bare strace wasm node node22 browser engines generators python python-docs python-library databases)

# Only one target needs each of these.
SETUPS_ASIDE := $(addprefix setup-,python-bench static release vectors fuzz supply coverage mutants miri spark)

.PHONY: setup $(SETUPS) $(SETUPS_ASIDE)
setup: $(SETUPS) ## Bring in all tools that make full needs: Rust, wasm-pack, node modules, browsers, Python, generators, databases

$(SETUPS) $(SETUPS_ASIDE): setup-%:
	$(STEP) "tools: $*" scripts/setup.sh $*

# One set-up waits for another. The quick ones come first.
setup-node: | setup-rust
setup-wasm: | setup-node

# Modules that only one task needs are installed for that task alone, in the folder that asks for
# them. Not npm ci: it wants programs of all platforms in the lock file, which npm itself leaves
# out.
%/node_modules/.package-lock.json: %/package-lock.json | setup-node
	$(STEP) "modules: $*" npm install --no-save --prefix $* --ignore-scripts --no-audit --no-fund --silent
	@touch $@

modules = $(foreach name,$1,$(name)/node_modules/.package-lock.json)

# The engines that Kindex is compared with.
PEERS := $(call modules,bench/engines)

# ---- building -----------------------------------------------------------------------------------

.PHONY: build install package command programs
# The command has the search field in it, of the package (scripts/field.mjs). One that is made in the
# same run comes first. Where there is none, a command for use has one made.
for = $(if $(filter $2,$(MAKECMDGOALS)),dist/.packaged-$1)
PACKAGED := $(strip $(filter dist/.packaged-%,$(MAKECMDGOALS)) \
	$(call for,test,tested check-crash check-nextjs check-fuzz) \
	$(call for,pages,tested-fully package site check-determinism) \
	$(call for,release,check-soak release-check release-files measure-%))
FIELD := $(or $(PACKAGED),$(if $(wildcard dist/.packaged-release),dist/.packaged-release,dist/.packaged-pages))

build: setup-rust | $(FIELD) ## Build the command as it is released (target/release/kindex)
	scripts/build-command.sh

install: setup-rust | $(FIELD) ## Install the command as kindex (into ~/.cargo/bin, as cargo does)
	cargo install --locked --path crates/cli

# The command of the demo and the tests: target/debug/kindex. It has the features of the workspace, so
# that the tests in Rust take the core from here.
command: setup-rust | $(PACKAGED)
	@[ ! -e dist/npm/package.json ] || node scripts/field.mjs
	$(STEP) "the command" cargo build --quiet --locked --workspace --bin kindex

# The command too, as tests call it.
programs: setup-rust | $(PACKAGED)
	$(STEP) "the tests in Rust" cargo test --quiet --locked --workspace --no-run

# The Python package, as tests import it: target/python.
.PHONY: python-package
python-package: command setup-python-library
	$(STEP) "the Python package" "$$KINDEX_PYTHON_LIBRARY/python" scripts/python-package.py

WASM_SOURCES := Cargo.toml Cargo.lock package-lock.json scripts/build-wasm.sh scripts/rustflags.sh \
	$(wildcard crates/*/Cargo.toml) $(shell find src $(patsubst %,crates/%/src,text conversations extract wasm) -type f)

wasm = $(foreach name,$2,target/wasm/$1/$(name)/$(name)_bg.wasm)

# Set-up comes before, but is no reason to build anew.
target/wasm/%_bg.wasm: $(WASM_SOURCES) | setup-wasm setup-node
	$(STEP) "engine: $(notdir $*)" scripts/build-wasm.sh $(subst /, ,$(patsubst %/,%,$(dir $*)))

PAGES := page several explore

# With folders, as those change when a file goes.
PACKAGE_SOURCES := package-lock.json pkg.json README.md $(wildcard LICENSE-*) Cargo.toml \
	crates/mcp/src/interface.json crates/mcp/src/skill.json \
	$(wildcard scripts/*.mjs scripts/package.sh scripts/release/*.mjs) $(shell find js)

# dist/npm has the engines of one level (scripts/package.mjs), which the file's name says.
dist/.packaged-%: $(PACKAGE_SOURCES) | setup-node
	$(STEP) "the package" scripts/package.sh $*

dist/.packaged-demo: $(call wasm,quick,$(PAGES))
dist/.packaged-test: $(call wasm,quick,$(PAGES) texts full)
dist/.packaged-pages: $(call wasm,small,$(PAGES) texts) $(call wasm,quick,full)
dist/.packaged-release: $(call wasm,small,$(PAGES) texts full)

package: dist/.packaged-pages ## Build and pack the npm package (dist/npm, dist/kindex.tgz)

# ---- trying it ----------------------------------------------------------------------------------

# DOCS and PORT, when given, are in the script's environment.
.PHONY: demo site
demo: ## Build what a search page needs, and serve one (DOCS=folder to search besides, PORT=number)
	@scripts/progress.sh command dist/.packaged-demo
	@scripts/demo.sh

# BASE, SITE, ADDRESS and DATA, when given, are in the script's environment.
site: build package $(call modules,tests/vitepress) ## Build the site of Kindex into target/site (BASE=/path/, SITE=folder, ADDRESS=address)
	node site/build.mjs

# ---- testing ------------------------------------------------------------------------------------

.PHONY: quick test full check
quick: setup-rust setup-node $(foreach name,$(PAGES) texts full,$(if $(wildcard target/wasm/quick/$(name)),,$(call wasm,quick,$(name)))) ## Test what one changed line breaks most often, in a minute: format, lints, the core, JavaScript with the last built engines
	@scripts/test.sh quick

TESTED := $(call modules,$(addprefix tests/,bundlers mcp vitepress))

test: ## Test what a change can break by itself: Rust, the package in Node, the search box in Chromium, one plugin, the Worker, MCP, documents
	@scripts/progress.sh tested
	@scripts/test.sh test

# The frameworks, bundlers, generators, runtimes and clients that the package is tested with.
TESTED_FULLY := $(call modules,$(addprefix tests/,frameworks docusaurus eleventy starlight astro5 vitepress2 generators python worker databases release))

full: test ## Test everything, as CI does: also three browsers, all generators and bundlers, crashes, 32 bits, sizes
	@scripts/progress.sh tested-fully
	@scripts/test.sh full

# What make test and make full need.
.PHONY: tested tested-fully
tested: programs dist/.packaged-test setup-strace setup-browser $(TESTED)
tested-fully: setup package python-package $(TESTED_FULLY)

# What takes too long for each run of the tests. Variables, when given, are in the scripts' environment.
CHECKS := crash determinism nextjs fuzz soak supply coverage mutants miri spark
check: ## Run one long check before a release (CHECK=crash, determinism, nextjs, fuzz, soak, supply, coverage, mutants, miri, spark)
	@$(if $(filter $(CHECK),$(CHECKS)),,echo "make: say which check, with CHECK= one of: $(CHECKS)" >&2; exit 2)
	@$(MAKE) check-$(CHECK)

.PHONY: $(addprefix check-,$(CHECKS))
check-crash: command dist/.packaged-test setup-strace
	cargo test --locked -p kindex-cli --test cli crash -- --include-ignored --nocapture --test-threads=2
	CALLS=all node --test --test-name-pattern=killed tests/js/crash-inject.test.mjs

# With SITES the tests build whole sites in all ways, which needs the optimised command.
check-determinism: build package
	SITES=rust-book,mdn-en KINDEX_COMMAND=target/release/kindex node --test tests/js/determinism.test.mjs

check-nextjs: command dist/.packaged-test setup-browser $(call modules,tests/bundlers tests/nextjs)
	node --test tests/browser/nextjs.test.mjs

# Not in the environment: for bash SECONDS is a clock.
unexport SECONDS

check-fuzz: command dist/.packaged-test setup-fuzz
	scripts/fuzz.sh run $(or $(SECONDS),60) $(TARGETS)
	node fuzz/differential.mjs $(or $(SECONDS),60)

check-soak: build dist/.packaged-release
	node bench/soak/soak.mjs

check-supply: package setup-supply
	node scripts/supply.mjs

check-coverage: setup-coverage
	node scripts/coverage.mjs

check-mutants: setup-mutants
	node scripts/mutants.mjs

check-miri: setup-miri
	scripts/miri.sh

check-spark: command setup-spark
	node --test tests/js/spark.test.mjs

# ---- measuring ----------------------------------------------------------------------------------

# DATA, SITES and PARTS, when given, are in the scripts' environment. All of them write BENCHMARKS.md.
# Figures are those of the engines that are released.
MEASURED := build dist/.packaged-release
MEASURES := speed first-answer changes phrases typing lighthouse agents tokens load relevance vectors manuals python
# What agents read is no part of what is measured of a site, but may be asked for as one.
MEASURED_NOW = $(or $(WHAT),$(if $(filter agents,$(PARTS)),tokens,speed))
.PHONY: bench eval $(addprefix measure-,$(MEASURES))
bench: ## Measure on real documentation, beside other engines, and write BENCHMARKS.md (WHAT=speed, first-answer, changes, phrases, typing, lighthouse, agents, tokens, load, relevance, vectors, manuals, python; DATA=folder, SITES=names, PARTS=names)
	@$(if $(filter $(MEASURED_NOW),$(MEASURES)),,echo "make: say what to measure, with WHAT= one of: $(MEASURES)" >&2; exit 2)
	@$(MAKE) measure-$(MEASURED_NOW)

eval: measure-relevance ## Measure how good search is, beside others: make bench WHAT=relevance

measure-speed: $(MEASURED) setup-browser $(PEERS)
	node bench/speed/bench.mjs

measure-first-answer: $(MEASURED) setup-browser $(PEERS)
	node bench/speed/first-answer.mjs

measure-changes: $(MEASURED) $(PEERS)
	node bench/speed/changes.mjs

measure-phrases: $(MEASURED)
	node bench/speed/phrases.mjs

measure-typing: $(MEASURED) setup-browser $(PEERS) $(call modules,bench/fields)
	node bench/fields/typing.mjs

measure-lighthouse: $(MEASURED) setup-browser $(call modules,tests/vitepress bench/lighthouse)
	node bench/lighthouse/lighthouse.mjs

measure-tokens: $(MEASURED) $(PEERS) $(call modules,bench/agents)
	node bench/agents/tokens.mjs

measure-agents: command dist/.packaged-test setup-node22 setup-python-docs $(call modules,tests/vitepress tests/docusaurus tests/starlight tests/eleventy bench/agents)
	node bench/agents/afdocs.mjs

measure-load: $(MEASURED) $(PEERS) $(call modules,tests/worker)
	node bench/load/load.mjs

measure-relevance: $(MEASURED) $(PEERS)
	node bench/relevance/eval.mjs

measure-vectors: $(MEASURED) setup-vectors
	node bench/relevance/vectors.mjs

measure-manuals: build $(PEERS)
	node bench/relevance/manuals.mjs

# With the module as it is released.
measure-python: setup-rust setup-python-bench
	PROFILE=release "$$KINDEX_PYTHON_BENCH/python" scripts/python-package.py
	node bench/python/python.mjs

# ---- releasing ----------------------------------------------------------------------------------

# .github/workflows/release.yml runs the second one, with COMMANDS=folder.
.PHONY: release-check release-files
release-check: command dist/.packaged-release setup-node22 setup-browser setup-static setup-release $(call modules,tests/bundlers tests/release) ## Do all of a release on this machine but the uploads
	node scripts/tests.mjs release
	node scripts/release-check.mjs

release-files: command dist/.packaged-release setup-node22 setup-browser setup-release $(call modules,tests/bundlers)
	node scripts/tests.mjs release
	node scripts/release/assemble.mjs "$(COMMANDS)"

.PHONY: clean
clean: ## Remove what was built here (the tools stay in the cache)
	rm -rf target dist bench/*/node_modules tests/*/node_modules
