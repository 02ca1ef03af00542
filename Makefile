# The commands of cardshot. `make demo` and `make test` need nothing but git, make and a Swift toolchain: the system
# packages below are installed when they are missing.

SHELL := /bin/bash
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# Options of every release: a program that is not looked at with a debugger needs no names of variables and lines.
# Modules are compiled beside each other: each needs only the declarations of those below it, which are written first.
# That leaves out that small functions are compiled into other modules, which no measure of the program noticed.
# Types are made by functions and not by reading their names, which would look for their conformances one after another, a
# twentieth of the instructions of a start with one card; the compiler's own libraries are part of the program. No library
# asks for a name of the program, so that it has none for the loader to go through; nor does one lie beside it.
RELEASE = -c release --static-swift-stdlib -debug-info-format none --use-integrated-swift-driver -Xswiftc -disable-cmo \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xlinker -L$(shell Scripts/linked-in.sh) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xlinker --no-export-dynamic --disable-local-rpath
# The program alone, without what only programs in Swift use.
PROGRAM = CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --product cardshot -j $(JOBS)

# Libraries that the program links, tools that the tests ask for a second opinion. Package.swift names the former for those
# who use the libraries.
PACKAGES := pkg-config libcairo2-dev libpango1.0-dev libfreetype-dev libfontconfig-dev libharfbuzz-dev \
	libdeflate-dev libisal-dev libpng-dev zlib1g-dev libturbojpeg0-dev libwebp-dev libgif-dev librsvg2-dev libsqlite3-dev \
	libzint-dev libcmark-dev liblcms2-dev \
	librsvg2-bin poppler-utils python3 python3-jsonschema python3-pil
# What the tests ask for besides: a browser that opens the report of goldens, a strict reader of PDF documents, a reader
# of bar codes, the program that makes videos, a library that writes numbers and dates.
TEST_PACKAGES := chromium qpdf zxing-cpp-tools ffmpeg python3-babel

.PHONY: demo build test install dist dist-smoke dist-again other-release same-bytes python python-test record lint format asan tsan \
	fuzz fuzz-build long-life clean packages docs docc example bench bench-against example-tests limits api api-check engines help

help: ## Lists the targets with what they do.
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

build: packages ## Builds everything for debugging.
	@swift build -j $(JOBS)

test: PACKAGES += $(TEST_PACKAGES)
test: packages lint ## Checks the format, builds and runs all tests.
	@swift build --build-tests -j $(JOBS)
	@swift test --skip-build

# What the engines need that pip does not bring.
ENGINE_PACKAGES := default-jre-headless parallel procps python3-venv

engines: PACKAGES += $(ENGINE_PACKAGES)
engines: packages ## Draws a table on engines that share rows, and compares with one machine, all with a release; CARDSHOT= names another program.
ifndef CARDSHOT
	@$(PROGRAM)
endif
	@Scripts/engines.sh "$(or $(CARDSHOT),$$(swift build $(RELEASE) --show-bin-path)/cardshot)"

record: packages ## Draws goldens anew: make record NAME=parts/text. Look at them before you commit them.
	@test -n "$(NAME)" || { echo "make record needs NAME=, a part of the goldens' path, or NAME=all"; exit 64; }
	@CARDSHOT_RECORD=all $(if $(filter-out all,$(NAME)),CARDSHOT_RECORD_NAME="$(NAME)") swift test --filter GoldenTests

docs: packages ## Writes the generated pages of Docs/ and the tables of README.md anew.
	@CARDSHOT_RECORD_DOCS=1 swift test --filter 'Generated(Docs|Swift)Tests'

# The packages of Examples are built where the project was, whose modules they find there. All builds for debugging have
# the same options, as others would build each module anew.
example: packages ## Builds the package of Examples/swift and draws its cards to out/swift.
	@mkdir -p out/swift
	@swift run --package-path Examples/swift --scratch-path .build -j $(JOBS) SwiftCards out/swift

example-tests: packages ## Builds the packages of Examples/swift-tests and Examples/swift-parts and runs their tests, which compare goldens; records inline goldens in a copy.
	@swift test --package-path Examples/swift-tests --scratch-path .build -j $(JOBS)
	@swift test --package-path Examples/swift-parts --scratch-path .build -j $(JOBS)
	@python3 Scripts/inline_goldens.py .build $(JOBS)

