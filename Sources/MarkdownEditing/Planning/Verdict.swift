/// The objections of the contract to a proved spelling.
struct Verdict: Comparable {
  /// The number of new nodes that are nested in others of the mark or have no markable characters.
  var brokenRules = 0
  /// Whether the search broke a rule knowingly, for example by splitting a run: `**a** **b**`.
  var breaksRuleKnowingly = false
  /// Whether the same command does not undo an edit that only inserts delimiters (clause 6). For
  /// example, toggling `**a**`, written for `a`, leads to something other than `a`.
  var isLost = false
  /// The number of line endings that become blanks although an escape might do (clause 7).
  var joinedLines = 0
  /// The number of respelled characters that are not next to a delimiter (clause 7).
  var distant = 0
  /// The number of respelled characters.
  var respelled = 0

  /// Whether the contract has no objection, as for `Verdict()`.
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
