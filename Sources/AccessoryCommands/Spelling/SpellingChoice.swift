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
  /// The last of its choices among those of the whole search, or -1.
  let last: Int
  let all: ContiguousArray<SpellingChoice>

  /// Its choices, in order.
  var choices: [SpellingChoice] {
    var result: [SpellingChoice] = []
    var index = last
    while index >= 0 {
      result.append(all[index])
      index = all[index].parent
    }
    result.reverse()
    return result
  }
}
