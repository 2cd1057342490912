// Who looks: what of a game is shown, and what this one may do with it.
#pragma once

#include <optional>

#include "recorder/command.hpp"

namespace qipu::view {

struct Viewer {
  recorder::Actor who;
  recorder::Instant now;
  bool hide_minors = false;  ///< public views: names of the children's section are numbers
  bool desk() const { return who.role >= recorder::Role::reader && who.role != recorder::Role::system; }
};

}  // namespace qipu::view
