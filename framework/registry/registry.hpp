#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/check.hpp"
#include "framework/core/nearest.hpp"
#include "framework/registry/card.hpp"

namespace dpsco {

/// Plug-ins of one kind, by name. Filled explicitly in main (nothing runs before it).
template <class Base>
class Registry {
 public:
  struct Entry {
    Card card{};
    std::vector<ParameterInfo> parameters{};
    std::function<std::unique_ptr<const Base>(const Parameters&)> make{};
  };

  explicit Registry(std::string kind) : kind_(std::move(kind)) {}

  /// Throws ConfigError if the name is taken: fatal at start-up.
  template <Plugin<Base> T>
  void add() {
    const std::string key(T::card.name);
    require(!entries_.contains(key), "two {}s are called '{}'", kind_, key);
    entries_[key] = {T::card, parameter_infos<T>(), [](const Parameters& parameters) {
                       auto plugin = std::make_unique<T>();
                       assign(*plugin, parameters);
                       return std::unique_ptr<const Base>(std::move(plugin));
                     }};
  }

  /// Throws ConfigError naming the nearest known name.
  const Entry& entry(std::string_view name) const {
    const auto found = entries_.find(name);
    if (found == entries_.end())
      throw ConfigError(fmt::format("unknown {} '{}'{}", kind_, name, did_you_mean(name, names())));
    return found->second;
  }
  /// A fresh plug-in with its parameters set. Throws ConfigError on a bad name, parameter or value.
  std::unique_ptr<const Base> make(std::string_view name, const Parameters& given = {}) const {
    const Entry& found = entry(name);
    return found.make(complete(name, given));
  }
  /// `given` with the defaults filled in, checked.
  Parameters complete(std::string_view name, const Parameters& given) const {
    return completed(entry(name).parameters, given, fmt::format("{} '{}'", kind_, name));
  }
  bool contains(std::string_view name) const { return entries_.find(name) != entries_.end(); }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, entry] : entries_) all.push_back(name);
    return all;
  }
  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace dpsco
