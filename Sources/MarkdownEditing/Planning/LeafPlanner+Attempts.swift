extension LeafPlanner {
  /// The attempts to spell a leaf, in order: each allows more than the one before.
  enum Attempt: CaseIterable {
    /// Only the gaps next to the changed characters, and nothing respelled.
    case narrow
    /// Marks may also be closed and opened again without need: `*a* *b*` for `*a b*`. References and
    /// escapes are offered beside delimiters, and code ends before lines that would begin a block.
    case wide
    /// Every character that can be markup is escaped; needless escapes are removed afterwards.
    case escaped
    /// The same, and code spans that change lose their line endings, or are joined: `` `a⏎b` ``.
    case joined
    /// As escaped, and code ends before every soft break.
    case parted
    /// The delimiters of the source count for nothing: the leaf `*a* b` is written as if it were `a b`.
    case anew
  }
}
