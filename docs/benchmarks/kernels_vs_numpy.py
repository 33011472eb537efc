#!/usr/bin/python3
"""Times suites/kernels against numpy, alternating: each round is ours, numpy, numpy, ours (ABBA),
so that a slow minute of the machine slows both. Prints, for each kernel, the median and the range of
the rounds' ratios. CPU time of one thread on both sides; the best code for numpy that we know (in
place, no temporary arrays but one).

    docs/benchmarks/kernels_vs_numpy.py [build/release/suites/kernels] [--rounds 12]
                                        [--instruction-set AVX2]
"""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
import numpy as np  # noqa: E402  (after the thread limits)

ETA, CONTRACTION, SIGMA, ROWS = 0.1, 0.999, 0.01, 8  # as in suites/kernels/noisy_step_bench.cpp
SECONDS = 0.05  # a measurement


def slope(margin):
    return -1 / (1 + math.exp(margin))


def numpy_normals(n):
    generator, z = np.random.Generator(np.random.PCG64(1)), np.empty(n)
    return lambda i: generator.standard_normal(out=z)


def numpy_dense_step(d):
    generator = np.random.Generator(np.random.PCG64(1))
    rows = generator.standard_normal((ROWS, d)) / math.sqrt(d)
    w, z = np.zeros(d), np.empty(d)

    def step(i):
        nonlocal w
        x = rows[i % ROWS]
        np.multiply(x, ETA * slope(x @ w), out=z)
        w -= z
        w *= CONTRACTION
        generator.standard_normal(out=z)
        np.multiply(z, SIGMA, out=z)
        w += z

    return step


def numpy_sparse_step(d, nnz):
    generator = np.random.Generator(np.random.PCG64(1))
    columns = [np.sort(generator.choice(d, nnz, replace=False)) for _ in range(ROWS)]
    values = [(generator.random(nnz) - 0.5) / math.sqrt(nnz) for _ in range(ROWS)]
    w, z = np.zeros(d), np.empty(d)

    def step(i):
        nonlocal w
        at, x = columns[i % ROWS], values[i % ROWS]
        w[at] -= (ETA * slope(x @ w[at])) * x
        w *= CONTRACTION
        generator.standard_normal(out=z)
        np.multiply(z, SIGMA, out=z)
        w += z

    return step


def time_numpy(kernel):
    """CPU nanoseconds a call, from as many calls as take SECONDS."""
    calls = 1
    while True:
        start = time.process_time()
        for i in range(calls):
            kernel(i)
        taken = time.process_time() - start
        if taken >= SECONDS:
            return taken / calls * 1e9
        calls = max(2 * calls, int(1.2 * calls * SECONDS / max(taken, 1e-6)))


def time_ours(command, name):
    """CPU nanoseconds a call, from a process of its own."""
    result = subprocess.run(
        [*command, f"--benchmark_filter=^{name}$", f"--benchmark_min_time={SECONDS}",
         "--benchmark_format=json"], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{result.stderr}")
    report = json.loads(result.stdout)
    (run,) = report["benchmarks"]
    if run.get("error_occurred"):
        sys.exit(f"{name}: {run['error_message']}")
    context = report["context"]
    if context["dpsco_build_type"] != "Release" or context["dpsco_assertions"] != "off":
        sys.exit(f"{command[0]} is a {context['dpsco_build_type']} build with assertions "
                 f"{context['dpsco_assertions']}: build preset release")
    return run["cpu_time"] * {"ns": 1, "us": 1e3, "ms": 1e6}[run["time_unit"]], context


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default="build/release/suites/kernels")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--instruction-set", help="use only this one (Highway's name) in ours")
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        sys.exit(f"no program at {arguments.binary}: cmake --preset release && "
                 "cmake --build --preset release --target suite_kernels")

    command = [arguments.binary]
    if arguments.instruction_set:
        command.append(f"--instruction_set={arguments.instruction_set}")
    cases = [(f"normals/{n}", n, numpy_normals(n)) for n in (123, 4096)]
    cases += [(f"dense_noisy_step/{d}", d, numpy_dense_step(d)) for d in (123, 1000, 5000, 20958)]
    cases += [(f"sparse_noisy_step/{d}/{nnz}", d, numpy_sparse_step(d, nnz))
              for d, nnz in ((123, 14), (1000, 50), (5000, 67), (20958, 52))]
    samples = {name: [] for name, _, _ in cases}
    for _ in range(arguments.rounds):
        for name, _, kernel in cases:
            first, context = time_ours(command, name)
            theirs = time_numpy(kernel) + time_numpy(kernel)
            second, _ = time_ours(command, name)
            samples[name].append(((first + second) / 2, theirs / 2))

    print(f"{arguments.rounds} rounds, {context['dpsco_instruction_set']}, compiler "
          f"{context['dpsco_compiler']}, numpy {np.__version__}; ns for each number drawn\n")
    print("| kernel | ours (ns) | numpy (ns) | numpy / ours: median | range |")
    print("|---|---:|---:|---:|---:|")
    for name, numbers, _ in cases:
        ratios = [theirs / ours for ours, theirs in samples[name]]
        ours, theirs = (statistics.median(column) / numbers for column in zip(*samples[name]))
        print(f"| {name} | {ours:.2f} | {theirs:.2f} | {statistics.median(ratios):.1f} | "
              f"{min(ratios):.1f} - {max(ratios):.1f} |")


if __name__ == "__main__":
    main()
