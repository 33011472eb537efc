#!/usr/bin/env python3
"""Times our accountants against the Python ones, alternating: each round is ours, theirs, theirs,
ours (ABBA), so that a slow minute of the machine slows both. CPU time on both sides, one thread.
Prints the tables of docs/benchmarks.md: each tool's epsilon, its error against the exact value,
whether the bound holds, and the median and range of the rounds' ratios.

    docs/benchmarks/accountants_vs_peers.py [build/release/suites/kernels] [--rounds 5]
                                            [--seconds 15] [--environment build/peers]

Installs the tools of peers_requirements.txt with pip into the folder --environment, once; uses this
Python (3.11 for all of them: dp-accelerator has no package for another). What cannot be installed
or loaded is said, and the rest goes on; the same for our benchmarks that the program does not have.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).resolve().parent
REQUIREMENTS = FOLDER / "peers_requirements.txt"
PLD_TOOLS = ("dp_accounting PLD", "prv_accountant (0.1)", "prv_accountant (0.01)",
             "opacus PRV (0.01)", "opake-accounting PLD")
RDP_TOOLS = ("dp_accounting RDP", "opacus RDP", "dp-accelerator RDP")

# (case, steps, delta, our benchmark, tools). Ours sets the counters epsilon and epsilon_lower
# (calibrate: noise_multiplier) to what it computed.
COMPARISONS = (
    *(("poisson", steps, 1e-5, f"contour/poisson/{steps}", PLD_TOOLS)
      for steps in (1000, 10000, 100000)),
    *(("poisson", steps, 1e-5, f"rdp/poisson/{steps}", RDP_TOOLS)
      for steps in (1000, 10000, 100000)),
    ("requery", 1000, 1e-6, "requery/1000", PLD_TOOLS),
    ("calibrate", 1000, 1e-5, "contour/calibrate", PLD_TOOLS + RDP_TOOLS),
)
OURS_ALONE = "pld/"  # benchmarks whose names start so are timed without a counterpart

# Sampling rate 0.01, noise multiplier 1, add/remove: exact epsilon of direction remove and of
# direction add, by steps and delta. Tilted contour integrals in mpmath, 48 digits, computed twice
# with another contour, step and quadrature, which agree to 20 digits or more. Remove is the larger.
EXACT = {
    (1000, 1e-5): (1.828236666516577, 1.416661948036175),
    (10000, 1e-5): (6.187712389971539, 5.611508617651981),
    (100000, 1e-5): (25.57310698652150, 24.39172223984878),
    (1000, 1e-6): (2.124515171120121, 1.589088762464882),
    (1000, 1e-8): (2.697867934493843, 1.878419006134926),
    (1000, 1e-10): (3.290443750895298, 2.118533843158292),
    (1000, 1e-12): (3.914298156037470, 2.325553314578390),
    (1000, 1e-13): (4.229811359148952, 2.419627379485503),
    (1000, 1e-15): (4.854537750604924, 2.592780392999371),
}
# The smallest noise multiplier for epsilon 2, delta 1e-5, 1,000 steps: the same integral in double
# precision and bisection, about 12 digits.
EXACT_NOISE = 0.9591015524136
ROUNDING = 1e-12  # relative; a bound this near to the exact value is not called wrong
SMALL_DELTAS = (1e-8, 1e-10, 1e-12, 1e-13, 1e-15)
SLOW_CALL = 10  # seconds; the second call of a round is left out above that
WARM_UP = {"case": "poisson", "steps": 1000, "delta": 1e-5, "seconds": 0}
NOTES = """\
T steps (the last number of a name, else 1,000) of the Gaussian mechanism with noise multiplier 1
and sampling rate 0.01, add/remove, delta 1e-5 (requery: 1e-6); calibrate: the noise multiplier for
epsilon 2. CPU of one thread. Both directions, but prv_accountant and opacus PRV (in brackets: their
eps_error; the defaults are 0.1 and 0.01) compose direction remove alone. opacus: its accountants
without torch; opake-accounting: its compiled extension without the Python layer, which keeps
earlier results."""


class Unusable(Exception):
    """A tool or benchmark that gives no number; the message says why."""


class Peer:
    """One tool in a process of its own, so that none disturbs another."""

    def __init__(self, python, environment, name):
        self.process = subprocess.Popen([python, FOLDER / "peers.py", name], env=environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.cases = self.reply()["cases"]
        self.ask(WARM_UP)

    def reply(self):
        line = self.process.stdout.readline()
        if not line:
            raise Unusable(f"its process ended (status {self.process.wait()})")
        answer = json.loads(line)
        if "error" in answer:
            raise Unusable(answer["error"].splitlines()[0])
        return answer

    def ask(self, request):
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Unusable(f"its process ended (status {self.process.wait()})") from None
        return self.reply()


class Ours:
    """Google Benchmark's program with our accountants."""

    def __init__(self, binary):
        self.binary, self.names, self.context = binary, set(), None
        if os.access(binary, os.X_OK):
            listed = subprocess.run([binary, "--benchmark_list_tests"], capture_output=True,
                                    text=True, check=True)
            self.names = set(listed.stdout.split())
        else:
            print(f"No program at {binary}: cmake --preset release && cmake --build --preset "
                  "release --target suite_kernels. The other tools alone:\n")

    def time(self, name):
        """Google Benchmark's report, with "cpu", seconds a call; None if it has no such name."""
        if name not in self.names:
            return None
        result = subprocess.run([self.binary, f"--benchmark_filter=^{name}$",
                                 "--benchmark_min_time=0.05", "--benchmark_format=json"],
                                capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{self.binary} failed:\n{result.stderr}")
        report = json.loads(result.stdout)
        self.context = report["context"]
        build, assertions = (self.context[f"dpsco_{key}"] for key in ("build_type", "assertions"))
        if build != "Release" or assertions != "off":
            sys.exit(f"{self.binary} is a {build} build with assertions {assertions}: build preset "
                     "release")
        (run,) = report["benchmarks"]
        if run.get("error_occurred"):
            sys.exit(f"{name}: {run['error_message']}")
        unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[run["time_unit"]]
        run["cpu"] = run["cpu_time"] * unit
        return run


def install(folder):
    """The environment's Python and the variables to run it with; prints what failed to install."""
    stamp, wanted = folder / "installed", f"{sys.version}\n{REQUIREMENTS.read_text()}"
    site, python = folder / "packages", folder / "venv" / "bin" / "python"
    variables = {name: value for name, value in os.environ.items()
                 if name not in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")}  # they may slow numpy
    for name in ("OPENBLAS", "OMP", "MKL", "RAYON"):
        variables[f"{name}_NUM_THREADS"] = "1"
    if not (stamp.exists() and stamp.read_text() == wanted):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        made = subprocess.run([sys.executable, "-m", "venv", folder / "venv"], capture_output=True)
        # Debian's Python has venv in a package of its own; pip can also fill a plain folder.
        pip = [python, "-m", "pip"] if made.returncode == 0 else [sys.executable, "-m", "pip"]
        where = [] if made.returncode == 0 else ["--target", site]
        command = [*pip, "install", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--only-binary=:all:", *where]
        if subprocess.run([*command, "-r", REQUIREMENTS], capture_output=True).returncode == 0:
            stamp.write_text(wanted)
        else:
            install_one_by_one(command)
    if site.exists():
        variables["PYTHONPATH"] = str(site)
    return (python if python.exists() else sys.executable), variables


def install_one_by_one(command):
    for package in packages():
        done = subprocess.run([*command, package], capture_output=True, text=True)
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"{package} was not installed: {reason}\n")


def packages():
    return [line for line in REQUIREMENTS.read_text().split("\n") if "==" in line]


def rounds_of(ours, name, peer, request, rounds, seconds):
    """[(our CPU seconds or None, theirs)], our last report and their last result."""
    samples, start, report = [], time.monotonic(), None
    while len(samples) < rounds and (not samples or time.monotonic() - start < seconds):
        first = ours.time(name)
        theirs = [peer.ask(request)]
        if theirs[0]["cpu"] < SLOW_CALL:
            theirs.append(peer.ask({**request, "add": False}))
        report = ours.time(name)
        samples.append(((first["cpu"] + report["cpu"]) / 2 if report else None,
                        statistics.mean(answer["cpu"] for answer in theirs)))
        result = theirs[0]["result"]
    return samples, report, result


def holds(result, exact):
    """Whether every bound is on the right side of the exact (remove, add)."""
    return (result["upper"] >= exact[0] * (1 - ROUNDING)
            and result.get("lower", 0) <= exact[0] * (1 + ROUNDING)
            and result.get("add", exact[1]) >= exact[1] * (1 - ROUNDING))


def value_cells(case, steps, delta, result):
    if "upper" not in result:
        return "- | - | -"
    if case == "calibrate":
        exact = (EXACT_NOISE, 0)
        shown = f"sigma {result['upper']:.7f}"
    else:
        exact = EXACT[steps, delta]
        shown = f"{result['upper']:.7f}"
        if "lower" in result:
            shown = f"{result['lower']:.7f} to {shown}"
    return (f"{shown} | {result['upper'] - exact[0]:+.1e} | "
            f"{'yes' if holds(result, exact) else '**no**'}")


def duration(seconds):
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds * 1e9:.3g} ns"


def our_result(case, report):
    counters = {"upper": "noise_multiplier" if case == "calibrate" else "epsilon",
                "lower": "epsilon_lower"}
    return {bound: report[name] for bound, name in counters.items() if name in report}


def timing_table(ours, peers, rounds, seconds):
    print("| benchmark | tool | epsilon | error | bound holds | CPU | CPU / ours: median | range | "
          "rounds |")
    print("|---|---|---|---:|---|---:|---:|---|---:|")
    for case, steps, delta, name, tools in COMPARISONS:
        rows, mine = [], []
        for tool in tools:
            peer = peers.get(tool)
            if peer is None or case not in peer.cases:
                continue
            head = f"| {name} | {tool} |"
            request = {"case": case, "steps": steps, "delta": delta, "seconds": 0.05,
                       "add": case == "poisson"}
            try:
                samples, report, result = rounds_of(ours, name, peer, request, rounds, seconds)
            except Unusable as refusal:
                rows.append(f"{head} {refusal} | - | - | - | - | - | - |")
                continue
            ratios = [theirs / own for own, theirs in samples if own]
            compared = "- | -"
            if ratios:
                mine += [own for own, _ in samples]
                compared = (f"{statistics.median(ratios):.3g} | "
                            f"{min(ratios):.3g} to {max(ratios):.3g}")
            rows.append(f"{head} {value_cells(case, steps, delta, result)} | "
                        f"{duration(statistics.median(theirs for _, theirs in samples))} | "
                        f"{compared} | {len(samples)} |")
        if mine:
            print(f"| {name} | **ours** | "
                  f"{value_cells(case, steps, delta, our_result(case, report))} | "
                  f"{duration(statistics.median(mine))} | 1 | | |")
        if rows:
            print("\n".join(rows), flush=True)


def small_delta_table(peers):
    """What the numeric tools answer for a delta near rounding; bold: on the wrong side."""
    tools = [tool for tool in PLD_TOOLS if tool in peers]
    print("\n1,000 steps, small delta; bold: on the wrong side. dp_accounting PLD: what it "
          "answers,\nand its bound of direction add.\n")
    print(f"| delta | exact remove, add | {' | '.join(tools)} |")
    print("|---:|---|" + "---|" * len(tools))
    for delta in SMALL_DELTAS:
        exact, cells = EXACT[1000, delta], []
        for tool in tools:
            try:
                result = peers[tool].ask({**WARM_UP, "delta": delta, "add": True})["result"]
            except Unusable:
                cells.append("error")
                continue
            shown = f"{result['upper']:.6f}"
            if "lower" in result:
                shown = f"{result['lower']:.6f} to {shown}"
            if "add" in result:
                shown = f"{shown}, {result['add']:.6f}"
            cells.append(shown if holds(result, exact) else f"**{shown}**")
        print(f"| {delta:g} | {exact[0]:.6f}, {exact[1]:.6f} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default="build/release/suites/kernels")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=15,
                        help="no new round of a comparison after these")
    parser.add_argument("--environment", type=pathlib.Path,
                        default=FOLDER.parents[1] / "build" / "peers")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error(f"--rounds {arguments.rounds}: at least one round is needed")

    python, variables = install(arguments.environment.resolve())
    ours, peers = Ours(arguments.binary), {}
    for tool in PLD_TOOLS + RDP_TOOLS:
        try:
            peers[tool] = Peer(python, variables, tool)
        except Unusable as reason:
            print(f"{tool} is left out: {reason}\n")
    missing = sorted({name for *_, name, _ in COMPARISONS} - ours.names)
    if ours.names and missing:
        print(f"{arguments.binary} has no benchmark {', '.join(missing)}: no ratio there.\n")

    timing_table(ours, peers, arguments.rounds, arguments.seconds)
    small_delta_table(peers)
    for name in sorted(name for name in ours.names if name.startswith(OURS_ALONE)):
        print(f"\n{name}: {duration(ours.time(name)['cpu'])}")
    compiler = f", ours by {ours.context['dpsco_compiler']}" if ours.context else ""
    print(f"\nUp to {arguments.rounds} rounds, Python {sys.version.split()[0]}{compiler}; "
          f"{', '.join(packages())}.\n\n{NOTES}")


if __name__ == "__main__":
    main()
