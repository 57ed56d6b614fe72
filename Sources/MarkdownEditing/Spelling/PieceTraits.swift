/// The properties of a piece and of the gap before it that the search needs.
struct PieceTraits: OptionSet {
  var rawValue: UInt32

  // The piece itself.

  /// A code span. Two of them cannot touch.
  static let isCode = PieceTraits(rawValue: 1 << 0)
  /// White space, so that delimiters before it cannot open.
  static let isWhiteSpace = PieceTraits(rawValue: 1 << 1)
  /// Begins with an escape whose character would be text without the backslash, too.
  static let beginsWithEscape = PieceTraits(rawValue: 1 << 4)
  /// Ends in a plain backslash, after which punctuation must not follow.
  static let endsInBackslash = PieceTraits(rawValue: 1 << 5)
  /// The alternative is a character reference.
  static let alternativeIsReference = PieceTraits(rawValue: 1 << 6)
  /// A tag of an HTML element, and not an edge of a link.
  static let isElement = PieceTraits(rawValue: 1 << 21)
  /// A delimiter of another mark of a dialect, which must go on flanking.
  static let isTag = PieceTraits(rawValue: 1 << 22)
  /// A link without brackets. Text directly after it, without a blank, belongs to its address.
  static let isBareLink = PieceTraits(rawValue: 1 << 24)
  /// Has a blank or `<`, so that an address before it ends.
  static let endsAddress = PieceTraits(rawValue: 1 << 25)
  /// Only tildes, through which GitHub looks for the text beside `*`.
  static let isTransparent = PieceTraits(rawValue: 1 << 23)

  // What follows it.

  /// The end of a shortcut reference, after which `[` must not follow (CommonMark 0.30 §6.3).
  static let isShortcut = PieceTraits(rawValue: 1 << 7)
  /// `[` follows if the delimiters between are removed.
  static let meetsBracket = PieceTraits(rawValue: 1 << 8)
  /// A link follows whose first bracket may begin a label after a change inside the link.
  static let meetsLink = PieceTraits(rawValue: 1 << 9)

  // Its place among the selected characters.

  /// White space, or another free piece, between two selected characters.
  static let isBetween = PieceTraits(rawValue: 1 << 10)
  /// A free piece at an end of the mark, which should stay outside.
  static let isAtEnd = PieceTraits(rawValue: 1 << 11)
  /// A piece at an end of a run that another mark or a link extends over.
  static let isHeldByNode = PieceTraits(rawValue: 1 << 12)
  /// Another mark or a link crosses the run between the characters around the gap.
  static let isCrossed = PieceTraits(rawValue: 1 << 13)
  /// A link or an element crosses the run, so that every spelling has to pause here.
  static let mustPause = PieceTraits(rawValue: 1 << 14)
  /// In the source, no node of another mark is open at the piece.
  static let isOutsideOthers = PieceTraits(rawValue: 1 << 20)

  // The gap before it.

  /// Delimiters may change in the gap.
  static let isActive = PieceTraits(rawValue: 1 << 15)
  /// The gap is in a run that selected characters join.
  static let isInRun = PieceTraits(rawValue: 1 << 16)
  /// A character next to the gap is selected.
  static let isBesideSelected = PieceTraits(rawValue: 1 << 17)
  /// An earlier command may have split the run here, for a character that gains the mark.
  static let isPause = PieceTraits(rawValue: 1 << 18)
}
