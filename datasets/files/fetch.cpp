#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "datasets/files/data_command.hpp"
#include "datasets/files/program.hpp"
#include "datasets/files/text_file.hpp"
#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

namespace {

namespace fs = std::filesystem;

/// A file beside the target that vanishes unless it was renamed.
class PartFile {
 public:
  explicit PartFile(std::string path) : path_(std::move(path)) {}
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  PartFile(PartFile&&) = delete;
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile() {
    std::error_code gone;
    fs::remove(path_, gone);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void download(const ManifestEntry& entry, const std::string& to) {
  const ProgramResult curl = run_program(
      {"curl", "--fail", "--location", "--silent", "--show-error", "--output", to, entry.url});
  require(curl.started,
          "curl is not installed: install it, or download {} yourself, unpack it to '{}' and run "
          "dpsco data verify {}",
          entry.url,
          entry.file,
          entry.name);
  require(curl.status == 0,
          "curl could not download {}: {}",
          entry.url,
          curl.errors.empty() ? fmt::format("it ended with status {}", curl.status)
                              : first_line(curl.errors));
}

/// bzip2 or xz, by the ending of the URL.
void unpack(const std::string& tool, const std::string& packed, const std::string& to) {
  const ProgramResult result = run_program({tool, "-dc", packed}, to);
  require(result.started, "{} is not installed, and the download is packed with it", tool);
  require(
      result.status == 0, "{} could not unpack the download: {}", tool, first_line(result.errors));
}

}  // namespace

std::string fetch_entry(const ManifestEntry& entry, const std::string& folder) {
  require(!entry.url.empty(),
          "data set '{}' is made by hand from {}: there is no file to download; put it on the "
          "search path as '{}' and run dpsco data verify {}",
          entry.name,
          entry.home.empty() ? "its publication" : entry.home,
          entry.file,
          entry.name);
  std::error_code error;
  require(fs::is_directory(folder, error), "'{}' is not a folder", folder);
  std::string target = (fs::path(folder) / entry.file).string();
  if (fs::exists(target, error)) {
    require(has_hash(entry, read_text_file(target)),
            "'{}' exists and is not the data set '{}': move it away first",
            target,
            entry.name);
    return target;
  }
  const PartFile packed(fmt::format("{}.part-{}", target, getpid()));
  const PartFile plain(packed.path() + "-text");
  download(entry, packed.path());
  std::string ready = packed.path();
  if (entry.url.ends_with(".bz2") || entry.url.ends_with(".xz")) {
    unpack(entry.url.ends_with(".xz") ? "xz" : "bzip2", ready, plain.path());
    ready = plain.path();
  }
  const TextFile content = read_text_file(ready);
  require(has_hash(entry, content),
          "{} gave another file than the manifest means: its text has SHA-256 {}, expected {}; "
          "nothing was kept",
          entry.url,
          sha256_hex(content.text),
          entry.sha256);
  std::ofstream out(plain.path(), std::ios::binary);
  out.write(content.text.data(), std::streamsize(content.text.size()));
  out.close();
  require(out.good(), "can't write '{}': is there room in the folder?", plain.path());
  fs::rename(plain.path(), target, error);
  require(!error, "can't name the download '{}': {}", target, error.message());
  return target;
}

std::vector<std::string> fetch_data(const std::string& name, const std::string& folder) {
  const Manifest& manifest = Manifest::built_in();
  const ManifestEntry& entry = manifest.at(name);
  std::vector<std::string> paths{fetch_entry(entry, folder)};
  if (!entry.test.empty()) paths.push_back(fetch_entry(manifest.at(entry.test), folder));
  return paths;
}

}  // namespace dpsco
