#!/usr/bin/python3
"""End-to-end tests of the built programs: what a user sees, types and interrupts.

    suites/end_to_end_test.py [--kills N]     N random kill -9 with resume (default 5)

Needs build/release and nothing but the standard library. Ends with "N passed, N failed".
"""
import argparse
import glob
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DPSCO = os.path.join(ROOT, "build", "release", "dpsco")
SUITES = os.path.join(ROOT, "build", "release", "suites")
BASELINES = os.path.join(ROOT, "results", "baselines")

GRID = """
schema = 1
suite = "smoke"
[run]
repetitions = {repetitions}
seed = 7
[[grid]]
data = [{{name = "spiked", n = {n}, d = [10, 50], evaluation_rows = 500}},
        {{name = "libsvm", path = "heart_scale"}}]
loss = "logistic"
privacy = {{epsilon = [1.0, 4.0], delta = 1e-5}}
algorithm = [{{name = "single-pass-dp-sgd"}}, {{name = "pnsgd", label = "pnsgd-projected"}}, {{name = "sgd"}}, {{name = "zero"}}]
metrics = ["test_accuracy", "excess_population_risk", "excess_empirical_risk"]
[accountants]
use = ["gdp", "rdp", "paper"]
"""


def run(*words, expect=0, **options):
    """Runs a command; returns (stdout, stderr) after checking its exit code."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=ROOT, **options)
    assert done.returncode == expect, f"{words}: exit {done.returncode}, expected {expect}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def journal(out, kind="run"):
    records = []
    for name in sorted(glob.glob(os.path.join(out, "runs", "*.jsonl"))):
        with open(name, encoding="utf-8") as lines:
            for line in lines:
                try:
                    record = json.loads(line)
                except json.JSONDecodeError:
                    continue  # a torn line: the reader's tests are elsewhere
                if record.get("kind") == kind:
                    records.append(record)
    return records


def digests(out):
    return sorted((r["key"], r["digest"]) for r in journal(out))


def plan_keys(out):
    with open(os.path.join(out, "plan.jsonl"), encoding="utf-8") as plan:
        return [json.loads(line)["key"] for line in plan]


class Tests:
    def __init__(self, folder, kills):
        self.folder, self.kills = folder, kills

    def path(self, name):
        return os.path.join(self.folder, name)

    def grid(self, name="smoke.toml", repetitions=2, n=300):
        path = self.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(GRID.format(repetitions=repetitions, n=n))
        return path

    def results(self):
        """A finished smoke grid of two threads, run once."""
        out = self.path("smoke")
        if not os.path.isdir(out):
            run(DPSCO, "run", self.grid(), "--out", out, "--progress", "none", "-j2")
        return out

    def test_same_digests_for_1_2_3_8_threads_and_the_serial_oracle(self):
        grid, seen = self.grid(), []
        for name, flags in [("serial", ["--serial"]), ("t1", ["-j1"]), ("t2", ["-j2"]), ("t3", ["-j3"]), ("t8", ["-j8"])]:
            run(DPSCO, "run", grid, "--out", self.path(name), "--progress", "none", *flags)
            seen.append(digests(self.path(name)))
        assert len(seen[0]) == len(plan_keys(self.path("serial"))) == 48
        assert all(each == seen[0] for each in seen), "digests differ between thread counts"

    def test_resume_runs_nothing_twice_and_keeps_everything(self):
        grid, out = self.grid(), self.path("resume")
        run(DPSCO, "run", grid, "--out", out, "--progress", "none", "--filter", "data = spiked")
        before = len(journal(out))
        run(DPSCO, "run", grid, "--out", out, "--progress", "none")
        assert 0 < before < 48
        keys = [r["key"] for r in journal(out)]
        assert sorted(keys) == sorted(set(plan_keys(out))) and len(keys) == 48
        _, said = run(DPSCO, "run", grid, "--out", out, "--progress", "none")
        assert "48 finished before" in said and len(journal(out)) == 48

    def test_kill_9_at_random_moments_then_resume_loses_and_repeats_nothing(self):
        grid, out = self.grid(repetitions=40, n=2000), self.path("killed")
        command = [DPSCO, "run", grid, "--out", out, "--progress", "none", "-j2"]
        random.seed(1)
        killed = 0
        for _ in range(self.kills * 4):
            if killed == self.kills:
                break
            process = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT)
            time.sleep(random.uniform(0.02, 0.25))
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            else:  # the grid is done: start another one in the same way
                self.check_complete(out)
                out = self.path(f"killed{random.random()}")
                command[4] = out
            process.wait()
        assert killed == self.kills, f"only {killed} kills"
        run(*command)
        self.check_complete(out)

    def check_complete(self, out):
        keys = [r["key"] for r in journal(out)]
        assert len(keys) == len(set(keys)), "a run was done twice"
        assert set(keys) == set(plan_keys(out)), "runs are missing"

    def test_ctrl_c_drains_writes_and_resumes(self):
        grid, out = self.grid(repetitions=60, n=5000), self.path("interrupted")
        command = [DPSCO, "run", grid, "--out", out, "--progress", "none", "-j2"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        deadline = time.time() + 60
        while not journal(out) and time.time() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130, (process.returncode, said)
        assert "not started" in said, said
        assert all(r["status"] == "ok" for r in journal(out))
        run(*command)
        self.check_complete(out)

    def test_table_json_has_the_documented_shape(self):
        out = self.results()
        text, _ = run(DPSCO, "table", out, "--rows", "algorithm", "--columns", "d", "--value", "excess_population_risk",
                      "--where", "epsilon=1", "--where", "data=spiked", "--format", "json")
        table = json.loads(text)
        assert table["rows"] == ["single-pass-dp-sgd", "pnsgd-projected", "sgd", "zero"], table["rows"]
        assert table["columns"] == [10, 50]
        cell = table["cells"][0][0]
        assert {"mean", "low", "high", "runs", "failed"} <= set(cell) and cell["runs"] == 2 and cell["failed"] == 0
        assert {"value", "low", "high"} <= set(table["slope"][0])
        for form in ["text", "md", "csv"]:
            text, _ = run(DPSCO, "table", out, "--where", "epsilon=1", "--where", "data=spiked", "--format", form)
            assert "pnsgd-projected" in text

    def test_a_table_that_would_mix_experiments_is_refused_with_the_way_out(self):
        out = self.results()
        _, said = run(DPSCO, "table", out, "--where", "data=spiked", expect=2)
        assert "epsilon" in said and "where" in said, said

    def test_mistakes_end_with_exit_2_a_place_and_the_nearest_name(self):
        grid = self.grid()
        for words, expected in [
            ((DPSCO, "run", grid, "--set", "algorithm.pnsgd.eta=1"), "eta0"),
            ((DPSCO, "run", grid, "--filter", "epsilom = 1"), "epsilon"),
            ((DPSCO, "describe", "pnsdg"), "did you mean 'pnsgd'?"),
            ((DPSCO, "list", "algorithm"), "did you mean 'algorithms'?"),
            ((DPSCO, "data", "path", "heart_scal"), "heart_scale"),
            ((DPSCO, "run", self.path("absent.toml")), "can't open"),
            ((DPSCO, "run", grid, "--memory", "2 parsecs"), "parsecs"),
            ((DPSCO, "run", grid, "--profile", "quik"), "quik"),
            ((DPSCO, "table", self.path("nothing-here")), "holds no results"),
            ((DPSCO, "table", self.results(), "--value", "test_acuracy"), "test_accuracy"),
            ((DPSCO, "run", grid, "--no-such-flag"), "no-such-flag"),
        ]:
            _, said = run(*words, expect=2)
            assert expected in said, (words, said)
        broken = self.path("broken.toml")
        with open(broken, "w", encoding="utf-8") as file:
            file.write(GRID.format(repetitions=1, n=100).replace('"sgd"', '"sdg"'))
        _, said = run(DPSCO, "run", broken, expect=2)
        assert "broken.toml:" in said and "did you mean 'sgd'?" in said, said

    def test_misfits_are_rows_with_reasons_not_crashes(self):
        path, out = self.path("misfit.toml"), self.path("misfit")
        with open(path, "w", encoding="utf-8") as file:
            file.write("""schema = 1
