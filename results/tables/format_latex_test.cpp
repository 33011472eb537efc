#include <cctype>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "results/tables/format.hpp"
#include "results/testing/table_runs.hpp"

namespace dpsco {

namespace {

/// Reads LaTeX as far as a table needs it: groups, environments, math, comments, cells of rows.
/// `fault` stays empty if everything closes, no special character stands bare, and every row of
/// the tabular has as many cells as its column specification.
class LatexReader {
 public:
  explicit LatexReader(std::string text) : text_(std::move(text)) { read(); }
  std::string fault{};
  std::size_t rows = 0;  ///< of the tabular
 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void fail(const std::string& what) {
    if (fault.empty()) fault = what + " before: " + text_.substr(at_, 30);
  }
  std::string command() {  // after the backslash
    std::string name;
    while (std::isalpha(static_cast<unsigned char>(here())) != 0) name += text_[at_++];
    if (name.empty() && here() != '\0') name = text_[at_++];
    return name;
  }
  std::string group() {
    std::string content;
    if (here() != '{') return fail("a group was expected"), content;
    int depth = 0;
    do {
      if (here() == '\0') return fail("a group does not end"), content;
      if (here() == '{') ++depth;
      if (here() == '}') --depth;
      content += text_[at_++];
    } while (depth > 0);
    return content.substr(1, content.size() - 2);
  }
  void read_command() {
    const std::string name = command();
    if (name == "begin") {
      environments_.push_back(group());
      if (environments_.back() == "tabular") {
        columns_ = group().size();
        cells_ = 1;
      }
      if (environments_.back() == "minipage") (void)group();
    } else if (name == "end") {
      const std::string closed = group();
      if (depth_ != 0 || math_) fail("an open group or formula");
      if (environments_.empty() || environments_.back() != closed) return fail("\\end of another");
      environments_.pop_back();
    } else if (name == "multicolumn") {
      cells_ += std::stoul(group()) - 1;
      (void)group();
      const LatexReader inner(group());
      if (!inner.fault.empty()) fail(inner.fault);
    } else if (name == "cmidrule") {
      if (here() != '(') return fail("a trim was expected");
      at_ = text_.find(')', at_) + 1;
      (void)group();
    } else if (name == "\\" && in_tabular()) {
      if (cells_ != columns_) fail("a row of " + std::to_string(cells_) + " cells");
      ++rows;
      cells_ = 1;
      while (std::isspace(static_cast<unsigned char>(here())) != 0) ++at_;
      if (here() == '[') fail("an option after the end of a row");
    } else if ((name == "pm" || name == "times") && !math_) {
      fail("\\" + name + " outside of math");
    }
  }
  bool in_tabular() const { return !environments_.empty() && environments_.back() == "tabular"; }
  void read() {
    while (at_ < text_.size() && fault.empty()) {
      const char c = text_[at_++];
      if (c == '\\') {
        read_command();
      } else if (c == '%') {
        if (at_ > 1 && text_[at_ - 2] != '\n') fail("a comment that eats the rest of its line");
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '{') {
        ++depth_;
      } else if (c == '}') {
        if (--depth_ < 0) fail("a brace too many");
      } else if (c == '$') {
        math_ = !math_;
      } else if (c == '&') {
        if (!in_tabular() || math_ || depth_ > 0) fail("a bare &");
        ++cells_;
      } else if (c == '#' || c == '~' || ((c == '_' || c == '^') && !math_)) {
        fail("a bare special character");
      } else if ((c == '<' || c == '>') && !math_) {
        fail("a comparison outside of math");
      }
    }
    if (depth_ != 0 || math_ || !environments_.empty()) fail("something does not end");
  }

  std::string text_;
  std::size_t at_ = 0, columns_ = 0, cells_ = 1;
  int depth_ = 0;
  bool math_ = false;
  std::vector<std::string> environments_;
};

}  // namespace

TEST_CASE("LaTeX: the reader of this test finds faults") {
  for (const char* bad : {"{",
                          "}",
                          "$1",
                          "a & b",
                          "50 % {",
                          "a_b",
                          "x < y",
                          "\\begin{table}",
                          R"(\begin{tabular}{lr} a \\ \end{tabular})",
                          "1 \\pm 2",
                          R"(\begin{tabular}{l} a \\ [1] \\ \end{tabular})",
                          "\\begin{table}\\end{tabular}"})
    CHECK_MESSAGE(!LatexReader(bad).fault.empty(), std::string(bad));
  CHECK(LatexReader("\\begin{tabular}{lr} a & $b_1 \\pm 2$ \\\\ \\end{tabular} 50 \\%")
            .fault.empty());
}

TEST_CASE("LaTeX: golden, and every table reads without a fault") {
  const Table table =
      make_table(small_table_runs(), {.rows = "algorithm", .columns = "d", .value = "risk"}, {});
  const std::string text = table_as_latex(table);
  CHECK(text.starts_with(R"(% \usepackage{booktabs}
\begin{table}
  \centering
  \caption{risk: metric risk; mean over the ok runs of a cell}
  \begin{tabular}{lrrr}
    \toprule
     & \multicolumn{2}{c}{d} & \\
    \cmidrule(lr){2-3}
    algorithm & $10$ & $100$ & slope \\
    \midrule
    climbs & $0.1 \pm 0$ & $0.3162 \pm 0$ & $0.500$ {[}$0.500$, $0.500$] \\
    flat & $0.150 \pm 0.025$ {[}$1$ failed]\textsuperscript{1} & $0.150 \pm 0.025$ & $0.000$ {[}$0.000$, $0.000$] \\
    picky & $0.5 \pm 0$ & skipped\textsuperscript{2} & -\textsuperscript{3} \\
    \bottomrule
  \end{tabular}
)"));
  const LatexReader reader(text);
  CHECK(reader.fault == "");
  CHECK(reader.rows == 5);
}

TEST_CASE("LaTeX: any name, reason and size of number can be set") {
  auto runs = small_table_runs();
  const std::string awkward = R"([a_b] & 50% \ {x} ^2 ~ #1 $ <|> "q")";
  for (StoredRun& run : runs) {
    if (run.label == "climbs") run.label = awkward;
    if (!run.reason.empty()) run.reason = awkward;
    if (run.label == "flat") run.metrics["risk"] *= 1e-9;
  }
  for (const char* columns : {"d", "data"}) {
    TableQuery query{.rows = "label", .columns = columns, .value = "risk"};
    if (query.columns == "data") query.where = {"d=10"};
    const std::string text = table_as_latex(make_table(runs, query, {}));
    const LatexReader reader(text);
    CHECK(reader.fault == "");
    CHECK(reader.rows == 5);
    CHECK(text.find(" \\times 10^{-10} \\pm ") != std::string::npos);
  }
}

}  // namespace dpsco
