#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing: install_packages.sh [check]
# "check" adds those that only ./check needs. Exits 2, naming what is missing, where it can't install.
set -euo pipefail
cd "$(dirname "$0")/../.."

wanted=()
while read -r package what _; do
  [[ -z "$package" || "$package" == \#* ]] && continue
  [[ "${what:-}" == check && "${1:-}" != check ]] && continue
  wanted+=("$package")
done < packages.txt

if ! command -v dpkg-query > /dev/null; then
  echo "dpsco: this script installs Debian packages only. Please install the equivalents of:" >&2
  printf '  %s\n' "${wanted[@]}" >&2
  echo "and build with: cmake --preset release && cmake --build --preset release" >&2
  exit 2
fi
missing=()
for package in "${wanted[@]}"; do
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null)" == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if [[ $EUID -eq 0 ]]; then
  as_root=()
elif command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
  as_root=(sudo)
else
  echo "dpsco: missing packages; please run: sudo apt-get install ${missing[*]}" >&2
  exit 2
fi
echo "installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export DEBIAN_FRONTEND=noninteractive
if ! { "${as_root[@]}" apt-get update && "${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "dpsco: apt-get could not install ${missing[*]}" >&2
  exit 2
fi
