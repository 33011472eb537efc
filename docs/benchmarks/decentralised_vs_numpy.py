#!/usr/bin/python3
"""Times a whole decentralised run, its draws and gradients alone, and the same loop in numpy,
alternating (ours, parts, numpy, numpy, parts, ours), so that a slow minute of the machine slows all.
N = 100 agents of b = 100 records, d = 1000, K = --k. CPU time of one thread on all sides.

    docs/benchmarks/decentralised_vs_numpy.py [build/release/suites/kernels] [--rounds 5] [--k 1000]
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
import numpy as np  # noqa: E402  (after the thread limits)

AGENTS, RECORDS, D = 100, 100, 1000  # as in algorithms/decentralised/descent_bench.cpp


class Numpy:
    """The methods, all agents at once, in place where numpy can."""

    def __init__(self):
        generator = np.random.Generator(np.random.PCG64(1))
        self.x = (2 * generator.random((AGENTS, RECORDS, D)) - 1) / np.sqrt(D)
        self.x[generator.random(self.x.shape) < 0.5] = 0
        self.y = np.where(generator.random((AGENTS, RECORDS)) < 0.5, -1.0, 1.0)
        # A random connected graph with 2 N edges, Metropolis weights.
        adjacency = np.zeros((AGENTS, AGENTS))
        for i in range(1, AGENTS):
            j = generator.integers(i)
            adjacency[i, j] = adjacency[j, i] = 1
        while adjacency.sum() < 4 * AGENTS:
            i, j = generator.integers(AGENTS, size=2)
            if i != j:
                adjacency[i, j] = adjacency[j, i] = 1
        degree = adjacency.sum(1)
        self.w = adjacency / (1 + np.maximum(degree[:, None], degree[None, :]))
        self.w += np.diag(1 - self.w.sum(1))
        self.laplacian = np.diag(degree) - adjacency

    def gradients(self, at):
        margins = (self.x @ at[:, :, None])[:, :, 0]
        slopes = -self.y / (1 + np.exp(self.y * margins)) / RECORDS
        return (slopes[:, None, :] @ self.x)[:, 0, :]

    def dp_dgd(self, rounds, laplace):
        generator = np.random.Generator(np.random.PCG64(2))
        at, z = np.zeros((AGENTS, D)), np.empty((AGENTS, D))
        for _ in range(rounds):
            gradient = self.gradients(at)
            if laplace:
                z = generator.laplace(scale=0.01, size=z.shape)
            else:
                generator.standard_normal(out=z)
                z *= 0.01
            gradient *= -0.1
            gradient += z
            gradient += self.w @ at
            at = gradient
        return at

    def lazy_weights(self, rounds):
        generator = np.random.Generator(np.random.PCG64(2))
        at, u = np.zeros((AGENTS, D)), np.empty((AGENTS, D))
        for _ in range(rounds):
            gradient = self.gradients(at)
            away = self.w @ at
            away -= at
            generator.random(out=u)
            u *= 2
            away *= u
            at += away
            gradient *= 0.1
            at -= gradient
            at += generator.laplace(scale=0.01, size=at.shape)
        return at

    def private_admm(self, rounds):
        generator = np.random.Generator(np.random.PCG64(2))
        at, dual, u = np.zeros((AGENTS, D)), np.zeros((AGENTS, D)), np.empty((AGENTS, D))
        for _ in range(rounds):
            gradient = self.gradients(at)
            apart = self.laplacian @ at
            dual -= 0.09 * apart
            generator.random(out=u)
            u *= 0.2
            apart *= u
            apart += gradient
            apart -= dual
            apart *= 0.5
            at -= apart
            at += generator.laplace(scale=0.01, size=at.shape)
        return at


def time_ours(binary, name):
    """CPU milliseconds of one run, from a process of its own."""
    result = subprocess.run(
        [binary, f"--benchmark_filter=^{name}$", "--benchmark_min_time=0.3",
         "--benchmark_format=json"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{binary} failed:\n{result.stderr}")
    report = json.loads(result.stdout)
    (run,) = report["benchmarks"]
    context = report["context"]
    if context["dpsco_build_type"] != "Release" or context["dpsco_assertions"] != "off":
        sys.exit(f"{binary} is a {context['dpsco_build_type']} build: build preset release")
    return run["cpu_time"], context


def time_numpy(run):
    start = time.process_time()
    run()
    return (time.process_time() - start) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default="build/release/suites/kernels")
    parser.add_argument("--rounds", type=int, default=5, help="of alternation")
    parser.add_argument("--k", type=int, choices=(10, 1000), default=1000, help="rounds of a run")
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        sys.exit(f"no program at {arguments.binary}: cmake --preset release && "
                 "cmake --build --preset release --target suite_kernels")
    numpy, k = Numpy(), arguments.k
    cases = {
        "dp_dgd_gaussian": lambda: numpy.dp_dgd(k, laplace=False),
        "dp_dgd_laplace": lambda: numpy.dp_dgd(k, laplace=True),
        "lazy_weights_laplace": lambda: numpy.lazy_weights(k),
        "private_admm_laplace": lambda: numpy.private_admm(k),
    }
    samples = {name: [] for name in cases}
    for _ in range(arguments.rounds):
        for name, theirs in cases.items():
            run, parts = f"whole_run/{name}/{k}", f"draws_and_gradients/{name}/{k}"
            ours, context = time_ours(arguments.binary, run)
            part, _ = time_ours(arguments.binary, parts)
            other = time_numpy(theirs) + time_numpy(theirs)
            part += time_ours(arguments.binary, parts)[0]
            ours += time_ours(arguments.binary, run)[0]
            samples[name].append((ours / 2, part / 2, other / 2))

    print(f"K = {k}, {arguments.rounds} rounds of alternation, {context['dpsco_instruction_set']}, "
          f"compiler {context['dpsco_compiler']}, numpy {np.__version__}; CPU ms\n")
    print("| run | ours | draws and gradients | ours / those: median (range) | numpy | "
          "numpy / ours: median (range) |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, rows in samples.items():
        ours, part, other = (statistics.median(column) for column in zip(*rows))
        over = [a / b for a, b, _ in rows]
        gain = [c / a for a, _, c in rows]
        print(f"| `{name}` | {ours:.0f} | {part:.0f} | {statistics.median(over):.2f} "
              f"({min(over):.2f} - {max(over):.2f}) | {other:.0f} | {statistics.median(gain):.1f} "
              f"({min(gain):.1f} - {max(gain):.1f}) |")


if __name__ == "__main__":
    main()
