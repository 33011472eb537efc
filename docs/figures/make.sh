#!/usr/bin/env bash
# Draws docs/figures/dimension.svg from the results of suites/dimension: docs/figures/make.sh [OUT]
# Needs gnuplot (Debian: gnuplot-nox). The data it draws stay beside the picture.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-out/dimension}
[[ -d $out/runs ]] || build/release/suites/dimension --out "$out" --progress none > /dev/null
build/release/dpsco table "$out" --format csv > docs/figures/dimension.csv
for label in single-pass-dp-sgd single-pass-constant-lambda pnsgd-projected pnsgd-theory-step pnsgd-unprojected dp-sgd sgd zero; do
  awk -F, -v label="$label" '$1 == label {print $2, $3, $4, $5}' docs/figures/dimension.csv
  printf '\n\n'
done > docs/figures/dimension.dat
gnuplot docs/figures/dimension.gp