[[grid]]
data = {name = "spiked", n = [1, 60], d = 6, evaluation_rows = 50}
loss = ["squared", {name = "smoothed-hinge", width = 1e-3}]
privacy = [{epsilon = 1.0, delta = 1e-5}, {epsilon = 1.0, delta = 1e-5, adjacency = "add_remove"}]
algorithm = [{name = "single-pass-dp-sgd"}, {name = "pnsgd", label = "free", projection = "none"}, {name = "zero"}]
metrics = ["excess_population_risk", "test_accuracy"]
""")
        run(DPSCO, "run", path, "--out", out, "--progress", "none")
        records = journal(out)
        assert len(records) == 24
        skipped = [r for r in records if r["status"] == "skipped"]
        assert len(skipped) == 16, len(skipped)
        assert all(len(r["reason"]) > 10 for r in skipped)
        assert all(r["status"] in ("ok", "skipped") for r in records)
        text, _ = run(DPSCO, "table", out, "--columns", "n", "--where", "loss=squared", "--where", "adjacency=add_remove")
        assert "add_remove" in text

    def test_ledgers_are_stored_once_and_priced_within_the_target(self):
        out = self.results()
        ledgers = {r["hash"] for r in journal(out, "ledger")}
        runs = journal(out)
        assert {r["ledger_hash"] for r in runs} == ledgers and len(ledgers) < len(runs)
        for r in runs:
            if r["algorithm"]["name"] in ("pnsgd", "single-pass-dp-sgd"):
                epsilon = r["accounts"]["gdp"]["epsilon"]
                assert 0.98 * r["privacy"]["epsilon"] <= epsilon <= r["privacy"]["epsilon"] * (1 + 1e-9)
        environment = journal(out, "env")[0]
        assert os.uname().nodename not in json.dumps(environment)

    def test_plan_prices_without_running(self):
        grid = self.grid()
        text, _ = run(DPSCO, "plan", grid)
        assert "epsilon by gdp" in text and "beta0" in text and "runs            48" in text, text[:400]
        dry, _ = run(DPSCO, "run", grid, "--dry-run", "--out", self.path("dry"))
        assert "runs            48" in dry and not os.path.exists(self.path("dry"))

    def test_account_and_calibrate_price_a_ledger_by_hand(self):
        path = self.path("ledger.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"adjacency": "add_remove", "events": [{"event": "gaussian", "noise_multiplier": 5.0, "count": 100}]}, file)
        answer = json.loads(run(DPSCO, "account", path, "--delta", "1e-5", "--epsilon", "2", "--format", "json")[0])
        gdp = answer["accountants"]["gdp"]
        # mpmath: analytic Gaussian mechanism at mu = 2, delta = 1e-5 (suites/golden has the source of other values).
        exact = 9.9972561464343004
        assert gdp["status"] == "ok" and exact <= gdp["epsilon"] <= exact * (1 + 1e-11), gdp
        assert answer["accountants"]["paper"]["status"] == "unsupported"
        assert answer["accountants"]["rdp"]["epsilon"] > exact and answer["accountants"]["rdp"]["bound"] == "upper"
        calibrated = json.loads(run(DPSCO, "calibrate", path, "--epsilon", "2", "--delta", "1e-5", "--format", "json")[0])
        assert 2 * (1 - 1e-6) <= calibrated["epsilon"] <= 2
        steps = json.loads(run(DPSCO, "calibrate", path, "--epsilon", "2", "--delta", "1e-5", "--parameter", "steps",
                               "--format", "json")[0])
        assert steps["steps"] == int(steps["steps"]) and steps["epsilon"] <= 2
        for words, expected in [
            (("account", path, "--delta", "0"), "outside (0, 1)"),
            (("account", path, "--delta", "nan"), "outside (0, 1)"),
            (("account", path, "--delta", "0.1", "--accountant", "rdq"), "did you mean 'rdp'?"),
            (("calibrate", path, "--epsilon", "1", "--delta", "0.1", "--parameter", "step"), "did you mean 'steps'?"),
        ]:
            _, said = run(DPSCO, *words, expect=2)
            assert expected in said, (words, said)
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"adjacency": "add_remove", "events": [{"event": "gaussian", "noise_multiplier": -1}]}')
        _, said = run(DPSCO, "account", path, "--delta", "1e-5", expect=2)
        assert "noise_multiplier = -1 must be positive" in said, said

    def test_isolated_times_may_be_shown_and_change_no_number(self):
        grid, out = self.grid(), self.path("isolated")
        run(DPSCO, "run", grid, "--out", out, "--progress", "none", "--isolated")
        assert digests(out) == digests(self.results())
        assert all(r["time"]["mode"] == "isolated" for r in journal(out) if r["status"] == "ok")
        _, said = run(DPSCO, "table", self.results(), "--value", "wall", "--where", "epsilon=1", "--where",
                      "data=spiked", expect=2)
        assert "isolated" in said, said

    def test_a_timeout_is_a_status(self):
        grid, out = self.grid("slow.toml", repetitions=1, n=200000), self.path("timeout")
        run(DPSCO, "run", grid, "--out", out, "--progress", "none", "--timeout", "0.001", "--filter",
            "label = sgd and d = 50 and epsilon = 1", "--set", "data.spiked.d=50", expect=1)
        assert [r["status"] for r in journal(out)] == ["timeout"]

    def test_anybodys_file_with_declared_bounds(self):
        data, path, out = self.path("mine.txt"), self.path("mine.toml"), self.path("mine")
        with open(data, "w", encoding="utf-8") as file:
            for i in range(50):
                file.write(f"{1 if i % 2 else 0} 1:{0.5 if i % 2 else -0.5} 3:{i / 100}\n")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"""schema = 1
