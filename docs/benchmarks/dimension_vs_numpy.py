#!/usr/bin/python3
"""Times five methods of the `dimension` suite (docs/benchmarks.md) against the same loops in numpy,
one thread on both sides, alternating: each round is ours, numpy, numpy, ours (ABBA), so that a slow
minute of the machine slows both. Prints, for each d and method, the median and the range of the
rounds' ratios of CPU time: of the method's own run, and of everything (data, methods and the
population risk on 10,000 fresh rows with the labels averaged out).

    docs/benchmarks/dimension_vs_numpy.py [build/release/dpsco] [--rounds 5] [--repetitions 5]

Both sides do the same arithmetic: spiked rows, n = 2000, batches m_t, noise of the same exact
mu-GDP. The random numbers differ, so the risks agree within their error only: both are printed.
"""
import argparse
import glob
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
import numpy as np  # noqa: E402  (after the thread limits)

N, DIMENSIONS, EPSILON, DELTA, R = 2000, (10, 100, 1000, 4000), 1.0, 1e-5, 10.0
EVALUATION_ROWS, BLOCK = 10000, 500
METHODS = ("sgd", "single-pass", "constant-lambda", "pnsgd-projected", "pnsgd-unprojected")
GRID = """schema = 1
[run]
repetitions = {repetitions}
seed = {seed}
[[grid]]
data = {{name = "spiked", n = 2000, d = [{d}], radius = 10.0}}
loss = "logistic"
privacy = {{epsilon = 1.0, delta = 1e-5, adjacency = "replace_one", calibrate = "gdp"}}
algorithm = [
  {{name = "sgd", eta0 = 32.0}},
  {{name = "single-pass-dp-sgd", label = "single-pass", eta0 = 10.0}},
  {{name = "single-pass-dp-sgd", label = "constant-lambda", eta0 = 10.0, lambda = "constant"}},
  {{name = "pnsgd", label = "pnsgd-projected", eta0 = 10.0, projection = "ball"}},
  {{name = "pnsgd", label = "pnsgd-unprojected", eta0 = 10.0, projection = "none"}},
]
metrics = ["excess_population_risk"]
"""


def gdp_mu(epsilon, delta):
    def cdf(x):
        return 0.5 * math.erfc(-x / math.sqrt(2))

    low, high = 1e-3, 10.0
    for _ in range(100):
        mu = (low + high) / 2
        spent = cdf(-epsilon / mu + mu / 2) - math.exp(epsilon) * cdf(-epsilon / mu - mu / 2)
        low, high = (low, mu) if spent > delta else (mu, high)
    return low


