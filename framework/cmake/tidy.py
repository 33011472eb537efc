#!/usr/bin/python3
"""clang-tidy over the tree, on all cores; prints what it finds and nothing else.

    framework/cmake/tidy.py BUILD [--only TEXT] [--jobs N]

BUILD is a folder that ninja has built. A file that was clean is not looked at again, in any clone,
while it, all that it includes, its flags, .clang-tidy and clang-tidy itself are the same: their hash
is a file name in ~/.cache/dpsco-tidy (or below $XDG_CACHE_HOME).
"""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "dpsco-tidy")


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout


@functools.lru_cache(maxsize=None)
def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def place(path):
    """The same for every clone: below the root relative, else as it is."""
    return os.path.relpath(path, ROOT) if path.startswith(ROOT + os.sep) else path


def included(build):
    """Source -> all files that its object was made from, as ninja recorded them."""
    sources, current = {}, []
    for line in output_of("ninja", "-C", build, "-t", "deps").splitlines():
        if line.startswith(" "):
            current.append(os.path.normpath(os.path.join(build, line.strip())))
        elif line:
            current = []
        elif current:
            sources[current[0]] = current
    if current:
        sources[current[0]] = current
    return sources


def key_of(source, command, files, version):
    flags = [word.replace(ROOT, "") for word in shlex.split(command)[1:]]
    lines = [version, digest(os.path.join(ROOT, ".clang-tidy")), place(source), " ".join(flags)]
    lines += sorted(f"{place(path)} {digest(path)}" for path in files)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    wanted = parser.parse_args()
    build = os.path.join(ROOT, wanted.build)
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = {os.path.normpath(os.path.join(entry["directory"], entry["file"])): entry["command"] for entry in json.load(file)}
    tracked = output_of("git", "ls-files", "-co", "--exclude-standard", "--", "*.cpp").split("\n")
    sources = [os.path.join(ROOT, name) for name in tracked if name and not name.endswith("_fuzz.cpp") and wanted.only in name]
    sources = [source for source in sources if os.path.exists(source)]  # not those deleted and not committed yet
    sources.sort(key=os.path.getmtime, reverse=True)  # what was changed last is the likeliest to have findings
    files, version = included(build), output_of("clang-tidy", "--version")
    os.makedirs(CACHE, exist_ok=True)

    def look(source):
        # What CMake does not build (end-to-end tests do) has no record: looked at each time, with its neighbours' flags.
        known = source in commands and source in files
        mark = os.path.join(CACHE, key_of(source, commands[source], files[source], version)) if known else ""
        if known and os.path.exists(mark):
            return ""
        # g++ names warnings that clang lacks.
        done = subprocess.run(["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", build, source],
                              capture_output=True, text=True, cwd=ROOT)
        if done.returncode == 0:
            if known:
                with open(mark, "w", encoding="utf-8"):
                    pass
            return ""
        return f"{place(source)}: clang-tidy ended with {done.returncode}\n{done.stdout or done.stderr}"

    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        found = 0
        for text in pool.map(look, sources):
            if text:
                found += 1
                print(text.strip(), flush=True)
    print(f"clang-tidy: {len(sources)} files, {found} with findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
