#!/usr/bin/env python3
"""Makes each mistake of mutants.toml in a copy of the tree and checks that its test notices.

    suites/mutants/run_mutants.py                all of them
    suites/mutants/run_mutants.py --only 1,7,24  some, by number
    suites/mutants/run_mutants.py --write        all, then docs/mutants.md with the tests that killed
    suites/mutants/run_mutants.py --check        no build: every `old` stands once, every test
                                                 exists, docs/mutants.md is of this list

The copy and its build folder stay in --work (default build/mutants), so that a second call builds
only what changed and a mutant costs one file and one link. The last line is "N passed, N failed",
one for each mutant: killed is passed. Exit code: 0 all killed, 1 one survived or did not compile,
2 usage or a tree whose own tests fail."""

import argparse
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
FIELDS = ["group", "what", "file", "old", "new", "target", "test"]


def mutants():
    found = tomllib.loads((HERE / "mutants.toml").read_text())["mutant"]
    for number, mutant in enumerate(found, 1):
        assert sorted(mutant) == sorted(FIELDS), f"mutant {number}: expected the keys {FIELDS}"
        mutant["number"] = number
    return found


def case_names(text):
    """Names of the doctest cases of a source text; adjacent string literals are one name."""
    return {
        "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match))
        for match in re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', text)
    }


def check(found):
    """What is wrong with the list, without building."""
    wrong = []
    cases = {}
    for mutant in found:
        text = (ROOT / mutant["file"]).read_text() if (ROOT / mutant["file"]).exists() else ""
        if text.count(mutant["old"]) != 1:
            wrong.append(f"mutant {mutant['number']}: its text stands {text.count(mutant['old'])} "
                         f"times in {mutant['file']}, expected once: {mutant['old']}")
        folder = mutant["target"].removesuffix("_test")
        if folder not in cases:
            cases[folder] = set()
            for file in (ROOT / folder).rglob("*_test.cpp"):
                cases[folder] |= case_names(file.read_text())
        if mutant["test"] not in cases[folder]:
            wrong.append(f"mutant {mutant['number']}: {folder}/ has no test case "
                         f"'{mutant['test']}'")
    return wrong


def copy_tree(tree):
    """The tracked and new files, touching only what differs: the build stays incremental."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.splitlines()
    wanted = {name for name in names if (ROOT / name).is_file()}
    for old in [p for p in tree.rglob("*") if p.is_file()]:
        if str(old.relative_to(tree)) not in wanted:
            old.unlink()
    for name in sorted(wanted):
        source, copy = ROOT / name, tree / name
        content = source.read_bytes()
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            copy.chmod(source.stat().st_mode)


def run(command, seconds=None):
    """(exit code, output); the code is None after a timeout."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=seconds)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        return None, (late.stdout or b"").decode(errors="replace")


def build(folder, targets, jobs):
    return run(["cmake", "--build", folder, "-j", str(jobs), "--target", *targets])


def pattern(name):
    """A doctest filter for one name: what is special in a filter matches any character."""
    return re.sub(r"[,\\\"*?\[\]]", "?", name)


def run_test(folder, target, names, seconds=600):
    return run([str(folder / target), "--test-case=" + ",".join(pattern(n) for n in names)], seconds)


def try_mutant(mutant, tree, folder, jobs):
    """(verdict, what showed it): 'killed', 'survived' or 'broken'."""
    path = tree / mutant["file"]
    before = path.read_text()
    path.write_text(before.replace(mutant["old"], mutant["new"]))
    try:
        code, output = build(folder, [mutant["target"]], jobs)
        if code != 0:
            return "broken", "does not compile:\n" + output[-2000:]
        code, output = run_test(folder, mutant["target"], [mutant["test"]], 300)
        if code is None:
            return "killed", "ran out of time"
        failed = re.findall(r"^TEST CASE:\s*(.*)$", output, re.MULTILINE)
        if code != 0:
            return "killed", failed[0].strip() if failed else f"exit code {code}"
        return "survived", ""
    finally:
        path.write_text(before)


def document(found, killed_by):
    text = ("# Mutants\n\nMistakes made by hand in a copy of the tree, and the test that notices "
            "each. Written by `suites/mutants/run_mutants.py --write` after all were killed; the "
            "list is `suites/mutants/mutants.toml`.\n\n"
            "| | kind | mistake | file | killed by |\n|---|---|---|---|---|\n")
    for mutant in found:
        text += (f"| {mutant['number']} | {mutant['group']} | {mutant['what']} | "
                 f"`{mutant['file']}` | {killed_by[mutant['number']]} |\n")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", help="numbers, separated by commas")
    parser.add_argument("--check", action="store_true", help="check the list without building")
    parser.add_argument("--write", action="store_true", help="write docs/mutants.md")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutants")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()

    found = mutants()
    wrong = check(found)
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        print(f"{len(found) - len(wrong)} passed, {len(wrong)} failed")
        return 1
    if given.check:
        named = {mutant["number"]: mutant["test"] for mutant in found}
        stale = (ROOT / "docs" / "mutants.md").read_text() != document(found, named)
        if stale:
            print("docs/mutants.md is not of this list: run suites/mutants/run_mutants.py --write",
                  file=sys.stderr)
        print(f"{len(found) - stale} passed, {int(stale)} failed")
        return int(stale)
    chosen = found
    if given.only:
        numbers = {int(word) for word in given.only.split(",")}
        if not numbers <= {mutant["number"] for mutant in found}:
            parser.error(f"--only: expected numbers from 1 to {len(found)}")
        chosen = [mutant for mutant in found if mutant["number"] in numbers]
    if given.write and len(chosen) < len(found):
        parser.error("--write needs all mutants")

    tree, folder = given.work / "tree", given.work / "build"
    tree.mkdir(parents=True, exist_ok=True)
    copy_tree(tree)
    targets = sorted({mutant["target"] for mutant in chosen})
    code, output = run(["cmake", "-S", str(tree), "-B", str(folder), "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DDPSCO_TESTS=ON",
                        "-DDPSCO_BENCHMARKS=OFF"])
    if code == 0:
        code, output = build(folder, targets, given.jobs)
    if code != 0:
        print(output[-4000:], file=sys.stderr)
        return 2
    # A test that fails on the tree itself would kill anything.
    for target in targets:
        names = sorted({m["test"] for m in chosen if m["target"] == target})
        code, output = run_test(folder, target, names)
        ran = re.search(r"test cases:\s*(\d+) \|\s*(\d+) passed", output)
        if code != 0 or ran is None or int(ran.group(1)) < len(names):
            print(f"{target}: the tests must pass, and all exist, without a mutant:\n"
                  + output[-4000:], file=sys.stderr)
            return 2

    killed_by, failed = {}, 0
    for mutant in chosen:
        start = time.monotonic()
        verdict, shown = try_mutant(mutant, tree, folder, given.jobs)
        killed_by[mutant["number"]] = shown
        failed += verdict != "killed"
        print(f"{verdict:8} {mutant['number']:3} {mutant['what']} "
              f"[{time.monotonic() - start:.0f} s] {shown if verdict != 'survived' else ''}",
              flush=True)
    build(folder, targets, given.jobs)
    if given.write and failed == 0:
        (ROOT / "docs" / "mutants.md").write_text(document(found, killed_by))
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