def batches(T):
    """m_t of t = 2..T: the smallest m with 2 (T - t + 1) m^2 >= T."""
    return [math.isqrt(-(-T // (2 * left)) - 1) + 1 for left in range(T - 1, 0, -1)]


def schedule():
    """T, m_t, and contraction and noise of each update for the four private methods (G = 1)."""
    T = max(T for T in range(2, N) if sum(batches(T)) <= N)
    m, mu, eta = np.array(batches(T)), gdp_mu(EPSILON, DELTA), R / (2 * math.sqrt(T))
    k = np.arange(1, T)

    def noise(c):
        """Smallest beta0, with every record's share of the noise after it, and sigma_t."""
        later = np.append(np.cumprod(c[:0:-1])[::-1], 1.0)  # P_t
        variance = np.cumsum(((1 - c * c) * later**2)[::-1])[::-1]
        beta0 = ((2 * eta * c / m * later) ** 2 / variance).max() / mu**2
        return beta0, np.sqrt((1 - c * c) * beta0)

    shrinking, constant = 1 - 1 / (k + 1), np.full(T - 1, 1 - 1 / T)
    sigma = math.sqrt(((2 * eta / m) ** 2 / (T - k)).max()) / mu
    plain = np.ones(T - 1), np.full(T - 1, sigma)
    return m, eta, {"single-pass": (shrinking, *noise(shrinking), False),
                    "constant-lambda": (constant, *noise(constant), False),
                    "pnsgd-projected": (plain[0], 0.0, plain[1], True),
                    "pnsgd-unprojected": (plain[0], 0.0, plain[1], False)}


def signs(generator, rows, scale):
    """rows x d independent signs times scale, a bit each from the generator."""
    d = len(scale)
    bits = np.unpackbits(np.frombuffer(generator.bytes(rows * ((d + 7) // 8)), np.uint8)
                         .reshape(rows, -1), axis=1, count=d)
    return (2.0 * bits - 1.0) * scale


def noisy_pass(generator, x, y, m, eta, c, beta0, sigma, projects):
    d = x.shape[1]
    w, z = math.sqrt(beta0) * generator.standard_normal(d), np.empty(d)
    order, first = generator.permutation(N), 0
    for t in range(len(m)):
        size = m[t]
        if size == 1:
            i = order[first]
            row = x[i]
            np.multiply(row, eta * -y[i] / (1 + math.exp(y[i] * (row @ w))), out=z)
        else:
            chosen = order[first:first + size]
            rows, labels = x[chosen], y[chosen]
            np.dot(-labels / (1 + np.exp(labels * (rows @ w))) * (eta / size), rows, out=z)
        first += size
        w -= z
        if c[t] != 1:
            w *= c[t]
        generator.standard_normal(out=z)
        np.multiply(z, sigma[t], out=z)
        w += z
        if projects and (norm := math.sqrt(w @ w)) > R:
            w *= R / norm
    return w


def sgd(generator, x, y):
    w, z, eta = np.zeros(x.shape[1]), np.empty(x.shape[1]), 32 / (2 * math.sqrt(N))
    for i in generator.permutation(N):
        row = x[i]
        np.multiply(row, eta * -y[i] / (1 + math.exp(y[i] * (row @ w))), out=z)
        w -= z
    return w


def excess_risks(generator, solutions, w_star, scale):
    """Mean over fresh rows of E[loss(w) - loss(w*) | x]."""
    both, sums = np.vstack([*solutions, w_star]), np.zeros(len(solutions))
    for _ in range(EVALUATION_ROWS // BLOCK):
        margins = signs(generator, BLOCK, scale) @ both.T
        p = 1 / (1 + np.exp(-margins[:, -1:]))
        risks = np.logaddexp(0, -margins) * p + np.logaddexp(0, margins) * (1 - p)
        sums += (risks[:, :-1] - risks[:, -1:]).sum(axis=0)
    return sums / EVALUATION_ROWS


def numpy_side(d, seed, repetitions, plan):
    """Mean CPU seconds of each method, of everything, and mean risks."""
    m, eta, private = plan
    generator = np.random.Generator(np.random.PCG64(seed))
    scale = np.sqrt(np.append(np.full(5, 0.1), np.full(d - 5, 0.5 / (d - 5))))
    w_star = np.append(np.full(5, R / math.sqrt(5)), np.zeros(d - 5))
    taken, risks, begin = dict.fromkeys(METHODS, 0.0), np.zeros(len(METHODS)), time.process_time()
    for _ in range(repetitions):
        x = signs(generator, N, scale)
        y = np.where(generator.random(N) < 1 / (1 + np.exp(-(x @ w_star))), 1.0, -1.0)
        solutions = []
        for method in METHODS:
            start = time.process_time()
            solutions.append(sgd(generator, x, y) if method == "sgd" else
                             noisy_pass(generator, x, y, m, eta, *private[method]))
            taken[method] += time.process_time() - start
        risks += excess_risks(generator, solutions, w_star, scale)
    taken["everything"] = time.process_time() - begin
    return ({name: seconds / repetitions for name, seconds in taken.items()},
            dict(zip(METHODS, risks / repetitions)))


def our_side(binary, d, seed, repetitions):
    """The same of a process of its own, --serial; its start is part of everything."""
    with tempfile.TemporaryDirectory() as folder:
        grid = os.path.join(folder, "yardstick.toml")
        with open(grid, "w") as file:
            file.write(GRID.format(d=d, seed=seed, repetitions=repetitions))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run([binary, "run", grid, "--out", os.path.join(folder, "out"),
                                 "--serial", "--progress", "none"], capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if result.returncode != 0:
            sys.exit(f"{binary} failed:\n{result.stderr}")
        taken, risks = dict.fromkeys(METHODS, 0.0), dict.fromkeys(METHODS, 0.0)
        for path in glob.glob(os.path.join(folder, "out", "runs", "*.jsonl")):
            with open(path) as file:
                for line in file:
                    record = json.loads(line)
                    if record.get("kind") != "run":
                        continue
                    if record["status"] != "ok":
                        sys.exit(f"{record['label']}: {record['status']}: {record['reason']}")
                    taken[record["label"]] += record["time"]["cpu"] / repetitions
                    risks[record["label"]] += (record["metrics"]["excess_population_risk"]
                                               / repetitions)
        taken["everything"] = (after.ru_utime + after.ru_stime
                               - before.ru_utime - before.ru_stime) / repetitions
        return taken, risks


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default="build/release/dpsco")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        sys.exit(f"no program at {arguments.binary}: cmake --preset release && "
                 "cmake --build --preset release --target dpsco")
    plan = schedule()
    names = (*METHODS, "everything")
    samples = {(d, name): [] for d in DIMENSIONS for name in names}
    risks = {(d, name): [] for d in DIMENSIONS for name in METHODS}
    for round_number in range(arguments.rounds):
        for d in DIMENSIONS:
            sides = [None] * 4
            for which, ours in enumerate((True, False, False, True)):
                seed = 4 * round_number + which + 1
                sides[which] = (our_side(arguments.binary, d, seed, arguments.repetitions) if ours
                                else numpy_side(d, seed, arguments.repetitions, plan))
            for name in names:
                samples[d, name].append(((sides[0][0][name] + sides[3][0][name]) / 2,
                                         (sides[1][0][name] + sides[2][0][name]) / 2))
            for name in METHODS:
                risks[d, name].append(((sides[0][1][name] + sides[3][1][name]) / 2,
                                       (sides[1][1][name] + sides[2][1][name]) / 2))

    print(f"{arguments.rounds} rounds of {arguments.repetitions} repetitions, numpy "
          f"{np.__version__}; CPU milliseconds a repetition\n")
    print("| d | method | ours (ms) | numpy (ms) | numpy / ours: median | range | risk, ours | "
          "risk, numpy |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    for (d, name), pairs in samples.items():
        ratios = [theirs / ours for ours, theirs in pairs]
        ours, theirs = (statistics.median(column) * 1e3 for column in zip(*pairs))
        shown = ["", ""]
        if name != "everything":
            shown = [f"{statistics.mean(column):.3f}" for column in zip(*risks[d, name])]
        print(f"| {d} | {name} | {ours:.2f} | {theirs:.2f} | {statistics.median(ratios):.1f} | "
              f"{min(ratios):.1f} - {max(ratios):.1f} | {shown[0]} | {shown[1]} |")


if __name__ == "__main__":
    main()
