#include "framework/grid/filter_parser.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "framework/core/check.hpp"

namespace dpsco {

namespace {

constexpr int deepest = 100;  // recursion is by level: text must not choose the size of our stack

struct Token {
  enum class Kind { end, word, text, compare, open, close };
  Kind kind = Kind::end;
  std::string text{};
  std::size_t column = 1;
};

template <class... Args>
[[noreturn]] void refuse_at(std::size_t column,
                            fmt::format_string<Args...> message,
                            Args&&... args) {
  throw ConfigError(
      fmt::format("filter:{}: {}", column, fmt::format(message, std::forward<Args>(args)...)));
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-.+/:").find(c) != std::string_view::npos;
}

class Tokens {
 public:
  explicit Tokens(std::string_view source) : source_(source) { advance(); }
  const Token& now() const { return now_; }
  Token take() {
    Token taken = std::move(now_);
    advance();
    return taken;
  }

 private:
  void advance() {
    while (at_ < source_.size() && (source_[at_] == ' ' || source_[at_] == '\t')) ++at_;
    now_ = Token{};
    now_.column = at_ + 1;
    if (at_ == source_.size()) return;
    const char c = source_[at_];
    if (c == '(' || c == ')') {
      now_.kind = c == '(' ? Token::Kind::open : Token::Kind::close;
      now_.text.push_back(c);
      ++at_;
    } else if (c == '"' || c == '\'') {
      quoted(c);
    } else if (is_word(c)) {
      now_.kind = Token::Kind::word;
      while (at_ < source_.size() && is_word(source_[at_])) now_.text += source_[at_++];
    } else {
      comparison();
    }
  }

  void quoted(char quote) {
    const std::size_t end = source_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse_at(now_.column, "the text has no closing {}", quote);
    now_.kind = Token::Kind::text;
    now_.text = std::string(source_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
  }

  void comparison() {
    static constexpr std::array<std::string_view, 8> longest_first{
        "==", "!=", "<=", ">=", "=~", "=", "<", ">"};
    for (const std::string_view one : longest_first) {
      if (source_.substr(at_, one.size()) != one) continue;
      now_.kind = Token::Kind::compare;
      now_.text = std::string(one == "==" ? one.substr(1) : one);
      at_ += one.size();
      return;
    }
    refuse_at(now_.column,
              "unexpected '{}'; expected a field, and, or, not, a parenthesis or one of "
              "= != < <= > >= =~",
              source_[at_]);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  Token now_{};
};

// A word that reads as a number whole is one; 1e-5 and -3 are, 2d is not.
ParameterValue value_of(const Token& token) {
  if (token.kind == Token::Kind::text) return token.text;
  const char* begin = token.text.data();
  const char* const end = begin + token.text.size();
  if (begin != end && *begin == '+') ++begin;
  std::int64_t whole = 0;
  const auto as_whole = std::from_chars(begin, end, whole);
  if (as_whole.ec == std::errc() && as_whole.ptr == end) return whole;
  double number = 0;
  const auto as_number = std::from_chars(begin, end, number);
  if (as_number.ec == std::errc() && as_number.ptr == end && std::isfinite(number)) return number;
  return token.text;
}

class Parser {
 public:
  explicit Parser(std::string_view source) : tokens_(source) {}

  FilterNode whole() {
    FilterNode node = any();
    if (tokens_.now().kind != Token::Kind::end) {
      refuse_at(
          tokens_.now().column, "unexpected '{}'; expected 'and' or 'or'", tokens_.now().text);
    }
    return node;
  }

 private:
  bool at_word(std::string_view word) const {
    return tokens_.now().kind == Token::Kind::word && tokens_.now().text == word;
  }

  FilterNode joined(FilterNode::Kind kind, std::string_view word, FilterNode (Parser::*part)()) {
    FilterNode first = (this->*part)();
    if (!at_word(word)) return first;
    FilterNode node{kind};
    node.parts.push_back(std::move(first));
    while (at_word(word)) {
      tokens_.take();
      node.parts.push_back((this->*part)());
    }
    return node;
  }
  FilterNode any() { return joined(FilterNode::Kind::any_of, "or", &Parser::all); }
  FilterNode all() { return joined(FilterNode::Kind::all_of, "and", &Parser::one); }

  FilterNode one() {
    const std::size_t column = tokens_.now().column;
    if (++depth_ > deepest) refuse_at(column, "more than {} levels of nesting", deepest);
    FilterNode node;
    if (at_word("not")) {
      tokens_.take();
      node.kind = FilterNode::Kind::none_of;
      node.parts.push_back(one());
    } else if (tokens_.now().kind == Token::Kind::open) {
      tokens_.take();
      node = any();
      if (tokens_.now().kind != Token::Kind::close)
        refuse_at(tokens_.now().column, "expected ')' for the '(' at column {}", column);
      tokens_.take();
    } else {
      node = comparison();
    }
    --depth_;
    return node;
  }

  FilterNode comparison() {
    if (tokens_.now().kind != Token::Kind::word || at_word("and") || at_word("or"))
      refuse_at(tokens_.now().column, "expected a field, as in 'epsilon <= 1'");
    FilterNode node;
    node.field_column = tokens_.now().column;
    node.field = tokens_.take().text;
    if (tokens_.now().kind != Token::Kind::compare) {
      refuse_at(tokens_.now().column, "expected one of = != < <= > >= =~ after '{}'", node.field);
    }
    node.compare_column = tokens_.now().column;
    node.compare = tokens_.take().text;
    const Token::Kind kind = tokens_.now().kind;
    if (kind != Token::Kind::word && kind != Token::Kind::text)
      refuse_at(tokens_.now().column, "expected a value after '{}'", node.compare);
    node.value_column = tokens_.now().column;
    node.value = value_of(tokens_.take());
    if (node.compare.front() != '<' && node.compare.front() != '>') return node;
    if (std::holds_alternative<std::string>(node.value)) {
      refuse_at(node.value_column,
                "'{}' compares numbers, and '{}' is text",
                node.compare,
                to_text(node.value));
    }
    return node;
  }

  Tokens tokens_;
  int depth_ = 0;
};

}  // namespace

FilterNode parse_filter(std::string_view expression) {
  return Parser(expression).whole();
}

}  // namespace dpsco
