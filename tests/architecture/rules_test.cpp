// The rules themselves: a small good house breaks none, and each fault planted in it is found where it
// stands.
#include "tests/architecture/rules.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace het::architecture {
namespace {
namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

const Files good_house{
    {"CMakeLists.txt", "add_subdirectory(src/base)\n"},
    {"include/hetscalapack/hetscalapack.h", "void het_pdgemm_(const char *transa);\n"},
    {"src/base/CMakeLists.txt", "het_room(base SOURCES error.cpp)\n"},
    {"src/base/error.hpp", "#pragma once\n#include <string>\n"},
    {"src/base/error.cpp", "#include \"src/base/error.hpp\"\n// see MPI_COMM_WORLD and dgemm_(\n"},
    {"src/distribution/axis_map.hpp", "#include \"src/base/error.hpp\"\n"},
    {"src/model/cost.hpp", "#include \"src/distribution/axis_map.hpp\"\n"},
    {"blacs_het/plan/shares.hpp", "#include \"src/base/error.hpp\"\nconst char *name = \"pdgemm_(\";\n"},
    {"src/bindings/blas.hpp",
     "extern \"C\" void dgemm_(const char *);\n#define X(L) void L##gemm_(const char *);\n"},
    {"blacs_het/grid/world.hpp",
     "#include <mpi.h>\n#include \"blacs_het/plan/shares.hpp\"\n"
     "// sends on MPI_COMM_WORLD never\nvoid f(int *rank) { MPI_Comm_rank(MPI_COMM_WORLD, rank); }\n"},
    {"src/driver/gemm.hpp",
     "#include \"hetscalapack/hetscalapack.h\"\n#include \"blacs_het/grid/world.hpp\"\n"},
    {"src/dropin/shims.hpp", "#include \"src/driver/gemm.hpp\"\nvoid pdgemm_(const char *) {}\n"},
    {"testing_drivers/xhetgemm/run.hpp",
     "#include <hetscalapack/hetscalapack.h>\nvoid pdgemm_(const char *);\nint c = MPI_COMM_WORLD;\n"},
    {"tests/unit/probe.hpp", "#include \"src/dropin/shims.hpp\"\n#include \"src/base/error.hpp\"\n"},
};

class Rules : public testing::Test {
 protected:
  // The good house with some files added or replaced, written to disk and read back.
  Tree build(const Files& changes = {}) const {
    Files files = changes;
    files.insert(good_house.begin(), good_house.end());
    for (const auto& [path, text] : files) {
      fs::create_directories((root_ / path).parent_path());
      std::ofstream(root_ / path) << text;
    }
    return read_tree(house_, root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  House house_ = read_house(HET_ROOMS_TABLE);
  fs::path root_ =
      fs::path(testing::TempDir()) /
      (std::string("het_house_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(Rules, good_house_breaks_none) {
  const Tree tree = build();
  EXPECT_EQ(tree.size(), good_house.size());
  EXPECT_EQ(includes_run_downward(house_, tree), Violations{});
  EXPECT_EQ(includes_make_no_circles(house_, tree), Violations{});
  EXPECT_EQ(pure_rooms_stay_pure(house_, tree), Violations{});
  EXPECT_EQ(foreign_symbols_stay_in_bindings(house_, tree), Violations{});
  EXPECT_EQ(types_are_defined_once(house_, tree), Violations{});
  EXPECT_EQ(world_is_not_used(house_, tree), Violations{});
  EXPECT_EQ(folders_are_small(house_, tree), Violations{});
  EXPECT_EQ(files_are_built(house_, tree, "\"file\": \"/x/src/base/loop.cpp\""), Violations{});
  EXPECT_EQ(lines_are_short(house_, tree), Violations{});
  EXPECT_EQ(no_machine_paths(house_, tree), Violations{});
}

TEST_F(Rules, type_with_two_definitions_is_found) {
  const Tree tree = build({{"src/base/panel.hpp", "struct Column;\nstruct Panel {\n  struct Part {};\n};\n"},
                           {"src/model/panels.hpp", "class Panel final : public Base {\n};\nstruct Panel;\n"},
                           {"src/model/parts.hpp", "struct Part {};\nenum class Column;\n"}});
  EXPECT_EQ(types_are_defined_once(house_, tree),
            (Violations{{"src/model/panels.hpp", 1, "defines Panel, as src/base/panel.hpp does"}}));
}

TEST_F(Rules, arrow_that_runs_up_is_found) {
  const Tree tree = build({{"src/base/error.hpp", "\n/* a\n b */ # include \"src/model/cost.hpp\"\n"}});
  EXPECT_EQ(includes_run_downward(house_, tree),
            (Violations{{"src/base/error.hpp", 3, "base may not include model (src/model/cost.hpp)"}}));
}

TEST_F(Rules, rooms_side_by_side_may_not_include_each_other) {
  const Tree tree = build({{"src/kernel/local.hpp", "#include \"blacs_het/grid/world.hpp\"\n"}});
  EXPECT_EQ(
      includes_run_downward(house_, tree),
      (Violations{{"src/kernel/local.hpp", 1, "kernel may not include grid (blacs_het/grid/world.hpp)"}}));
}

TEST_F(Rules, circle_of_includes_is_found) {
  const Tree tree =
      build({{"src/model/a.hpp", "#include \"src/model/b.hpp\"\n"},
             {"src/model/b.hpp", "#include \"src/model/c.hpp\"\n"},
             {"src/model/c.hpp", "\n"},
             {"src/model/c.cpp", "#include \"src/model/c.hpp\"\n#include \"src/model/a.hpp\"\n"},
             {"src/model/d.cpp", "#include \"src/model/a.hpp\"\n"}});
  EXPECT_EQ(includes_make_no_circles(house_, tree),
            (Violations{{"src/model/a", 0,
                         "needs itself by a circle of #include lines through src/model/a src/model/b "
                         "src/model/c"}}));
}

TEST_F(Rules, testing_drivers_see_public_headers_and_text_alone) {
  const Tree tree = build({{"testing_drivers/xhetgemm/run.hpp", "#include <src/base/error.hpp>\n"}});
  EXPECT_EQ(includes_run_downward(house_, tree),
            (Violations{{"testing_drivers/xhetgemm/run.hpp", 1,
                         "testing_drivers may not include base (src/base/error.hpp)"}}));
}

TEST_F(Rules, commented_include_is_none) {
  const Tree tree = build({{"src/base/error.hpp", "// #include \"src/model/cost.hpp\"\n"}});
  EXPECT_EQ(includes_run_downward(house_, tree), Violations{});
}

TEST_F(Rules, include_that_does_not_start_at_the_root_is_found) {
  const Tree tree = build({{"src/base/error.cpp", "#include \"error.hpp\"\n"}});
  EXPECT_EQ(includes_run_downward(house_, tree),
            (Violations{
                {"src/base/error.cpp", 1, "includes error.hpp by a path that does not start at the root"}}));
}

TEST_F(Rules, file_outside_every_room_is_found) {
  const Tree tree = build({{"src/attic/old.hpp", "\n"}});
  EXPECT_EQ(includes_run_downward(house_, tree),
            (Violations{{"src/attic/old.hpp", 0, "stands in no room of rooms.toml"}}));
}

TEST_F(Rules, parallel_header_in_a_pure_room_is_found) {
  for (const std::string header : {"mpi.h", "cblas.h", "hwloc.h"}) {
    const Tree tree =
        build({{"blacs_het/plan/shares.hpp", "#include <vector>\n#include <" + header + ">\n"}});
    EXPECT_EQ(pure_rooms_stay_pure(house_, tree),
              (Violations{{"blacs_het/plan/shares.hpp", 2, "pure room plan includes " + header}}));
  }
}

TEST_F(Rules, foreign_symbol_outside_bindings_is_found) {
  for (const std::string code : {"void dgemm_(const char *);", "void pzgetrf_(int *);",
                                 "Cblacs_gridinit(&c, \"R\", 1, 1);", "blacs_get_(&c, &what, &value);",
                                 "#define X(L) void p##L##gemm_(const char *);", "Cdgerv2d(c, 1, 1);"}) {
    const Tree tree = build({{"src/algorithm/summa.hpp", "\n" + code + "\n"}});
    EXPECT_EQ(
        foreign_symbols_stay_in_bindings(house_, tree),
        (Violations{{"src/algorithm/summa.hpp", 2, "names a symbol of BLAS, LAPACK, BLACS or ScaLAPACK"}}))
        << code;
  }
}

TEST_F(Rules, own_names_are_no_foreign_symbols) {
  const Tree tree =
      build({{"src/algorithm/summa.hpp",
              "void het_pdgemm_(int);\nstruct S { S() : state_(1), pages_(2), posts_(3) {} };\n"}});
  EXPECT_EQ(foreign_symbols_stay_in_bindings(house_, tree), Violations{});
}

TEST_F(Rules, world_communicator_is_found) {
  const Tree tree =
      build({{"src/algorithm/summa.hpp",
              "void stop() { MPI_Abort(MPI_COMM_WORLD, 1); }\n"
              "void f(int* rank) { MPI_Comm_rank(MPI_COMM_WORLD, rank); }\n"},
             {"blacs_het/grid/world.hpp",
              "void f(int* rank) { MPI_Comm_rank(MPI_COMM_WORLD, rank); }\nint c = MPI_COMM_WORLD;\n"
              "void g(void* t, int* f) { MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, t, f); }\n"}});
  EXPECT_EQ(world_is_not_used(house_, tree),
            (Violations{{"src/algorithm/summa.hpp", 2, "uses MPI_COMM_WORLD"},
                        {"blacs_het/grid/world.hpp", 2, "uses MPI_COMM_WORLD"}}));
}

TEST_F(Rules, large_folder_is_found) {
  Files many;
  for (std::size_t i = 0; i <= house_.max_files_per_folder; ++i)
    many["src/tools/part" + std::to_string(i) + ".hpp"] = "\n";
  many["src/tools/draw/part.hpp"] = "\n";
  const auto found = folders_are_small(house_, build(many));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].file, "src/tools");
}

TEST_F(Rules, file_that_nobody_builds_is_found) {
  const Tree tree = build(
      {{"src/base/orphan.cpp", "\n"},
       {"src/base/or.cpp", "\n"},
       {"src/base/loop.cpp", "\n"},
       {"src/base/CMakeLists.txt", "het_room(base SOURCES error.cpp ${here}/or.cpp not-orphan.cpp)\n"}});
  EXPECT_EQ(files_are_built(house_, tree, "\"file\": \"/x/src/base/loop.cpp\""),
            (Violations{{"src/base/orphan.cpp", 0, "is not built"}}));
}

TEST_F(Rules, long_line_is_found) {
  const std::string longest(house_.longest_line, 'x'), of_two_bytes = "\xc2\xa7" + longest.substr(1);
  const Tree tree =
      build({{"docs/usage.md", longest + "\n" + of_two_bytes + "\n|" + longest + "\n" + longest + "x\n"},
             {"cmake/a.cmake", longest + "y\n"},
             {"src/base/error.hpp", longest + "z\n"}});
  EXPECT_EQ(lines_are_short(house_, tree), (Violations{{"cmake/a.cmake", 1, "is longer than 130"},
                                                       {"docs/usage.md", 4, "is longer than 130"},
                                                       {"src/base/error.hpp", 1, "is longer than 130"}}));
}

TEST_F(Rules, machine_path_is_found) {
  for (const auto& [line, is_one] :
       std::vector<std::pair<std::string, bool>>{{"see " + std::string("/") + "home/someone/x", true},
                                                 {"=" + std::string("/") + "work/main", true},
                                                 {"a/home/b", false},
                                                 {"prefix /opt/hetscalapack/lib", false},
                                                 {"${X}/home/y", false}}) {
    const Tree tree = build({{"docs/usage.md", "# title\n" + line + "\n"}});
    EXPECT_EQ(no_machine_paths(house_, tree),
              is_one ? (Violations{{"docs/usage.md", 2, "names a path of one machine"}}) : Violations{})
        << line;
  }
}

TEST_F(Rules, table_that_lets_an_arrow_run_up_is_refused) {
  fs::create_directories(root_);
  std::ofstream(root_ / "rooms.toml")
      << "[[room]]\nname = \"base\"\nfolder = \"b\"\nmay_include = [\"model\"]\n"
      << "[[room]]\nname = \"model\"\nfolder = \"m\"\nmay_include = []\n";
  EXPECT_THROW(read_house(root_ / "rooms.toml"), std::runtime_error);
}

TEST(Strip, comments_and_literals_become_blanks) {
  EXPECT_EQ(strip("a /*x\ny*/ b // c\nd", true), "a    \n    b     \nd");
  EXPECT_EQ(strip("f(\"a\\\"b//c\", 'q', 1'000);", true), "f(\"       \", ' ', 1'000);");
  EXPECT_EQ(strip("f(\"a//b\"); // c", false), "f(\"a//b\");     ");
  EXPECT_EQ(strip("R\"x(a)\" b)x\" c", true), "R\"x(     )x\" c");
}

}  // namespace
}  // namespace het::architecture
