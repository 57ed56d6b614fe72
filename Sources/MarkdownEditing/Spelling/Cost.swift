/// The costs of a spelling's parts. The cheapest spelling that is read as wanted is the edit. The
/// order of magnitude is the order of preference, which sums do not change in ordinary leaves.
enum Cost {
  /// A removed delimiter character. Removing is cheaper than adding, so runs are joined.
  static let removedByte = 1
  /// An added delimiter character.
  static let addedByte = 2
  /// Extra for `_`, so that `*` is the default.
  static let underscore = 1
  /// An escape for a character that was in code until now.
  static let cheapEscape = 3
  /// An escape for a character that the user wrote plainly.
  static let escape = 20
  /// White space, HTML or an image that is drawn in at an end of the mark, and each further one.
  static let firstDrawnIn = 160
  static let drawnIn = 1
  /// Instead of `firstDrawnIn`, if another mark or a link contains it and a part of the run.
  static let shielded = 62
  /// White space between two selected characters that stays outside the mark.
  static let partedWhiteSpace = 200
  /// Closing and reopening the mark in one gap of a run, and opening the mark inside itself.
  static let interruption = 200
  static let nesting = 210
  /// An interruption, or white space left outside, if another mark or a link crosses the run.
  static let crossing = 90
  /// A pair of delimiters without a markable character in it.
  static let emptyPair = 200
  /// A delimiter of another mark that is added, removed or changed.
  static let otherMark = 65
  /// A numeric character reference for a character next to a delimiter.
  static let reference = 60
  /// A delimiter that CommonMark 0.30 and 0.31 read differently, because of symbols as punctuation.
  static let rendererDependent = 150
  /// The full form of a reference link whose text does not change.
  static let reform = 30
  /// How much more than the cheapest one a spelling may cost anywhere in a leaf with many gaps.
  static let window = 70
  /// From this cost on, the search widens: more gaps may change, and references are offered.
  static let settling = 40
}
