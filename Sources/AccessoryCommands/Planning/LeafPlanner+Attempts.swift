/// What is tried to spell a leaf, one after the other.
extension LeafPlanner {
  /// How one try spells.
  struct Attempt {
    /// Whether marks may be closed and opened again where they need not: `*a* *b*` for `*a b*`.
    var isWide = false
    var escaping = PieceBuilder.Escapes.nothing
    /// How far from a failed candidate's changes characters are respelled; nil: none.
    var reach: Int?
    /// Whether those characters are tried one at a time.
    var triesEach = false
    /// The characters that are respelled, if it is not those near a failed candidate's changes.
    var only: Set<Int>?
    /// Whether it is one of many, of which each respells another character, as for `[` and `]` in `[a]`: of
    /// each the cheapest spellings have to do.
    var isOneOfMany = false
    /// Whether code spans that change lose their line endings, as the one of `` `a⏎b` ``, and padding
    /// that nothing asks for.
    var joinsCodeLines = false
    /// Before which soft breaks code ends: what follows may begin another block.
    var parting = PieceBuilder.Parting.nowhere
    /// Whether code spans that only delimiters part are joined. `` *`a`*`b` `` without emphasis
    /// becomes `` `ab` ``.
    var joinsSpans = false
    /// Whether every literal backtick is respelled: what is left of a run may pair with any other.
    var respellsBackticks = false
    /// Whether every character that can be markup is escaped.
    var escapesLeaf = false
    /// Whether more is searched and more is tried than a toggle on ordinary text should wait for.
    /// As for long runs: `*****…*`.
    var isThorough = false
    /// Whether the delimiters of the source count for nothing. The leaf `*a* b` is then written as
    /// if it were `a b`.
    var ignoresOldDelimiters = false
  }

  /// Later tries allow more. What plain text needs no escape for is tried plainly first.
  static let attempts = [
    Attempt(),
    Attempt(escaping: .active),
    Attempt(parting: .beforeBlocks),
    Attempt(escaping: .active, parting: .beforeBlocks),
    Attempt(isWide: true, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .active, parting: .beforeBlocks),
    Attempt(isWide: true, parting: .beforeBlocks, joinsSpans: true),
    Attempt(
      isWide: true, escaping: .active, reach: 0, triesEach: true, parting: .beforeBlocks),
    Attempt(
      isWide: true, escaping: .active, parting: .beforeBlocks, respellsBackticks: true),
    Attempt(isWide: true, escaping: .all, reach: 0, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks, escapesLeaf: true),
    Attempt(isWide: true, joinsCodeLines: true, parting: .beforeBlocks),
    Attempt(isWide: true, escaping: .active, joinsCodeLines: true, parting: .beforeBlocks),
    Attempt(
      isWide: true, escaping: .all, reach: 1, joinsCodeLines: true, parting: .beforeBlocks,
      joinsSpans: true, escapesLeaf: true),
    Attempt(isWide: true, parting: .everywhere),
    Attempt(isWide: true, escaping: .active, parting: .everywhere),
    Attempt(
      isWide: true, escaping: .active, reach: 0, triesEach: true, parting: .everywhere),
    Attempt(isWide: true, escaping: .active, parting: .everywhere, respellsBackticks: true),
    Attempt(isWide: true, escaping: .all, reach: 0, parting: .everywhere),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .everywhere),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .everywhere, escapesLeaf: true),
    Attempt(isWide: true, parting: .beforeBlocks, isThorough: true),
    Attempt(isWide: true, escaping: .active, parting: .beforeBlocks, isThorough: true),
    Attempt(isWide: true, escaping: .all, reach: 1, parting: .beforeBlocks, isThorough: true),
    Attempt(
      isWide: true, escaping: .all, parting: .beforeBlocks, isThorough: true,
      ignoresOldDelimiters: true),
    Attempt(
      isWide: true, escaping: .all, parting: .beforeBlocks, escapesLeaf: true, isThorough: true,
      ignoresOldDelimiters: true),
  ]
}
