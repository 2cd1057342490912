#include "engine/endgame/material.hpp"

namespace qipu::endgame {
namespace {

constexpr PieceKind kWritten[] = {PieceKind::rook, PieceKind::horse,   PieceKind::cannon,
                                  PieceKind::pawn, PieceKind::advisor, PieceKind::elephant};
constexpr int kMost[] = {1, 2, 2, 2, 2, 2, 5};

std::optional<Force> parse_force(std::string_view text) {
  if (text.empty() || (text.front() != 'K' && text.front() != 'G')) return std::nullopt;
  Force force;
  for (const char c : text.substr(1)) {
    const auto piece = piece_from_letter(c);
    if (!piece || piece->side != Side::red || piece->kind == PieceKind::king) return std::nullopt;
    auto& count = force.count[static_cast<std::size_t>(piece->kind)];
    if (++count > kMost[static_cast<int>(piece->kind)]) return std::nullopt;
  }
  return force;
}

// Which side is called the stronger: rooks, then horses, cannons and soldiers, then the guards.
std::array<int, 7> strength(const Force& f) {
  const int worth =
      9 * f[PieceKind::rook] + 4 * f[PieceKind::horse] + 4 * f[PieceKind::cannon] + 2 * f[PieceKind::pawn];
  return {worth,
          f[PieceKind::rook],
          f[PieceKind::horse],
          f[PieceKind::cannon],
          f[PieceKind::pawn],
          f[PieceKind::advisor],
          f[PieceKind::elephant]};
}

void write(std::string& out, const Force& force) {
  out += 'K';
  for (const PieceKind kind : kWritten)
    out.append(static_cast<std::size_t>(force[kind]), letter({Side::red, kind}));
}

}  // namespace

std::optional<Material> Material::parse(std::string_view text) {
  if (text.size() > 40) return std::nullopt;
  const auto middle = text.find_first_of("vV-");
  if (middle == std::string_view::npos) return std::nullopt;
  const auto first = parse_force(text.substr(0, middle)), second = parse_force(text.substr(middle + 1));
  if (!first || !second) return std::nullopt;
  return Material{*first, *second};
}

Material Material::of(const Position& position) {
  Material material;
  for (const Side side : {Side::red, Side::black}) {
    Force& force = side == Side::red ? material.first : material.second;
    force.count[0] = 0;
    for (const Square s : position.pieces(side))
      ++force.count[static_cast<std::size_t>(position.at(s)->kind)];
  }
  return material;
}

Material Material::canonical() const { return strength(first) < strength(second) ? reversed() : *this; }

Material Material::without(Side side, PieceKind kind) const {
  Material less = *this;
  --(side == Side::red ? less.first : less.second).count[static_cast<std::size_t>(kind)];
  return less;
}

std::string Material::name() const {
  std::string text;
  write(text, first);
  text += 'v';
  write(text, second);
  return text;
}

}  // namespace qipu::endgame
