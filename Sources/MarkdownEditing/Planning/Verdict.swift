/// What the contract has against a spelling that is proved: the less the better.
struct Verdict: Comparable {
  /// How often a run is cut or nested in itself, delimiters stand around nothing, or what stands at
  /// an end of the mark is drawn in.
  var brokenRules = 0
  /// Whether the search meant to break one of those rules. As where one run is cut: `**a** **b**`.
  var breaksRuleKnowingly = false
  /// Whether the same command does not take back what only inserts delimiters (clause 6). As where
  /// `**a**` for `a` toggles to something other than `a`.
  var isLost = false
  /// How many line endings become blanks, for which an escape may do (clause 7).
  var joinedLines = 0
  /// How many characters are respelled that no delimiter stands beside (clause 7).
  var distant = 0
  /// How many are respelled.
  var respelled = 0

  /// Whether the contract has nothing against it: what is respelled beside a delimiter is needed.
  /// True of `Verdict()`.
  var isClean: Bool { !isLost && isCleanButLost }

  /// Whether it satisfies every clause except possibly clause 6: `Verdict(isLost: true)`.
  var isCleanButLost: Bool {
    brokenRules == 0 && !breaksRuleKnowingly && joinedLines == 0 && distant == 0
  }

  static func < (left: Verdict, right: Verdict) -> Bool {
    left.rank == right.rank ? left.respelled < right.respelled : left.rank < right.rank
  }

  private var rank: (Int, Int, Int, Int, Int) {
    (brokenRules, breaksRuleKnowingly ? 1 : 0, isLost ? 1 : 0, joinedLines, distant)
  }
}
