// The keys of a preset: each rule of the regulation names its fields once, for reading. `v(key, field)` is called for every key.
#pragma once

#include "recorder/tournament/regulation.hpp"

namespace qipu::tournament {

template <class V> void preset_fields(V&& v, Text& s) { v("zh", s.zh), v("en", s.en); }
template <class V> void preset_fields(V&& v, Clock& s) { v("base_s", s.base_s), v("increment_s", s.increment_s); }
template <class V> void preset_fields(V&& v, PaceRule& s) {
  v("red", s.red), v("black", s.black), v("natural_limit_rounds", s.natural_limit_rounds), v("early_end_minutes", s.early_end_minutes),
      v("early_end_rounds", s.early_end_rounds);
}
template <class V> void preset_fields(V&& v, ClockRule& s) {
  v("correct_within_minutes", s.correct_within_minutes), v("fast_piece_off_may_lose_s", s.fast_piece_off_may_lose_s),
      v("fast_piece_off_lost_s", s.fast_piece_off_lost_s), v("ultra_inherits_fast", s.ultra_inherits_fast);
}
template <class V> void preset_fields(V&& v, ScoreRule& s) { v("win", s.win), v("draw", s.draw), v("loss", s.loss); }
template <class V> void preset_fields(V&& v, ByeRule& s) {
  v("points", s.points), v("counts_as_win", s.counts_as_win), v("counts_as_black", s.counts_as_black), v("absent_points", s.absent_points),
      v("walkover_win_is_bye", s.walkover_win_is_bye);
}
template <class V> void preset_fields(V&& v, TieBreakRule& s) {
  v("order", s.order), v("drop_round", s.drop), v("last_resort", s.last_resort), v("cumulative_minus_fouls", s.cumulative_minus_fouls),
      v("walkover_black_counts", s.walkover_black_counts);
}
template <class V> void preset_fields(V&& v, PairingRule& s) {
  v("engine", s.engine), v("gap", s.gap), v("forbid_three_running", s.forbid_three_running), v("forbid_surplus_three", s.forbid_surplus_three),
      v("keep_units_apart", s.keep_units_apart), v("walkover_keeps_colour", s.walkover_keeps_colour), v("walkover_is_met", s.walkover_is_met), v("seed", s.seed);
}
template <class V> void preset_fields(V&& v, KnockoutRule& s) {
  v("promote_after", s.promote_after), v("promote_count", s.promote_count), v("rounds", s.rounds), v("games", s.games),
      v("smaller_number_red_first", s.smaller_number_red_first), v("swap_each_game", s.swap_each_game), v("last_game_smaller_chooses", s.last_game_smaller_chooses),
      v("last_game_draw_advances_black", s.last_game_draw_advances_black), v("bracket", s.bracket), v("third_place", s.third_place), v("substitute", s.substitute),
      v("gate", s.gate), v("foul_scope", s.foul_scope), v("fouls_lost", s.fouls_lost), v("both_lose", s.both_lose);
}
template <class V> void preset_fields(V&& v, SectionRule& s) {
  v("slug", s.slug), v("name", s.name), v("aliases", s.aliases), v("cap", s.cap), v("waiting_list", s.waiting_list), v("swiss_rounds", s.swiss_rounds),
      v("knockout", s.knockout), v("top_boards", s.top_boards), v("max_age", s.max_age);
}
template <class V> void preset_fields(V&& v, RecordRule& s) {
  v("masters", s.masters), v("knockout_all", s.knockout_all), v("broadcast_exempt", s.broadcast_exempt), v("deadline_minutes", s.deadline_minutes),
      v("deadline_min_after_registration", s.deadline_min_after_registration), v("before_next_knockout_game", s.before_next_knockout_game),
      v("unconfirmed_after_minutes", s.unconfirmed_after_minutes), v("double_loss_owner_red", s.double_loss_owner_red), v("late_designation_fresh", s.late_designation_fresh);
}
template <class V> void preset_fields(V&& v, FoulKind& s) {
  v("code", s.code), v("clause", s.clause), v("name", s.name), v("counts", s.counts), v("deducts_cumulative", s.deducts_cumulative), v("intentional", s.intentional),
      v("loss", s.loss), v("pair_of", s.pair_of), v("sanction", s.sanction), v("bars_next", s.bars_next), v("public_list", s.public_list), v("phase", s.phase);
}
template <class V> void preset_fields(V&& v, FoulRule& s) {
  v("kind", s.kinds), v("k4_deducts", s.k4_deducts), v("promotion_cutoff", s.promotion_cutoff), v("late_after_minutes", s.late_after_minutes);
}
template <class V> void preset_fields(V&& v, ForfeitRule& s) { v("warn_after", s.warn_after), v("drop_after_running", s.drop_after_running); }
template <class V> void preset_fields(V&& v, EarlyDrawRule& s) { v("rounds", s.rounds), v("red_must_vary", s.red_must_vary); }
template <class V> void preset_fields(V&& v, Eligibility& s) {
  v("female", s.female), v("resident", s.resident), v("origin", s.origin), v("shizhu", s.shizhu), v("member", s.member), v("titled", s.titled),
      v("min_age", s.min_age), v("max_age", s.max_age), v("in_knockout", s.in_knockout);
}
template <class V> void preset_fields(V&& v, PrizeRow& s) { v("from", s.from), v("to", s.to), v("yuan", s.yuan); }
template <class V> void preset_fields(V&& v, PrizeListRule& s) {
  v("id", s.id), v("name", s.name), v("section", s.section), v("who", s.who), v("rows", s.rows), v("clause", s.clause), v("swiss_order", s.swiss_order);
}
template <class V> void preset_fields(V&& v, SubsidyRule& s) {
  v("yuan", s.yuan), v("needs_full_schedule", s.needs_full_schedule), v("needs_clean_record", s.needs_clean_record), v("needs_no_prize", s.needs_no_prize);
}
template <class V> void preset_fields(V&& v, SeatRule& s) {
  v("id", s.id), v("name", s.name), v("section", s.section), v("who", s.who), v("seats", s.seats), v("champion_title", s.champion_title);
}
template <class V> void preset_fields(V&& v, PrizeRule& s) {
  v("list", s.lists), v("cumulate", s.cumulate), v("subsidy", s.subsidy), v("seat", s.seats), v("announced", s.announced), v("age", s.age);
}
template <class V> void preset_fields(V&& v, EntryRule& s) {
  v("first_day", s.first_day), v("last_day", s.last_day), v("check_in_until", s.check_in_until), v("entry_closes", s.entry_closes), v("fee_yuan", s.fee_yuan),
      v("exclusions", s.exclusions);
}
template <class V> void preset_fields(V&& v, Regulation& s) {
  v("id", s.id), v("name", s.name), v("rules", s.rules), v("entry", s.entry), v("section", s.sections), v("score", s.score), v("bye", s.bye),
      v("tie_break", s.tie_break), v("pairing", s.pairing), v("clocks", s.clocks), v("slow", s.slow), v("fast", s.fast), v("ultra", s.ultra),
      v("early_draw", s.early_draw), v("record", s.record), v("foul", s.foul), v("forfeit", s.forfeit), v("prize", s.prize);
}

/// By what entries of a list are told apart when a notice changes them one by one.
inline const std::string& preset_key(const SectionRule& s) { return s.slug; }
inline const std::string& preset_key(const FoulKind& s) { return s.code; }
inline const std::string& preset_key(const PrizeListRule& s) { return s.id; }
inline const std::string& preset_key(const SeatRule& s) { return s.id; }
template <class T> constexpr const char* preset_key_name = "id";
template <> inline constexpr const char* preset_key_name<SectionRule> = "slug";
template <> inline constexpr const char* preset_key_name<FoulKind> = "code";

}  // namespace qipu::tournament
