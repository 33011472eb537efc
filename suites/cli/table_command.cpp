#include "suites/cli/table_command.hpp"

#include <algorithm>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include "framework/core/check.hpp"
#include "results/journal/journal_reader.hpp"
#include "results/tables/format.hpp"
#include "suites/cli/command_line.hpp"

namespace dpsco {

void add_table_command(CLI::App& app, TableArguments& a) {
  auto* table = app.add_subcommand("table", "tables of results");
  table->add_option("out", a.out, "folder of a run")->required();
  table
      ->add_option("--rows",
                   a.query.rows,
                   "fields, separated by commas: label, data, d, epsilon, eta0, ...; or value")
      ->capture_default_str();
  table->add_option("--columns", a.query.columns, "fields, or value")->capture_default_str();
  table
      ->add_option("--value",
                   a.values,
                   "metrics, epsilon/ACCOUNTANT, bound/NAME, schedule/NAME, cpu, wall, gradients, "
                   "separated by commas")
      ->delimiter(',')
      ->default_str(a.query.value);
  table
      ->add_option(
          "--statistic", a.query.statistic, "mean, interval, median, best, best-of-K or worst")
      ->capture_default_str();
  table->add_option(
      "--best-over", a.query.best_over, "fields of which each cell has its best value (tuned)");
  table->add_option(
      "--best-by", a.query.best_by, "value that says what is best; default: the first of --value");
  table->add_option("--sort",
                    a.query.sort,
                    "of rows: name, or a column, -COLUMN to descend; default: plan order");
  table->add_option("--where", a.query.where, "FIELD=VALUE[,VALUE], also != < <= > >=")->take_all();
  table->add_option("--delta", a.query.delta, "epsilon/ACCOUNTANT at this delta, not the target's")
      ->check(between_0_and_1("--delta"));
  table->add_option("--format", a.format, "text, md, latex, csv or json")->capture_default_str();
  table->add_option("--width", a.width, "of text; default: the terminal's");
}

std::string meaning_of(const std::string& value, const Catalog& catalog) {
  return catalog.metrics.contains(value) ? std::string(catalog.metrics.entry(value).card.doc) : "";
}

std::string table_text(const TableArguments& a, const Catalog& catalog) {
  const Journal journal = read_journal(a.out);
  require(!journal.files.empty(), "{} holds no results: expected {}/runs/*.jsonl", a.out, a.out);
  const std::vector<std::string> values = a.values.empty() ? std::vector{a.query.value} : a.values;
  const std::vector<Table> tables =
      make_tables(journal.runs, a.query, values, read_plan_order(a.out), [&](const auto& value) {
        return meaning_of(value, catalog);
      });
  return tables_as(a.format, tables, a.width > 0 ? a.width : output_width());
}

std::size_t output_width() {
  constexpr std::size_t least = 40, standard = 100;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<std::size_t>(size.ws_col, least);
  const char* const columns = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): one thread
  const long number = columns == nullptr ? 0 : std::strtol(columns, nullptr, 10);
  return number > 0 ? std::max(std::size_t(number), least) : standard;
}

}  // namespace dpsco
