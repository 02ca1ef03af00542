# The commands of the project. `make demo` and `make test` need only git, make and a Swift toolchain; missing system
# packages are installed.

SHELL := /bin/bash
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# Debug builds optimise the loops over pixels, see Package.swift; a test run takes half of the time.
export CARDSHOT_FAST_DEBUG := 1
# Build options of every release:
# - No debug information, since releases are not debugged.
# - The integrated driver compiles modules in parallel: a module needs only the declarations of the modules below it.
#   Cross-module optimisation is off, because it would prevent this.
# - File names are arguments, however many there are. Lists of files would be in temporary folders with random names, so each
#   command would differ from the previous one, and the next `make` would compile everything again.
# - Type metadata comes from accessor functions. Looking it up by mangled name is slow at start.
# - The Swift libraries are linked statically.
# - The program exports no symbols, because no library needs them, and has no local rpath, because no library is next to it.
RELEASE = -c release --static-swift-stdlib -debug-info-format none --use-integrated-swift-driver -Xswiftc -disable-cmo \
	-Xswiftc -driver-filelist-threshold -Xswiftc 1000000 \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xlinker -L$(shell Scripts/linked-in.sh) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xlinker --no-export-dynamic --disable-local-rpath
# The program without the Swift API for writing decks.
PROGRAM = CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --product cardshot -j $(JOBS)

# Libraries that the program links, and tools that the tests use to check its output. Package.swift also lists the libraries,
# for packages that depend on it.
PACKAGES := pkg-config libcairo2-dev libpango1.0-dev libfreetype-dev libfontconfig-dev libharfbuzz-dev \
	libdeflate-dev libisal-dev libpng-dev zlib1g-dev libturbojpeg0-dev libwebp-dev libgif-dev librsvg2-dev libsqlite3-dev \
	libzint-dev libcmark-dev liblcms2-dev \
	librsvg2-bin poppler-utils python3 python3-jsonschema python3-pil
# What the tests ask for besides: a browser that opens the report of goldens, a strict reader of PDF documents, a reader
# of bar codes, the program that makes videos, a library that writes numbers and dates, a compiler of TypeScript.
TEST_PACKAGES := chromium qpdf zxing-cpp-tools ffmpeg python3-babel node-typescript

.PHONY: demo build test install dist dist-smoke dist-again other-release same-bytes python python-test record lint format asan tsan \
	serve serve-test fuzz fuzz-build long-life clean packages docs docc example bench bench-against example-tests limits templates api api-check engines small help

help: ## Lists the targets with a description.
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	  while IFS=$$'\t' read -r name words; do printf '%-14s %s\n' "$$name" "$$words"; done

