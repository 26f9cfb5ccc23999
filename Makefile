# Tarry: build, test, install.  BUILD=release|debug|asan|hostile|tsan, CC=gcc|clang, V=1 to see commands; CPPFLAGS, CFLAGS and LDFLAGS come after our own.
BUILD   ?= release
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
DESTDIR ?=
VERSION := $(shell sh tools/version)
ifeq ($(origin CC),default)
CC := gcc
endif

# All cores, unless the caller says how many; a make that another one started has its share of those.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

# A command that is shown as one short line: $(call run,WHAT,COMMAND).
comma := ,
QUIET = $(findstring s,$(firstword -$(MAKEFLAGS)))
ifeq ($(V),1)
run = $(2)
else
run = @$(if $(QUIET),,printf '  %-6s %s\n' '$(1)' '$@' &&) $(2)
endif

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wswitch-enum -Wmissing-prototypes -Wvla -Werror
OPTIMIZE_release := -O2 -g
OPTIMIZE_debug   := -O0 -g3
OPTIMIZE_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
OPTIMIZE_hostile := -O1 -g -DTARRY_HOSTILE
OPTIMIZE_tsan    := -O1 -g -fsanitize=thread -DTARRY_HOSTILE
OPTIMIZE_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ifeq ($(OPTIMIZE_$(BUILD)),)
$(error BUILD must be release, debug, asan, hostile or tsan)
endif
FLAGS   := -std=c17 -D_GNU_SOURCE -Isrc -Iinclude $(WARNINGS) $(OPTIMIZE_$(BUILD)) -MMD -MP $(CPPFLAGS) $(CFLAGS)
LDLIBS  := -pthread -lmcpp -lxxhash -ljansson -lglpk -lm

COMPILER := $(notdir $(firstword $(CC)))
OUT     := build/$(BUILD)$(if $(findstring clang,$(COMPILER)),-clang)
SOURCES := $(filter-out src/plugin/%,$(sort $(wildcard src/*.c src/*/*.c src/*/*/*.c)))
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o) $(OUT)/web/page.o
LIBRARY := $(filter-out $(OUT)/src/main.o,$(OBJECTS))
UNIT    := $(patsubst tests/unit/%.c,$(OUT)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
ifeq ($(OUT),build/release)
BINARY  := tarry
MANUAL  := docs/tarry.1
else
BINARY  := $(OUT)/tarry
MANUAL  := $(OUT)/tarry.1
endif
LANGUAGES := $(MANUAL:.1=.5)

.PHONY: always all unit library pins loader fuzz demo check hunt test install uninstall static deb vsix bench figures layers bless clean
all: $(BINARY) $(MANUAL) $(LANGUAGES)

$(BINARY): $(OBJECTS)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $(OBJECTS) $(LDLIBS))

$(OUT)/%.o: %.c Makefile | build/packages.build
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -c -o $@ $<)

