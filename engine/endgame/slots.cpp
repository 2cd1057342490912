#include "engine/endgame/slots.hpp"

namespace qipu::endgame {
namespace {

// Stands for the last attacker where there is none: its own mirror image, and no home piece ever goes or
// looks there.
constexpr int kNowhere = 31;

int on_grid(int own_point, Side side) {
  return side == Side::red ? own_point : Square::at(own_point).flipped().index();
}

}  // namespace

Slots::Slots(const Shape& shape) : shape_(&shape), has_inner_(!shape.attackers().empty()) {
  const auto attackers = shape.attackers();
  if (has_inner_) {
    outer_.assign(attackers.begin(), attackers.end() - 1);
    inner_ = attackers.back();
    places_ = reachable_points(inner_.kind);
    for (int i = 0; i < places_; ++i) domain_ |= PointSet::at(reachable_point(inner_, i));
  } else {
    domain_ = PointSet::at(kNowhere);
  }
  radix_.resize(outer_.size());
  for (std::size_t i = outer_.size(); i-- > 0;) {
    radix_[i] = outers_;
    outers_ *= static_cast<std::uint32_t>(reachable_points(outer_[i].kind));
  }
  for (std::uint32_t outer = 0; outer < outers_; ++outer) {
    PointSet occupied;
    std::uint32_t mirror = 0;
    for (std::size_t i = 0; i < outer_.size(); ++i) {
      const int place = static_cast<int>(outer / radix_[i]) % reachable_points(outer_[i].kind);
      const int point = reachable_point(outer_[i], place);
      outer_points_.push_back(static_cast<std::uint8_t>(point));
      occupied |= PointSet::at(point);
      mirror += radix_[i] *
                static_cast<std::uint32_t>(reachable_index(outer_[i], Square::at(point).mirrored().index()));
    }
    outer_occupied_.push_back(occupied.size() == static_cast<int>(outer_.size()) ? occupied : PointSet{});
    outer_mirrored_.push_back(mirror);
  }
}

PointSet Slots::home_points(std::uint32_t pair, Side side) const {
  const Home& home = shape_->forms(side)[shape_->forms_of(pair)[static_cast<std::size_t>(side)]];
  PointSet set;
  for (std::size_t i = 0; i < home.size; ++i) set |= PointSet::at(on_grid(home.points[i], side));
  return set;
}

int Slots::king(std::uint32_t pair, Side side) const {
  return on_grid(shape_->forms(side)[shape_->forms_of(pair)[static_cast<std::size_t>(side)]].points[0], side);
}

void Slots::moves(std::uint32_t pair, Side side, std::vector<PairMove>& out) const {
  out.clear();
  const auto forms = shape_->forms_of(pair);
  for (const HomeMove& move : shape_->forms(side).moves(forms[static_cast<std::size_t>(side)])) {
    const FoldedPair folded =
        side == Side::red ? shape_->fold(move.form, forms[1]) : shape_->fold(forms[0], move.form);
    out.push_back({folded.pair, move.form, folded.mirrored,
                   static_cast<std::uint8_t>(on_grid(move.from, side)),
                   static_cast<std::uint8_t>(on_grid(move.to, side)),
                   move.eye == HomeMove::no_eye ? HomeMove::no_eye
                                                : static_cast<std::uint8_t>(on_grid(move.eye, side))});
  }
}

// Places of the last attacker with which `attacker`'s pieces, the general apart, attack the other general.
PointSet Slots::checked_by(std::uint32_t pair, std::uint32_t outer, Side attacker, PointSet occupied) const {
  const int target = king(pair, opponent(attacker));
  PointSet set;
  for (std::size_t i = 0; i < outer_.size(); ++i)
    if (outer_[i].side == attacker) {
      PointSet condition =
          attack_condition(outer_[i].kind, attacker, outer_point(outer, i), target, occupied);
      set |= condition;
    }
  if (has_inner_ && inner_.side == attacker) set |= attack_origins(inner_.kind, attacker, target, occupied);
  return set;
}

PointSet Slots::legal(std::uint32_t pair, std::uint32_t outer, Side to_move) const {
  const PointSet homes = home_points(pair, Side::red) | home_points(pair, Side::black),
                 outers = outer_occupied_[outer];
  if (!outer_.empty() && (outers.empty() || !(homes & outers).empty())) return {};
  const PointSet occupied = homes | outers;
  PointSet bad = occupied | checked_by(pair, outer, to_move, occupied);
  const int red = king(pair, Side::red), black = king(pair, Side::black);
  if (red % 9 == black % 9) {
    const PointSet line = between(red, black);
    if ((line & occupied).empty()) bad |= has_inner_ ? ~line : PointSet::all();
  }
  return domain_ & ~bad;
}

}  // namespace qipu::endgame
