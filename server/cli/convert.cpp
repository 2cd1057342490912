#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "formats/encoding.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"
#include "server/cli/command.hpp"
#include "server/cli/problem_json.hpp"
#include "server/cli/record_files.hpp"
#include "server/cli/record_json.hpp"

namespace qipu::cli {
namespace {

struct Options {
  std::string in, out, to, notation = "chinese", encoding, lang;
  int xqf_version = 10;
  std::uint32_t game = 0;  ///< 0: all that the target holds
};

std::string target_of(const Options& options) {
  if (!options.to.empty()) return options.to;
  const std::size_t dot = options.out.rfind('.');
  std::string extension = dot == std::string::npos ? "" : options.out.substr(dot + 1);
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (extension == "pgn" || extension == "xqf" || extension == "wxf" || extension == "json" ||
      extension == "iccs")
    return extension;
  return extension == "ubb" || extension == "dhtmlxq" || extension == "html" || extension == "txt" ? "dhtmlxq"
                                                                                                   : "";
}

std::optional<notation::Notation> notation_named(const std::string& name) {
  for (auto n : {notation::Notation::chinese, notation::Notation::wxf, notation::Notation::iccs})
    if (name == (n == notation::Notation::chinese ? "chinese"
                 : n == notation::Notation::wxf   ? "wxf"
                                                  : "iccs"))
      return n;
  return std::nullopt;
}

formats::Written written(const formats::ParseOutcome& outcome, const std::string& target,
                         const Options& options, formats::Encoding encoding) {
  const formats::Record& record = outcome.record;
  if (target == "xqf")
    return formats::write_xqf(
        record, options.xqf_version == 18 ? formats::XqfVersion::v18 : formats::XqfVersion::v10);
  if (target == "json") return {record_json(outcome), {}};
  if (target == "pgn") return formats::write_pgn(record, {*notation_named(options.notation), encoding});
  formats::Written text = target == "dhtmlxq" ? formats::write_dhtmlxq(record)
                          : target == "wxf"   ? formats::write_wxf(record)
                                              : formats::write_iccs(record);
  text.bytes = formats::encode_text(text.bytes, encoding).bytes;
  return text;
}

/// Puts the parts together as they come; false when OUT cannot be written.
class Output {
 public:
  explicit Output(const std::string& name) {
    if (name != "-") file_.open(name, std::ios::binary | std::ios::trunc);
    stream_ = name == "-" ? &std::cout : &file_;
  }
  bool good() const { return stream_->good(); }
  void put(const std::string& bytes) {
    stream_->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  bool finish() {
    stream_->flush();
    return stream_->good();
  }

 private:
  std::ofstream file_;
  std::ostream* stream_;
};

int run(const Options& options) {
  const bool zh = speak_chinese(options.lang);
  const auto say = [&](const Problem& p, std::uint32_t game) {
    std::string message = zh ? p.message.zh : p.message.en;
    for (const auto& [key, value] : p.params) message += " [" + key + ": " + value + "]";
    std::fprintf(stderr, "qipu: #%u: %s\n", game, message.c_str());
  };
  const std::string target = target_of(options);
  const auto encoding = options.encoding.empty() ? formats::Encoding::utf8 : encoding_named(options.encoding);
  constexpr std::string_view targets[] = {"pgn", "xqf", "dhtmlxq", "wxf", "iccs", "json"};
  if (std::find(std::begin(targets), std::end(targets), target) == std::end(targets) || !encoding ||
      !notation_named(options.notation) || (options.xqf_version != 10 && options.xqf_version != 18)) {
    std::fprintf(stderr,
                 "qipu: say --to pgn|xqf|dhtmlxq|wxf|iccs|json, --notation chinese|wxf|iccs, --encoding "
                 "utf-8|gb18030|big5, --xqf-version 10|18\n");
    return wrong_usage;
  }
  const auto bytes = file_bytes(options.in);
  if (!bytes) {
    std::fprintf(stderr, "qipu: cannot read %s\n", options.in.c_str());
    return no_input;
  }
  const bool one_game = target == "xqf";
  std::optional<Output> output;
  std::uint32_t game = 0, taken = 0;
  bool finding = false;
  formats::ReadOptions read;
  read.name = options.in;
  const auto summary =
      formats::read_records(formats::bytes_of(*bytes), read, [&](formats::ParseOutcome&& outcome) {
        ++game;
        if (options.game ? game != options.game : one_game && game > 1) return true;
        if (outcome.first_error) say(*outcome.first_error, game);
        for (const Problem& p : outcome.warnings) say(p, game);
        finding = finding || outcome.first_error;
        if (outcome.faulty_start && !outcome.first_error) finding = true;
        formats::Written part = written(outcome, target, options, *encoding);
        for (const Problem& p : part.losses) say(p, game);
        if (!output) output.emplace(options.out);
        if (!output->good()) return false;
        if (taken++ > 0 && target != "json") output->put("\n");
        output->put(part.bytes);
        return options.game == 0;
      });
  if (taken == 0) {
    if (summary.fault)
      say(*summary.fault, 0);
    else
      std::fprintf(stderr, "qipu: no game %u in %s\n", options.game, options.in.c_str());
    return no_input;
  }
  if (one_game && options.game == 0 && game > 1)
    std::fprintf(stderr,
                 zh ? "qipu: XQF 只能存一局，写了第 1 局（共 %u 局）\n"
                    : "qipu: XQF holds one game; the first of %u was written\n",
                 game);
  if (!output->finish()) {
    std::fprintf(stderr, "qipu: cannot write %s\n", options.out.c_str());
    return no_input;
  }
  return finding ? findings : fine;
}

}  // namespace

void add_convert(CLI::App& app, Outcome& outcome) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("convert", "Write game records in another format");
  command->add_option("IN", options->in, "A file of any format; - is standard input")->required();
  command->add_option("-o,--output", options->out, "The file to write; - is standard output")->required();
  command->add_option("--to", options->to,
                      "pgn, xqf, dhtmlxq, wxf, iccs or json; from the name when left out");
  command->add_option("--notation", options->notation, "Moves in PGN: chinese, wxf or iccs");
  command->add_option("--encoding", options->encoding, "Of what is written: utf-8, gb18030 or big5");
  command->add_option("--xqf-version", options->xqf_version, "10 or 18");
  command->add_option("--game", options->game, "Only this game of the file, from 1");
  command->add_option("--lang", options->lang, "zh or en");
  command->footer("Example: qipu convert game.xqf -o game.pgn --notation wxf");
  command->callback([options, &outcome] { outcome.exit_code = run(*options); });
}

}  // namespace qipu::cli
