#include "recorder/store/journal_copy.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "recorder/store/fact_journal.hpp"

namespace qipu::store {
namespace {

namespace fs = std::filesystem;

Problem fault(std::string code, std::string zh, std::string en, const std::string& file) {
  Problem problem{std::move(code), {std::move(zh), std::move(en)}, {{"file", file}}, "", Place{}};
  problem.at->file = file;
  return problem;
}

struct Database {
  sqlite3* handle = nullptr;
  ~Database() { sqlite3_close(handle); }
};

void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

// All pages of one database into another that does not exist yet.
std::expected<void, Problem> copy_pages(const std::string& from, const std::string& to) {
  Database source, target;
  if (sqlite3_open_v2(from.c_str(), &source.handle, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
    return std::unexpected(fault("backup.source", "打不开 " + from, "cannot open " + from, from));
  sqlite3_busy_timeout(source.handle, 5000);
  // The file holds people's names.
  const int created = ::open(to.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (created < 0) return std::unexpected(fault("backup.target", "写不了 " + to, "cannot write " + to, to));
  ::close(created);
  if (sqlite3_open_v2(to.c_str(), &target.handle, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK)
    return std::unexpected(fault("backup.target", "写不了 " + to, "cannot write " + to, to));
  sqlite3_backup* backup = sqlite3_backup_init(target.handle, "main", source.handle, "main");
  const int copied = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
  const int finished = sqlite3_backup_finish(backup);
  if (copied != SQLITE_DONE || finished != SQLITE_OK) {
    const int code = copied != SQLITE_DONE ? copied : finished;
    if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
      return std::unexpected(fault("store.damaged", from + " 已损坏", from + " is damaged", from));
    return std::unexpected(fault("backup.failed", std::string("没有抄成：") + sqlite3_errstr(code), std::string("the copy failed: ") + sqlite3_errstr(code), to));
  }
  // A copy is one file: no log beside it.
  sqlite3_exec(target.handle, "PRAGMA journal_mode=DELETE", nullptr, nullptr, nullptr);
  return {};
}

// Reads a copy to its end; the chain is checked on the way.
std::expected<JournalCopy, Problem> verify(const std::string& file) {
  auto journal = FactJournal::open_file(file);
  if (!journal) return std::unexpected(journal.error());
  if (auto read = (*journal)->read([](const JournalEntry&) {}); !read) return std::unexpected(read.error());
  JournalCopy copy{file, (*journal)->last_seq(), (*journal)->head(), 0, (*journal)->epoch()};
  std::error_code ignored;
  copy.bytes = fs::file_size(file, ignored);
  return copy;
}

}  // namespace

std::expected<JournalCopy, Problem> back_up(const std::string& folder, const std::string& file) {
  const std::string source = folder + "/journal.db";
  if (::access(source.c_str(), R_OK) != 0)
    return std::unexpected(fault("store.none", "目录 " + folder + " 里没有赛事数据", "there is no journal in the folder " + folder, folder));
  const std::string part = file + ".part";
  ::unlink(part.c_str());
  if (auto copied = copy_pages(source, part); !copied) {
    ::unlink(part.c_str());
    return std::unexpected(copied.error());
  }
  auto copy = verify(part);
  if (!copy) {
    ::unlink(part.c_str());
    return std::unexpected(copy.error());
  }
  sync_path(part, O_RDONLY);
  if (::rename(part.c_str(), file.c_str()) != 0) {
    ::unlink(part.c_str());
    return std::unexpected(fault("backup.target", "写不了 " + file, "cannot write " + file, file));
  }
  const auto parent = fs::path(file).parent_path();
  sync_path(parent.empty() ? "." : parent.string(), O_RDONLY | O_DIRECTORY);
  copy->file = file;
  return copy;
}

std::expected<JournalCopy, Problem> restore(const std::string& file, const std::string& folder) {
  if (::access(file.c_str(), R_OK) != 0)
    return std::unexpected(fault("restore.source", "读不到备份 " + file, "cannot read the backup " + file, file));
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error))
    return std::unexpected(fault("restore.not_empty", "目录 " + folder + " 不是空的：只恢复到空目录", "the folder " + folder + " is not empty; restore into an empty one", folder));
  const auto checked = verify(file);
  if (!checked) return std::unexpected(checked.error());
  fs::create_directories(folder, error);
  ::chmod(folder.c_str(), 0700);
  const std::string target = folder + "/journal.db";
  const auto clear = [&](const Problem& problem) {
    for (const char* ending : {"", "-wal", "-shm"}) ::unlink((target + ending).c_str());
    ::unlink((folder + "/lock").c_str());
    return std::unexpected(problem);
  };
  if (auto copied = copy_pages(file, target); !copied) return clear(copied.error());
  auto journal = FactJournal::open(folder);
  if (!journal) return clear(journal.error());
  if (auto raised = (*journal)->raise_epoch(); !raised) return clear(raised.error());
  JournalCopy restored = *checked;
  restored.file = target;
  restored.epoch = (*journal)->epoch();
  return restored;
}

std::expected<std::vector<Problem>, Problem> examine(const std::string& folder) {
  const std::string file = folder + "/journal.db";
  if (::access(file.c_str(), R_OK) != 0)
    return std::unexpected(fault("store.none", "目录 " + folder + " 里没有赛事数据", "there is no journal in the folder " + folder, folder));
  std::vector<Problem> findings;
  {
    Database database;
    sqlite3_stmt* statement = nullptr;
    const auto damaged = [&](const std::string& why) {
      findings.push_back(fault("store.damaged", "数据库 " + file + " 已损坏（" + why + "）；请用 qipu restore 备份文件 --data 空目录 恢复",
                               "the database " + file + " is damaged (" + why + "); restore with: qipu restore BACKUP --data EMPTY_DIR", file));
    };
    if (sqlite3_open_v2(file.c_str(), &database.handle, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
        sqlite3_prepare_v2(database.handle, "PRAGMA integrity_check(20)", -1, &statement, nullptr) != SQLITE_OK) {
      damaged(database.handle ? sqlite3_errmsg(database.handle) : "out of memory");
    } else {
      int code;
      while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        if (text && std::string_view(text) != "ok") damaged(text);
      }
      if (code != SQLITE_DONE) damaged(sqlite3_errmsg(database.handle));
    }
    sqlite3_finalize(statement);
  }
  if (!findings.empty()) return findings;
  if (const auto copy = verify(file); !copy) findings.push_back(copy.error());
  return findings;
}

}  // namespace qipu::store
