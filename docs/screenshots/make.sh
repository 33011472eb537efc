#!/usr/bin/env bash
# Takes docs/screenshots/NAME.png of the report of each suite: docs/screenshots/make.sh [SUITE...]
# Default: the suites whose results are a grid and that need nothing but the built programs, at their quick profile. Needs the release build and Chromium (Debian: chromium).
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ $# -gt 0 ]] || set -- dimension real crossing rate multipass privacy-utility ldp-dimension ldp-convergence ldp-adult outside
most_bytes=300000
command -v chromium > /dev/null || { echo "make.sh: chromium is not installed" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Folders as a user names them: the page shows the name.
root=$PWD
for suite in "$@"; do
  (cd "$scratch" \
    && "$root/build/release/suites/$suite" --profile quick --out "out/$suite" --progress none > /dev/null \
    && "$root/build/release/dpsco" report "out/$suite" > /dev/null)
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-lcd-text --font-render-hinting=none --user-data-dir="$scratch/browser" \
    --host-resolver-rules="MAP * 0.0.0.0" --proxy-server=127.0.0.1:9 --force-device-scale-factor=0.9 --window-size=1340,1330 \
    --screenshot="$root/docs/screenshots/$suite.png" "file://$scratch/out/$suite/report.html" 2> "$scratch/log" \
    || { cat "$scratch/log" >&2; exit 1; }
  bytes=$(stat -c %s "docs/screenshots/$suite.png")
  [[ $bytes -gt 5000 && $bytes -lt $most_bytes ]] \
    || { echo "make.sh: docs/screenshots/$suite.png has $bytes bytes, expected 5000 to $most_bytes" >&2; exit 1; }
  echo "docs/screenshots/$suite.png ($bytes bytes)"
done
