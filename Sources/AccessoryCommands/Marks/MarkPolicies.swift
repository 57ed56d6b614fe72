import MarkdownSyntax

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

  /// What a command does while an input method is composing: the input has marked text.
  public enum WhileComposing: Hashable, Sendable {
    /// Nothing, and it says so: `Unchanged.composing`.
    case refuses
    /// The marked text is confirmed first, as by `unmarkText()`.
    case commits
  }

  /// What a caret in a run of the mark does.
  public var inRun: InRun = .wholeRun
  /// What a caret at the edge of a word does.
  public var atWordEdge: AtWordEdge = .marksWord
  /// What a command on a text input does while an input method is composing.
  public var whileComposing: WhileComposing = .refuses
  /// Whether a character may be respelled as a numeric character reference where CommonMark
  /// leaves no other way; where it may not, the command is refused instead (also where without one
  /// a run of the mark would have to be cut).
  public var allowsReferences = true

  /// Which Markdown the document is written in: CommonMark, unless a caller says otherwise.
  public var dialect: Dialect = .commonMark

  /// The defaults.
  public static let standard = MarkPolicies()

  /// Makes the defaults.
  public init() {}
}
