// The rule book's figures and the federation's diagrams (../shared/cases), in all symmetries, from every
// start of the cycle.
#include <gtest/gtest.h>

#include <map>

#include "engine/rules/judge.hpp"
#include "engine/rules/series.hpp"
#include "ruling_cases.hpp"

namespace qipu {
namespace {

using support::RulingCase;

const std::string kCases = std::string(QIPU_SHARED) + "/cases/";

std::vector<RulingCase> symmetric(const RulingCase& ruling) {
  return {ruling, mirrored(ruling), recoloured(ruling), mirrored(recoloured(ruling))};
}

rules::Verdict judged(const Game& game, const RulingCase& ruling) {
  return rules::judge(game, {.rules = *rules::rule_set(ruling.rules)});
}

void expect_ruling(const rules::Verdict& verdict, const RulingCase& ruling) {
  EXPECT_EQ(name(verdict.must_change), ruling.must_change);
  EXPECT_EQ(name(verdict.if_unchanged), ruling.if_unchanged);
  if (!ruling.labels.empty()) {
    EXPECT_EQ(support::labels_from(verdict, ruling.prefix + 1), ruling.labels);
  }
  if (!ruling.red_ladder.empty()) {
    EXPECT_EQ(name(verdict.red.conduct_class), ruling.red_ladder);
    EXPECT_EQ(name(verdict.black.conduct_class), ruling.black_ladder);
  }
  EXPECT_FALSE(verdict.budget_exhausted);
}

class PublishedRulings : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const auto cases = support::ruling_cases(kCases + GetParam());
    if (!cases) GTEST_SKIP() << "no published rulings beside the project: " << kCases;
    cases_ = *cases;
  }
  std::vector<RulingCase> cases_;
};

TEST_P(PublishedRulings, AreReachedWithTheBooksLabelsInAllSymmetries) {
  for (const auto& published : cases_)
    for (const auto& ruling : symmetric(published)) {
      SCOPED_TRACE(ruling.id);
      const auto verdict = judged(support::played(ruling), ruling);
      ASSERT_TRUE(verdict.cycle);
      EXPECT_EQ(verdict.cycle->plies, ruling.length);
      EXPECT_GE(verdict.cycle->times, 2);
      expect_ruling(verdict, ruling);
    }
}

TEST_P(PublishedRulings, DoNotDependOnWhereTheCycleIsEnteredOrHowOftenItWasPlayed) {
  for (const auto& ruling : cases_)
    for (int plies = ruling.prefix + ruling.length; plies < ruling.prefix + 2 * ruling.length; ++plies) {
      SCOPED_TRACE(ruling.id + " after ply " + std::to_string(plies));
      const auto verdict = judged(support::played(ruling, plies), ruling);
      ASSERT_TRUE(verdict.cycle);
      if (verdict.cycle->plies != ruling.length) continue;  // a shorter loop inside this one
      EXPECT_EQ(verdict.cycle->times, 1);
      expect_ruling(verdict, ruling);
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, PublishedRulings, testing::Values("cxa.jsonl", "wxf.jsonl"),
                         [](const auto& info) { return std::string(info.param).substr(0, 3); });

TEST(IrregularSeries, AreRuledAgainstTheSideThatOnlyAttacks) {
  const auto cases = support::ruling_cases(kCases + "irregular.jsonl");
  if (!cases) GTEST_SKIP() << "no published rulings beside the project: " << kCases;
  for (const auto& published : *cases)
    for (const auto& ruling : symmetric(published)) {
      SCOPED_TRACE(ruling.id);
      const auto verdict = judged(support::played(ruling), ruling);
      EXPECT_EQ(name(verdict.must_change), ruling.must_change);
      EXPECT_EQ(name(verdict.if_unchanged), ruling.if_unchanged);
      if (!verdict.cycle) {
        EXPECT_TRUE(verdict.series);
        EXPECT_EQ(verdict.certainty, rules::Certainty::arbiter);
      }
    }
}

TEST(IrregularSeries, HaveTheBooksLabelForEveryPly) {
  const auto cases = support::ruling_cases(kCases + "irregular.jsonl");
  if (!cases) GTEST_SKIP() << "no published rulings beside the project: " << kCases;
  for (const auto& ruling : *cases) {
    if (ruling.labels.empty()) continue;
    const int plies = static_cast<int>(ruling.labels.size());
    for (const auto& context : rules::contexts_of(support::played(ruling, plies), 1, plies))
      EXPECT_EQ(name_zh(rules::name_ply_cxa(context, {}).finding.label),
                ruling.labels[static_cast<std::size_t>(context.ply - 1)])
          << ruling.id << " ply " << context.ply;
  }
}

}  // namespace
}  // namespace qipu