[[grid]]
data = {{name = "libsvm", path = "{data}", n = 50, d = 3, normalise = "clip", row_norm_bound = 0.5}}
loss = "logistic"
privacy = {{epsilon = 2.0, delta = 1e-4}}
algorithm = [{{name = "sgd"}}, {{name = "pnsgd"}}]
metrics = ["test_accuracy", "excess_empirical_risk"]
""")
        run(DPSCO, "run", path, "--out", out, "--progress", "none")
        assert [r["status"] for r in journal(out)] == ["ok", "ok"]
        with open(data, "a", encoding="utf-8") as file:
            file.write("1 1:0.5 x:3\n")
        _, said = run(DPSCO, "run", path, "--out", out + "2", "--progress", "none", expect=2)
        assert "mine.txt:51:" in said, said

    def test_the_dimension_suite_agrees_with_the_independent_reference(self):
        out = self.path("dimension")
        text, _ = run(os.path.join(SUITES, "dimension"), "--out", out, "--progress", "none")
        assert "pnsgd-unprojected" in text and "Reading:" in text
        table = json.loads(run(DPSCO, "table", out, "--rows", "algorithm", "--columns", "d", "--value",
                               "excess_population_risk", "--format", "json")[0])
        with open(os.path.join(ROOT, "suites", "golden", "dimension_suite.json"), encoding="utf-8") as file:
            reference = json.load(file)["arms"]
        assert sorted(table["rows"]) == sorted(reference)
        t_quantile = 2.0226909  # Student t, 39 degrees of freedom, 97.5 %
        for row, cells in zip(table["rows"], table["cells"]):
            for column, cell in zip(table["columns"], cells):
                expected = reference[row][str(int(column))]
                error = (cell["high"] - cell["low"]) / 2 / t_quantile
                combined = math.hypot(error, expected["standard_error"])
                z = (cell["mean"] - expected["mean"]) / combined
                assert cell["runs"] == 40 and abs(z) <= 3.5, (row, column, cell, expected, z)
                # Exact: all d share one law of <w*, x>, so log 2 - E H(sigmoid(<w*, x>)) over 2^5 sign patterns.
                if row == "zero":
                    assert abs(cell["mean"] - 0.3606039093791017) <= 4 * error, (column, cell)

    def test_the_real_suite_on_the_built_in_sample(self):
        out = self.path("real")
        text, _ = run(os.path.join(SUITES, "real"), "--profile", "quick", "--out", out, "--progress", "none")
        assert "heart_scale" in text and "test_accuracy" in text
        records = journal(out)
        assert records and all(r["status"] == "ok" for r in records)
        assert all(r["optimum_gap"] <= 1e-9 for r in records)
        accuracy = [r["metrics"]["test_accuracy"] for r in records if r["label"] == "sgd"]
        assert 0.75 < sum(accuracy) / len(accuracy) < 0.9, accuracy
        grid, _ = run(os.path.join(SUITES, "real"), "--print-grid")
        assert 'suite = "real"' in grid

    # ---- compare and track ----------------------------------------------------------------------

    def test_compare_pairs_methods_by_cell_and_repetition(self):
        out = self.results()
        text, _ = run(DPSCO, "compare", out, "--baseline", "zero", "--where", "data=spiked", "--format", "json")
        found = json.loads(text)
        assert len(found["cells"]) == 4 and len(found["differences"]) == 12, found["cells"]  # d x epsilon, 3 other methods
        by_hand = {}
        for r in journal(out):
            if r["data"]["name"] == "spiked":
                cell = (r["data"]["d"], r["privacy"]["epsilon"])
                by_hand.setdefault((cell, r["label"]), {})[r["repetition"]] = r["metrics"]["excess_population_risk"]
        for each in found["differences"]:
            fields = dict(part.split("=") for part in each["cell"].split())
            cell = (int(fields["d"]), float(fields["epsilon"]))
            mine, base = by_hand[(cell, each["method"])], by_hand[(cell, "zero")]
            gaps = sorted(mine[i] - base[i] for i in mine)
            assert math.isclose(each["median"], sum(gaps) / 2, rel_tol=1e-12), each
            assert each["pairs"] == 2 and each["wins"] == sum(gap < 0 for gap in gaps)
        for form in ["text", "md"]:
            text, _ = run(DPSCO, "compare", out, "--baseline", "zero", "--where", "data=spiked", "--format", form)
            assert "pnsgd-projected" in text and "Friedman" in text
        _, said = run(DPSCO, "compare", out, "--baseline", "zeor", expect=2)
        assert "did you mean 'zero'?" in said, said
        _, said = run(DPSCO, "compare", out, expect=2)
        assert "--baseline" in said, said

    def test_compare_of_two_folders_finds_nothing_between_thread_counts(self):
        out, serial = self.results(), self.path("compare-serial")
        run(DPSCO, "run", self.grid(), "--out", serial, "--progress", "none", "--serial")
        text, _ = run(DPSCO, "compare", out, serial, "--format", "json")
        found = json.loads(text)
        assert found["pairs"] == found["equal_digests"] == 48 and found["only_before"] == found["only_after"] == 0
        assert all(value["moved"] == 0 for value in found["values"]) and found["values"]

    def small(self):
        """A run of the committed baseline's grid, done once."""
        out = self.path("small")
        if not os.path.isdir(out):
            run(DPSCO, "run", os.path.join(BASELINES, "small.toml"), "--out", out, "--progress", "none", "-j2")
        return out

    def injected(self, percent):
        """The test kernel, slower by that many per cent: the same source compiled with another macro."""
        program = self.path(f"injected{percent}")
        if not os.path.exists(program):
            run("g++", "-std=c++20", "-O2", f"-I{ROOT}", f"-DDPSCO_INJECTED_PERCENT={percent}", "-o", program,
                "suites/kernels/injected_slowdown_main.cpp", "suites/kernels/kernel_program.cpp")
        return program

    def test_track_the_committed_baseline_still_holds(self):
        text, _ = run(DPSCO, "track", "compare", self.small(), "--baseline", os.path.join(BASELINES, "small.json"))
        assert text.startswith("No regression in "), text

    def test_track_finds_a_drift_of_epsilon_by_2_percent_in_a_journal(self):
        out, baseline = self.small(), self.path("drift.json")
        run(DPSCO, "track", "record", out, "--baseline", baseline)
        drifted = self.path("drifted")
        os.makedirs(os.path.join(drifted, "runs"))
        for name in glob.glob(os.path.join(out, "runs", "*.jsonl")):
            with open(name, encoding="utf-8") as lines, \
                    open(os.path.join(drifted, "runs", os.path.basename(name)), "w", encoding="utf-8") as rewritten:
                for line in lines:
                    record = json.loads(line)
                    if record["kind"] == "run" and record["label"] == "single-pass-dp-sgd":
                        record["accounts"]["paper"]["epsilon"] *= 1.02
                    rewritten.write(json.dumps(record) + "\n")
        files = {form: self.path("drift-report." + form) for form in ["md", "junit", "json"]}
        flags = [word for form, file in files.items() for word in ("--" + form, file)]
        text, _ = run(DPSCO, "track", "compare", drifted, "--baseline", baseline, *flags, expect=3)
        with open(files["json"], encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        moved = [case for case in cases if case["verdict"] != "same"]
        assert [case["subject"] for case in moved] == [f"single-pass-dp-sgd d={d}: epsilon/paper" for d in (10, 100)], moved
        assert all(math.isclose(case["after"] / case["before"], 1.02, rel_tol=1e-12) for case in moved)
        suites = xml.etree.ElementTree.parse(files["junit"]).getroot()
        assert [(suite.get("name"), suite.get("failures")) for suite in suites] == [("privacy", "2"), ("accuracy", "0")]
        with open(files["md"], encoding="utf-8") as file:
            assert file.read().startswith("### 2 regressions in ")

        _, said = run(DPSCO, "track", "accept", drifted, "--baseline", baseline, "--reason", "  ", expect=2)
        assert "why the change is right" in said, said
        accept = (DPSCO, "track", "accept", drifted, "--baseline", baseline, "--reason", "the paper was misread")
        run(*accept, "--only", "d=10:")
        run(DPSCO, "track", "compare", drifted, "--baseline", baseline, expect=3)
        run(*accept)
        text, _ = run(DPSCO, "track", "compare", drifted, "--baseline", baseline)
        assert text.startswith("No regression"), text
        with open(baseline, encoding="utf-8") as file:
            accepted = json.load(file)["accepted"]
        assert [each["reason"] for each in accepted] == ["the paper was misread"] * 2
        assert "from 1.330" in accepted[0]["what"], accepted
        _, said = run(*accept, expect=2)
        assert "nothing moved" in said, said

    def test_track_counted_finds_a_slowdown_by_5_percent_and_nothing_else(self):
        baseline = self.path("counted.json")
        run(DPSCO, "track", "record", "--kernels", self.injected(0), "--baseline", baseline)
        text, _ = run(DPSCO, "track", "compare", "--kernels", self.injected(0), "--baseline", baseline,
                      env={**os.environ, "A_VARIABLE_MORE": "x" * 1000})
        assert text.startswith("No regression in 1 checks"), text
        with open(baseline, encoding="utf-8") as file:
            before = json.load(file)["counted"]["instructions"]["chain"]
        run(DPSCO, "track", "record", "--kernels", self.injected(0), "--baseline", baseline)
        with open(baseline, encoding="utf-8") as file:
            assert json.load(file)["counted"]["instructions"]["chain"] == before, "a count is not exact"
        text, _ = run(DPSCO, "track", "compare", "--kernels", self.injected(5), "--baseline", baseline, expect=3)
        assert "(+4.9" in text or "(+5.0" in text, text

    def test_track_timed_finds_a_slowdown_by_5_percent(self):
        text, _ = run(DPSCO, "track", "compare", "--old", self.injected(0), "--new", self.injected(5), "--pairs", "40",
                      "--format", "json", expect=3)
        case = json.loads(text)["cases"][0]
        assert case["verdict"] == "REGRESSION" and 1.02 < case["after"] < 1.10, case
        text, _ = run(DPSCO, "track", "compare", "--old", self.injected(5), "--new", self.injected(0), "--pairs", "40")
        assert "improved" in text, text

    def test_track_history_finds_the_build_that_changed(self):
        history, kernels = self.path("history.sqlite"), self.path("kernels.json")
        for build in range(10):  # what Google Benchmark 1.7.1 writes, with its faults
            with open(kernels, "w", encoding="utf-8") as file:
                time = 100 + build % 3 + (10 if build >= 6 else 0)
                file.write('{"context": {"library_build_type": "debug"}, "benchmarks": [{"name": "normals", "run_name": '
                           f'"normals", "run_type": "iteration", "real_time": {time}, "cpu_time": {time}, '
                           '"time_unit": "ns", "rate": NaN}')  # no end: the program was killed
            run(DPSCO, "track", "record", "--benchmarks", kernels, "--history", history)
        text, _ = run(DPSCO, "track", "history", history, expect=3)
        assert "kernel/normals" in text and "4 of 10 builds ago" in text, text
        run(DPSCO, "track", "history", history, "--only", "nothing")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(folder, arguments.kills)
        for name in [name for name in dir(Tests) if name.startswith("test_")]:
            if arguments.only not in name:
                continue
            try:
                getattr(tests, name)()
                passed += 1
            except Exception as error:  # a test's failure of any kind is shown, and the others go on
                failed += 1
                print(f"FAILED {name}: {type(error).__name__}: {error}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
