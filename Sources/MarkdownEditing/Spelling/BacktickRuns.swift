/// The runs of backticks before a place, whose lengths a later fence may not be able to use.
struct BacktickRuns {
  /// The lengths of the literal runs so far.
  private var literal = RunLengths()
  /// The lengths of the runs in and around code, after the first literal run.
  private var code = RunLengths()
  /// The length of the literal run that has not ended yet, or 0.
  private var current = 0

  /// Whether there is a literal run before the place, as after the backtick of `` a ` b ``.
  var hasLiteral: Bool { current > 0 || !literal.isEmpty }

  var lengths: RunLengths {
    var lengths = literal.union(code)
    if current > 0 { lengths.insert(current) }
    return lengths
  }

  /// Adds a literal backtick, or ends the current run.
  mutating func note(isBacktick: Bool) {
    if isBacktick {
      current += 1
    } else if current > 0 {
      literal.insert(current)
      current = 0
    }
  }

  /// Adds the runs in a code span and its fences, if a literal run is before them.
  mutating func noteCode<Bytes: Sequence<UInt8>>(_ bytes: Bytes, fence: Int?) {
    guard hasLiteral else { return }
    code.formUnion(RunLengths(in: bytes))
    if let fence { code.insert(fence) }
  }
}
