/// What the search pays for a spelling: the cheapest spelling that is read right is the edit.
///
/// The order of magnitude is the order of preference; the sums never mix the ranks up in a leaf
/// of ordinary delimiters.
enum Cost {
  /// A delimiter character taken away. Taking is cheaper than adding, so runs are joined.
  static let removedByte = 1
  /// A delimiter character added.
  static let addedByte = 2
  /// More for `_`, so that `*` is the default.
  static let underscore = 1
  /// An escape for a character that has just lost its protection.
  static let cheapEscape = 3
  /// An escape for a character that the user wrote plainly.
  static let escape = 20
  /// The same where no delimiter may stand beside it: worse than a reference beside one.
  static let distantEscape = 75
  /// White space, HTML or an image at an end of the mark, drawn in.
  static let drawnIn = 3
  /// White space between two selected characters that stays outside the mark.
  static let partedWhiteSpace = 90
  /// Closing the mark and opening it again in one gap of a run, or opening it twice.
  static let interruption = 90
  /// A delimiter of another mark that comes, goes or changes.
  static let otherMark = 65
  /// A numeric character reference for a neighbour.
  static let reference = 60
  /// A delimiter that CommonMark 0.30 and 0.31 read differently (symbols as punctuation).
  static let rendererDependent = 150
  /// From here on the search widens: more places may change, references are offered.
  static let settling = 40
}