# The modules that are built for the tests: nothing is built a second time.
api: packages ## Writes the public API of the libraries to API/; look at the differences before you commit them.
	@swift build -j $(JOBS)
	@python3 Scripts/api.py write "$$(swift build --show-bin-path)/Modules"

api-check: packages ## Fails where the public API is not the one of API/.
	@swift build -j $(JOBS)
	@python3 Scripts/api.py check "$$(swift build --show-bin-path)/Modules"

docc: packages ## Compiles the reference of the libraries to out/CardParts.doccarchive and so on.
	@swift build --target CardTesting -j $(JOBS)
	@rm -rf .build/docc && mkdir -p out
	@modules="$$(swift build --show-bin-path)/Modules"; \
	headers=$$(pkg-config --cflags-only-I pango | sed 's/-I/-Xcc -I/g'); \
	for module in CardParts CardRaster CardTesting; do \
	  symbols=".build/docc/$$module"; \
	  mkdir -p "$$symbols" && \
	  swift symbolgraph-extract -module-name "$$module" -target "$$(uname -m)-unknown-linux-gnu" \
	    -I "$$modules" -I Sources/CCairo $$headers -minimum-access-level public -skip-synthesized-members \
	    -output-dir "$$symbols" && \
	  docc convert "Sources/$$module/$$module.docc" --additional-symbol-graph-dir "$$symbols" \
	    --warnings-as-errors --fallback-bundle-identifier "cardshot.$$module" \
	    --output-path "out/$$module.doccarchive" && \
	  echo "out/$$module.doccarchive" || exit; \
	done

# Pillow is there for Debian's own Python, whichever comes first on the PATH.
bench: packages ## Measures and writes Docs/benchmarks.md, in some 5 minutes; PEERS=1 adds other programs, in some 9; DISTRIBUTION=, an unpacked one's program, its start.
	@CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --package-path Benchmarks --scratch-path .build-bench -j $(JOBS)
	@CARDSHOT_PROGRAM_ONLY=1 swift build $(RELEASE) --package-path Benchmarks --scratch-path .build-bench -j $(JOBS) --product cardshot
	@$(MAKE) -s -C Benchmarks/floor OUT="$(CURDIR)/.build-bench/c"
	@if [ -n "$(PEERS)" ]; then \
	  [ -x .build-bench/peers/bin/python ] || python3 -m venv .build-bench/peers || exit; \
	  .build-bench/peers/bin/pip install -q -r Benchmarks/peers/requirements.txt || exit; \
	fi
	@/usr/bin/python3 Benchmarks/bench.py --build .build-bench $(if $(PEERS),--peers .build-bench/peers) $(if $(QUICK),--quick) \
	  $(if $(DISTRIBUTION),--distribution $(DISTRIBUTION))

# Of the other commit there is a copy with a build of its own; it stays until another one is asked for.
bench-against: packages ## Measures this tree's release against that of another commit, in pairs: make bench-against REV=HEAD~1
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

limits: packages ## Draws a deck at the edge of each limit and checks what Docs/limits.md promises of time and memory.
	@$(PROGRAM)
	@python3 Scripts/limits.py "$$(swift build $(RELEASE) --show-bin-path)/cardshot"

# What running needs, and no more: the libraries, without their headers, and none of the tools of the tests.
install: packages ## Installs the program with its fonts, templates, manual and completions below PREFIX.
	@$(PROGRAM)
	@set -e; bin="$$(swift build $(RELEASE) --show-bin-path)"; \
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/cardshot"; \
	install -s -m 755 "$$bin/cardshot" "$(DESTDIR)$(PREFIX)/bin/cardshot"; \
	rm -rf "$(DESTDIR)$(PREFIX)/share/cardshot/Fonts"; \
	cp -r Fonts/Files "$(DESTDIR)$(PREFIX)/share/cardshot/Fonts"; \
	rm -rf "$(DESTDIR)$(PREFIX)/share/cardshot/Templates"; \
	cp -r Templates/Files "$(DESTDIR)$(PREFIX)/share/cardshot/Templates"; \
	python3 -B Scripts/dist/manual.py "$$bin/cardshot" "$(DESTDIR)$(PREFIX)/share"; \
	echo "installed $(DESTDIR)$(PREFIX)/bin/cardshot"

# What a distribution is made with, and tried in.
DIST_PACKAGES := gcc binutils icu-devtools xz-utils python3

