extension ReachScan {
  /// What was passed of a text, and the code span that goes on where that ends.
  struct Passed {
    var reach: InlineReach
    var code: OpenCode?
    /// The lengths of the fences of code spans that begin there, and below zero those of the runs of
    /// backticks that are text.
    var runs: [Int]
  }

  /// Reads on up to an offset, and forgets what is open there; nil where it is not certain what is read
  /// as what.
  mutating func pass(to limit: Int) -> Passed? {
    let limit = min(limit, end)
    while position < limit, reach != .all {
      step()
      skipPlain(to: limit)
    }
    let passed = reachHere
    if passed.contains(.consumesRest) { return nil }
    var code: OpenCode?
    if let span, span.range.lowerBound < limit, limit < span.range.upperBound {
      code = OpenCode(span.range, span.length, in: text)
      if code == nil { return nil }
    } else if position > limit {
      // A tag, or the end of a link, goes on there.
      return nil
    }
    (reach, hasDelimiters, isTangled) = ([], false, false)
    (delimiters, brackets, angles) = (OpenDelimiters(), [], [])
    defer { runs = [] }
    return Passed(reach: passed, code: code, runs: runs)
  }
}
