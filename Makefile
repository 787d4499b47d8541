# Masked attention gym. `make help` lists what there is to make.

BUILD ?= .build
PREFIX ?= /usr/local
INSTALL ?= install
CFLAGS ?= -O2 -g
VERSION := $(shell cat grader/VERSION)
comma := ,

# SANITIZE=1 builds with AddressSanitizer and UBSan, once for tests and fuzzers; give it a BUILD of its own.
ifdef SANITIZE
CC := clang
CFLAGS := -O1 -g1
# A hundred binaries with the runtime in each: GNU ld takes twice as long.
LDFLAGS += $(if $(shell command -v ld.lld),-fuse-ld=lld)
SANITIZERS = -DSANITIZED -fsanitize=address,undefined$(STEERING) -fno-sanitize-recover=all
# What fuzzers steer by makes each comparison a call: not in what they do not reach.
STEERING := $(comma)fuzzer-no-link
$(BUILD)/obj/reference/%.o $(BUILD)/obj/grader/grading/%.o $(BUILD)/obj/grader/report/%.o: private STEERING :=
endif
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wvla \
	-Wformat=2 -Wundef -Wwrite-strings -Werror=incompatible-pointer-types -Werror=int-conversion $(WERROR)
CPPFLAGS += -D_GNU_SOURCE -Igrader -Ireference -I$(BUILD)
# -ffp-contract=off: the same bits on every machine, no fused multiply-add unless it is written.
ALL_CFLAGS = -std=gnu17 -ffp-contract=off -fstack-protector-strong -pthread $(WARNINGS) $(CFLAGS) $(SANITIZERS)
LIBRARIES := -lsqlite3 -lyaml -lcmark -ljansson -lsodium -lseccomp -lm

BUILD_PACKAGES := gcc libc6-dev make libsqlite3-dev libyaml-dev libcmark-dev libjansson-dev libsodium-dev \
	libseccomp-dev bubblewrap
CHECK_PACKAGES := $(BUILD_PACKAGES) g++ binutils check pkg-config clang clang-tidy clang-format lld libclang-rt-14-dev \
	gfortran tidy chromium nodejs npm git mandoc zip unzip zsh

EMBEDDED := $(shell find grader -name '*.sql' -o -name '*.css' -o -name '*.js' -o -name '*.md' -o -name '*.sh' -o -name run_autograder) \
	reference/attention.h submissions/template/attention.c submissions/template/Makefile
