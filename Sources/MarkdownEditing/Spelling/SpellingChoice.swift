/// A choice of the search that differs from the source.
struct SpellingChoice {
  /// The index of the choice before it, or -1.
  var parent: Int
  /// The index of the piece.
  var piece: Int
  /// The delimiters to write in the gap before the piece, or nil to keep the source's.
  var gap: Gap?
  /// Whether the piece uses its alternative, such as `\*` for `*`.
  var takesAlternative: Bool
}

/// A spelling that was found: its choices and its cost.
struct Spelling {
  let cost: Int
  /// Whether it breaks a rule for runs, which is a last resort: `**a** **b**` for one run.
  let breaksRule: Bool
  let choices: [SpellingChoice]

  /// - Parameter last: the index in `all` of the spelling's last choice, or -1.
  init(cost: Int, breaksRule: Bool, last: Int, all: ContiguousArray<SpellingChoice>) {
    self.cost = cost
    self.breaksRule = breaksRule
    var choices: [SpellingChoice] = []
    // Most often, there are an opener and a closer.
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
