extension LeafPlanner {
  /// The attempts to spell a leaf, in order. Each allows more than the one before.
  enum Attempt: CaseIterable {
    /// Changes only the gaps next to the changed characters, and respells nothing.
    case narrow
    /// Also closes and reopens marks without need: `*a* *b*` for `*a b*`. Offers references and
    /// escapes next to delimiters, and ends code before lines that would begin a block.
    case wide
    /// Escapes every character that can be markup. Needless escapes are removed afterwards.
    case escaped
    /// Like `escaped`, but changed code spans lose their line endings or are joined: `` `a⏎b` ``.
    case joined
    /// Like `escaped`, but code ends before every soft break.
    case parted
  }
}
