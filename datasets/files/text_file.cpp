#include "datasets/files/text_file.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

#include <zlib.h>

#include "framework/core/check.hpp"
#include "framework/core/hashing.hpp"

namespace dpsco {

namespace {

std::string read_bytes(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  require(fs::exists(status), "there is no file '{}'", path);
  require(fs::is_regular_file(status), "'{}' is not a regular file", path);
  std::ifstream in(path, std::ios::binary);
  require(in.is_open(), "can't open '{}': {}", path, std::generic_category().message(errno));
  std::string bytes(fs::file_size(path), '\0');
  in.read(bytes.data(), std::streamsize(bytes.size()));
  require(std::size_t(in.gcount()) == bytes.size(),
          "can't read '{}': got {} of {} bytes",
          path,
          in.gcount(),
          bytes.size());
  return bytes;
}

bool looks_like_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

/// Owns the state of one gzip member after another.
class Inflater {
 public:
  Inflater() { ready_ = inflateInit2(&stream_, 15 + 16) == Z_OK; }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  Inflater(Inflater&&) = delete;
  Inflater& operator=(Inflater&&) = delete;
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }

  std::string unpack(std::string_view packed, const std::string& path) {
    require(ready_, "zlib can't start to unpack '{}': out of memory", path);
    std::string text;
    std::string piece(std::size_t{1} << 18U, '\0');
    while (!packed.empty()) {
      require(looks_like_gzip(packed),
              "'{}': {} bytes that are not gzip follow its gzip stream; pack the file again",
              path,
              packed.size());
      packed.remove_prefix(member(packed, piece, text, path));
      inflateReset(&stream_);
    }
    return text;
  }

 private:
  /// Unpacks one member to the end of `text`; returns the packed bytes it took.
  std::size_t member(std::string_view packed,
                     std::string& piece,
                     std::string& text,
                     const std::string& path) {
    std::size_t given = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
      if (stream_.avail_in == 0) {
        const std::size_t more =
            std::min<std::size_t>(packed.size() - given, std::numeric_limits<uInt>::max());
        require(more > 0,
                "'{}' is cut: its gzip stream ends early, after {} bytes of text; fetch it again",
                path,
                text.size());
        // zlib only reads through next_in; its type lacks the const.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + given));
        stream_.avail_in = uInt(more);
        given += more;
      }
      stream_.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream_.avail_out = uInt(piece.size());
      status = inflate(&stream_, Z_NO_FLUSH);
      require(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR,
              "'{}' is damaged: its gzip stream can't be unpacked ({}); fetch it again",
              path,
              stream_.msg != nullptr ? stream_.msg : "zlib error");
      text.append(piece.data(), piece.size() - stream_.avail_out);
    }
    const std::size_t left = stream_.avail_in;
    stream_.avail_in = 0;
    return given - left;
  }

  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

TextFile read_text_file(const std::string& path) {
  std::string bytes = read_bytes(path);
  require(!bytes.empty(), "'{}' is empty", path);
  TextFile file{.sha256 = sha256_hex(bytes)};
  file.text = looks_like_gzip(bytes) ? Inflater().unpack(bytes, path) : std::move(bytes);
  require(!file.text.empty(), "'{}' is empty once unpacked", path);
  return file;
}

std::string stripped_sha256(std::string_view text) {
  const auto strip = [](std::string_view line, const char* what) {
    return line.substr(0, line.find_last_not_of(what) + 1);
  };
  std::string kept;
  kept.reserve(text.size());
  for (text = strip(text, " \t\r\n"); !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    kept += strip(text.substr(0, end), " \t\r");
    kept += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return sha256_hex(kept);
}

}  // namespace dpsco
