#!/usr/bin/env bash
# Fuzzes the ledger's JSON reader with libFuzzer, ASan and UBSan: fuzz.sh SECONDS
# Starts from the ledgers below; a crash leaves its input in build/fuzz and fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p build/fuzz/corpus
sources=(framework/ledger/ledger_fuzz.cpp framework/ledger/ledger.cpp framework/ledger/ledger_reader.cpp
  framework/ledger/schedule.cpp framework/ledger/batch_rule.cpp framework/ledger/budget.cpp framework/core/nearest.cpp
  framework/core/canonical_json.cpp)
clang++ -std=c++20 -O1 -g -I. -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
  "${sources[@]}" -lfmt -o build/fuzz/ledger_fuzz
cat > build/fuzz/corpus/sampled.json <<'J'
{"adjacency": "add_remove", "events": [{"event": "poisson_sampled", "sampling_rate": 0.01, "inner": {"event": "gaussian", "noise_multiplier": 1.0, "count": 2}, "count": 10000}]}
J
cat > build/fuzz/corpus/iteration.json <<'J'
{"adjacency": "replace_one", "events": [{"event": "noisy_iteration", "schedule": {"generator": "ma2022", "updates": 9, "step_sensitivity": 0.5, "beta0": 2}}, {"event": "heterogeneous", "inner": {"event": "sampled_without_replacement", "batch": 1, "population": 9, "inner": {"event": "laplace", "noise_multiplier": 1}}, "noise_multiplier": [1, 2]}]}
J
cat > build/fuzz/corpus/stated.json <<'J'
{"adjacency": "zero_out", "events": [{"event": "pure", "epsilon": 1}, {"event": "rdp_curve", "orders": [2, 3], "values": [0.1, 0.2]}, {"event": "privacy_profile", "epsilon": [0, 1], "delta": [0.1, 0.01]}, {"event": "shuffled", "population": 5, "local_epsilon": 1, "local_delta": 0}]}
J
cat > build/fuzz/corpus/selection.json <<'J'
{"adjacency": "add_remove", "events": [{"event": "selection", "distribution": "truncated_negative_binomial", "eta": 0.5, "gamma": 0.01, "inner": {"event": "gaussian", "noise_multiplier": 2, "count": 3}}, {"event": "selection", "distribution": "poisson", "mean": 10, "inner": [{"event": "pure", "epsilon": 0.1}, {"event": "gaussian", "noise_multiplier": 2}]}, {"event": "heterogeneous", "inner": {"event": "sampled_without_replacement", "batch": 1, "population": 9, "inner": {"event": "gaussian", "noise_multiplier": 1}}, "schedule": {"generator": "ma2022-multi-pass", "updates": 9, "n_delta": 0.1, "step_scale": 2}}]}
J
cd build/fuzz
./ledger_fuzz -max_total_time="${1:-60}" -timeout=10 -max_len=4096 -print_final_stats=1 -verbosity=0 corpus