GENERATED := $(patsubst %,$(BUILD)/generated/%.h,$(notdir $(EMBEDDED)) honest_names)
WORKER_SOURCES := $(wildcard grader/sandbox/worker/*.c)
LIBRARY_SOURCES := $(filter-out grader/main.c $(WORKER_SOURCES),$(shell find grader -name '*.c')) \
	$(wildcard reference/*.c reference/honest/*.c reference/fast/*.c)
LIBRARY := $(BUILD)/libgym.a
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

.PHONY: all
all: $(BUILD)/grader $(BUILD)/grader-worker ## build the grader and its worker

$(BUILD)/grader: $(call objects,grader/main.c) $(LIBRARY)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

$(LIBRARY): $(call objects,$(LIBRARY_SOURCES))
	rm -f $@ && $(AR) qcs $@ $^

$(BUILD)/obj/%.o: %.c grader/VERSION Makefile | $(GENERATED)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -DGRADER_VERSION='"$(VERSION)"' $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

ifdef SANITIZE
# Sanitizers need system calls that the sandbox forbids: the worker is always the plain one.
$(BUILD)/grader-worker: FORCE
	$(MAKE) BUILD=.build SANITIZE= .build/grader-worker
	cp .build/grader-worker $@
else
# The worker meets untrusted code: it links the operation table and no answers.
$(BUILD)/grader-worker: $(call objects,$(WORKER_SOURCES) grader/contract/operation.c)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ -l:libseccomp.a -lm -Wl,-z,now
endif
FORCE:

# Honest code as those compile who trust their compiler more than their numbers, whatever CFLAGS the command line sets.
$(BUILD)/obj/reference/honest/ofast.o: override CFLAGS += -O3 -ffast-math
# What clang makes of infinities then is another program.
ifdef SANITIZE
$(BUILD)/obj/reference/honest/ofast.o: private CC := gcc
$(BUILD)/obj/reference/honest/ofast.o: private SANITIZERS :=
endif

# Threads for reference/fast, where the compiler has them.
OPENMP = $(eval OPENMP := $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -fopenmp -x c -o /dev/null - 2>/dev/null && echo -fopenmp))$(OPENMP)
$(BUILD)/obj/reference/fast/%.o: private override CFLAGS += $(OPENMP)

# What speed is measured against, for the sandbox: without sanitizers, which it forbids, and without threads.
BAR := $(BUILD)/bar.so
ifdef SANITIZE
$(BAR): FORCE
	$(MAKE) BUILD=.build SANITIZE= .build/bar.so
	cmp -s .build/bar.so $@ || cp .build/bar.so $@
else
$(BAR): reference/bar/attention.c $(wildcard reference/fast/*.[ch]) reference/attention.h Makefile
	@mkdir -p $(@D)
	$(CC) -std=gnu17 -O2 -ffp-contract=off -Ireference -Ireference/fast -fPIC -shared -Wl,-z,defs -o $@ $(filter %.c,$^) -lm
endif
$(BUILD)/obj/grader/grading/bar.o: $(BAR)

# The functions of the contract under the names that reference/honest/sample.h gives them.
$(BUILD)/generated/honest_names.h: grader/contract/operations.def Makefile
	@mkdir -p $(@D)
	sed -n 's/^OPERATION[_A-Z]*(\(call_[a-z_]*, \)\?\(attn_[a-z_]*\), .*/#define \2 HONEST(\2)/p' $< >$@

# A text file as one C string literal.
define embed
$(BUILD)/generated/$(notdir $(1)).h: $(1)
	@mkdir -p $$(@D)
	sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$$$$/\\n"/' $$< >$$@
endef
$(foreach file,$(EMBEDDED),$(eval $(call embed,$(file))))

-include $(shell find $(BUILD)/obj $(BUILD)/tests -name '*.d' 2>/dev/null)

# ---- demo ------------------------------------------------------------------------------------------------------

SAMPLES := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard submissions/samples/*/Makefile)))))
SAMPLE_OBJECTS := $(SAMPLES:%=submissions/samples/%/attention.so)

.PHONY: demo
demo: ## install what is missing, build, grade the samples, write reports
	@.ci/need $(BUILD_PACKAGES)
	@$(MAKE) --no-print-directory -s all samples
	@$(BUILD)/grader grade submissions/samples; status=$$?; [ $$status -le 1 ] || exit $$status
	@$(BUILD)/grader report

.PHONY: samples
samples: $(SAMPLE_OBJECTS) ## build the sample submissions

submissions/samples/%/attention.so: submissions/samples/%/attention.c submissions/samples/%/Makefile \
		submissions/template/Makefile $(wildcard reference/*.[ch] reference/fast/*.[ch] reference/bar/*.c submissions/samples/*/attention.c)
	$(MAKE) --no-print-directory -s -C $(@D)

# ---- check -----------------------------------------------------------------------------------------------------

