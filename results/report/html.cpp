#include "results/report/html.hpp"

namespace dpsco {

namespace {

/// " * https://..." or "//# sourceMappingURL=...": a line of a comment alone.
bool is_comment_with_address(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return false;
  const std::string_view rest = line.substr(start);
  if (rest.starts_with("//#") || rest.starts_with("//@")) return true;
  const bool comment = rest.starts_with("* ") || rest.starts_with("//");
  return comment && rest.find("://") != std::string_view::npos &&
         rest.find("*/") == std::string_view::npos;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        const bool control = (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
        out += control ? '?' : c;
      }
    }
  }
  return out;
}

std::string script_json(const nlohmann::json& json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  replace_all(text, "<", "\\u003c");
  return text;
}

std::string script_library(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!is_comment_with_address(line)) {
      out += line;
      out += '\n';
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  replace_all(out, "</script", "<\\/script");
  return out;
}

}  // namespace dpsco