# The page of HTML reports: the files of src/report/web in one text, as an array of C.
$(OUT)/web/page.c: tools/page $(sort $(wildcard src/report/web/*))
	@mkdir -p $(@D)
	@sh tools/page src/report/web > $@.new && mv $@.new $@

$(OUT)/web/page.o: $(OUT)/web/page.c Makefile | build/packages.build
	$(call run,CC,$(CC) $(FLAGS) -c -o $@ $<)

# The library: one object in which only the names of libtarry.h can be seen, as a file of its own.
LIBTARRY := $(OUT)/libtarry.a
$(LIBTARRY): $(filter-out $(OUT)/src/cli/%,$(LIBRARY))
	@ld -r -o $(OUT)/libtarry.o $^
	@objcopy -w --keep-global-symbol='tarry_*' $(OUT)/libtarry.o
	@rm -f $@
	$(call run,AR,ar rcs $@ $(OUT)/libtarry.o)

# The plugin for LTSmin: what reads models and takes their steps, once more as code that may be loaded anywhere. Only what LTSmin looks for can be seen.
PLUGIN         := $(dir $(BINARY))tarry-pins.so
PLUGIN_SOURCES := $(filter src/base/% src/program/% src/frontend/% src/memory/% src/property/% src/step/% src/partition/%,$(SOURCES)) $(wildcard src/plugin/*.c) \
                  $(addprefix src/,library/file.c library/formula_read.c library/model.c library/payload.c report/options.c trace/trace_json_text.c)
PLUGIN_OBJECTS := $(PLUGIN_SOURCES:%.c=$(OUT)/pic/%.o)
pins: $(PLUGIN)
$(PLUGIN): $(PLUGIN_OBJECTS)
	$(call run,LINK,$(CC) -shared $(OPTIMIZE_$(BUILD)) -Wl$(comma)--gc-sections $(LDFLAGS) -o $@ $(PLUGIN_OBJECTS) $(filter-out -lglpk,$(LDLIBS)))

$(OUT)/pic/%.o: %.c Makefile | build/packages.build
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -fPIC -fvisibility=hidden -ffunction-sections -c -o $@ $<)

# Explores what the plugin offers, in LTSmin's place: it has the functions that the plugin calls.
LOADER := $(OUT)/tests/pins
loader: $(LOADER)
$(LOADER): tests/pins/loader.c tests/pins/interface.c tests/pins/interface.h src/plugin/ltsmin.h Makefile
	@mkdir -p $(@D)
	$(call run,LINK,$(CC) $(filter-out -MMD -MP,$(FLAGS)) -Itests/pins -rdynamic -o $@ $(filter %.c,$^) -ldl)

$(OUT)/tarry.pc: always # it names the prefix
	@printf 'prefix=%s\nlibdir=%s\nName: tarry\nDescription: model checker for relaxed memory\nVersion: %s\nCflags: -I$${prefix}/include\nLibs: -L$${libdir} -ltarry $(LDLIBS)\n' \
	    '$(PREFIX)' '$(LIBDIR)' '$(VERSION)' > $@

$(MANUAL): $(BINARY)
	@mkdir -p $(@D)
	@./$(BINARY) --help=man > $@.new && mv $@.new $@

# The reference of the languages, as a manual page.
$(LANGUAGES): docs/LANGUAGES.md tools/manual src/library/version.h
	@mkdir -p $(@D)
	@sh tools/manual $< > $@.new && mv $@.new $@

# Looked at once, so that a second `make` does nothing. Only the goals that promise it install what is missing; the others name it.
SETUP := $(if $(filter demo check test bench figures bless,$(MAKECMDGOALS)),--install)
build/packages.%: tools/packages
	@sh tools/packages $(SETUP) $*
	@mkdir -p build && touch $@

# Every tests/unit/test_*.c is a program of its own, linked with all of src but main.c.
unit: $(UNIT) $(OUT)/tests/reach $(OUT)/tests/stages $(OUT)/tests/course $(OUT)/tests/forge

$(OUT)/tests/%: $(OUT)/tests/unit/%.o $(LIBRARY)
	@mkdir -p $(@D)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka)

$(OUT)/tests/unit/%.o: tests/unit/%.c Makefile | build/packages.test
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -Itests/unit -c -o $@ $<)

# Compares the reachable states of two engines: linked in the same way.
REACH := $(patsubst tests/reach/%.c,$(OUT)/tests/reach.d/%.o,$(sort $(wildcard tests/reach/*.c)))
$(OUT)/tests/reach: $(REACH) $(LIBRARY)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $^ $(LDLIBS))

$(OUT)/tests/reach.d/%.o: tests/reach/%.c Makefile
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -Itests/reach -c -o $@ $<)

# Prints each stage of a search by the events engine: linked in the same way.
$(OUT)/tests/stages: $(OUT)/tests/stages.d/stages.o $(LIBRARY)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $^ $(LDLIBS))

$(OUT)/tests/stages.d/%.o: tests/stages/%.c Makefile
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -c -o $@ $<)

# Follows the steps of a saved run with other commits: linked in the same way.
$(OUT)/tests/course: $(OUT)/tests/course.d/course.o $(LIBRARY)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $^ $(LDLIBS))

$(OUT)/tests/course.d/%.o: tests/course/%.c Makefile
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -c -o $@ $<)

# Hands in certificates of formulas that may not hold: linked in the same way.
$(OUT)/tests/forge: $(OUT)/tests/forge.d/forge.o $(LIBRARY)
	$(call run,LINK,$(CC) $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $^ $(LDLIBS))

$(OUT)/tests/forge.d/%.o: tests/forge/%.c Makefile
	@mkdir -p $(@D)
	$(call run,CC,$(CC) $(FLAGS) -c -o $@ $<)

# The front-ends on mutated input for FUZZ_SECONDS; what breaks them is left in build/fuzz-clang.
FUZZ_SECONDS ?= 60
FUZZ_SEEDS   := tests/fuzz/corpus examples tests/models tests/errors tests/litmus tests/litmus/errors
fuzz:
	@$(MAKE) -s -j2 BUILD=fuzz CC=clang build/fuzz-clang/frontend
	@mkdir -p build/fuzz-clang/corpus
	@build/fuzz-clang/frontend -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=120 -artifact_prefix=build/fuzz-clang/ \
	    build/fuzz-clang/corpus $(FUZZ_SEEDS) > build/fuzz-clang/log 2>&1 || { tail -60 build/fuzz-clang/log; exit 1; }
	@tail -1 build/fuzz-clang/log

build/fuzz-clang/frontend: tests/fuzz/frontend.c $(LIBRARY)
	$(call run,LINK,$(CC) $(FLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS))

demo: all
	@sh tools/demo ./$(BINARY)

# Under two minutes: build, unit tests, a part of the suites.
check: | build/packages.test
	@bash tools/test check

# What CI runs of generated programs, with a new seed.
hunt: | build/packages.test
	@bash tools/test hunt

# Everything that CI runs.
test: | build/packages.test
	@bash tools/test

layers:
	@sh tools/layers

bench: all | build/packages.bench
	@python3 bench/run.py

# The pictures of docs/figures: no tool but Tarry is needed.
figures: all | build/packages.figures
	@python3 bench/figures.py

bless: all | build/packages.test
	@python3 tests/run.py --tarry ./$(BINARY) --bless golden

library: $(LIBTARRY)

# One file for machines without our libraries. Those of GLPK come with theirs; the linker warns that GLPK's database drivers could load others, which nobody calls.
STATIC := build/static/tarry
static: $(STATIC)
$(STATIC): $(OBJECTS) | build/packages.static
	@mkdir -p $(@D)
	$(call run,LINK,$(CC) -static -Wl$(comma)--no-warnings $(OPTIMIZE_$(BUILD)) $(LDFLAGS) -o $@ $(OBJECTS) $(LDLIBS) -lamd -lcolamd -lsuitesparseconfig -lltdl -lgmp -lz)

# The Debian packages, in build/deb, and what lintian says about them.
deb: | build/packages.deb
	@sh tools/deb

# The extension for VS Code, in build/vscode; npm fetches its packer.
vsix:
	@sh tools/vsix

# What is installed, MODE:FILE:PLACE; documents link to the examples beside them.
COMPLETIONS := $(addprefix $(OUT)/completion/,bash zsh fish)
DOCUMENTS   := README.md CHANGELOG.md $(wildcard CONTRIBUTING.md docs/*.md docs/figures/* bench/results.md bench/*.svg)
INSTALLED   := 755:$(BINARY):$(PREFIX)/bin/tarry \
               644:$(MANUAL):$(PREFIX)/share/man/man1/tarry.1 \
               644:$(LANGUAGES):$(PREFIX)/share/man/man5/tarry.5 \
               $(foreach file,$(DOCUMENTS),644:$(file):$(PREFIX)/share/doc/tarry/$(file)) \
               644:$(OUT)/completion/bash:$(PREFIX)/share/bash-completion/completions/tarry \
               644:$(OUT)/completion/zsh:$(ZSHDIR)/_tarry \
               644:$(OUT)/completion/fish:$(PREFIX)/share/fish/vendor_completions.d/tarry.fish \
               644:include/libtarry.h:$(PREFIX)/include/libtarry.h \
               644:$(LIBTARRY):$(LIBDIR)/libtarry.a \
               644:$(OUT)/tarry.pc:$(LIBDIR)/pkgconfig/tarry.pc \
               644:$(PLUGIN):$(PREFIX)/lib/tarry/tarry-pins.so \
               $(foreach file,$(wildcard examples/*),644:$(file):$(PREFIX)/share/tarry/$(file)) \
               link:../../tarry/examples:$(PREFIX)/share/doc/tarry/examples \
               link:../doc/tarry/docs:$(PREFIX)/share/tarry/docs \
               $(foreach file,$(wildcard editors/vim/*/*.vim),644:$(file):$(PREFIX)/share/vim/vimfiles/$(file:editors/vim/%=%))

$(OUT)/completion/%: $(BINARY)
	@mkdir -p $(@D)
	@./$(BINARY) --help=$* > $@.new && mv $@.new $@

install: all $(LIBTARRY) $(OUT)/tarry.pc $(PLUGIN) $(COMPLETIONS)
	@printf '%s\n' $(INSTALLED) | sh tools/install '$(DESTDIR)' $(if $(QUIET),>/dev/null)

uninstall:
	@printf '%s\n' $(INSTALLED) | sh tools/install --remove '$(DESTDIR)' $(if $(QUIET),>/dev/null)

clean:
	rm -rf build tarry tarry-pins.so docs/tarry.1 docs/tarry.5

-include $(OBJECTS:.o=.d) $(PLUGIN_OBJECTS:.o=.d) $(REACH:.o=.d) $(OUT)/tests/stages.d/stages.d $(OUT)/tests/course.d/course.d $(OUT)/tests/forge.d/forge.d $(UNIT:$(OUT)/tests/%=$(OUT)/tests/unit/%.d)
.PRECIOUS: $(OUT)/tests/unit/%.o build/packages.%
