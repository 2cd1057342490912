// A problem as the command line prints it: {"code","message","params","clause","at"}; with --json inside
// {"error":…}.
#pragma once

#include <string>
#include <string_view>

#include "engine/problem.hpp"

namespace qipu::cli {

/// One line of JSON; `zh` chooses the language of `message`, the other stands in `message_zh` or
/// `message_en`.
std::string problem_json(const Problem& problem, bool zh);
/// Prints to stdout as {"error":…} with `json`, otherwise as a sentence to stderr.
void print_error(const Problem& problem, bool json, bool zh);
/// Whether people are spoken to in Chinese: `--lang`, or the locale when it is empty.
bool speak_chinese(std::string_view lang);

}  // namespace qipu::cli
