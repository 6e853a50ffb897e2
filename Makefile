# `make help` lists the targets.
CARGO ?= cargo

.PHONY: help features run check unit acceptance display-test display-images bite ratings bench corpus lint fuzz
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the program and start a session
	$(CARGO) run --release

check: unit acceptance display-test ## pass all tests

unit: ## test the rooms from inside, and the examples in the documentation
	$(CARGO) test --lib --bins
	$(CARGO) test --doc

# Uses the program that the tests have built, as 'cargo run' would build it with other features.
acceptance: ## test the program and the public interface from outside
	$(CARGO) test --test '*' --examples
	"$${CARGO_TARGET_DIR:-target}"/debug/ataxx test scenarios

display-test: ## test the page of --display in a browser, where chromium and chromedriver are
	CARGO="$(CARGO)" tests/display/run

display-images: ## draw the pictures of the page in docs/images anew
	ATAXX_IMAGES="$(CURDIR)/docs/images" $(CARGO) test --test display page::pictures -- --ignored

bite: ## break the session in each way there is, and see that a scenario notices
	$(CARGO) build --bin ataxx
	"$${CARGO_TARGET_DIR:-target}"/debug/ataxx test scenarios --tag "not slow" --faults

ratings: ## compare the statistics of matches with simulated ones
	$(CARGO) test --lib stats::simulation::tables -- --ignored --nocapture

bench: ## measure speed
	$(CARGO) bench --bench perft --bench solver --bench search

corpus: ## measure the solver on the whole corpus, which takes an hour
	$(CARGO) bench --bench solver_corpus

FEATURES = rayon render serde stats storage svg presentation solver engine session opponents tester arena puzzles train display cli
features: ## check that the library builds with no feature and with each one alone
	$(CARGO) clippy --no-default-features -- -D warnings
	for feature in $(FEATURES); do \
		$(CARGO) clippy --no-default-features --features $$feature -- -D warnings || exit 1; \
	done

lint: ## formatting, clippy and documentation, warnings being errors
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps

# A target of fuzz/, and for how many seconds.
TARGET ?= session
SECONDS ?= 600
fuzz: ## fuzz TARGET for SECONDS (needs a nightly toolchain and cargo-fuzz)
	mkdir -p fuzz/corpus/$(TARGET)
	$(CARGO) +nightly fuzz run -s none $(TARGET) fuzz/corpus/$(TARGET) fuzz/seeds/$(TARGET) -- \
		-dict=fuzz/dictionaries/$(TARGET).dict -max_total_time=$(SECONDS)
