/// What users differ about: how a caret behaves, and which spellings a caller allows.
public struct MarkPolicies: Hashable, Sendable {
  /// What a caret in a run of the mark does.
  public enum InRun: Hashable, Sendable {
    /// The whole run loses the mark.
    case wholeRun
    /// Only the word at the caret loses it.
    case word
  }
  /// What a caret at the edge of a word does.
  public enum AtWordEdge: Hashable, Sendable {
    /// The word gains the mark.
    case marksWord
    /// An empty pair of delimiters is inserted.
    case insertsPair
  }

  /// What a caret in a run of the mark does.
  public var inRun: InRun = .wholeRun
  /// What a caret at the edge of a word does.
  public var atWordEdge: AtWordEdge = .marksWord
  /// Whether a character may be respelled as a numeric character reference where CommonMark
  /// leaves no other way; where it may not, the command is refused instead (also where without one
  /// a run of the mark would have to be cut).
  public var allowsReferences = true

  /// The defaults.
  public static let standard = MarkPolicies()

  /// Makes the defaults.
  public init() {}
}