# Whether the clock is fair does not depend on how the grader minds its memory.
UNSANITIZED := $(if $(SANITIZE),sandbox/test_fair)
TESTS := $(filter-out $(UNSANITIZED),$(patsubst tests/%.c,%,$(sort $(wildcard tests/*/test_*.c))))
HOSTILE := $(patsubst tests/hostile/%.c,$(BUILD)/hostile/%.so,$(wildcard tests/hostile/*.c))
SAMPLE_COPIES := $(SAMPLES:%=$(BUILD)/samples/%.so)
$(BUILD)/samples/%.so: submissions/samples/%/attention.so
	@mkdir -p $(@D)
	cp $< $@

$(BUILD)/hostile/%.so: tests/hostile/%.c tests/hostile/build $(wildcard tests/hostile/*.h) reference/attention.h
	@mkdir -p $(@D)
	CC='$(CC)' tests/hostile/build $< $@

# What would like to seem faster than it is.
HURRIED := $(patsubst tests/hurried/%.c,$(BUILD)/hurried/%.so,$(wildcard tests/hurried/*.c))
$(BUILD)/hurried/%.so: tests/hurried/%.c tests/hurried/honest.h tests/hostile/forge.h grader/sandbox/worker/protocol.h \
		reference/attention.h
	@mkdir -p $(@D)
	$(CC) -shared -fPIC -O2 -w -D_GNU_SOURCE -Ireference -Igrader -pthread -o $@ $< -lm

# All misconceptions as one submission, of which tests make copies that have one.
MISTAKEN := $(BUILD)/mistaken/attention.so
$(MISTAKEN): tests/mistaken/attention.c $(filter-out %/textbook.c,$(wildcard reference/*.c)) grader/contract/operation.c \
		grader/core/arena.c reference/textbook.c $(wildcard reference/*.h tests/grading/mistaken.h)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests -std=gnu17 -O2 -ffp-contract=off -fvisibility=hidden -fPIC -shared -Wl,-z,defs -o $@ \
		$(filter-out %/textbook.c %.h,$^) -lm

HONEST_INCLUDED := $(wildcard tests/honest/*.h tests/honest/*.mk submissions/samples/*/attention.c) \
	reference/honest/sample.h reference/attention.h
# A row of tests/honest/list.mk: where, by which compiler, from what, how.
define honest_rule
HONEST += $(BUILD)/honest/$(1).so
$(BUILD)/honest/$(1).so: $(3) $(HONEST_INCLUDED)
	@mkdir -p $$(@D)
	$(2) -w -shared -fPIC -Ireference -o $$@ $(3) $(4) -lm
	$$(honest_finish)
endef
honest = $(eval $(call honest_rule,$(1),$(2),$(3),$(4)))
include tests/honest/list.mk

# What a test needs besides itself: the other sources of its folder that are no tests.
test_helpers = $(call objects,$(filter-out tests/$(1)/test_%,$(wildcard tests/$(1)/*.c)))
$(BUILD)/obj/tests/%.o: CPPFLAGS += -Itests -DTESTS_DIR='"$(CURDIR)/tests"' -DSOURCE_DIR='"$(CURDIR)"' \
	-DBUILD_DIR='"$(abspath $(BUILD))"'

.SECONDEXPANSION:
$(TESTS:%=$(BUILD)/tests/%): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $$(call test_helpers,$$(firstword \
		$$(subst /, ,$$*))) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES) $(shell pkg-config --libs check) -ldl

$(BUILD)/tests/reference/test_fast: private override LDFLAGS += $(OPENMP)

.PHONY: submissions
ifdef SANITIZE
# Nor has a submission any: those of the plain build will do.
submissions:
	$(MAKE) BUILD=.build SANITIZE= submissions
	@mkdir -p $(BUILD)
	cp -R .build/samples .build/hostile .build/hurried .build/honest .build/mistaken $(BUILD)
else
submissions: $(SAMPLE_COPIES) $(HOSTILE) $(HURRIED) $(HONEST) $(MISTAKEN)
endif

.PHONY: tests
tests: all submissions $(TESTS:%=$(BUILD)/tests/%)

.PHONY: check
check: ## install what is missing, run all tests
	@.ci/need $(CHECK_PACKAGES)
	@tests/run

HOSTILE_TABLE := $(BUILD)/tests/corpus/hostile_table
$(HOSTILE_TABLE): $(call objects,$(wildcard tests/corpus/*.c) tests/commands/program.c tests/sandbox/promise.c) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES)

.PHONY: check-hostile
check-hostile: all $(SAMPLE_COPIES) $(HOSTILE) $(HOSTILE_TABLE) ## all hostile submissions through the grader, as a table
	@$(HOSTILE_TABLE)

.PHONY: check-suites $(TESTS:%=run/%)
# The longest come first, so that none of them is left alone at the end.
LONGEST := $(filter $(TESTS),grading/test_product_diagnosis commands/test_lint commands/test_grade sandbox/test_hostile \
	grading/test_counterexample grading/test_diagnosis sandbox/test_fair reference/test_misconceptions \
	commands/test_shipped commands/test_secrecy commands/test_honest)
check-suites: $(LONGEST:%=run/%) $(TESTS:%=run/%) ## the Check suites of this BUILD; TESTS="store/test_store ..." for some of them
$(TESTS:%=run/%): run/%: tests
	@echo "== $*" && $(BUILD)/tests/$*

# ---- fuzz ------------------------------------------------------------------------------------------------------

FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 600
FUZZ_JOBS ?= 1

# Functions of ours or of the C library that a fuzzer stands in for.
wrapped_course := given_make
wrapped_exercise := given_make
wrapped_single := given_make
wrapped_answers := socket_send spawn_worker now_ns clock_gettime ppoll poll syscall kill
wrapped_requests := fork wait4 kill prctl faults_catch filter_build landlock_abi landlock_ruleset
$(BUILD)/fuzz-requests: $(call objects,$(filter-out %/main.c,$(WORKER_SOURCES)))

$(FUZZERS:%=$(BUILD)/fuzz-%): $(BUILD)/fuzz-%: $(BUILD)/obj/tests/fuzz/%.o $(LIBRARY)
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(wrapped_$*:%=-Wl$(comma)--wrap=%) $(LDFLAGS) -o $@ \
		$(filter %.o,$^) $(LIBRARY) $(LIBRARIES)

# The rest of the sources is compiled too: here is where clang sees them all, with its warnings.
.PHONY: fuzzers
fuzzers: $(FUZZERS:%=$(BUILD)/fuzz-%) $(call objects,grader/main.c $(WORKER_SOURCES))

.PHONY: fuzz
fuzz: ## feed nonsense to all that reads untrusted bytes, FUZZ_SECONDS (600) each, FUZZ_JOBS (1) at a time
	@$(MAKE) --no-print-directory -s BUILD=$(BUILD)/sanitized SANITIZE=1 fuzzers
	@tests/fuzz/seeds $(BUILD)/sanitized/seeds
	@printf '%s\n' $(FUZZERS) | xargs -P $(FUZZ_JOBS) -n 1 tests/fuzz/run $(BUILD)/sanitized $(FUZZ_SECONDS)

.PHONY: check-lost
check-lost: tests ## graders killed 200 times, full disks, locks: is anything lost? (minutes)
	GYM_LOST=full $(BUILD)/tests/commands/test_lost

# ---- bench -----------------------------------------------------------------------------------------------------

.PHONY: bench-grading
bench-grading: all submissions ## how fast is grading, and where does the time go? (minutes)
	@tests/bench/grading

# Attention beside other libraries. The peers are built for this very machine, exp in vectors too.
BENCH := $(BUILD)/tests/bench/attention
BENCH_PACKAGES := $(BUILD_PACKAGES) check pkg-config libopenblas-dev nodejs npm
NATIVE := -O3 -march=native
$(BUILD)/obj/tests/bench/%.o: private override CFLAGS += $(OPENMP)
$(BUILD)/obj/tests/bench/textbook.o: private override CFLAGS += -O3
$(BUILD)/obj/tests/bench/blas.o: private override CFLAGS += $(NATIVE) -ffast-math \
	$(shell pkg-config --cflags openblas 2>/dev/null)
$(BUILD)/obj/tests/bench/machine.o: private override CFLAGS += $(NATIVE) -ffp-contract=fast
$(BENCH): $(call objects,$(filter-out %/tolerance.c,$(wildcard tests/bench/*.c)) tests/reference/draw.c) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(OPENMP) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=aligned_alloc,--wrap=free \
		-o $@ $^ $(LIBRARIES) $(shell pkg-config --libs check openblas)

.PHONY: bench
bench: ## install what is missing, time the fast functions beside other libraries: tests/bench/RESULTS.md (minutes)
	@.ci/need $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory -s $(BENCH)
	@cd tests/bench && npm ci --silent --no-audit --no-fund && node attention.mjs $(abspath $(BENCH)) ../..

.PHONY: bench-speed
bench-speed: all samples $(HURRIED) ## does the verdict on speed repeat, on a quiet machine and on a loaded one? (minutes)
	@tests/bench/speed

TOLERANCE := $(BUILD)/tests/bench/tolerance
$(TOLERANCE): $(call objects,tests/bench/tolerance.c) $(call test_helpers,reference) $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBRARIES) $(shell pkg-config --libs check) -ldl

.PHONY: tolerance
tolerance: $(TOLERANCE) $(SAMPLE_COPIES) ## errors of honest code and of mistakes, as tests/reference/TOLERANCE.md (minutes)
	@$(TOLERANCE) >$(BUILD)/TOLERANCE.md
	@cp $(BUILD)/TOLERANCE.md tests/reference/TOLERANCE.md

# ---- install ---------------------------------------------------------------------------------------------------

BIN = $(DESTDIR)$(PREFIX)/bin
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/attention-gym
DATA = $(DESTDIR)$(PREFIX)/share
SHARE = $(DATA)/attention-gym

# Where man and the shells look.
PAGE = $(DATA)/man/man1/grader.1
PAGES_OF_FORMATS = $(patsubst grader/manual/%,$(DATA)/man/man5/%,$(wildcard grader/manual/*.5))
BASH_COMPLETION = $(DATA)/bash-completion/completions/grader
ZSH_COMPLETION = $(DATA)/zsh/site-functions/_grader

.PHONY: install
install: all ## install below PREFIX (/usr/local), staged below DESTDIR
	$(INSTALL) -d $(BIN) $(LIBEXEC) $(SHARE)/template
	$(INSTALL) -m 755 $(BUILD)/grader $(BIN)/grader
	$(INSTALL) -m 755 $(BUILD)/grader-worker $(LIBEXEC)/grader-worker
	$(INSTALL) -m 644 reference/attention.h $(SHARE)/attention.h
	$(INSTALL) -m 644 submissions/template/* $(SHARE)/template
	$(INSTALL) -D -m 644 grader/manual/grader.1 $(PAGE)
	$(INSTALL) -d $(DATA)/man/man5
	$(INSTALL) -m 644 grader/manual/*.5 $(DATA)/man/man5
	$(INSTALL) -D -m 644 grader/completion/grader.bash $(BASH_COMPLETION)
	$(INSTALL) -D -m 644 grader/completion/_grader $(ZSH_COMPLETION)
	cd exercises && find . -type f -exec $(INSTALL) -D -m 644 {} $(abspath $(SHARE))/exercises/{} \;

.PHONY: uninstall
uninstall: ## remove what install put there
	rm -f $(BIN)/grader $(PAGE) $(PAGES_OF_FORMATS) $(BASH_COMPLETION) $(ZSH_COMPLETION)
	rm -rf $(LIBEXEC) $(SHARE)

.PHONY: clean
clean: ## remove everything built
	rm -rf .build submissions/samples/*/attention.so

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24
