#!/usr/bin/python3
"""How often does `dpsco track compare --old --new` accuse a program of being slower than itself?

    docs/tracking/false_alarms.py [--trials 400] [--load N] [--slowdown PERCENT]

Builds the test kernel of suites/kernels/injected_slowdown_main.cpp, copies it to two places, and compares the
copies `--trials` times while N other processes keep the machine busy (default: one a core). With --slowdown the
second one is really slower, and the same number is the power. Needs build/release/dpsco and g++. The last line
is the share of trials whose first round says "moved" (nominal: 5 %) and of those confirmed by a second one.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DPSCO = os.path.join(ROOT, "build", "release", "dpsco")


def build(path, percent):
    subprocess.run(
        ["g++", "-std=c++20", "-O2", f"-I{ROOT}", f"-DDPSCO_INJECTED_PERCENT={percent}", "-o", path,
         os.path.join(ROOT, "suites", "kernels", "injected_slowdown_main.cpp"),
         os.path.join(ROOT, "suites", "kernels", "kernel_program.cpp")], check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=0.005)
    parser.add_argument("--load", type=int, default=os.cpu_count())
    parser.add_argument("--slowdown", type=int, default=0)
    arguments = parser.parse_args()
    busy = [subprocess.Popen([sys.executable, "-c", "x = list(range(10**6))\nwhile True: x.sort(key=lambda v: -v)"])
            for _ in range(arguments.load)]
    moved = confirmed = 0
    effects = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            old, new = os.path.join(folder, "old"), os.path.join(folder, "a-longer-name")
            build(old, 0)
            if arguments.slowdown:
                build(new, arguments.slowdown)
            else:
                shutil.copy(old, new)
            for _ in range(arguments.trials):
                done = subprocess.run(
                    [DPSCO, "track", "compare", "--old", old, "--new", new, "--format", "json", "--least-effect", "0",
                     "--pairs", str(arguments.pairs), "--seconds", str(arguments.seconds)],
                    capture_output=True, text=True, check=False)
                assert done.returncode in (0, 3), done.stderr
                case = json.loads(done.stdout)["cases"][0]
                moved += case["verdict"] != "same"
                confirmed += case["verdict"] == "REGRESSION" if arguments.slowdown else \
                    case["verdict"] in ("REGRESSION", "improved")
                effects.append(case["after"] / case["before"] - 1)
    finally:
        for process in busy:
            process.kill()
    effects.sort()
    share = sum(abs(effect) > 0.05 for effect in effects) / len(effects)
    print(f"load average {os.getloadavg()[0]:.1f}; median effect {100 * effects[len(effects) // 2]:+.2f} %, "
          f"|effect| > 5 % in {100 * share:.1f} % of trials")
    print(f"{arguments.trials} trials of {arguments.pairs} pairs: moved {100 * moved / arguments.trials:.2f} %, "
          f"confirmed {100 * confirmed / arguments.trials:.2f} %")


if __name__ == "__main__":
    main()
