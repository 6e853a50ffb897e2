# `make help` lists the targets.
CARGO ?= cargo

.PHONY: play play-tools site site-test help features packages api api-keep run install install-files uninstall dist dist-test release image python-test instructions docs check check-long check-more unit acceptance display-test display-images bite ratings bench truth lint sanitize machines toolchains systems wine tools fuzz fuzz-all fuzz-short fuzz-kept fuzz-keep
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the program and start a session
	$(CARGO) run --release --bin ataxx

# `make install PREFIX=$HOME/.local` installs for one user; packages set DESTDIR, too.
PREFIX ?= /usr/local
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
MAN = $(SHARE)/man/man1
BASH = $(SHARE)/bash-completion/completions
ZSH = $(SHARE)/zsh/site-functions
FISH = $(SHARE)/fish/vendor_completions.d
install: ## install the program, manual pages and completions below PREFIX (/usr/local)
	$(CARGO) build --release --locked --bin ataxx
	$(MAKE) --no-print-directory install-files

PROGRAM = $${CARGO_TARGET_DIR:-target}/release/ataxx
# Runs on this machine.
SPEAKER = $(BIN)/ataxx
install-files:
	install -d "$(BIN)" "$(MAN)" "$(BASH)" "$(ZSH)" "$(FISH)"
	install "$(PROGRAM)" "$(BIN)"
	"$(SPEAKER)" man --write "$(MAN)"
	"$(SPEAKER)" completions bash > "$(BASH)"/ataxx
	"$(SPEAKER)" completions zsh > "$(ZSH)"/_ataxx
	"$(SPEAKER)" completions fish > "$(FISH)"/ataxx.fish

uninstall: ## remove what `make install` has installed
	rm -f "$(BIN)"/ataxx "$(MAN)"/ataxx.1 "$(MAN)"/ataxx-*.1
	rm -f "$(BASH)"/ataxx "$(ZSH)"/_ataxx "$(FISH)"/ataxx.fish

dist: ## build one static program for any Linux, in an archive with all that `make install` installs
	CARGO="$(CARGO)" dist/build

dist-test: dist ## run that program in an empty root, and as a wheel in a new environment of Python
	CARGO="$(CARGO)" dist/try

release: ## build all that a release has in target/dist; VERSION=1.2.3 makes that version of it first
	CARGO="$(CARGO)" dist/release $(VERSION)

image: ## build an image with the static program alone, from the archive of `make dist`
	dist/image

# `make dist-test` does the same with the wheel.
python-test: ## build the module of Python in a new environment and test it
	CARGO="$(CARGO)" python/test

instructions: dist ## compare the instructions that a few commands take with pinned counts (needs valgrind)
	benches/instructions "$${CARGO_TARGET_DIR:-target}/$$(rustc -vV | sed -n 's/^host: //p')/release/ataxx"

# The pages keep their places, so that links between them work on the site as in the repository.
SITE_SOURCE = target/site-source
# What pages link to outside docs.
SITE_FILES = README.md action.yml dist/Containerfile dist/kubernetes.yaml CHANGELOG.md CONTRIBUTING.md crates/arena/README.md crates/console/README.md crates/core/README.md crates/opponents/README.md crates/page/README.md crates/session/README.md crates/storage/README.md crates/tables/README.md crates/testing/README.md crates/training/README.md crates/web/README.md proofs/README.md LICENSE-APACHE LICENSE-MIT crates/core/examples/check_certificate.rs crates/tables/examples/probes.rs crates/testing/src/scenario/suites/uai.yaml
MDBOOK = $(or $(shell command -v mdbook),target/tools/bin/mdbook)
target/tools/bin/mdbook:
	$(CARGO) install mdbook --locked --root target/tools

docs: $(MDBOOK) ## build the documentation as a site with a search, in target/site
	rm -rf $(SITE_SOURCE)
	for file in $(SITE_FILES); do \
		mkdir -p "$(SITE_SOURCE)/$$(dirname $$file)" && \
		cp $$file "$(SITE_SOURCE)/$$file" || exit 1; \
	done
	cp -r docs $(SITE_SOURCE)
	sed -e 's,](,](docs/,' -e 's,](docs/\.\./,](,' docs/SUMMARY.md > $(SITE_SOURCE)/SUMMARY.md
	rm $(SITE_SOURCE)/docs/SUMMARY.md
	$(MDBOOK) build

