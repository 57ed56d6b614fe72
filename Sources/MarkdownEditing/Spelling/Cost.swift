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
  /// More where no delimiter stands beside it: worse than a reference beside one.
  static let distance = 55
  /// White space, HTML or an image at an end of the mark, drawn in; and what more of it costs.
  static let firstDrawnIn = 160
  static let drawnIn = 1
  /// The same where another mark or a link holds it together with a part of the run.
  static let shielded = 62
  /// White space between two selected characters that stays outside the mark.
  static let partedWhiteSpace = 200
  /// Closing the mark and opening it again in one gap of a run; opening it inside itself.
  static let interruption = 200
  static let nesting = 210
  /// The same, or white space outside, where another mark or a link crosses the run.
  static let crossing = 90
  /// A pair of delimiters around nothing that is markable.
  static let emptyPair = 200
  /// A delimiter of another mark that comes, goes or changes.
  static let otherMark = 65
  /// A numeric character reference for a neighbour.
  static let reference = 60
  /// A delimiter that CommonMark 0.30 and 0.31 read differently (symbols as punctuation).
  static let rendererDependent = 150
  /// The full form of a reference whose text stays.
  static let reform = 30
  /// How much more than the cheapest a spelling may cost anywhere in a leaf of many gaps.
  static let window = 70
  /// From here on the search widens: more places may change, references are offered.
  static let settling = 40
}
