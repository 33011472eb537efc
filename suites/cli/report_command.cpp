#include "suites/cli/report_command.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "datasets/files/program.hpp"
#include "framework/core/check.hpp"
#include "results/report/page.hpp"
#include "results/report/paper_figures.hpp"
#include "suites/cli/write_file.hpp"

namespace dpsco {

namespace fs = std::filesystem;

namespace {

void add_units(ReportWords& words, const auto& registry, const std::string& owner) {
  for (const std::string& name : registry.names())
    for (const auto& parameter : registry.entry(name).parameters)
      if (!parameter.unit.empty()) words.units.try_emplace(owner + parameter.name, parameter.unit);
}

ReportWords words_of(const Catalog& catalog) {
  ReportWords words;
  for (const std::string& name : catalog.metrics.names())
    words.meanings[name] = catalog.metrics.entry(name).card.doc;
  for (const std::string& name : catalog.bounds.names()) {
    const Card& card = catalog.bounds.entry(name).card;
    words.meanings[name] = card.doc;
    words.bounds[name] = {.risk = std::string(card.risk),
                          .shape_only = card.constants == "shape only"};
  }
  add_units(words, catalog.algorithms, "algorithm.");
  add_units(words, catalog.datasets, "data.");
  add_units(words, catalog.losses, "loss.");
  return words;
}

/// gnuplot is a program that the user may have; without it the scripts are there to run elsewhere.
std::string write_figures(const Report& report, const ReportFlags& flags, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  require(!error, "can't make the folder {}: {}", folder.string(), error.message());
  std::string said;
  for (const PaperFigure& figure : paper_figures(report, flags.figures)) {
    write_file(folder / (figure.name + ".dat"), figure.data);
    write_file(folder / (figure.name + ".gp"), figure.script);
    const std::string here = fs::absolute(folder).string();
    const ProgramResult drawn = run_program(
        {"gnuplot",
         "-e",
         fmt::format("cd {}; load {}", gnuplot_quoted(here), gnuplot_quoted(figure.name + ".gp"))});
    require(drawn.started,
            "gnuplot is not installed (Debian: gnuplot-nox); {} has the data and scripts of the "
            "figures, to draw by hand: gnuplot NAME.gp",
            folder.string());
    require(drawn.status == 0, "gnuplot can't draw {}.gp: {}", figure.name, drawn.errors);
    for (const std::string& file : figure.files) said += (folder / file).string() + '\n';
  }
  return said;
}

}  // namespace

void add_report_flags(CLI::App& command, ReportFlags& flags) {
  command.add_option("out", flags.out, "folder of a run")->required();
  command.add_option("--to", flags.to, "page to write; default OUT/report.html");
  command.add_option("--figures", flags.figures, "also draw figures for papers: svg, pdf, tikz")
      ->delimiter(',');
  command.add_option("--where", flags.where, "FIELD=VALUE[,VALUE], also != < <= > >=")->take_all();
}

std::string write_report(const ReportFlags& flags, const Catalog& catalog) {
  require_figure_formats(flags.figures);
  const ReportWords words = words_of(catalog);
  const Report report = make_report(flags.out, flags.where, words);
  const fs::path page = flags.to.empty() ? fs::path(flags.out) / "report.html" : fs::path(flags.to);
  write_file(page, page_of(report, words));
  std::string said = page.string() + '\n';
  if (!flags.figures.empty()) said += write_figures(report, flags, page.parent_path() / "figures");
  return said;
}

}  // namespace dpsco
