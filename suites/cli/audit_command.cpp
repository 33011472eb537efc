#include "suites/cli/audit_command.hpp"

namespace dpsco {

CLI::App* add_audit_command(CLI::App& app, AuditFlags& flags) {
  CLI::App* const command = app.add_subcommand(
      "audit", "lower bounds on epsilon by trying to tell neighbours apart (docs/audit.md)");
  command->add_option("algorithms", flags.algorithms, "names");
  command->add_flag("--all", flags.all, "every registered algorithm");
  command->add_flag("--variants", flags.variants, "also every other word of every parameter");
  command->add_option("--budget", flags.budget, "wall time of the table: 60s, 5m, 1h")
      ->capture_default_str();
  command->add_option("--epsilon", flags.epsilon, "target of every plan")->capture_default_str();
  command->add_option("--delta", flags.delta, "target, in (0, 1)")->capture_default_str();
  command->add_option("--adjacency", flags.adjacency, "default: the first that a method covers");
  command->add_option("--confidence", flags.confidence, "of the whole table")
      ->capture_default_str();
  command->add_option("--seed", flags.seed, "of all streams")->capture_default_str();
  command->add_option("--runs", flags.runs, "on each data set, instead of a budget: reproduces");
  command->add_option(
      "--comparisons", flags.comparisons, "rows that share the confidence; default: those printed");
  command->add_option("--threads", flags.threads, "0: all")->capture_default_str();
  command->add_option("--format", flags.format, "text or json")->capture_default_str();
  return command;
}

}  // namespace dpsco
