/// One choice of the search that is not the source's spelling.
struct SpellingChoice {
  /// The choice before it, or -1.
  var parent: Int
  /// The piece that it is made at.
  var piece: Int
  /// What is written in the gap before the piece; nil for what the source has.
  var gap: Gap?
  /// Whether the piece takes its alternative: `\*` for `*`.
  var takesAlternative: Bool
}

/// A spelling found: its choices, and what it costs.
struct Spelling {
  let cost: Int
  /// Whether it breaks a rule of what a toggle writes: a last resort. As `**a** **b**` for one run.
  let breaksRule: Bool
  /// Its choices, in order.
  let choices: [SpellingChoice]

  /// - Parameters:
  ///   - last: the last of its choices among `all` of the search, or -1.
  init(cost: Int, breaksRule: Bool, last: Int, all: ContiguousArray<SpellingChoice>) {
    self.cost = cost
    self.breaksRule = breaksRule
    var choices: [SpellingChoice] = []
    // Most often those are an opener and a closer.
    choices.reserveCapacity(2)
    var index = last
    while index >= 0 {
      choices.append(all[index])
      index = all[index].parent
    }
    choices.reverse()
    self.choices = choices
  }
}
