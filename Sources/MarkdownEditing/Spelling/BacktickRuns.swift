/// The runs of backticks before a place: a fence of such a length behind them might not be read.
struct BacktickRuns {
  /// The lengths of the literal runs so far.
  private var literal = RunLengths()
  /// The lengths of those in and around code behind the first of them.
  private var code = RunLengths()
  /// The length of the literal run that has not ended.
  private var current = 0

  /// Whether a literal run stands before the place. True behind the backtick of `` a ` b ``.
  var hasLiteral: Bool { current > 0 || !literal.isEmpty }

  /// All lengths.
  var lengths: RunLengths {
    var lengths = literal.union(code)
    if current > 0 { lengths.insert(current) }
    return lengths
  }

  /// Takes one more literal backtick, or what ends a run of them.
  mutating func note(isBacktick: Bool) {
    if isBacktick {
      current += 1
    } else if current > 0 {
      literal.insert(current)
      current = 0
    }
  }

  /// Takes the runs in a code span and its fences, if a later fence of such a length would not be
  /// read.
  mutating func noteCode<Bytes: Sequence<UInt8>>(_ bytes: Bytes, fence: Int?) {
    guard hasLiteral else { return }
    code.formUnion(RunLengths(in: bytes))
    if let fence { code.insert(fence) }
  }
}
