# Honest submissions to build, beside the samples: none of them may lose a point for how it was made.
#
#   $(call honest,FOLDER/NAME,COMPILER,SOURCE,FLAGS AND LIBRARIES)
#
# `levels` and `harmless` are graded on all exercises, `habits` on those of tests/honest/exercises, `threads` on those that allow two.

# ---- a whole submission by either compiler at every level of optimisation

# In blocked by clang -Ofast the score of a key, computed in two places, is two numbers.

flags_native := -O3 -march=native
honest_levels := O0 O1 O2 O3 native Ofast
honest_level = $(call honest,levels/$(1)-$(2)-$(3),$(2),submissions/samples/$(1)/attention.c,$(or $(flags_$(3)),-$(3)))
$(foreach sample,plain blocked,$(foreach compiler,gcc clang,$(foreach level,$(honest_levels),$(call \
	honest_level,$(sample),$(compiler),$(level)))))

# ---- what reference/honest.h tells of and why it must not matter, graded on all exercises

$(foreach source,$(filter-out %/table.c %/ofast.c,$(wildcard reference/honest/*.c)),$(call \
	honest,harmless/$(basename $(notdir $(source))),gcc,$(source),-O2 -DHONEST_SUBMISSION))

# ---- what code does while somebody finds out what is wrong with it

honest_habits := locals sorts prints memory mathematics types jumps clocks surroundings beginnings
$(foreach habit,$(honest_habits),$(foreach compiler,gcc clang,$(call \
	honest,habits/$(habit)-$(compiler),$(compiler),tests/honest/$(habit).c,-O1 -g)))
$(call honest,habits/mathematics-libmvec,gcc,tests/honest/mathematics.c,-O3 -ffast-math)
$(call honest,habits/plusplus,g++,tests/honest/plusplus.cc,-O2 -static-libstdc++ -static-libgcc)
$(call honest,habits/fortran,gfortran,tests/honest/fortran.f90,-O2 -Wl$(comma)--as-needed)
$(call honest,habits/openmp,gcc,tests/honest/openmp.c,-O2 -fopenmp)
$(call honest,threads/openmp,gcc,tests/honest/openmp.c,-O2 -fopenmp)
$(call honest,threads/pthreads,gcc,tests/honest/pthreads.c,-O2 -pthread)

# ---- how it may be compiled and linked; gold and lld if they are there

linked = $(call honest,habits/linked-$(1),gcc,submissions/samples/plain/attention.c,-O1 $(2))
$(call linked,now,-Wl$(comma)-z$(comma)now)
$(call linked,lazy,-Wl$(comma)-z$(comma)lazy)
$(call linked,sysv,-Wl$(comma)--hash-style=sysv)
$(call linked,relr,-Wl$(comma)-z$(comma)pack-relative-relocs)
$(call linked,merged,-Wl$(comma)-z$(comma)noseparate-code -Wl$(comma)-z$(comma)norelro -Wl$(comma)--build-id=none)
$(call linked,symbolic,-Wl$(comma)-Bsymbolic -fno-plt)
$(call linked,rpath,-Wl$(comma)-rpath$(comma)/opt/lib:$$$$ORIGIN -Wl$(comma)--disable-new-dtags)
$(call linked,runpath,-Wl$(comma)-rpath$(comma)/opt/lib:. -Wl$(comma)--enable-new-dtags)
$(call linked,soname,-Wl$(comma)-soname$(comma)libattention.so.1)
$(call linked,stripped,-s)
$(call linked,libraries,-Wl$(comma)--no-as-needed -lm -lmvec -lgomp -lgcc_s)
$(call linked,lto,-flto)
$(call linked,careful,-D_FORTIFY_SOURCE=2 -fstack-protector-all -fstack-clash-protection -fcf-protection -ftrapv)
$(call linked,coverage,--coverage)
$(call linked,profile,-pg)
$(call linked,undefined,-fsanitize=undefined -fsanitize-undefined-trap-on-error)
$(foreach linker,gold lld,$(if $(shell command -v ld.$(linker)),$(call linked,$(linker),-fuse-ld=$(linker))))
$(call linked,debug,-g3)
$(BUILD)/honest/habits/linked-debug.so: honest_finish = head -c 20971520 /dev/zero >$@.zeros && \
	objcopy --add-section .debug_large=$@.zeros $@ && rm $@.zeros
