#!/usr/bin/python3
"""Writes the tables of the docs anew from results, or says which are stale.

    docs/tables.py [--out DIR] FILE.md ...           rewrites
    docs/tables.py --check [--out DIR] FILE.md ...   changes nothing; exit 1 if a table is stale

A line `<!-- dpsco table out/real --rows label ... -->` says how the table below it is made; what else is typed there is
the flags of `dpsco table`, without --format. The folder's `out` is --out, default out. Tables whose folder is
missing are left as they are and named.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DPSCO = os.path.join(ROOT, "build", "release", "dpsco")
RECIPE = re.compile(r"<!-- dpsco table out/(\S+)( .*)? -->$")


def made(folder, flags):
    """The table's lines, without its legend and the marks that point there."""
    done = subprocess.run([DPSCO, "table", folder, *shlex.split(flags or ""), "--format", "md"], capture_output=True,
                          text=True)
    if done.returncode != 0:
        sys.exit(f"{folder}{flags}: {done.stderr.strip()}")
    rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    return [re.sub(r" \(\d+\)(?= \|)", "", row.replace("+-", "\u00b1")) for row in rows]


def with_tables(lines, out, left):
    """The document's lines with every table made anew."""
    result = []
    at = 0
    while at < len(lines):
        result.append(lines[at])
        recipe = RECIPE.match(lines[at])
        at += 1
        if recipe is None:
            continue
        end = at
        while end < len(lines) and lines[end].startswith("|"):
            end += 1
        folder = os.path.join(out, recipe.group(1))
        if os.path.isdir(os.path.join(folder, "runs")):
            result += made(folder, recipe.group(2))
        else:
            left.append(folder)
            result += lines[at:end]
        at = end
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--out", default=os.path.join(ROOT, "out"))
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    stale, left = [], []
    for path in arguments.files:
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        now = with_tables(lines, arguments.out, left)
        if now == lines:
            continue
        stale.append(path)
        if not arguments.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(now))
    for folder in sorted(set(left)):
        print(f"no results in {folder}: its tables were left as they are")
    for path in stale:
        print(f"{path}: " + ("a table is not what the results give" if arguments.check else "written anew"))
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
