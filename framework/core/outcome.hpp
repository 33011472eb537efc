// Outcome<T>: a T, or a reason why there is none. A misfit is data: it becomes a row in the table.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace dpsco {

enum class SkipKind {
  misfit,      ///< the pair does not go together: status `skipped`, accountant `unsupported`
  infeasible,  ///< it would go together, but no setting meets the target: status `infeasible`
};

struct Skip {
  std::string reason{};
  SkipKind kind = SkipKind::misfit;
};

template <class T>
class [[nodiscard]] Outcome {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a function returns its value or its reason as it is
  Outcome(T value) : held_(std::move(value)) {}
  Outcome(Skip reason) : held_(std::move(reason)) {}
  // NOLINTEND(google-explicit-constructor)

  explicit operator bool() const { return std::holds_alternative<T>(held_); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*std::get_if<T>(&held_)); }
  const T* operator->() const { return &value(); }
  /// pre: holds a value
  const T& value() const {
    assert(std::holds_alternative<T>(held_));
    return *std::get_if<T>(&held_);
  }
  /// pre: holds no value
  const Skip& skip() const {
    assert(std::holds_alternative<Skip>(held_));
    return *std::get_if<Skip>(&held_);
  }

 private:
  std::variant<T, Skip> held_;
};

}  // namespace dpsco
