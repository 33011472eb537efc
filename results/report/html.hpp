// Text into pages: whatever a journal holds stays text.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace dpsco {

/// `text` for the inside of an element or a quoted attribute: & < > " ' as entities; control
/// characters, which HTML has no words for, as a question mark.
std::string html(std::string_view text);

/// JSON for the inside of a <script> element: no "<" is left, so nothing in it can end the element
/// or open a comment. Bytes that are not UTF-8 become U+FFFD.
std::string script_json(const nlohmann::json& json);

/// A library for the inside of a <script> element: without the lines of comments that name a web
/// address (the page names none), with "</script" broken up as JavaScript allows inside strings.
std::string script_library(std::string_view text);

}  // namespace dpsco
