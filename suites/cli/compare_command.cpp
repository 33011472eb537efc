#include "suites/cli/compare_command.hpp"

#include "framework/core/check.hpp"
#include "results/compare/compare_journals.hpp"
#include "suites/cli/results_in.hpp"

namespace dpsco {

CLI::App* add_compare_command(CLI::App& app, CompareFlags& flags) {
  CLI::App* const command = app.add_subcommand(
      "compare", "methods against a baseline: OUT --baseline ALG; or two folders: OLD NEW");
  command->add_option("folders", flags.folders, "folder of a run, or two")
      ->required()
      ->expected(1, 2);
  command->add_option(
      "--baseline", flags.query.baseline, "label that the others are compared with");
  command
      ->add_option("--value",
                   flags.query.value,
                   "metric, epsilon/ACCOUNTANT, bound/NAME, schedule/NAME, gradients, cpu, wall")
      ->capture_default_str();
  command->add_option("--where", flags.query.where, "FIELD=VALUE[,VALUE], also != < <= > >=")
      ->take_all();
  command->add_option("--better", flags.query.better, "lower, higher, or auto: higher for accuracy")
      ->capture_default_str();
  command->add_option("--format", flags.format, "text, md or json")->capture_default_str();
  return command;
}

std::string compare_text(const CompareFlags& flags) {
  if (flags.folders.size() == 2) {
    require(flags.query.baseline.empty() && flags.query.where.empty(),
            "--baseline and --where compare methods of one folder, but two folders were given");
    return difference_as(
        flags.format, compare_journals(results_in(flags.folders[0]), results_in(flags.folders[1])));
  }
  const std::string& out = flags.folders.front();
  require(
      !flags.query.baseline.empty(),
      "say --baseline ALG to compare the methods in {}, or give a second folder to compare with",
      out);
  const Journal journal = results_in(out);
  return comparison_as(flags.format,
                       compare_methods(journal.runs, flags.query, read_plan_order(out)));
}

}  // namespace dpsco
