# A thin cover over CMake: Makefile.inc holds the settings of a site, CMakePresets.json those of the checks.
include Makefile.inc

# A setting left empty in Makefile.inc is CMake's to find.
setting = $(if $(strip $(2)),-D$(1)="$(strip $(2))")
site_compilers = $(call setting,CMAKE_C_COMPILER,$(CC)) $(call setting,CMAKE_CXX_COMPILER,$(CXX))
site_settings = $(call setting,CMAKE_Fortran_COMPILER,$(FC)) $(call setting,CMAKE_C_FLAGS,$(CCFLAGS)) \
  $(call setting,CMAKE_CXX_FLAGS,$(CXXFLAGS)) $(call setting,CMAKE_Fortran_FLAGS,$(FCFLAGS)) \
  $(call setting,MPI_C_COMPILER,$(MPICC)) $(call setting,MPI_Fortran_COMPILER,$(MPIFC)) \
  $(call setting,MPIEXEC_EXECUTABLE,$(MPIEXEC)) \
  $(call setting,HETSCALAPACK_BLAS_LIBS,$(LAPACKLIB) $(BLASLIB)) \
  $(call setting,HETSCALAPACK_SCALAPACK_LIBS,$(SCALAPACKLIB))

simulated = cmake --preset smpi -DCMAKE_UNITY_BUILD=$(UNITY) $(site_compilers) \
  $(call setting,HETSCALAPACK_BLAS_LIBS,$(LAPACKLIB) $(BLASLIB)) \
  -DHETSCALAPACK_TOOLS="$(abspath $(BUILD_DIR))" && cmake --build --preset smpi -j $(JOBS)

.PHONY: all build deps demo experiments check check-release check-sanitize check-clang check-simulation \
  check-clients check-replay virtual-times install clean
.NOTPARALLEL:

all: build

configure = cmake -S . -B $(BUILD_DIR) -G $(GENERATOR) -DCMAKE_BUILD_TYPE=$(BUILD_TYPE) -DCMAKE_UNITY_BUILD=$(UNITY) \
  -DCMAKE_INSTALL_PREFIX="$(PREFIX)" $(site_compilers) $(site_settings)

has_cmake = command -v cmake >/dev/null || { echo "cmake is missing: run 'make deps' first" >&2; exit 1; }

build:
	@$(has_cmake)
	$(configure) -DBUILD_TESTING=ON
	cmake --build $(BUILD_DIR) -j $(JOBS)

# The missing Debian packages alone; nothing happens when there are none.
deps:
	@sh cmake/install-deps.sh cmake/packages.txt

# An unmodified ScaLAPACK program on an emulated heterogeneous cluster, plain and with the library preloaded.
demo: deps
	$(configure) -DBUILD_TESTING=ON
	cmake --build $(BUILD_DIR) -j $(JOBS) --target demo_programs
	testing_drivers/demo/run_demo.sh $(BUILD_DIR)

# The papers' experiments in virtual time: docs/experiments.md and its plots. Some ten minutes on two free cores, once both
# builds are there; hours with EXPERIMENTS="--large --keep FILE", larger orders and up to 1024 processors. With --keep, the same
# command goes on where it was interrupted. Simulations of 1024 processors take up to 4 GB each: --jobs says how many at a time.
experiments: deps build
	$(simulated)
	python3 testing_drivers/experiments --build $(BUILD_DIR) --simulated build-smpi --into docs $(EXPERIMENTS)

# Every test of the release build; virtual times; then what sanitizers and a second compiler see. Two tests at a time, but
# one of those that start ranks.
check: deps check-release check-simulation check-sanitize check-clang
	@echo "make check: all stages passed"

check-release:
	cmake --preset release -B $(BUILD_DIR) -DCMAKE_UNITY_BUILD=$(UNITY) $(site_compilers) $(site_settings)
	cmake --build $(BUILD_DIR) -j $(JOBS)
	ctest --test-dir $(BUILD_DIR) -j 2 --output-on-failure --no-tests=error

# The simulated drivers, started by the programs of the release build.
check-simulation:
	test -f $(BUILD_DIR)/CMakeCache.txt || $(MAKE) build
	cmake --build $(BUILD_DIR) -j $(JOBS)
	$(simulated)
	ctest --test-dir build-smpi --output-on-failure --no-tests=error

# Large programs of other people, plain and with the library preloaded: docs/clients.md. Some minutes.
check-clients: deps
	@sh cmake/install-deps.sh cmake/packages-clients.txt
	cmake --preset release -B $(BUILD_DIR) -DCMAKE_UNITY_BUILD=$(UNITY) $(site_compilers) $(site_settings)
	cmake --build $(BUILD_DIR) -j $(JOBS)
	ctest --test-dir $(BUILD_DIR) -C clients -L '^clients$$' --output-on-failure --no-tests=error

# Whether auto loses anywhere: what programs of all kinds of calls take, plain and with the library, on equal and on unequal
# processes: docs/replay.md. Some seven minutes, in which nothing else should run: it is judged by seconds.
check-replay: deps
	cmake --preset release -B $(BUILD_DIR) -DCMAKE_UNITY_BUILD=$(UNITY) $(site_compilers) $(site_settings)
	cmake --build $(BUILD_DIR) -j $(JOBS)
	ctest --test-dir $(BUILD_DIR) -C replay -L '^replay$$' --verbose --no-tests=error

# Writes tests/simulation/virtual_times.txt anew, after a change of speed that is meant.
virtual-times: build
	$(simulated)
	HET_GOLDEN_UPDATE=1 build-smpi/bin/virtual_times_test --gtest_filter=VirtualTimes.AreThoseOfTheFile

check-sanitize:
	cmake --preset debug $(site_compilers) $(site_settings)
	cmake --build --preset debug -j $(JOBS)
	ctest --preset debug

check-clang:
	cmake --preset clang $(site_settings)
	cmake --build --preset clang -j $(JOBS)
	ctest --preset clang

# Builds what is installed, and no tests, whatever the build has been set up for before (make demo, make check). In a fresh
# one tests are not looked at, which need more packages.
install:
	@$(has_cmake)
	$(configure) $(if $(wildcard $(BUILD_DIR)/CMakeCache.txt),,-DBUILD_TESTING=OFF)
	cmake --build $(BUILD_DIR) -j $(JOBS) --target installed
	cmake --install $(BUILD_DIR)

clean:
	cmake -E rm -rf $(BUILD_DIR) build-debug build-clang build-smpi
