#include "recorder/store/fact_journal.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace qipu::store {
namespace {

constexpr int schema_version = 3;
constexpr std::string_view chain_start = "qipu";

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest;
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : digest) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

// Each field with its length before it, so that no two entries read alike.
std::string chained(std::string_view before, const JournalEntry& entry) {
  std::string text(before);
  for (const std::string& field : {std::to_string(entry.seq), std::to_string(entry.at_ms), entry.by, entry.request, entry.kind, entry.body}) {
    text += std::to_string(field.size()) + ":";
    text += field;
  }
  return sha256(text);
}

Problem fault(std::string code, std::string zh, std::string en, const std::string& file) {
  Problem problem{std::move(code), {std::move(zh), std::move(en)}, {{"file", file}}, "", Place{}};
  problem.at->file = file;
  return problem;
}

Problem damaged(const std::string& file, const std::string& why) {
  return fault("store.damaged", "数据库 " + file + " 已损坏（" + why + "）；请用 qipu restore 备份文件 --data 空目录 恢复",
               "the database " + file + " is damaged (" + why + "); restore with: qipu restore BACKUP --data EMPTY_DIR", file);
}

struct Statement {
  sqlite3_stmt* handle = nullptr;
  ~Statement() { sqlite3_finalize(handle); }
};

std::string column(sqlite3_stmt* statement, int index) {
  const void* text = sqlite3_column_blob(statement, index);
  const int size = sqlite3_column_bytes(statement, index);
  return text ? std::string(static_cast<const char*>(text), static_cast<std::size_t>(size)) : std::string();
}

}  // namespace

struct FactJournal::Parts {
  std::string file;
  int lock = -1;
  sqlite3* db = nullptr;
  sqlite3_stmt* insert = nullptr;
  sqlite3_stmt* insert_person = nullptr;
  std::uint64_t last = 0;
  std::string head{chain_start};

  ~Parts() {
    sqlite3_finalize(insert);
    sqlite3_finalize(insert_person);
    sqlite3_close(db);
    if (lock >= 0) ::close(lock);
  }
  int run(const char* sql) { return sqlite3_exec(db, sql, nullptr, nullptr, nullptr); }
  std::string one_text(const char* sql) {
    Statement statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement.handle, nullptr) != SQLITE_OK || sqlite3_step(statement.handle) != SQLITE_ROW) return {};
    return column(statement.handle, 0);
  }
  std::expected<void, Problem> prepare();
  Problem failed(int code) const;
};

Problem FactJournal::Parts::failed(int code) const {
  const std::string why = sqlite3_errmsg(db);
  switch (code & 0xff) {
    case SQLITE_FULL: return fault("store.full", "磁盘已满，暂时只读", "the disk is full; reading goes on, writing waits", file);
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR: return fault("store.readonly", "磁盘暂时不可写", "the disk cannot be written at present: " + why, file);
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return damaged(file, why);
    default: return fault("store.unusable", "数据库错误：" + why, "database fault: " + why, file);
  }
}

std::expected<void, Problem> FactJournal::Parts::prepare() {
  if (run("PRAGMA journal_mode=WAL") != SQLITE_OK || run("PRAGMA synchronous=FULL") != SQLITE_OK) return std::unexpected(failed(sqlite3_errcode(db)));
  run("PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA wal_autocheckpoint=1000");
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  if (const std::string check = one_text("PRAGMA quick_check(1)"); check != "ok") return std::unexpected(damaged(file, check.empty() ? sqlite3_errmsg(db) : check));
  const int version = std::atoi(one_text("PRAGMA user_version").c_str());
  if (version > schema_version)
    return std::unexpected(fault("store.newer", "数据由更新的版本写成，请升级程序", "the data were written by a newer version; upgrade the program", file));
  if (version == 0) {
    const int code = run(
        "BEGIN IMMEDIATE;"
        "CREATE TABLE fact(seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, by TEXT NOT NULL, request TEXT NOT NULL,"
        " kind TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL) STRICT;"
        "PRAGMA user_version=1; COMMIT");
    if (code != SQLITE_OK) return std::unexpected(failed(code));
  }
  if (version < 2) {
    const int code = run(
        "BEGIN IMMEDIATE;"
        "CREATE TABLE person(section INTEGER NOT NULL, no INTEGER NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL,"
        " birth_year INTEGER NOT NULL, PRIMARY KEY(section, no)) STRICT, WITHOUT ROWID;"
        "PRAGMA user_version=2; COMMIT");
    if (code != SQLITE_OK) return std::unexpected(failed(code));
  }
  if (version < 3) {
    const int code = run(
        "BEGIN IMMEDIATE;"
        "CREATE TABLE epoch(number INTEGER PRIMARY KEY) STRICT; INSERT INTO epoch VALUES(1);"
        "PRAGMA user_version=3; COMMIT");
    if (code != SQLITE_OK) return std::unexpected(failed(code));
  }
  int code = sqlite3_prepare_v3(db, "INSERT OR REPLACE INTO person(section,no,name,unit,birth_year) VALUES(?,?,?,?,?)", -1,
                                SQLITE_PREPARE_PERSISTENT, &insert_person, nullptr);
  if (code != SQLITE_OK) return std::unexpected(failed(code));
  code = sqlite3_prepare_v3(db, "INSERT INTO fact(seq,at,by,request,kind,body,hash) VALUES(?,?,?,?,?,?,?)", -1,
                                      SQLITE_PREPARE_PERSISTENT, &insert, nullptr);
  if (code != SQLITE_OK) return std::unexpected(failed(code));
  return {};
}

