"""What the experiments do with runs that were made before, that do not end, and that fail; a script stands in for hetrun."""

import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "testing_drivers/experiments"))

import choices  # noqa: E402
import scaling  # noqa: E402
from simulation import Laboratory, Run, SimulationFailed  # noqa: E402

# Notes the process of each start. Order 1 never ends, order 2 fails, others do two operations in as many microseconds as
# their order.
STANDIN = """#!/bin/sh
echo $$ >> "$(dirname "$0")/starts"
while [ "$1" != --n ]; do shift; done
[ "$2" = 1 ] && exec sleep 600
[ "$2" = 2 ] && { echo broken >&2; exit 3; }
echo "some words"
echo '{"n": '"$2"', "seconds": '"$2"'e-6, "in_place": false, "used": "4x3"}'
"""


def order(n: int) -> Run:
    return Run("some-switch10", "getrf", n, "het")


class Experiments(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.hetrun, self.driver = self.folder / "hetrun", self.folder / "xhetsim"
        self.hetrun.write_text(STANDIN)
        self.hetrun.chmod(0o755)
        self.driver.write_text("one build")

    def laboratory(self, limit: float = 60) -> Laboratory:
        return Laboratory(self.hetrun, self.driver, self.folder, 2, self.folder / "kept", limit)

    def starts(self) -> int:
        return len((self.folder / "starts").read_text().split())

    def are_gone(self) -> bool:
        """Whether no process that was started is left, soon."""
        for _ in range(1000):
            if not any(Path(f"/proc/{process}").exists() for process in (self.folder / "starts").read_text().split()):
                return True
            time.sleep(0.01)
        return False

    def test_the_same_run_is_made_once_by_all_programs(self) -> None:
        first = self.laboratory().all([order(30), order(40), order(30)])
        self.assertEqual([row["n"] for row in first], [30, 40, 30])
        self.assertEqual(self.laboratory().all([order(40), order(30)]), [first[1], first[0]])
        self.assertEqual(self.starts(), 2)

    def test_results_of_another_build_are_not_used(self) -> None:
        self.laboratory().all([order(30)])
        self.driver.write_text("another build")
        self.laboratory().all([order(30)])
        self.assertEqual(self.starts(), 2)

    def test_results_of_another_version_are_not_used(self) -> None:
        self.laboratory().all([order(30)])
        kept = self.folder / "kept"
        kept.write_text(kept.read_text().replace('"nb": 64', '"nb": 64, "word": 1'))
        self.laboratory().all([order(30)])
        self.assertEqual(self.starts(), 2)

    def test_results_of_another_platform_are_not_used(self) -> None:
        platform = self.folder / "some-switch10.xml"
        platform.write_text("one platform")
        self.laboratory().all([order(30)])
        self.laboratory().all([order(30)])
        platform.write_text("another of the same name")
        self.laboratory().all([order(30)])
        self.assertEqual(self.starts(), 2)

    def test_results_are_found_although_the_platform_is_written_later(self) -> None:
        platform = self.folder / "some-switch10.xml"
        platform.write_text("one platform")
        first = self.laboratory().all([order(30)])
        platform.unlink()
        again = self.laboratory(0)
        platform.write_text("one platform")
        self.assertEqual(again.all([order(30)]), first)

    def test_a_choice_in_place_is_not_simulated_as_the_uniform_layout_too(self) -> None:
        orders = scaling.Orders(dict.fromkeys(scaling.ROUTINES, 64), dict.fromkeys(scaling.ROUTINES, 64),
                                dict.fromkeys(scaling.ROUTINES, 64))
        scaling.simulate(self.laboratory(), [{16: "some-switch10"}], orders)
        self.assertEqual(self.starts(), 2 * len(scaling.ROUTINES))  # the stand-in moves everything
        self.hetrun.write_text(STANDIN.replace('"in_place": false', '"in_place": true'))
        scaling.simulate(self.laboratory(), [{16: "some-switch10"}], orders)
        self.assertEqual(self.starts(), 3 * len(scaling.ROUTINES))

    def test_a_line_that_was_interrupted_does_not_matter(self) -> None:
        self.laboratory().all([order(30)])
        with (self.folder / "kept").open("a") as file:
            file.write('{"build": "')
        self.assertEqual(self.laboratory().all([order(30)])[0]["n"], 30)
        self.laboratory().all([order(40)])
        self.laboratory().all([order(40)])
        self.assertEqual(self.starts(), 2)

    def test_a_run_is_stopped_at_the_limit_and_tried_again_with_a_larger_one_alone(self) -> None:
        begin = time.monotonic()
        self.assertEqual(self.laboratory(2).tried([order(1)]), [None])
        self.assertLess(time.monotonic() - begin, 300)
        self.assertEqual(self.laboratory(1).tried([order(1)]), [None])
        self.assertEqual(self.starts(), 1)
        self.assertTrue(self.are_gone())
        self.assertEqual(self.laboratory(3).tried([order(1)]), [None])
        self.assertEqual(self.starts(), 2)
        with self.assertRaisesRegex(SimulationFailed, "did not end in 1 s"):
            self.laboratory(1).all([order(1)])

    def test_with_a_limit_of_0_only_what_is_kept_is_shown(self) -> None:
        row = self.laboratory().all([order(30)])[0]
        self.assertEqual(self.laboratory(0).tried([order(30), order(40)]), [row, None])
        self.assertEqual(self.starts(), 1)

    def test_a_run_that_fails_ends_the_experiments_and_the_runs_beside_it(self) -> None:
        with self.assertRaisesRegex(SimulationFailed, "exit code 3.*\n.*broken"):
            self.laboratory(600).all([order(2), order(1)])
        self.assertTrue(self.are_gone())

    def test_calls_that_were_quicker_in_place_are_named_once(self) -> None:
        def case(n: int, took: float, in_place: bool) -> scaling.Case:
            return scaling.Case("potrf", 64, n, {"seconds": took, "in_place": in_place}, {"seconds": 2.0})

        some = [case(512, 3, False), case(512, 3, False), case(1024, 1, False), case(2048, 2, True),
                scaling.Case("potrf", 64, 4096, {"seconds": 1, "in_place": False}, None)]
        text = scaling.choices({"switch10": some})
        self.assertIn("Of 3 calls that can be compared the model moves 2 and leaves 1 in place", text)
        self.assertEqual(text.count("\n- "), 1)
        self.assertIn("- pdpotrf of order 512 on 64 processors, switch10: 1.50 times as long\n", text)
        self.assertIn("None of those", scaling.choices({"switch10": some[2:]}))

    def test_a_line_of_the_table_says_which_run_did_not_end(self) -> None:
        row = {"gflops": 10.0, "seconds": 2.0, "in_place": True, "used": "4x4", "move_in": 0, "move_out": 0,
               "processes": {part: [1.0, 3.0] for part in scaling.PARTS}}
        columns = len(scaling.HEADER)
        here = scaling.Case("getrf", 16, 512, row, {"seconds": 1.0}).words()
        self.assertEqual((here[3], here[6], here[-1], len(here)), ("in place", "0.50", "2", columns))
        alone = scaling.Case("getrf", 16, 512, row, None).words()
        self.assertEqual((alone[6], len(alone)), ("-", columns))
        never = scaling.Case("getrf", 16, 512, None, None).words()
        self.assertEqual((never[3], len(never)), ("not ended", columns))

    def test_candidates_are_all_grids_of_all_hosts_and_some_of_the_fastest(self) -> None:
        nine = [10.0] * 3 + [2.5, 1.6, 1.3, 1.3, 1.26, 1.25]
        grids = choices.grids_to_try(nine, "potrf")
        self.assertLessEqual({(1, 9), (3, 3), (9, 1), (1, 3), (3, 1), (2, 2), (2, 4), (4, 2)}, set(grids))
        self.assertTrue(all(p * q <= 9 for p, q in grids))
        self.assertEqual([grid for grid in choices.grids_to_try(nine, "getrf") if grid[1] == 1], [(9, 1)])

    def test_a_grid_too_slow_in_all_for_the_choice_is_not_tried(self) -> None:
        chosen = {"gflops": 24.0}
        self.assertTrue(choices.could_win([10e9, 10e9, 5e9], (1, 3), chosen))
        self.assertFalse(choices.could_win([10e9, 10e9, 5e9], (1, 2), chosen))

    def test_a_choice_is_beside_the_best_of_all_that_were_tried(self) -> None:
        def row(took: float, used: str = "3x3", in_place: bool = False) -> dict:
            return {"seconds": took, "used": used, "in_place": in_place}

        right = choices.Comparison("some", "getrf", 30, row(1), row(2, in_place=True), [row(1.5), row(1)])
        wrong = choices.Comparison("some", "potrf", 30, row(1.2), row(1.1, in_place=True), [row(1, "1x9")])
        self.assertEqual((right.ratio(), right.beside_in_place()), (1, 0.5))
        self.assertAlmostEqual(wrong.ratio(), 1.2)
        self.assertEqual(wrong.words(), ["some", "pdpotrf", "30", "3x3", "1.2", "1x9", "1", "1.200", "1.091"])
        text = choices.summary([right, wrong])
        self.assertIn("| pdgetrf | 1 | 1 | 1 | 0 | 1.000 | 0 |", text)
        self.assertIn("| pdpotrf | 1 | 0 | 0 | 1 | 1.200 | 1 |", text)
        self.assertIn("| all | 2 | 1 | 1 | 1 | 1.200 | 1 |", text)


if __name__ == "__main__":
    unittest.main()
