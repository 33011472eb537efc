#include "datasets/files/adult.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "datasets/files/file_store.hpp"
#include "datasets/files/rows.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"
#include "framework/core/nearest.hpp"

namespace dpsco {

namespace {

/// One attribute of adult.names: the published maximum of a number, or its categories.
struct Attribute {
  std::string_view name;
  double maximum = 0;             ///< 0: categorical
  std::string_view categories{};  ///< separated by blanks
};

// Maxima are constants of the published file, not of the rows at hand: a maximum taken from private
// rows would be a release of its own.
constexpr std::array<Attribute, 14> schema{{
    {"age", 90},
    {"workclass",
     0,
     "Private Self-emp-not-inc Self-emp-inc Federal-gov Local-gov State-gov Without-pay "
     "Never-worked"},
    {"fnlwgt", 1490400},
    {"education",
     0,
     "Bachelors Some-college 11th HS-grad Prof-school Assoc-acdm Assoc-voc 9th 7th-8th 12th "
     "Masters 1st-4th 10th Doctorate 5th-6th Preschool"},
    {"education-num", 16},
    {"marital-status",
     0,
     "Married-civ-spouse Divorced Never-married Separated Widowed Married-spouse-absent "
     "Married-AF-spouse"},
    {"occupation",
     0,
     "Tech-support Craft-repair Other-service Sales Exec-managerial Prof-specialty "
     "Handlers-cleaners Machine-op-inspct Adm-clerical Farming-fishing Transport-moving "
     "Priv-house-serv Protective-serv Armed-Forces"},
    {"relationship", 0, "Wife Own-child Husband Not-in-family Other-relative Unmarried"},
    {"race", 0, "White Asian-Pac-Islander Amer-Indian-Eskimo Other Black"},
    {"sex", 0, "Female Male"},
    {"capital-gain", 99999},
    {"capital-loss", 4356},
    {"hours-per-week", 99},
    {"native-country",
     0,
     "United-States Cambodia England Puerto-Rico Canada Germany Outlying-US(Guam-USVI-etc) India "
     "Japan Greece South China Cuba Iran Honduras Philippines Italy Poland Jamaica Vietnam Mexico "
     "Portugal Ireland France Dominican-Republic Laos Ecuador Taiwan Haiti Columbia Hungary "
     "Guatemala Nicaragua Scotland Thailand Yugoslavia El-Salvador Trinadad&Tobago Peru Hong "
     "Holand-Netherlands"},
}};

constexpr Index columns = 105, train_rows = 30162, test_rows = 15060;
constexpr Index rows_in_all = train_rows + test_rows, positives = 11208;
constexpr Index held_out = rows_in_all / 5;
constexpr std::size_t most_entries = schema.size();

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \r"), last = text.find_last_not_of(" \r");
  return first == std::string_view::npos ? text.substr(0, 0) : text.substr(first, last - first + 1);
}

/// Takes the text up to `mark` off the front.
std::string_view take(std::string_view& rest, char mark) {
  const std::size_t end = std::min(rest.find(mark), rest.size());
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return part;
}

std::vector<std::string> categories_of(const Attribute& attribute) {
  std::vector<std::string> all;
  for (std::string_view rest = attribute.categories; !rest.empty();)
    all.emplace_back(take(rest, ' '));
  return all;
}

class Reader {
 public:
  Reader() {
    for (const Attribute& attribute : schema) categories_.push_back(categories_of(attribute));
  }

  /// Appends the complete rows of one file.
  void read(std::string_view text, const std::string& file) {
    Index line_number = 0;
    while (!text.empty()) {
      const std::string_view line = trimmed(take(text, '\n'));
      ++line_number;
      if (line.empty() || line.front() == '|') continue;  // adult.test starts with a comment
      if (line.find('?') != std::string_view::npos) continue;
      read_row(line, file, line_number);
    }
  }

  SparseMatrix x{.d = columns};
  std::vector<double> y{};