# The page as static files: docs/PLAYERS.md. The tool must have the version of the library.
PLAY = target/site/play
WASM = $${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/web/ataxx_web.wasm
site: docs play ## build the documentation and the page as a folder of static files, target/site
play play-tools: export PATH := $(CURDIR)/target/tools/bin:$(PATH)
play-tools:
	! command -v rustup >/dev/null || rustup target add wasm32-unknown-unknown
	[ -d "$$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]
	version=$$($(CARGO) pkgid wasm-bindgen | sed 's/.*[#@]//'); wasm-bindgen --version 2>/dev/null | grep -qF "$$version" || \
		CARGO_PROFILE_DEV_DEBUG=0 $(CARGO) install wasm-bindgen-cli --version "$$version" --debug --root target/tools
play: play-tools
	RUSTFLAGS='-C target-feature=+simd128' $(CARGO) build -p ataxx-web --lib --target wasm32-unknown-unknown --profile web
	rm -rf $(PLAY) && mkdir -p $(PLAY)
	wasm-bindgen --target no-modules --no-typescript --out-name ataxx --out-dir $(PLAY) "$(WASM)"
	$(CARGO) run -q -p ataxx-web --example site -- $(PLAY)

check: announce unit acceptance display-test ## pass all tests but the longest

.PHONY: announce
announce:
	@echo "make check: unit tests, tests of the program from outside, all scenarios, the page in a browser."
	@echo "About twelve minutes on two cores, four of them the first build."
	@command -v python3 >/dev/null || echo "SKIPPED: without python3, the programs and the checker written in it are not run"
	@command -v chromedriver >/dev/null || echo "SKIPPED: without chromium and chromedriver, the page is not tested in a browser"

check-long: ## pass the tests that take long to build or up to minutes each
	$(CARGO) test --test commands --test library --test programs --test certificates -- --ignored
	$(CARGO) test --lib -- --ignored explore::generate suites::tests::fairness
	$(CARGO) test -p ataxx-schemas
	$(CARGO) test -p ataxx-models

check-more: ## pass tests of `make check` with more cases, boards and positions
	PROPTEST_CASES=1024 $(CARGO) test --test commands --test library --test programs -- properties
	ATAXX_ALL_CASES=1 $(CARGO) test --test solver
	$(CARGO) test -p ataxx-tables --lib -- --ignored --skip of_3x5

unit: ## test the rooms from inside, and the examples in the documentation
	$(CARGO) test --lib
	$(CARGO) test --doc

# Many of these wait for other programs.
acceptance: ## test the program and the public interface from outside
	RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((2 * $$(getconf _NPROCESSORS_ONLN)))} \
		$(CARGO) test --test '*' --examples

display-test: ## test the page of --display in a browser, where chromium and chromedriver are
	CARGO="$(CARGO)" tests/display/run

SITE_BROWSERS = chromium firefox
site-test: ## test the page as static files in a browser, where they can be built and chromium and chromedriver are
	$(CARGO) test -p ataxx-web --lib
	if $(MAKE) play-tools; then \
		$(MAKE) play && ATAXX_PAGE=site BROWSERS="$(SITE_BROWSERS)" CARGO="$(CARGO)" tests/display/run; \
	else \
		echo "*** SKIPPED: what builds WebAssembly cannot be had here" >&2; \
	fi

display-images: ## draw the pictures of the page in docs/images anew
	ATAXX_IMAGES="$(CURDIR)/docs/images" $(CARGO) test --test display served::pictures -- --ignored

bite: ## break the session in each way there is, and see that a scenario notices
	$(CARGO) build --bin ataxx
	"$${CARGO_TARGET_DIR:-target}"/debug/ataxx audit scenarios --tag "not slow" --faults

ratings: ## compare the statistics of matches with simulated ones
	$(CARGO) test --lib stats::simulation::tables -- --ignored --nocapture

bench: ## measure speed
	$(CARGO) bench -p ataxx-benches --bench perft --bench solver --bench search

# The boards of docs/ANALYSTS.md that are solved.
BOARDS = 3x3 3x4 3x5 4x4 4x5
# Those whose every position is settled in minutes, and checked in an hour.
LAYERS = 3x4 3x5 3x6 4x4 4x5
truth: ## solve the boards of docs/ANALYSTS.md and the corpus anew, check each certificate twice, and the corpus with the proved checker, too
	$(CARGO) test -p ataxx-tables --lib -- --ignored of_3x5
	$(CARGO) build --release --bin ataxx
	set -e; ataxx="$${CARGO_TARGET_DIR:-target}"/release/ataxx; proof=$$(mktemp); tables=$$(mktemp -d); \
	trap 'rm -rf "$$proof" "$$tables"' EXIT; \
	for board in $(BOARDS); do for rules in 2022 uai; do \
		echo "$$board, rules $$rules"; \
		"$$ataxx" solve --board $$board --rules $$rules --exact --certificate "$$proof" --certify-distance; \
		"$$ataxx" verify "$$proof"; \
		python3 docs/verify.py "$$proof"; \
	done; done; \
	for board in $(LAYERS); do for rules in 2022 uai; do \
		"$$ataxx" tables build $$board --rules $$rules --threads 2 --hash 1000 --folder "$$tables"; \
	done; done; \
	"$$ataxx" tables verify "$$tables" --threads 2; rm -r "$$tables"/*; \
	for rules in 2022 uai; do \
		"$$ataxx" tables build 3x7 --rules $$rules --threads 2 --hash 1000 --folder "$$tables"; \
	done; \
	"$$ataxx" tables verify "$$tables" --sample 100000; \
	python3 docs/corpus/values.py "$$ataxx"; \
	rm -r "$$tables"/*; \
	python3 docs/corpus/certificates.py "$$ataxx" "$$tables" | diff docs/corpus/certificates.sha256 -; \
	if command -v coqc >/dev/null && command -v ocamlopt >/dev/null; then \
		$(MAKE) -C proofs test compare; \
		$(MAKE) --silent -C proofs check FILES="$$tables/*"; \
	else \
		echo "*** SKIPPED: without Coq and OCaml, the proved checker is not run on the corpus" >&2; \
	fi

FEATURES = engine network rayon render serde svg
features: ## check that the core builds with no feature and with each one alone, and the program without the page
	$(CARGO) clippy -p ataxx-core --no-default-features -- -D warnings
	for feature in $(FEATURES); do \
		$(CARGO) clippy -p ataxx-core --no-default-features --features $$feature -- -D warnings || exit 1; \
	done
	$(CARGO) clippy -p ataxx-toolkit --no-default-features -- -D warnings

LIBRARIES = arena console core opponents page session storage tables testing
packages: ## check that the libraries build as packages, without the rest of the repository
	$(CARGO) package --quiet --allow-dirty $(VERIFY) $(LIBRARIES:%=-p ataxx-%)

# The JSON of rustdoc is not yet for everybody; the compiler of every toolchain has it.
API = RUSTC_BOOTSTRAP=1 $(CARGO) rustdoc -q -p ataxx-core --lib -- -Zunstable-options --output-format json && \
	crates/core/tests/api "$${CARGO_TARGET_DIR:-target}"/doc/ataxx_core.json
api: ## compare the public interface of the core with crates/core/api.txt
	$(API) | diff crates/core/api.txt - || \
		{ echo "the interface has changed: 'make api-keep' keeps it so, and CHANGELOG.md says what changes for users"; exit 1; }

api-keep: ## keep the public interface of the core as it is now
	$(API) > crates/core/api.txt

SANITIZERS = address thread miri
sanitize: ## test unsafe code and lock-free tables with AddressSanitizer, ThreadSanitizer and Miri
	CARGO="$(CARGO)" crates/core/tests/sanitize $(SANITIZERS)

machines: ## test the core as other machines run it: 32 bits, ARM, big-endian (needs QEMU and linkers)
	CARGO="$(CARGO)" crates/core/tests/machines

# The library and the program are type-checked there, not run. No dependency needs a C compiler.
OLDEST = $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
OTHER_SYSTEMS = x86_64-pc-windows-gnu aarch64-apple-darwin
toolchains: ## get the oldest Rust that Cargo.toml promises, and the libraries of other systems, with rustup
	@command -v rustup >/dev/null || echo "*** SKIPPED: there is no rustup" >&2
	-command -v rustup >/dev/null && rustup toolchain install $(OLDEST) --profile minimal
	-command -v rustup >/dev/null && for target in $(OTHER_SYSTEMS) wasm32-unknown-unknown; do rustup target add $$target; done

systems: ## check the program with the oldest Rust, for Windows and for macOS, as far as `make toolchains` got them
	@if rustup run $(OLDEST) rustc --version 2>/dev/null; then \
		$(CARGO) +$(OLDEST) check || exit 1; \
	else \
		echo "*** SKIPPED: Rust $(OLDEST) is not here, so that rust-version is not checked" >&2; \
	fi; \
	for target in $(OTHER_SYSTEMS); do \
		if test -d "$$(rustc --print sysroot)/lib/rustlib/$$target/lib"; then \
			RUSTFLAGS="-D warnings" $(CARGO) check --target $$target || exit 1; \
		else \
			echo "*** SKIPPED: the standard library for $$target is not here" >&2; \
		fi; \
	done

wine: ## run the program for Windows under Wine, where wine and the linker of MinGW are
	CARGO="$(CARGO)" tests/wine/run

lint: ## formatting, clippy and documentation, warnings being errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --exclude ataxx-fuzz --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps --workspace --exclude ataxx-fuzz --exclude ataxx-python

# A target of fuzz/, and for how many seconds.
TARGET ?= session
SECONDS ?= 600
# What the tests of the page in Firefox and the fuzz targets use.
TOOLS = geckodriver cargo-fuzz
tools: ## install tools from crates.io in target/tools, built as fast as can be, where they can be had
	for tool in $(TOOLS); do \
		command -v $$tool >/dev/null || \
		CARGO_PROFILE_DEV_DEBUG=0 $(CARGO) install $$tool --debug --locked --root target/tools || \
		echo "*** SKIPPED: there is no $$tool" >&2; \
	done

fuzz fuzz-all fuzz-short tools: export PATH := $(CURDIR)/target/tools/bin:$(PATH)
# The instrumentation is not yet for everybody; the compiler of every toolchain has it.
fuzz: ## fuzz TARGET for SECONDS (needs cargo-fuzz and a C++ compiler)
	mkdir -p fuzz/corpus/$(TARGET)
	FUZZ_TARGET=$(TARGET) RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run -s address --no-trace-compares any fuzz/corpus/$(TARGET) fuzz/seeds/$(TARGET) -- \
		-dict=fuzz/dictionaries/$(TARGET).dict -max_total_time=$(SECONDS)

fuzz-all: ## fuzz every target for SECONDS, two at a time
	fuzz/all $(SECONDS)

# With AddressSanitizer and optimised code the build would take 13 minutes more of a processor.
fuzz-short: ## fuzz every target for a minute, the kept corpus first (needs cargo-fuzz and a C++ compiler)
	CARGO_PROFILE_RELEASE_OPT_LEVEL=0 SANITIZER=none JOBS=1 fuzz/all 60

fuzz-kept: ## run the fuzz targets on all inputs that are kept, without a fuzzer
	@if ! command -v c++ >/dev/null; then \
		echo "*** SKIPPED: without a C++ compiler, the fuzz targets are not built" >&2; \
	else \
		set -e; corpus=$$(mktemp -d); trap 'rm -rf "$$corpus"' EXIT; \
		tar -xzf fuzz/corpus.tar.gz -C "$$corpus"; \
		ATAXX_CORPUS="$$corpus" $(CARGO) test --locked -p ataxx-fuzz; \
	fi

fuzz-keep: ## make the kept corpus anew of all that was found here
	fuzz/keep
