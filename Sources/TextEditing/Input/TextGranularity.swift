/// A unit of text: `UITextGranularity`, with its numbers.
public enum TextGranularity: Int, Hashable, Sendable, CaseIterable {
  /// A grapheme cluster.
  case character = 0
  /// A segment of UAX #29 that holds a letter or a digit.
  case word = 1
  /// A sentence of UAX #29 with the spaces after it.
  case sentence = 2
  /// The text between two line endings.
  case paragraph = 3
  /// A line on the screen; where there is no geometry, the text between two line endings.
  case line = 4
  /// The whole text.
  case document = 5
}