dist: PACKAGES += $(DIST_PACKAGES)
dist: packages ## Makes a tarball and a Debian package that run on any Linux for x86-64, into out/dist.
	@python3 Scripts/dist/dist.py --jobs $(JOBS)

dist-smoke: PACKAGES += debootstrap
dist-smoke: packages ## Runs that tarball in bare folders of three releases of Debian, and in an empty one; needs root.
	@python3 Scripts/dist/smoke.py out/dist/cardshot-*-linux-x86_64.tar.gz $(RELEASES)

other-release: PACKAGES += debootstrap
other-release: packages ## Draws decks with this system's libraries and with those of Debian 13, and compares the files; ONLY=parts/map; needs root.
	@$(PROGRAM)
	@python3 Scripts/dist/other-release.py "$$(swift build $(RELEASE) --show-bin-path)/cardshot" $(RELEASES) $(if $(ONLY),--only $(ONLY))

dist-again: ## Makes the packages of the same program a second time: they must be the same files.
	@python3 Scripts/dist/dist.py --python --no-build --out .build-dist/again
	@for file in out/dist/*; do cmp "$$file" ".build-dist/again/$$(basename "$$file")" || exit; done
	@rm -rf .build-dist/again; echo "the same files"

python: PACKAGES += $(DIST_PACKAGES)
python: packages ## Makes the Python wheel too, into out/dist.
	@python3 Scripts/dist/dist.py --python --jobs $(JOBS)

python-test: ## Installs that wheel into an environment of its own, and runs its tests.
	@rm -rf .build-dist/venv && python3 -m venv .build-dist/venv
	@.build-dist/venv/bin/pip install -q --no-index --no-deps out/dist/cardshot-*.whl
	@cd .build-dist && venv/bin/python -m unittest discover -s ../Python/tests

same-bytes: PACKAGES += qemu-user
same-bytes: packages ## Draws goldens with emulated processors, from SSE2 alone to AVX-512: the same bytes from all.
	@python3 Scripts/dist/processors.py $(or $(PROGRAM_FOLDER),.build-dist/$(notdir $(basename $(basename $(wildcard out/dist/cardshot-*.tar.gz)))))

lint: ## Checks the format of the sources.
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests Fonts Templates Examples/swift Examples/swift-tests Examples/swift-parts \
	  Benchmarks Fuzz/Package.swift Fuzz/Sources

format: ## Puts the sources into their format.
	@swift format --in-place --parallel --recursive Package.swift Sources Tests Fonts Templates Examples/swift Examples/swift-tests Examples/swift-parts \
	  Benchmarks Fuzz/Package.swift Fuzz/Sources

# What C libraries keep until the end is no leak. A test that looks at memory or time would look at the checker's.
asan: packages ## Runs the tests under the address sanitizer; SUITES='A|B' chooses some.
	@ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 swift test --sanitize=address --scratch-path .build-asan \
	  $(if $(SUITES),--filter '$(SUITES)')

# Where several threads work on one thing.
TSAN_SUITES ?= WorkerPoolTests|PictureThreadsTests|DecodedPicturesTests|DeterminismTests|workersHaveAProcessEach|CardBatchTests

tsan: packages ## Runs what several workers do under the thread sanitizer; SUITES='A|B' chooses others.
	@TSAN_OPTIONS=halt_on_error=1:suppressions=$(CURDIR)/Scripts/thread-sanitizer.txt swift test --sanitize=thread --scratch-path .build-tsan \
	  --filter '$(or $(SUITES),$(TSAN_SUITES))'

# lld, as gold cannot link so many counters.
fuzz-build: packages
	@swift build --package-path Fuzz --scratch-path .build-fuzz -j $(JOBS) -Xswiftc -sanitize=fuzzer,address \
	  -Xswiftc -parse-as-library -Xswiftc -use-ld=lld

fuzz: fuzz-build ## Gives readers of other people's bytes inputs until they break: SECONDS= for each, or FIXED=1; ONLY=png.
	@python3 Scripts/fuzz.py .build-fuzz/debug/Fuzz $(if $(FIXED),--fixed,--seconds $(or $(SECONDS),60)) \
	  $(if $(ONLY),--only $(ONLY))

long-life: packages ## Draws 100,000 pictures in one process, whose memory and files must stay flat; COUNT= chooses.
	@CARDSHOT_LONG_LIFE=$(or $(COUNT),100000) swift test --filter LongLifeTests

clean: ## Removes all that was built or drawn.
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