demo: packages ## Builds a release and renders the examples to out/.
	@$(PROGRAM)
	@mkdir -p out
	@cardshot="$$(swift build $(RELEASE) --show-bin-path)/cardshot"; \
	for deck in Examples/*.json Examples/cardparts/*.json Examples/sheet/*.json Examples/swipe/*.json; do \
	  name=$$(basename "$$deck" .json); \
	  for kind in png svg; do \
	    "$$cardshot" "$$deck" -o "out/$$name.$$kind" --quiet && echo "out/$$name.$$kind"; \
	  done || exit; \
	done

build: packages ## Builds everything in debug mode.
	@swift build -j $(JOBS)

test: PACKAGES += $(TEST_PACKAGES)
test: packages lint ## Checks the format, builds, and runs all tests.
	@swift build --build-tests -j $(JOBS)
	@swift test --skip-build

# Programs with sockets are a package of their own, so that the drawing program has none. They are put next to it.
SERVER := --package-path Server --scratch-path .build-server -j $(JOBS)

serve: packages ## Builds the studio ('cardshot watch --open') and the service ('cardshot serve') next to the release of cardshot.
	@$(PROGRAM)
	@for name in cardshot-studio cardshot-serve; do \
	  swift build $(SERVER) -c release --static-swift-stdlib --product $$name || exit 1; done
	@built="$$(swift build $(SERVER) -c release --show-bin-path)"; bin="$$(swift build $(RELEASE) --show-bin-path)"; \
	rm -f "$$bin/cardshot-studio" "$$bin/cardshot-serve" && \
	cp "$$built/cardshot-studio" "$$built/cardshot-serve" "$$bin/" && rm -rf "$$bin/cardshot-server_Studio.resources" && \
	cp -r "$$built/cardshot-server_Studio.resources" "$$bin/" && echo "$$bin/cardshot-serve"

serve-test: PACKAGES += chromium python3-venv
serve-test: packages ## Tests the studio and the service with real sockets and a browser.
	@swift build --product cardshot -j $(JOBS)
	@swift test $(SERVER)
	@test -x .build-server/schemathesis/bin/schemathesis || { python3 -m venv .build-server/schemathesis && \
	  .build-server/schemathesis/bin/pip install --quiet 'schemathesis>=4,<5'; } || echo "schemathesis is not available" >&2
	@python3 -B Server/Tests/ServeTests/run.py

# Packages that the engines need and pip does not install.
ENGINE_PACKAGES := default-jre-headless parallel procps python3-venv

engines: PACKAGES += $(ENGINE_PACKAGES)
engines: packages ## Renders a table of rows on distributed engines and compares the pictures with a run on one machine; CARDSHOT= sets the program.
ifndef CARDSHOT
	@$(PROGRAM)
endif
	@Scripts/engines.sh "$(or $(CARDSHOT),$$(swift build $(RELEASE) --show-bin-path)/cardshot)"

record: packages ## Records goldens again: make record NAME=parts/text. Look at them before you commit them.
	@test -n "$(NAME)" || { echo "make record needs NAME=, a part of the goldens' path, or NAME=all"; exit 64; }
	@CARDSHOT_RECORD=all $(if $(filter-out all,$(NAME)),CARDSHOT_RECORD_NAME="$(NAME)") swift test --filter GoldenTests

docs: packages ## Regenerates the generated pages of Docs/ and the tables of README.md.
	@CARDSHOT_RECORD_DOCS=1 swift test --filter 'Generated(Docs|Swift)Tests'

# The packages of Examples use the project's build folder, so its modules are not built again. For this, all debug builds
# need the same options.
example: packages ## Builds the package Examples/swift and renders its cards to out/swift.
	@mkdir -p out/swift
	@swift run --package-path Examples/swift --scratch-path .build -j $(JOBS) SwiftCards out/swift

example-tests: packages ## Builds the packages Examples/swift-tests and Examples/swift-parts and runs their tests; records inline goldens in a copy.
	@swift test --package-path Examples/swift-tests --scratch-path .build -j $(JOBS)
	@swift test --package-path Examples/swift-parts --scratch-path .build -j $(JOBS)
	@python3 Scripts/inline_goldens.py .build $(JOBS)

# Without the optimised loops of the tests, which take longer to compile than everything else.
small: packages ## Builds the libraries without package traits, and checks what such a build draws and reports.
	@CARDSHOT_FAST_DEBUG= swift run --package-path Examples/swift-small --scratch-path .build-small -j $(JOBS) Small

# Uses the modules built for the tests, so nothing is built twice.
api: packages ## Writes the public API of the libraries to API/. Look at the differences before you commit them.
	@swift build -j $(JOBS)
	@python3 Scripts/api.py write "$$(swift build --show-bin-path)/Modules"

api-check: packages ## Fails if the public API differs from API/.
	@swift build -j $(JOBS)
	@python3 Scripts/api.py check "$$(swift build --show-bin-path)/Modules"

docc: packages ## Compiles the reference of each library to out/, such as out/CardParts.doccarchive.
	@swift build --target CardTesting -j $(JOBS)
	@rm -rf .build/docc && mkdir -p out
	@modules="$$(swift build --show-bin-path)/Modules"; \
	headers=$$(pkg-config --cflags-only-I pango | sed 's/-I/-Xcc -I/g'); \
	for module in CardParts CardRaster CardTesting; do \
	  symbols=".build/docc/$$module"; reexported=; \
	  if [ "$$module" = CardParts ]; then reexported=-experimental-allowed-reexported-modules=CardModel; fi; \
	  mkdir -p "$$symbols" && \
	  swift symbolgraph-extract -module-name "$$module" -target "$$(uname -m)-unknown-linux-gnu" \
	    -I "$$modules" -I Sources/CCairo $$headers -minimum-access-level public -skip-synthesized-members \
	    $$reexported \
	    -output-dir "$$symbols" && \
	  docc convert "Sources/$$module/$$module.docc" --additional-symbol-graph-dir "$$symbols" \
	    --warnings-as-errors --fallback-bundle-identifier "cardshot.$$module" \
	    --output-path "out/$$module.doccarchive" && \
	  echo "out/$$module.doccarchive" || exit; \
	done

# /usr/bin/python3 is Debian's Python, for which Pillow is installed; another Python may come first on the PATH.
bench: packages ## Runs the benchmarks and writes Docs/benchmarks.md, about 5 minutes; PEERS=1 adds other programs, about 9 minutes; DISTRIBUTION= adds the start of a packaged program.
	@CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --package-path Benchmarks --scratch-path .build-bench -j $(JOBS)
	@CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --package-path Benchmarks --scratch-path .build-bench -j $(JOBS) --product cardshot
	@$(MAKE) -s -C Benchmarks/floor OUT="$(CURDIR)/.build-bench/c"
	@if [ -n "$(PEERS)" ]; then \
	  [ -x .build-bench/peers/bin/python ] || python3 -m venv .build-bench/peers || exit; \
	  .build-bench/peers/bin/pip install -q -r Benchmarks/peers/requirements.txt || exit; \
	fi
	@/usr/bin/python3 Benchmarks/bench.py --build .build-bench $(if $(PEERS),--peers .build-bench/peers) $(if $(QUICK),--quick) \
	  $(if $(DISTRIBUTION),--distribution $(DISTRIBUTION))

# The other commit is copied and built separately. The copy stays until you name a different commit.
bench-against: packages ## Compares the speed of this tree with another commit, in pairs of runs: make bench-against REV=HEAD~1
	@test -n "$(REV)" || { echo "make bench-against needs REV=, a commit"; exit 64; }
	@set -o pipefail; revision="$$(git rev-parse --verify "$(REV)^{commit}")" || exit; \
	if [ "$$(cat .build-against/revision 2>/dev/null)" != "$$revision" ]; then \
	  rm -rf .build-against/revision .build-against/source && mkdir -p .build-against/source && \
	  git archive "$$revision" | tar -x -C .build-against/source && echo "$$revision" > .build-against/revision || exit; \
	fi
	@$(PROGRAM) --package-path .build-against/source --scratch-path .build-against/build
	@$(PROGRAM)
	@$(MAKE) -s -C Benchmarks/floor OUT="$(CURDIR)/.build-against/c" "$(CURDIR)/.build-against/c/process"
	@python3 -B Benchmarks/against.py .build-against/build/release/cardshot .build/release/cardshot \
	  --process .build-against/c/process $(if $(PAIRS),--pairs $(PAIRS)) $(if $(ONLY),--only "$(ONLY)")

limits: packages ## Renders a deck at each limit and checks the time and memory that Docs/limits.md promises.
	@$(PROGRAM)
	@python3 Scripts/limits.py "$$(swift build $(RELEASE) --show-bin-path)/cardshot"

templates: packages ## Renders every template with long, foreign and missing data, and draws contact sheets to out/templates; NAME= sets one.
	@$(PROGRAM)
	@python3 Scripts/templates.py "$$(swift build $(RELEASE) --show-bin-path)/cardshot" $(NAME)

# Only the libraries that the program needs at run time, without headers and test tools.
install: packages ## Installs the program with its fonts, templates, manual and completions in PREFIX.
	@$(PROGRAM)
	@set -e; bin="$$(swift build $(RELEASE) --show-bin-path)"; \
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/cardshot"; \
	install -s -m 755 "$$bin/cardshot" "$(DESTDIR)$(PREFIX)/bin/cardshot"; \
	rm -rf "$(DESTDIR)$(PREFIX)/share/cardshot/Fonts"; \
	cp -r Fonts/Files "$(DESTDIR)$(PREFIX)/share/cardshot/Fonts"; \
	cp -r Fonts/More/Files/. "$(DESTDIR)$(PREFIX)/share/cardshot/Fonts"; \
	rm -rf "$(DESTDIR)$(PREFIX)/share/cardshot/Templates"; \
	cp -r Templates/Files "$(DESTDIR)$(PREFIX)/share/cardshot/Templates"; \
	if [ -x "$$bin/cardshot-studio" ]; then \
	  install -s -m 755 "$$bin/cardshot-studio" "$$bin/cardshot-serve" "$(DESTDIR)$(PREFIX)/bin"; \
	  rm -rf "$(DESTDIR)$(PREFIX)/share/cardshot/Studio"; \
	  cp -r Server/Sources/Studio/Page "$(DESTDIR)$(PREFIX)/share/cardshot/Studio"; \
	fi; \
	python3 -B Scripts/dist/manual.py "$$bin/cardshot" "$(DESTDIR)$(PREFIX)/share"; \
	echo "installed $(DESTDIR)$(PREFIX)/bin/cardshot"

# Tools for building and testing a distribution.
DIST_PACKAGES := gcc binutils icu-devtools xz-utils python3

dist: PACKAGES += $(DIST_PACKAGES)
dist: packages ## Builds a tarball and a Debian package for any Linux on x86-64, in out/dist.
	@python3 Scripts/dist/dist.py --jobs $(JOBS)

dist-smoke: PACKAGES += debootstrap
dist-smoke: packages ## Runs the tarball in minimal systems of three Debian releases, and in an empty folder; needs root.
	@python3 Scripts/dist/smoke.py out/dist/cardshot-*-linux-x86_64.tar.gz $(RELEASES)

other-release: PACKAGES += debootstrap
other-release: packages ## Renders decks with the libraries of this system and of Debian 13, and compares the files; ONLY=parts/map; needs root.
	@$(PROGRAM)
	@python3 Scripts/dist/other-release.py "$$(swift build $(RELEASE) --show-bin-path)/cardshot" $(RELEASES) $(if $(ONLY),--only $(ONLY))

dist-again: ## Builds the packages of the same program again; the files must be identical.
	@python3 Scripts/dist/dist.py --python --no-build --out .build-dist/again
	@for file in out/dist/*; do cmp "$$file" ".build-dist/again/$$(basename "$$file")" || exit; done
	@rm -rf .build-dist/again; echo "the same files"

python: PACKAGES += $(DIST_PACKAGES)
python: packages ## Also builds the Python wheel, in out/dist.
	@python3 Scripts/dist/dist.py --python --jobs $(JOBS)

python-test: ## Installs the wheel into a new virtual environment and runs its tests.
	@rm -rf .build-dist/venv && python3 -m venv .build-dist/venv
	@.build-dist/venv/bin/pip install -q --no-index --no-deps out/dist/cardshot-*.whl
	@cd .build-dist && venv/bin/python -m unittest discover -s ../Python/tests

same-bytes: PACKAGES += qemu-user
same-bytes: packages ## Renders goldens on emulated processors, from SSE2 to AVX-512; the bytes must be identical.
	@python3 Scripts/dist/processors.py $(or $(PROGRAM_FOLDER),.build-dist/$(notdir $(basename $(basename $(wildcard out/dist/cardshot-*.tar.gz)))))

lint: ## Checks the format of the sources.
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests Fonts Templates Examples/swift Examples/swift-tests Examples/swift-parts \
	  Examples/swift-small \
	  Benchmarks Fuzz/Package.swift Fuzz/Sources Server/Package.swift Server/Sources Server/Tests

format: ## Formats the sources.
	@swift format --in-place --parallel --recursive Package.swift Sources Tests Fonts Templates Examples/swift Examples/swift-tests Examples/swift-parts \
	  Examples/swift-small \
	  Benchmarks Fuzz/Package.swift Fuzz/Sources Server/Package.swift Server/Sources Server/Tests

# Leak detection is off, because C libraries keep memory until the process exits.
asan: packages ## Runs the tests under the address sanitizer; SUITES='A|B' selects some.
	@ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 swift test --sanitize=address --scratch-path .build-asan \
	  $(if $(SUITES),--filter '$(SUITES)')

# The suites in which several threads share data.
TSAN_SUITES ?= WorkerPoolTests|RowParallelismTests|DecodedPicturesTests|DeterminismTests|workersHaveAProcessEach|RenderSessionTests

tsan: packages ## Runs the multithreaded tests under the thread sanitizer; SUITES='A|B' selects others.
	@TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/Scripts/thread-sanitizer.txt swift test --sanitize=thread --scratch-path .build-tsan \
	  --filter '$(or $(SUITES),$(TSAN_SUITES))'

# gold cannot link this many coverage counters; lld can.
fuzz-build: packages
	@swift build --package-path Fuzz --scratch-path .build-fuzz -j $(JOBS) -Xswiftc -sanitize=fuzzer,address \
	  -Xswiftc -parse-as-library -Xswiftc -use-ld=lld

fuzz: fuzz-build ## Fuzzes the decoders and parsers: SECONDS= for each, or FIXED=1 for fixed inputs; ONLY=png selects one.
	@python3 Scripts/fuzz.py .build-fuzz/debug/Fuzz $(if $(FIXED),--fixed,--seconds $(or $(SECONDS),60)) \
	  $(if $(ONLY),--only $(ONLY))

long-life: packages ## Renders 100,000 pictures in one process; memory and open files must not grow. COUNT= sets the number.
	@CARDSHOT_LONG_LIFE=$(or $(COUNT),100000) swift test --filter LongLifeTests

clean: ## Removes everything that was built or rendered.
	@rm -rf .build .build-* out Goldens/failures

packages:
	@missing=(); \
	for package in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$$package"); \
	done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  command -v apt-get >/dev/null || { \
	    echo "cardshot needs these Debian packages, and there is no apt-get here: $${missing[*]}"; exit 2; }; \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  echo "installing $${missing[*]}"; \
	  log=$$(mktemp) || exit; trap 'rm -f "$$log"' EXIT; \
	  { $$sudo apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends "$${missing[@]}"; } \
	    >"$$log" 2>&1 || { \
	    cat "$$log"; echo "could not install: $${missing[*]}"; exit 2; }; \
	fi
