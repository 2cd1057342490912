// The rules of the house that a compiler does not see: what may include what, and what stands where.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace qipu {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = QIPU_SOURCE;

struct SourceFile {
  std::string path;  // relative to the top
  std::vector<std::string> lines;
};

std::vector<SourceFile> sources(const std::vector<std::string>& folders) {
  std::vector<SourceFile> files;
  for (const auto& folder : folders)
    for (auto entry = fs::recursive_directory_iterator(kSource / folder);
         entry != fs::recursive_directory_iterator(); ++entry) {
      const std::string name = entry->path().filename().string();
      if (entry->is_directory() && (name == "node_modules" || name == "dist"))
        entry.disable_recursion_pending();
      if (!entry->is_regular_file() || (!name.ends_with(".cpp") && !name.ends_with(".hpp"))) continue;
      SourceFile file{fs::relative(entry->path(), kSource).string(), {}};
      std::ifstream in(entry->path());
      for (std::string line; std::getline(in, line);) file.lines.push_back(line);
      files.push_back(std::move(file));
    }
  return files;
}

std::vector<std::string> includes(const SourceFile& file) {
  static const std::regex pattern(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  std::vector<std::string> found;
  std::smatch match;
  for (const auto& line : file.lines)
    if (std::regex_search(line, match, pattern)) found.push_back(match[1]);
  return found;
}

// The longest prefix that matches decides what a file may include of the house and what it may not of the
// world.
struct Layer {
  std::string folder;
  std::vector<std::string> may;    // folders of the house
  std::vector<std::string> never;  // prefixes of other headers
};
const std::vector<Layer> kLayers = {
    {"engine/",
     {"engine/"},
     {"iostream", "fstream", "sstream", "ostream", "istream", "iomanip", "filesystem", "thread", "mutex",
      "chrono", "future", "cstdio", "stdio", "boost/", "rapidjson/", "sqlite3", "lemon/"}},
    {"formats/notation/",
     {"engine/", "formats/notation/"},
     {"iostream", "fstream", "sstream", "filesystem", "thread", "chrono", "cstdio", "iconv", "boost/",
      "rapidjson/", "sqlite3"}},
    {"formats/",
     {"engine/", "formats/"},
     {"fstream", "iostream", "filesystem", "boost/", "rapidjson/", "sqlite3", "lemon/"}},
    {"recorder/tournament/",
     {"engine/", "recorder/tournament/"},
     {"fstream", "iostream", "filesystem", "chrono", "boost/", "rapidjson/", "sqlite3"}},
    {"recorder/store/", {"engine/", "formats/", "recorder/"}, {"boost/"}},
    {"recorder/",
     {"engine/", "formats/", "recorder/"},
     {"fstream", "iostream", "filesystem", "boost/", "rapidjson/", "sqlite3"}},
    {"server/", {"engine/", "formats/", "recorder/", "server/"}, {"sqlite3"}},
};

const Layer& layer_of(const std::string& path) {
  for (const auto& layer : kLayers)
    if (path.starts_with(layer.folder)) return layer;
  throw std::logic_error("no layer: " + path);
}

TEST(Tree, IncludesFollowTheOneDirection) {
  for (const auto& file : sources({"engine", "formats", "recorder", "server"})) {
    const Layer& layer = layer_of(file.path);
    for (const auto& include : includes(file)) {
      const bool of_the_house = include.starts_with("engine/") || include.starts_with("formats/") ||
                                include.starts_with("recorder/") || include.starts_with("server/");
      if (of_the_house) {
        bool allowed = false;
        for (const auto& folder : layer.may) allowed |= include.starts_with(folder);
        EXPECT_TRUE(allowed) << file.path << " includes " << include;
      }
      for (const auto& prefix : layer.never)
        EXPECT_FALSE(include == prefix || (prefix.ends_with('/') && include.starts_with(prefix)) ||
                     include.starts_with(prefix + "."))
            << file.path << " includes " << include;
    }
  }
}

TEST(Tree, TheRecorderCoreDoesNotReachIntoTheStore) {
  for (const auto& file : sources({"recorder"})) {
    if (file.path.starts_with("recorder/store/")) continue;
    for (const auto& include : includes(file))
      EXPECT_FALSE(include.starts_with("recorder/store/")) << file.path << " includes " << include;
  }
}

TEST(Tree, NoHeaderDragsBoostAlong) {
  for (const auto& file : sources({"engine", "formats", "recorder", "server"})) {
    if (!file.path.ends_with(".hpp")) continue;
    for (const auto& include : includes(file))
      EXPECT_FALSE(include.starts_with("boost/beast") || include == "boost/asio.hpp")
          << file.path << " includes " << include;
  }
}

TEST(Tree, EveryHeaderSaysItsRoleAndIsIncludedOnce) {
  for (const auto& file : sources({"engine", "formats", "recorder", "server"})) {
    if (!file.path.ends_with(".hpp")) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_TRUE(file.lines.front().starts_with("//")) << file.path << " begins without its role";
    bool once = false;
    for (const auto& line : file.lines) once |= line == "#pragma once";
    EXPECT_TRUE(once) << file.path;
  }
}

TEST(Tree, NoSourceFileIsLongerThanFiveHundredLines) {
  for (const auto& file : sources({"engine", "formats", "recorder", "server"}))
    EXPECT_LE(file.lines.size(), 500u) << file.path;
}

TEST(Tree, TheTopLevelHoldsOnlyItsNames) {
  const std::set<std::string> names = {"CMakeLists.txt", "engine", "formats",   "recorder",
                                       "server",         "tests",  "README.md", "LICENSE"};
  for (const auto& entry : fs::directory_iterator(kSource)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".") || name.starts_with("build") || name == "B") continue;
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Tree, NoFileIsAGrabBag) {
  const std::regex grab_bag(R"((^|[/_])(utils?|helpers?|managers?|common|misc)[._/])");
  for (const auto& file : sources({"engine", "formats", "recorder", "server", "tests"}))
    EXPECT_FALSE(std::regex_search(file.path, grab_bag)) << file.path;
}

}  // namespace
}  // namespace qipu
