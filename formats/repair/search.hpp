// The search for edits, step by step; repair.cpp ranks and words what it finds.
#pragma once

#include <vector>

#include "formats/repair/repair.hpp"
#include "formats/repair/sequence.hpp"

namespace qipu::repair {

/// What reading a sequence to its first fault gave.
struct Tail {
  int reached = 0;     ///< plies that read, from the start of the record
  bool whole = false;  ///< the sequence ended
  Position end = Position::start();
};

struct Found {
  OneEdit edit;
  double cost = 0;
  bool repairs = false;  ///< reads to the end and meets the final position, where one is known
  int gain = 0;          ///< entries that read beyond the first fault
  int squares = 0;       ///< when it reads to the end: squares that differ from the final position
  bool side_wrong = false;
};

/// Readings that may still be made; taken by value nowhere.
struct Work {
  std::uint32_t readings = 0;
  std::uint32_t most = 0;
  bool spent() const { return readings >= most; }
};

class Search {
 public:
  Search(const Position& start, const std::vector<Entry>& entries, const std::optional<Position>& final);

  int fault() const { return fault_; }             ///< 0-based ply of the first entry that does not read
  bool reads() const { return fault_ == size(); }  ///< every entry reads
  bool contradicted() const;
  const std::vector<Position>& positions() const { return positions_; }
  int size() const { return static_cast<int>(entries_.size()); }

  /// Every single edit at every ply up to the first fault. Partial ones are kept when `partial` is not null.
  std::vector<Found> single_edits(Work& work, std::vector<Found>* partial) const;
  /// Two missing moves in a row.
  std::vector<Found> missing_pairs(Work& work) const;

  Tail tail(const OneEdit& edit, int ply, Position position, Work& work) const;
  double cost(const OneEdit& edit) const;
  /// The moves of the record with the edit, as far as they read.
  std::vector<Move> moves(const OneEdit& edit) const;
  /// The entries of the record with the edit, new moves as entries.
  std::vector<Entry> entries(const OneEdit& edit) const;

 private:
  void note(const OneEdit& edit, const Tail& tail, std::vector<Found>& found,
            std::vector<Found>* partial) const;
  bool extends(const Tail& tail) const;
  const std::vector<Entry>& entries_;
  const std::optional<Position>& final_;
  std::vector<Position> positions_;
  int fault_ = 0;
};

/// Squares on which two positions differ.
int differing_squares(const Position& a, const Position& b);

}  // namespace qipu::repair
