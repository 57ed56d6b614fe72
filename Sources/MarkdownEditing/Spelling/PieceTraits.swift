/// What is true of a piece and of the gap before it, as far as the search asks.
struct PieceTraits: OptionSet {
  var rawValue: UInt32

  // The piece itself.

  /// A code span: two cannot touch.
  static let isCode = PieceTraits(rawValue: 1 << 0)
  /// White space, before which delimiters cannot open.
  static let isWhiteSpace = PieceTraits(rawValue: 1 << 1)
  /// Begins with a backslash escape, whose character is text without it too.
  static let beginsWithEscape = PieceTraits(rawValue: 1 << 4)
  /// Its plain spelling is a lone backslash at the end, which must not meet punctuation.
  static let endsInBackslash = PieceTraits(rawValue: 1 << 5)
  /// Its alternative is a character reference.
  static let alternativeIsReference = PieceTraits(rawValue: 1 << 6)
  /// A tag of an HTML element, not an edge of a link.
  static let isElement = PieceTraits(rawValue: 1 << 21)

  // What follows it.

  /// Ends a shortcut reference: `[` must not follow it (CommonMark 0.30 §6.3).
  static let isShortcut = PieceTraits(rawValue: 1 << 7)
  /// `[` follows it once the delimiters between are gone.
  static let meetsBracket = PieceTraits(rawValue: 1 << 8)
  /// A link follows it, whose first bracket may become a label by what changes in it.
  static let meetsLink = PieceTraits(rawValue: 1 << 9)

  // Its place among the characters that the command is for.

  /// White space or the like between two selected characters.
  static let isBetween = PieceTraits(rawValue: 1 << 10)
  /// Free, and at an end of what the mark is for, so that it should stay out.
  static let isAtEnd = PieceTraits(rawValue: 1 << 11)
  /// At an end of a run that another mark or a link reaches over.
  static let isHeldByNode = PieceTraits(rawValue: 1 << 12)
  /// Another mark or a link crosses the run between the characters around the gap.
  static let isCrossed = PieceTraits(rawValue: 1 << 13)
  /// A link does, or HTML that would begin a block stands behind: no spelling has it otherwise.
  static let mustPause = PieceTraits(rawValue: 1 << 14)
  /// In the source no node of another mark is open at it.
  static let isOutsideOthers = PieceTraits(rawValue: 1 << 20)

  // The gap before it.

  /// Delimiters may change in it.
  static let isActive = PieceTraits(rawValue: 1 << 15)
  /// It lies in a run that selected characters become part of.
  static let isInRun = PieceTraits(rawValue: 1 << 16)
  /// A character beside it is selected.
  static let isBesideSelected = PieceTraits(rawValue: 1 << 17)
  /// A command may have cut the run there, because of a character that gets the mark.
  static let isPause = PieceTraits(rawValue: 1 << 18)
  /// A fence or the like beside it changes.
  static let isBesideChange = PieceTraits(rawValue: 1 << 19)
}