 private:
  void read_row(std::string_view line, const std::string& file, Index line_number) {
    const std::size_t first = x.values.size();
    std::int32_t column = 0;
    for (std::size_t a = 0; a < schema.size(); ++a) {
      const std::string_view field = trimmed(take(line, ','));
      if (schema[a].maximum > 0) {
        put(column, number(field, schema[a], file, line_number) / schema[a].maximum);
        ++column;
      } else {
        const auto& all = categories_[a];
        const auto found = std::find(all.begin(), all.end(), field);
        if (found == all.end())
          throw ConfigError(fmt::format("{}:{}: '{}' is not a {} of the schema{}",
                                        file,
                                        line_number,
                                        field,
                                        schema[a].name,
                                        did_you_mean(std::string(field), all)));
        put(column + std::int32_t(found - all.begin()), 1);
        column += std::int32_t(all.size());
      }
    }
    const std::string_view label = trimmed(line);
    const bool rich = label.starts_with(">50K"), poor = label.starts_with("<=50K");
    require(rich || poor,
            "{}:{}: the label is '{}', expected '>50K' or '<=50K'",
            file,
            line_number,
            label);
    y.push_back(rich ? 1 : -1);
    const std::span<double> row = std::span(x.values).subspan(first);
    const double size = row_norm(row);
    for (double& value : row) value /= size;
    x.start.push_back(Index(x.values.size()));
    ++x.n;
  }

  static double number(std::string_view field,
                       const Attribute& attribute,
                       const std::string& file,
                       Index line_number) {
    double value = -1;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    require(error == std::errc{} && end == field.data() + field.size() && value >= 0 &&
                value <= attribute.maximum,
            "{}:{}: {} is '{}', expected a number from 0 to {}",
            file,
            line_number,
            attribute.name,
            field,
            attribute.maximum);
    return value;
  }

  void put(std::int32_t column, double value) {
    if (value == 0) return;
    x.columns.push_back(column);
    x.values.push_back(value);
  }

  std::vector<std::vector<std::string>> categories_{};
};

struct Texts {
  TextFile train, test;
};

TextFile read_checked(const DataFile& file) {
  TextFile text = read_text_file(file.path);
  require(has_hash(*file.entry, text),
          "'{}' is not the published {}: its SHA-256 is {}, expected {}",
          file.path,
          file.entry->name,
          text.sha256,
          file.entry->sha256);
  return text;
}

Texts read_both() {
  const std::vector<DataFile> files = file_store().find_all({"adult.data", "adult.test"});
  return {.train = read_checked(files[0]), .test = read_checked(files[1])};
}

Data rows_of(const SparseMatrix& x, const std::vector<double>& y, std::span<const Index> numbers) {
  Data data{.x = rows_at(x, numbers)};
  for (const Index i : numbers) data.y.push_back(y[std::size_t(i)]);
  return data;
}

DataBounds bounds_of(double radius) {
  // a hair above, since the rows were divided by a rounded norm
  constexpr double up = 1 + 1e-12;
  return {.row_norm = 1,
          .radius = radius,
          .row_norm_1 = std::sqrt(14.0) * up,
          .row_norm_inf = up / std::sqrt(8.0)};
}

}  // namespace

LoadedData Adult::load(const Streams& streams) const {
  Reader reader;
  const Texts texts = read_both();
  reader.read(texts.train.text, "adult.data");
  const Index from_train = reader.x.n;
  reader.read(texts.test.text, "adult.test");
  const auto rich = Index(std::count(reader.y.begin(), reader.y.end(), 1.0));
  require(from_train == train_rows && reader.x.n == rows_in_all && rich == positives,
          "adult: {} + {} complete rows with {} above 50K were read, expected {} + {} with {}",
          from_train,
          reader.x.n - from_train,
          rich,
          train_rows,
          test_rows,
          positives);

  std::vector<Index> order;
  Index tested = test_rows;
  if (test == "split") {
    order = streams.open(Purpose::split).permutation(rows_in_all);
    tested = held_out;
  } else {
    for (Index i = train_rows; i < rows_in_all; ++i) order.push_back(i);
    for (Index i = 0; i < train_rows; ++i) order.push_back(i);
  }
  const std::span<const Index> all(order);
  return {.train = rows_of(reader.x, reader.y, all.subspan(std::size_t(tested))),
          .test = rows_of(reader.x, reader.y, all.first(std::size_t(tested))),
          .bounds = bounds_of(radius),
          .radius_mark = Mark::declared};
}

std::string Adult::content_hash() const {
  const Texts texts = read_both();
  return sha256_hex(texts.train.sha256 + " " + texts.test.sha256);
}

Facts Adult::shape() const {
  return {.n = test == "split" ? rows_in_all - held_out : train_rows,
          .d = columns,
          .bounds = bounds_of(radius),
          .radius_mark = Mark::declared};
}

std::size_t Adult::bytes() const {
  return std::size_t(rows_in_all) *
         (most_entries * (sizeof(double) + sizeof(std::int32_t)) + sizeof(double) + sizeof(Index));
}

}  // namespace dpsco