FactJournal::FactJournal() : parts_(std::make_unique<Parts>()) {}
FactJournal::~FactJournal() {
  if (parts_->db) parts_->run("PRAGMA wal_checkpoint(TRUNCATE)");
}

std::expected<std::unique_ptr<FactJournal>, Problem> FactJournal::open(const std::string& folder) {
  std::unique_ptr<FactJournal> journal(new FactJournal);
  Parts& parts = *journal->parts_;
  ::mkdir(folder.c_str(), 0700);
  parts.file = folder + "/journal.db";
  parts.lock = ::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (parts.lock < 0)
    return std::unexpected(fault("store.unusable", "数据目录 " + folder + " 不可用", "the data folder " + folder + " cannot be used", folder));
  if (::flock(parts.lock, LOCK_EX | LOCK_NB) != 0)
    return std::unexpected(fault("store.locked", "数据目录 " + folder + " 正由另一个服务使用", "another service runs on " + folder, folder));
  if (sqlite3_open_v2(parts.file.c_str(), &parts.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return std::unexpected(parts.failed(sqlite3_errcode(parts.db)));
  sqlite3_extended_result_codes(parts.db, 1);
  sqlite3_busy_timeout(parts.db, 5000);
  if (auto prepared = parts.prepare(); !prepared) return std::unexpected(prepared.error());
  return journal;
}

std::expected<std::unique_ptr<FactJournal>, Problem> FactJournal::open_snapshot(const std::string& folder) {
  if (::access((folder + "/journal.db").c_str(), R_OK) != 0)
    return std::unexpected(fault("store.none", "目录 " + folder + " 里没有赛事数据", "there is no journal in the folder " + folder, folder));
  return open_file(folder + "/journal.db");
}

std::expected<std::unique_ptr<FactJournal>, Problem> FactJournal::open_file(const std::string& file) {
  std::unique_ptr<FactJournal> journal(new FactJournal);
  Parts& parts = *journal->parts_;
  parts.file = file;
  if (sqlite3_open_v2(parts.file.c_str(), &parts.db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return std::unexpected(parts.failed(sqlite3_errcode(parts.db)));
  sqlite3_extended_result_codes(parts.db, 1);
  sqlite3_busy_timeout(parts.db, 5000);
  // One transaction: everything that is read from here on is of one moment.
  if (const int code = parts.run("BEGIN"); code != SQLITE_OK) return std::unexpected(parts.failed(code));
  const std::string version = parts.one_text("PRAGMA user_version");
  if (version.empty() || version == "0") return std::unexpected(damaged(file, "no journal"));
  if (std::atoi(version.c_str()) > schema_version)
    return std::unexpected(fault("store.newer", "数据由更新的版本写成，请升级程序", "the data were written by a newer version; upgrade the program", file));
  return journal;
}

std::expected<void, Problem> FactJournal::read(const std::function<void(const JournalEntry&)>& take) {
  Parts& p = *parts_;
  Statement statement;
  int code = sqlite3_prepare_v2(p.db, "SELECT seq,at,by,request,kind,body,hash FROM fact ORDER BY seq", -1, &statement.handle, nullptr);
  if (code != SQLITE_OK) return std::unexpected(p.failed(code));
  p.last = 0;
  p.head = chain_start;
  while ((code = sqlite3_step(statement.handle)) == SQLITE_ROW) {
    JournalEntry entry{static_cast<std::uint64_t>(sqlite3_column_int64(statement.handle, 0)), sqlite3_column_int64(statement.handle, 1),
                       column(statement.handle, 2), column(statement.handle, 3), column(statement.handle, 4), column(statement.handle, 5),
                       column(statement.handle, 6)};
    if (entry.seq != p.last + 1 || entry.hash != chained(p.head, entry))
      return std::unexpected(damaged(p.file, "hash chain broken at entry " + std::to_string(p.last + 1)));
    p.last = entry.seq;
    p.head = entry.hash;
    take(entry);
  }
  if (code != SQLITE_DONE) return std::unexpected(p.failed(code));
  return {};
}

std::expected<void, Problem> FactJournal::append(std::span<JournalEntry> entries, std::span<const PersonEntry> persons) {
  Parts& p = *parts_;
  const std::uint64_t last = p.last;
  const std::string head = p.head;
  int code = p.run("BEGIN IMMEDIATE");
  for (JournalEntry& entry : entries) {
    if (code != SQLITE_OK) break;
    entry.seq = p.last + 1;
    entry.hash = chained(p.head, entry);
    sqlite3_bind_int64(p.insert, 1, static_cast<sqlite3_int64>(entry.seq));
    sqlite3_bind_int64(p.insert, 2, entry.at_ms);
    int index = 3;
    for (const std::string* text : {&entry.by, &entry.request, &entry.kind, &entry.body, &entry.hash})
      sqlite3_bind_text(p.insert, index++, text->data(), static_cast<int>(text->size()), SQLITE_STATIC);
    const int stepped = sqlite3_step(p.insert);
    code = stepped == SQLITE_DONE ? SQLITE_OK : stepped;
    sqlite3_reset(p.insert);
    p.last = entry.seq;
    p.head = entry.hash;
  }
  for (const PersonEntry& person : persons) {
    if (code != SQLITE_OK) break;
    sqlite3_bind_int(p.insert_person, 1, person.section);
    sqlite3_bind_int(p.insert_person, 2, person.no);
    sqlite3_bind_text(p.insert_person, 3, person.name.data(), static_cast<int>(person.name.size()), SQLITE_STATIC);
    sqlite3_bind_text(p.insert_person, 4, person.unit.data(), static_cast<int>(person.unit.size()), SQLITE_STATIC);
    sqlite3_bind_int(p.insert_person, 5, person.birth_year);
    const int stepped = sqlite3_step(p.insert_person);
    code = stepped == SQLITE_DONE ? SQLITE_OK : stepped;
    sqlite3_reset(p.insert_person);
  }
  if (code == SQLITE_OK) code = p.run("COMMIT");
  if (code == SQLITE_OK) return {};
  const Problem problem = p.failed(code);
  // A full disk may have rolled the transaction back already.
  if (sqlite3_get_autocommit(p.db) == 0) p.run("ROLLBACK");
  p.last = last;
  p.head = head;
  return std::unexpected(problem);
}

std::expected<void, Problem> FactJournal::read_persons(const std::function<void(const PersonEntry&)>& take) {
  Parts& p = *parts_;
  // A snapshot of an older schema is read as it is.
  if (p.one_text("SELECT name FROM sqlite_master WHERE name='person'").empty()) return {};
  Statement statement;
  int code = sqlite3_prepare_v2(p.db, "SELECT section,no,name,unit,birth_year FROM person", -1, &statement.handle, nullptr);
  if (code != SQLITE_OK) return std::unexpected(p.failed(code));
  while ((code = sqlite3_step(statement.handle)) == SQLITE_ROW)
    take({sqlite3_column_int(statement.handle, 0), sqlite3_column_int(statement.handle, 1), column(statement.handle, 2), column(statement.handle, 3),
          sqlite3_column_int(statement.handle, 4)});
  if (code != SQLITE_DONE) return std::unexpected(p.failed(code));
  return {};
}

std::expected<void, Problem> FactJournal::purge_persons(std::span<const PersonEntry> persons) {
  Parts& p = *parts_;
  // Deleted content is overwritten, and what the log still holds goes with it.
  p.run("PRAGMA secure_delete=ON");
  int code = p.run("BEGIN IMMEDIATE");
  for (const PersonEntry& person : persons)
    if (code == SQLITE_OK)
      code = p.run(("DELETE FROM person WHERE section=" + std::to_string(person.section) + " AND no=" + std::to_string(person.no)).c_str());
  if (code == SQLITE_OK) code = p.run("COMMIT");
  if (code == SQLITE_OK) code = p.run("PRAGMA wal_checkpoint(TRUNCATE)");
  if (code == SQLITE_OK) code = p.run("VACUUM");
  if (code == SQLITE_OK) code = p.run("PRAGMA wal_checkpoint(TRUNCATE)");
  if (code == SQLITE_OK) return {};
  const Problem problem = p.failed(code);
  if (sqlite3_get_autocommit(p.db) == 0) p.run("ROLLBACK");
  return std::unexpected(problem);
}

std::uint64_t FactJournal::last_seq() const { return parts_->last; }
const std::string& FactJournal::head() const { return parts_->head; }

std::uint64_t FactJournal::epoch() const {
  const std::string number = parts_->one_text("SELECT CAST(max(number) AS TEXT) FROM epoch");
  return number.empty() ? 1 : std::strtoull(number.c_str(), nullptr, 10);
}

std::expected<void, Problem> FactJournal::raise_epoch() {
  const int code = parts_->run("INSERT INTO epoch SELECT max(number) + 1 FROM epoch");
  if (code != SQLITE_OK) return std::unexpected(parts_->failed(code));
  return {};
}

}  // namespace qipu::store
