#!/usr/bin/python3
"""End-to-end tests of the built programs: what a user sees, types and interrupts.

    suites/end_to_end_test.py [--kills N]     N random kill -9 with resume (default 5)
                              [--full]        fails, rather than says so, where a browser is missing

Needs build/release and nothing but the standard library. Ends with "N passed, N failed".
"""
import argparse
import glob
import html
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
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
    def __init__(self, folder, kills, full=False):
        self.folder, self.kills, self.full = folder, kills, full

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

    def test_runs_without_a_bound_that_a_grid_asks_for_are_run_again_once(self):
        grid, out = self.grid(), self.path("bounded")
        command = [DPSCO, "run", grid, "--out", out, "--progress", "none"]
        bounded = command + ["--set", "bounds.use=ma2022-single-pass"]
        run(*command)
        before = digests(out)
        _, said = run(*bounded)
        assert "48 finished runs lack a bound that this grid asks for, or have one by an older formula: run again" in said, said
        assert digests(out) == sorted(before + before), "an added bound changed a digest"
        for words in [bounded, command]:
            _, said = run(*words)
            assert "48 finished before" in said and len(journal(out)) == 96, said
        last = {r["key"]: r for r in journal(out)}
        assert all(list(r["bound_versions"]) == ["ma2022-single-pass"] for r in last.values())
        assert {len(r["bounds"]) for r in last.values()} == {0, 1}, "values for one method, reasons for the others"

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

    def test_a_file_size_limit_is_a_sentence_and_loses_no_finished_result(self):
        grid, out = self.grid(repetitions=60), self.path("limited")
        command = [DPSCO, "run", grid, "--out", out, "--progress", "none", "-j2"]
        run(*command)
        largest = max(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(out) for name in names if name.endswith(".jsonl") and "runs" in folder)
        plan = max(os.path.getsize(os.path.join(out, name)) for name in os.listdir(out) if name.startswith("plan"))
        limit = (largest + plan) // 2
        assert plan < limit < largest, (plan, largest)
        shutil.rmtree(out)
        _, said = run(*command, expect=1, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        assert "File too large" in said, said
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
            ((DPSCO, "lst"), "dpsco: unknown command 'lst'; did you mean 'list'?"),
            ((DPSCO, "run", grid, "--profil", "full"), "unknown option '--profil'; did you mean '--profile'?"),
            ((os.path.join(SUITES, "dimension"), "--profil", "full"), "unknown option '--profil'; did you mean '--profile'?"),
            ((DPSCO, "run", grid, "--timeout", "-1"), "--timeout = -1 must be >= 0"),
            ((DPSCO, "run", grid, "-j", "-1"), "--threads = -1 must be >= 0"),
            ((DPSCO, "run", grid, "--threads-per-run", "0"), "--threads-per-run = 0 must be >= 1"),
            ((DPSCO, "run", grid, "--progress", "pretty"), "expected one of auto, bar, json, none, plain"),
            ((DPSCO, "plan", ROOT), "is a folder, expected a TOML file"),
            ((DPSCO, "calibrate", ROOT, "--epsilon", "1", "--delta", "1e-5"), "is a folder, expected a ledger (a JSON file)"),
            ((DPSCO, "table", self.results(), "--delta", "1"), "--delta = 1 is outside (0, 1)"),
            ((DPSCO, "table", self.results(), "--statistic", "avg"), "expected one of best, best-of-5, interval, mean, median, worst"),
            ((DPSCO, "table", self.results(), "--value", "excess_risk"), "did you mean 'excess_"),
            ((DPSCO, "describe", "a9a"), "'a9a' is a file of data set 'libsvm': `dpsco data` lists them"),
            ((DPSCO, "list", "--format", "xml"), "expected one of json, text"),
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

    def test_an_answer_that_does_not_fit_on_the_disk_is_no_success(self):
        for words in (("list",), ("describe", "pnsgd"), ("status", self.results())):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run((DPSCO, *words), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            assert done.returncode == 1 and "No space left on device" in done.stderr, (words, done)

    def test_plan_prices_without_running(self):
        grid = self.grid()
        text, _ = run(DPSCO, "plan", grid)
        assert "epsilon by gdp" in text and "beta0" in text and re.search(r"runs +48\b", text), text[:400]
        dry, _ = run(DPSCO, "run", grid, "--dry-run", "--out", self.path("dry"))
        assert re.search(r"runs +48\b", dry) and not os.path.exists(self.path("dry"))

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
            (("account", path, "--delta", "0.1", "--epsilon", "-1"), "--epsilon = -1 must be >= 0"),
            (("calibrate", path, "--epsilon", "1", "--delta", "0.1", "--parameter", "step"), "did you mean 'steps'?"),
            (("calibrate", path, "--epsilon", "1", "--delta", "0.1", "--parameter", "nois"), "did you mean 'noise_multiplier'?"),
        ]:
            _, said = run(DPSCO, *words, expect=2)
            assert expected in said, (words, said)
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"adjacency": "add_remove", "events": [{"event": "gaussian", "noise_multiplier": -1}]}')
        _, said = run(DPSCO, "account", path, "--delta", "1e-5", expect=2)
        assert f"{path}: events[0]: noise_multiplier = -1 must be positive" in said, said
        with open(path, "w", encoding="utf-8") as file:
            file.write("{}\n}")
        _, said = run(DPSCO, "calibrate", path, "--epsilon", "1", "--delta", "1e-5", expect=2)
        assert f"{path}:2:1: not JSON: " in said and "json.exception" not in said, said

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
        assert "pnsgd-unprojected" in text and "Reading:" in text and "Findings:" in text, text
        table = json.loads(run(DPSCO, "table", out, "--rows", "algorithm", "--columns", "d", "--value",
                               "excess_population_risk", "--format", "json")[0])
        with open(os.path.join(ROOT, "suites", "golden", "dimension_suite.json"), encoding="utf-8") as file:
            reference = json.load(file)["arms"]
        assert set(reference) < set(table["rows"]), table["rows"]  # the others have tests of their own
        t_quantile = 2.0226909  # Student t, 39 degrees of freedom, 97.5 %
        for row, cells in zip(table["rows"], table["cells"]):
            for column, cell in zip(table["columns"], cells) if row in reference else []:
                expected = reference[row][str(int(column))]
                error = (cell["high"] - cell["low"]) / 2 / t_quantile
                combined = math.hypot(error, expected["standard_error"])
                z = (cell["mean"] - expected["mean"]) / combined
                assert cell["runs"] == 40 and abs(z) <= 3.5, (row, column, cell, expected, z)
                # Exact: all d share one law of <w*, x>, so log 2 - E H(sigmoid(<w*, x>)) over 2^5 sign patterns.
                if row == "zero":
                    assert abs(cell["mean"] - 0.3606039093791017) <= 4 * error, (column, cell)
        compared = json.loads(run(DPSCO, "compare", out, "--baseline", "sgd", "--format", "json")[0])
        assert len(compared["cells"]) == 4 and all(each["pairs"] == 40 for each in compared["differences"]), compared["cells"]
        said, _ = run(os.path.join(ROOT, "docs", "tables.py"), "--check", "--out", os.path.dirname(out), "README.md")
        assert "no results" not in said, said
        with open(os.path.join(ROOT, "docs", "figures", "dimension.csv"), encoding="utf-8") as stored:
            drawn = run(DPSCO, "table", out, "--format", "csv")[0]
            assert stored.read() == drawn, "README's picture is stale: docs/figures/make.sh draws it"

    def test_a_changed_grid_is_not_told_what_the_built_in_one_found(self):
        out, suite = self.path("changed"), os.path.join(SUITES, "dimension")
        flags = ("--profile", "quick", "--out", out, "--progress", "none")
        text, _ = run(suite, *flags, "--set", "data.spiked.d=10", "--set", "data.spiked.n=200")
        assert "Reading:" in text and "Findings:" not in text, text

    def test_an_installed_program_says_what_it_is(self):
        prefix = self.path("installed")
        run("cmake", "--install", os.path.join(ROOT, "build", "release"), "--prefix", prefix)
        said, _ = run(os.path.join(prefix, "bin", "dpsco"), "--version")
        assert re.fullmatch(r"dpsco \d+\.\d+\.\d+, commit \w+( with changes)?, build [0-9a-f]{16}\n", said), said
        assert "rate" in os.listdir(os.path.join(prefix, "libexec", "dpsco"))

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

    # ---- Views of a journal: accounting after the fact, export, merge, replay, status, doctor, tables ----

    def copied_results(self, name):
        """A copy of the smoke grid's results that a test may change."""
        out = self.path(name)
        shutil.copytree(self.results(), out)
        return out

    def test_account_of_a_folder_prices_stored_ledgers_without_running_anything(self):
        out = self.copied_results("accounted")
        before = journal(out)
        said = json.loads(run(DPSCO, "account", out, "--accountant", "pld,contour", "--delta", "1e-6", "--format", "json")[0])
        ledgers = {r["ledger_hash"] for r in before}
        assert said["ledgers"] == len(ledgers) and said["priced"] == 2 * len(ledgers), said
        accounts = journal(out, "account")
        assert len(accounts) == said["priced"] and {a["ledger_hash"] for a in accounts} == ledgers
        assert journal(out) == before, "a run was changed or added"
        # Independent: mu from the target by the analytic Gaussian formula, then epsilon at the other delta.
        mu = gaussian_mu(1.0, 1e-5)
        expected = gaussian_epsilon(mu, 1e-6)
        table = json.loads(run(DPSCO, "table", out, "--value", "epsilon/pld", "--delta", "1e-6", "--where", "epsilon=1",
                               "--where", "data=spiked", "--where", "label=pnsgd-projected", "--format", "json")[0])
        mean = table["cells"][0][0]["mean"]
        assert expected * (1 - 1e-6) <= mean <= expected * 1.001, (mean, expected)
        again = json.loads(run(DPSCO, "account", out, "--accountant", "pld", "--delta", "1e-6", "--format", "json")[0])
        assert again["priced"] == 0 and again["file"] is None, again
        text, _ = run(DPSCO, "account", out, "--accountant", "pld")
        assert "at the target's delta" in text and "pld" in text
        _, said = run(DPSCO, "account", out, "--accountant", "pdl", "--delta", "1e-6", expect=2)
        assert "did you mean 'pld'?" in said, said
        _, said = run(DPSCO, "account", out, "--delta", "1", expect=2)
        assert "outside (0, 1)" in said, said
        _, said = run(DPSCO, "run", self.grid(), "--out", out, "--progress", "none")
        assert "48 finished before" in said, said

    def test_export_gives_every_run_once_in_every_format(self):
        out, runs = self.results(), journal(self.results())
        text, _ = run(DPSCO, "export", out, "--format", "csv", "--columns", "key,digest")
        assert text.splitlines()[0] == "key,digest"
        assert sorted(tuple(line.split(",")) for line in text.splitlines()[1:]) == digests(out)
        path = self.path("all.jsonl")
        run(DPSCO, "export", out, "--format", "jsonl", "--to", path)
        with open(path, encoding="utf-8") as lines:
            flat = {r["key"]: r for r in map(json.loads, lines)}
        assert len(flat) == len(runs)
        for r in runs:
            one = flat[r["key"]]
            assert one["digest"] == r["digest"] and one["epsilon"] == r["privacy"]["epsilon"]
            assert all(one[name] == value for name, value in r["metrics"].items())
            assert one["algorithm.eta0"] == r["algorithm"]["parameters"]["eta0"] if r["label"] == "sgd" else True
        path = self.path("all.sqlite")
        run(DPSCO, "export", out, "--format", "sqlite", "--to", path)
        database = sqlite3.connect(path)
        strict = dict(database.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'"))
        for table in ["runs", "metrics", "accounts", "timings", "environments"]:
            assert strict[table] == 1, strict
        assert sorted(database.execute("SELECT key, digest FROM runs")) == digests(out)
        for r in runs:
            found = dict(database.execute("SELECT name, value FROM metrics WHERE key = ? AND kind = 'metric' AND value IS NOT NULL", [r["key"]]))
            assert found == r["metrics"], (found, r["metrics"])
        database.close()
        _, said = run(DPSCO, "export", out, "--columns", "dgest", expect=2)
        assert "did you mean 'digest'?" in said, said

    def test_merge_unites_shards_and_refuses_a_key_with_two_digests(self):
        grid, whole = self.grid(), self.results()
        parts = [self.path("shard1"), self.path("shard2")]
        run(DPSCO, "run", grid, "--out", parts[0], "--progress", "none", "--filter", "data = spiked")
        run(DPSCO, "run", grid, "--out", parts[1], "--progress", "none", "--filter", "epsilon = 1")
        out = self.path("merged")
        text, _ = run(DPSCO, "merge", *parts, "--out", out)
        run(DPSCO, "run", grid, "--out", out, "--progress", "none")  # what neither shard had
        assert digests(out) == digests(whole)
        assert set(plan_keys(out)) == set(plan_keys(whole)) and len(plan_keys(out)) == 48
        words = ["--where", "data=spiked", "--where", "epsilon=4", "--format", "json"]
        assert run(DPSCO, "table", out, *words)[0] == run(DPSCO, "table", whole, *words)[0]
        assert json.loads(run(DPSCO, "merge", *parts, "--out", out, "--format", "json")[0])["written"] == 0
        # One digit of one digest: a nondeterministic program would leave this behind.
        broken = self.path("broken-shard")
        shutil.copytree(parts[0], broken)
        name = glob.glob(os.path.join(broken, "runs", "*.jsonl"))[0]
        victim = journal(broken)[0]
        with open(name, encoding="utf-8") as file:
            text = file.read()
        other = ("0" if victim["digest"][0] != "0" else "1") + victim["digest"][1:]
        with open(name, "w", encoding="utf-8") as file:
            file.write(text.replace(victim["digest"], other))
        _, said = run(DPSCO, "merge", parts[0], broken, "--out", self.path("conflict"), expect=4)
        assert victim["key"] in said and not os.path.exists(self.path("conflict")), said
        # The same by another build is no conflict: the newest stays and is listed.
        with open(name, "w", encoding="utf-8") as file:
            header, rest = text.replace(victim["digest"], other).split("\n", 1)
            file.write(json.dumps(dict(json.loads(header), build="another-build")) + "\n" + rest)
        said, _ = run(DPSCO, "merge", parts[0], broken, "--out", self.path("two-builds"))
        assert said.count("replaced by build") == 1 and victim["key"] in said, said
        _, said = run(DPSCO, "merge", self.path("absent"), "--out", self.path("none"), expect=2)
        assert "holds no results" in said, said

    def test_replay_reruns_one_cell_and_compares_digests(self):
        out = self.copied_results("replayed")
        for label in ["single-pass-dp-sgd", "sgd"]:
            one = next(r for r in journal(out) if r["label"] == label)
            said, _ = run(DPSCO, "replay", one["key"][:12], "--out", out)
            assert said.count(one["digest"]) == 2 and said.endswith("equal\n"), said
        before = journal(out)
        name = glob.glob(os.path.join(out, "runs", "*.jsonl"))[0]
        with open(name, encoding="utf-8") as file:
            text = file.read()
        forged = "f" * 64
        with open(name, "w", encoding="utf-8") as file:
            file.write(text.replace(one["digest"], forged))
        said, _ = run(DPSCO, "replay", one["key"], "--out", out, expect=1)
        assert forged in said and one["digest"] in said and said.endswith("different\n"), said
        assert len(journal(out)) == len(before), "replay wrote a result"
        for key, expected in [("abc", "12"), ("0" * 64, "no"), (one["key"][:12] + "zz", "hex")]:
            _, said = run(DPSCO, "replay", key, "--out", out, expect=2)
            assert expected in said, (key, said)

    def test_status_works_while_a_run_goes_on(self):
        grid, out = self.grid("watched.toml", repetitions=60, n=5000), self.path("watched")
        process = subprocess.Popen([DPSCO, "run", grid, "--out", out, "--progress", "json", "-j2"], stderr=subprocess.PIPE, text=True, cwd=ROOT)
        seen, deadline = None, time.time() + 120
        while time.time() < deadline and process.poll() is None:
            if journal(out):
                seen = json.loads(run(DPSCO, "status", out, "--format", "json")[0])
                if 0 < seen["done"] < seen["planned"]:
                    break
        assert seen and 0 < seen["done"] < seen["planned"] == 1440, seen
        assert seen["left"] == seen["planned"] - seen["done"] and seen["unfinished_files"] == 1
        assert seen["remaining"] is None or seen["remaining"] > 0
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        assert {"done", "failures", "rate", "remaining", "total"} <= set(lines[-1]), lines[-1:]
        text, _ = run(DPSCO, "status", out)
        assert "of 1440 runs done" in text and "left" in text, text
        done = json.loads(run(DPSCO, "status", self.results(), "--format", "json")[0])
        assert done["done"] == done["planned"] == 48 and done["left"] == 0 and done["remaining"] == 0, done
        assert done["statuses"]["ok"] == 48 and done["failed"] == 0

    def test_doctor_finds_what_is_wrong_and_nothing_else(self):
        text, _ = run(DPSCO, "doctor", self.results())
        assert "no faults" in text, text
        out = self.copied_results("ill")
        name = glob.glob(os.path.join(out, "runs", "*.jsonl"))[0]
        with open(name, encoding="utf-8") as file:
            lines = file.read().splitlines()
        runs = [i for i, line in enumerate(lines) if '"kind":"run"' in line]
        twice = json.loads(lines[runs[0]])
        twice["digest"] = "f" * 64
        with open(name, "w", encoding="utf-8") as file:
            file.write("\n".join(lines[:-1] + [json.dumps(twice), lines[runs[1]][:200]]) + "\n")
        with open(os.path.join(out, "runs", "20200101T000000.000000Z-1.jsonl"), "w", encoding="utf-8") as file:
            file.write('{"kind":"header","schema":1,"build":"another"}\n' + lines[runs[2]].replace(json.loads(lines[runs[2]])["key"], "e" * 64) + "\n")
        found = json.loads(run(DPSCO, "doctor", out, "--format", "json", expect=1)[0])
        kinds = {finding["kind"] for finding in found["findings"] if finding["fault"]}
        assert kinds == {"torn", "nondeterministic", "mixed-builds"} and found["healthy"] is False, found

    def test_tables_pivot_tune_sort_and_keep_their_json(self):
        out = self.results()
        words = ["--where", "data=spiked", "--where", "epsilon=1"]
        one = json.loads(run(DPSCO, "table", out, *words, "--format", "json")[0])
        legend = "\n".join(one["legend"])
        for part in ["constants: ", "n = 300", "adjacency replace_one", "tuning: none", "runs: 2 in each cell"]:
            assert part in legend, (part, legend)
        wide = json.loads(run(DPSCO, "table", out, *words, "--where", "d=10", "--columns", "value", "--value",
                              "excess_population_risk,excess_empirical_risk,gradients", "--format", "json")[0])
        assert wide["columns"] == ["excess_population_risk", "excess_empirical_risk", "gradients"]
        assert wide["rows"] == one["rows"] and [row[0] for row in wide["cells"]] == [row[0] for row in one["cells"]]
        two = json.loads(run(DPSCO, "table", out, *words, "--value", "excess_population_risk", "--value", "cpu", "--format", "json")[0])
        assert [table["value"] for table in two["tables"]] == ["excess_population_risk", "cpu"]
        assert two["tables"][0]["cells"] == one["cells"]
        pivot = json.loads(run(DPSCO, "table", out, "--where", "data=spiked", "--rows", "algorithm,epsilon", "--format", "json")[0])
        assert len(pivot["rows"]) == 8 and pivot["cells"][0] == one["cells"][0], pivot["rows"]
        ordered = json.loads(run(DPSCO, "table", out, *words, "--sort", "-50", "--format", "json")[0])
        means = [row[1]["mean"] for row in ordered["cells"]]
        assert means == sorted(means, reverse=True) and sorted(ordered["rows"]) == sorted(one["rows"])
        # Against the journal itself.
        values = [r["metrics"]["excess_population_risk"] for r in journal(out)
                  if r["label"] == "sgd" and r["data"]["name"] == "spiked" and r["data"]["d"] == 10 and r["privacy"]["epsilon"] == 1.0]
        for statistic, expected in [("median", sum(values) / 2), ("best", min(values)), ("worst", max(values)), ("best-of-2", min(values))]:
            table = json.loads(run(DPSCO, "table", out, *words, "--statistic", statistic, "--format", "json")[0])
            cell = table["cells"][table["rows"].index("sgd")][0]
            assert math.isclose(cell["value"], expected, rel_tol=1e-12), (statistic, cell, expected)
            assert math.isclose(cell["mean"], sum(values) / 2, rel_tol=1e-12)
        text, _ = run(DPSCO, "table", out, *words, env=dict(os.environ, COLUMNS="60"))
        assert max(map(len, text.splitlines())) <= 60, text
        grid = self.path("steps.toml")
        with open(grid, "w", encoding="utf-8") as file:
            file.write(GRID.format(repetitions=2, n=100).replace('label = "pnsgd-projected"', 'eta0 = [0.1, 10.0]'))
        run(DPSCO, "run", grid, "--out", self.path("steps"), "--progress", "none", "--filter", "data = spiked and epsilon = 1")
        _, said = run(DPSCO, "table", self.path("steps"), expect=2)
        assert "--best-over" in said, said
        tuned = json.loads(run(DPSCO, "table", self.path("steps"), "--best-over", "eta0", "--format", "json")[0])
        each = [json.loads(run(DPSCO, "table", self.path("steps"), "--where", "algorithm.name=pnsgd", "--where", f"eta0={eta0}",
                               "--format", "json")[0])["cells"][0][0]["mean"] for eta0 in ["0.1", "10"]]
        row = tuned["rows"].index("pnsgd")
        assert tuned["cells"][row][0]["mean"] == min(each) and "eta0 = " in tuned["choices"][row][0], tuned
        for words, expected in [(["--statistic", "mode"], "--statistic"), (["--sort", "11"], "expected one of name, 10, 50"), (["--best-over", "eta"], "eta0")]:
            _, said = run(DPSCO, "table", self.path("steps"), "--where", "eta0!=0.1", *words, expect=2)
            assert expected in said, said

    def test_latex_tables_compile_where_pdflatex_is(self):
        text, _ = run(DPSCO, "table", self.results(), "--where", "data=spiked", "--where", "epsilon=1", "--format", "latex")
        assert text.count("\\toprule") == text.count("\\bottomrule") == 1 and "\\pm" in text, text
        if shutil.which("pdflatex") is None:
            return  # results/tables/format_latex_test.cpp reads the syntax
        path = self.path("table.tex")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n" + text + "\\end{document}\n")
        run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-output-directory", self.folder, path)

    def test_a_journal_of_100_000_runs_is_a_table_in_ten_seconds(self):
        out = self.path("large")
        os.makedirs(os.path.join(out, "runs"))
        header = next(iter(open(glob.glob(os.path.join(self.results(), "runs", "*.jsonl"))[0], encoding="utf-8")))
        template = [r for r in journal(self.results()) if r["data"]["name"] == "spiked" and r["repetition"] == 0]
        with open(os.path.join(out, "runs", "20260101T000000.000000Z-1.jsonl"), "w", encoding="utf-8") as file:
            file.write(header)
            for i in range(100_000):
                r = template[i % len(template)]
                r.update(key=f"{i:064x}", digest=f"{i:064x}", repetition=i // len(template))
                file.write(json.dumps(r, separators=(",", ":")) + "\n")
        # Processor time: on a busy machine the wall clock measures the neighbours.
        start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        table = json.loads(run(DPSCO, "table", out, "--where", "epsilon=1", "--format", "json")[0])
        elapsed = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start
        assert sum(cell["runs"] for row in table["cells"] for cell in row) == 50_000
        assert elapsed < 10, f"{elapsed:.1f} s"

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
    # ---- dpsco report ------------------------------------------------------------------------------

    PROBE = """<script>
    const drawn = canvas => {
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const colours = new Set();
      for (let k = 0; k < pixels.length; k += 4)
        if (pixels[k + 3] === 255) colours.add(pixels[k] * 65536 + pixels[k + 1] * 256 + pixels[k + 2]);
      return colours.size;
    };
    const cells = column => [...document.querySelectorAll("#all tbody tr")].map(row => row.cells[column].textContent);
    const heads = [...document.querySelectorAll("#all th")];
    const at = heads.findIndex(head => head.textContent === "d");
    const probe = {charts: document.documentElement.dataset.charts, figures: document.querySelectorAll("figure").length,
                   colours: [...document.querySelectorAll("canvas")].map(drawn), rows: cells(0).length,
                   fetched: performance.getEntriesByType("resource").length, hidden: [...document.querySelectorAll(".static")]
                     .filter(each => each.offsetHeight > 0).length};
    if (at >= 0) {
      heads[at].click();
      probe.ascending = cells(at).map(Number);
      heads[at].click();
      probe.descending = cells(at).map(Number);
    }
    const search = document.querySelector("#filters input");
    search.value = "zero";
    search.dispatchEvent(new Event("input"));
    probe.filtered = cells(0);
    document.querySelector("#all tbody tr")?.click();
    probe.replay = document.querySelector("#all tr.more pre")?.textContent;
    const out = document.createElement("div");
    out.id = "probe";
    out.textContent = JSON.stringify(probe);
    document.body.append(out);
    </script></body>"""

    def browse(self, page):
        """Opens the page in Chromium without any network; returns what the probe saw, or None without Chromium."""
        browser = shutil.which("chromium")
        if browser is None:
            assert not self.full, "chromium is not installed: charts can't be tested (Debian: chromium)"
            print("NOT TESTED: interactive charts, since chromium is not installed")
            return None
        with open(page, encoding="utf-8") as file:
            text = file.read()
        copy = page + ".probe.html"
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", self.PROBE))
        words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--user-data-dir=" + self.path("browser"), "--host-resolver-rules=MAP * 0.0.0.0",
                 "--proxy-server=127.0.0.1:9", "--enable-logging=stderr", "--window-size=1400,2000", "--dump-dom",
                 "file://" + copy]
        done = subprocess.run(words, capture_output=True, text=True, timeout=300)
        said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        assert not said, said
        found = re.search(r'<div id="probe">(.*?)</div>', done.stdout, re.S)
        assert found, "the page's scripts did not end\n" + done.stderr[-2000:]
        return json.loads(html.unescape(found.group(1)))

    def test_the_report_draws_sorts_and_filters_without_a_network(self):
        out = self.path("report-dimension")
        run(os.path.join(SUITES, "dimension"), "--profile", "quick", "--out", out, "--progress", "none")
        page = self.path("page.html")
        said, _ = run(DPSCO, "report", out, "--to", page)
        assert said.strip() == page
        with open(page, encoding="utf-8") as file:
            text = file.read()
        assert "://" not in text and "Released under the MIT License" in text
        assert len(text) < 400000, len(text)
        probe = self.browse(page)
        if probe is None:
            return
        assert int(probe["charts"]) == probe["figures"] == len(probe["colours"]) == 4, probe
        assert all(colours > 8 for colours in probe["colours"]), probe["colours"]  # methods and letters
        assert probe["hidden"] == 0 and probe["fetched"] == 0, probe
        assert probe["rows"] == 32
        assert probe["ascending"] == sorted(probe["ascending"]) and probe["ascending"][0] < probe["ascending"][-1]
        assert probe["descending"] == sorted(probe["descending"], reverse=True)
        assert probe["filtered"] == ["zero"] * 4, probe["filtered"]
        keys = re.findall("dpsco replay ([0-9a-f]{12})$", probe["replay"], re.M)
        zeros = {r["key"][:12] for r in journal(out) if r["label"] == "zero" and r["data"]["d"] == 4000}
        assert set(keys) == zeros and len(keys) == 10, (keys, zeros)

    def test_a_hostile_label_does_nothing_in_the_report(self):
        out, page = self.path("hostile"), self.path("hostile.html")
        label = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)> zero"
        with open(self.path("hostile.toml"), "w", encoding="utf-8") as file:
            file.write(GRID.format(repetitions=1, n=300).replace('{name = "zero"}', f'{{name = "zero", label = """{label}"""}}'))
        run(DPSCO, "run", self.path("hostile.toml"), "--out", out, "--progress", "none")
        run(DPSCO, "report", out, "--to", page)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        assert "<img" not in text and "<script>document" not in text
        probe = self.browse(page)
        assert probe is None or (probe["filtered"] and all(name == label for name in probe["filtered"])), probe

    def test_figures_for_papers(self):
        out = self.results()
        said, _ = run(DPSCO, "report", out, "--to", self.path("figures-page.html"), "--figures", "svg,pdf,tikz", "--where",
                      "data=spiked")
        files = [line for line in said.split() if "/figures/" in line]
        assert len(files) % 3 == 0 and len(files) >= 9, said
        for file in files:
            assert os.path.getsize(file) > 1000, file
            stem = re.sub(r"\.(svg|pdf|tikz\.tex)$", "", file)
            assert os.path.exists(stem + ".dat") and os.path.exists(stem + ".gp")
        svg = [file for file in files if file.endswith(".svg")]
        with open(next(file for file in svg if "epsilon" in file), encoding="utf-8") as file:
            drawn = file.read()
        for part in ("target epsilon (nats)", "0, 114, 178", "pnsgd-projected"):  # the first colour of the palette
            assert part in drawn, (part, svg)
        tikz = next(file for file in files if file.endswith(".tikz.tex") and "population" in file)
        with open(tikz, encoding="utf-8") as file:
            assert not re.search(r"node\[[^]]*\] at[^{]*\{[^}]*[^\\]_", file.read()), "a bare underscore would stop TeX"
        before = os.path.getmtime(svg[0])
        run("gnuplot", "-e", f"cd '{os.path.dirname(svg[0])}'; load '{os.path.basename(svg[0])[:-4]}.gp'")
        assert os.path.getmtime(svg[0]) >= before
        _, said = run(DPSCO, "report", out, "--figures", "png", expect=2)
        assert "expected svg, pdf or tikz" in said, said
        _, said = run(DPSCO, "report", out, "--figures", "svg", env={**os.environ, "PATH": "/nowhere"}, expect=2)
        assert "gnuplot is not installed" in said, said
        _, said = run(DPSCO, "report", self.path("nothing"), expect=2)
        assert "holds no results" in said, said

    def big_journal(self, name, count, repetitions):
        """A journal of `count` runs made from one real line: keys, sizes, targets and numbers vary."""
        template = next(r for r in journal(self.results()) if r["data"]["name"] == "spiked" and r["label"] == "pnsgd-projected")
        folder = os.path.join(self.path(name), "runs")
        os.makedirs(folder)
        numbers = random.Random(5)
        with open(os.path.join(folder, "20260101T000000.000000Z-1.jsonl"), "w", encoding="utf-8") as file:
            file.write('{"kind":"header","schema":1,"suite":"big","build":"b"}\n')
            for k in range(count):
                cell = k // repetitions
                template.update(key=f"{numbers.getrandbits(256):064x}", label=f"method-{cell % 8}", repetition=k % repetitions)
                template["data"].update(d=10 * 3 ** (cell // 8 % 6), n=1000 * (1 + cell // 288))
                template["privacy"].update(epsilon=2.0 ** (cell // 48 % 6))
                template["metrics"] = {"excess_population_risk": numbers.random() + 0.01}
                file.write(json.dumps(template, separators=(",", ":")) + "\n")
            file.write('{"kind":"footer"}\n')
        return self.path(name)

    def test_a_report_of_ten_thousand_runs_is_small_and_quick_and_of_a_hundred_thousand_quick_enough(self):
        for count, repetitions, most_bytes, most_seconds in [
            (10000, 10, 1000000, 5), (10000, 1, 1000000, 5), (100000, 20, 5000000, 10),
        ]:
            out = self.big_journal(f"big-{count}-{repetitions}", count, repetitions)
            start = time.monotonic()
            run(DPSCO, "report", out)
            took, size = time.monotonic() - start, os.path.getsize(os.path.join(out, "report.html"))
            assert size < most_bytes and took < most_seconds, (count, repetitions, size, took)
            if count == 10000 and repetitions == 1:
                probe = self.browse(os.path.join(out, "report.html"))
                assert probe is None or int(probe["charts"]) == probe["figures"] and min(probe["colours"]) > 8, probe

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


def phi(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def gaussian_delta(mu, epsilon):
    """delta(epsilon) of mu-GDP (Balle and Wang 2018, Theorem 8)."""
    return phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu)


def bisect(f, low, high):
    """Where the increasing f crosses zero."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if f(middle) > 0 else (middle, high)
    return (low + high) / 2


def gaussian_mu(epsilon, delta):
    return bisect(lambda mu: gaussian_delta(mu, epsilon) - delta, 1e-6, 50)


def gaussian_epsilon(mu, delta):
    return bisect(lambda epsilon: delta - gaussian_delta(mu, epsilon), 0, 100)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(folder, arguments.kills, arguments.full)
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
