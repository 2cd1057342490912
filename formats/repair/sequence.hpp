// A record with one edit, read without being written out: which entry or which new move stands at each ply.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/repair/entry.hpp"

namespace qipu::repair {

enum class EditKind : std::uint8_t {
  none,
  replace,
  insert,
  erase,
  swap_column,
  swap_next,
  column_insert,
  column_erase,
  insert_pair
};

struct OneEdit {
  EditKind kind = EditKind::none;
  int at = 0;  ///< 0-based ply
  Move first{}, second{};
};

/// Either an index into the entries, or a move; `end` after the last one; `hole` where a column runs out.
struct Item {
  enum Kind : std::uint8_t { entry, move, end, hole } kind;
  int index = 0;
  Move played{};
};

inline Item item_of(const OneEdit& edit, int ply, int entries) {
  const auto entry = [&](int index) {
    return index < entries ? Item{Item::entry, index, {}}
                           : Item{index == entries ? Item::end : Item::hole, 0, {}};
  };
  constexpr Item end{Item::end, 0, {}};
  const int offset = ply - edit.at;
  if (offset < 0) return entry(ply);
  switch (edit.kind) {
    case EditKind::none:
      return entry(ply);
    case EditKind::replace:
      return offset == 0 ? Item{Item::move, 0, edit.first} : entry(ply);
    case EditKind::insert:
      return offset == 0 ? Item{Item::move, 0, edit.first} : entry(ply - 1);
    case EditKind::insert_pair:
      return offset == 0   ? Item{Item::move, 0, edit.first}
             : offset == 1 ? Item{Item::move, 0, edit.second}
                           : entry(ply - 2);
    case EditKind::erase:
      return entry(ply + 1);
    case EditKind::swap_column:
      return offset == 0 ? entry(ply + 2) : offset == 2 ? entry(ply - 2) : entry(ply);
    case EditKind::swap_next:
      return offset == 0 ? entry(ply + 1) : offset == 1 ? entry(ply - 1) : entry(ply);
    case EditKind::column_insert: {
      if (offset == 0) return {Item::move, 0, edit.first};
      // Where the other column is one longer, its last entry stands alone in the last row.
      const bool alone = (entries - edit.at) % 2 == 1;
      if (offset % 2 == 0) return ply - 2 < entries - alone ? entry(ply - 2) : end;
      if (ply < entries - alone) return entry(ply);
      return alone && ply == entries ? entry(entries - 1) : end;
    }
    case EditKind::column_erase: {
      // Where this column is two longer than the other from here on, its last entry stands alone in the last
      // row.
      const bool alone = (entries - edit.at) % 2 == 0;
      if (offset % 2 == 0) {
        if (ply + 2 < entries) return entry(ply + 2);
        return alone && ply + 2 == entries ? entry(entries - 1) : end;
      }
      return ply < entries - alone ? entry(ply) : end;
    }
  }
  return {Item::end, 0, {}};
}

}  // namespace qipu::repair
