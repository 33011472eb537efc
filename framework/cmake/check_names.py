#!/usr/bin/python3
"""Two types with one name in one namespace are undefined behaviour that no linker reports: exit 1 if there are any.

    framework/cmake/check_names.py

Looks at struct, class, union and enum definitions at namespace scope, anonymous namespaces aside.
"""
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFINITION = re.compile(r"(?:template <.*> )?(?:struct|class|union|enum(?: class)?)(?: \[\[\w+\]\])? (\w+)(?: final)?(?: : [^;]*)?(?: \{| *$)")


def main():
    places = collections.defaultdict(set)
    tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", "*.hpp", "*.cpp"], capture_output=True,
                             text=True, check=True, cwd=ROOT).stdout.split()
    for path in tracked:
        if not os.path.exists(os.path.join(ROOT, path)):
            continue  # deleted, not committed yet
        scope, hidden = "", False
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            for line in file:
                if re.match(r"namespace (\w|::)+ \{", line):
                    scope = line.split()[1]
                elif line.startswith("namespace {"):
                    hidden = True
                elif line.startswith("}  // namespace") and len(line.split()) == 3:
                    hidden = False
                elif not hidden and (found := DEFINITION.match(line)):
                    places[scope, found.group(1)].add(path)
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    for (scope, name), paths in sorted(twice.items()):
        print(f"{scope}::{name} is defined in {' and in '.join(sorted(paths))}: one of them needs another name")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
