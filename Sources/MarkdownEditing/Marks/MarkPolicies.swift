import MarkdownSyntax

/// What users disagree about: how a caret behaves, and which spellings a caller allows.
public struct MarkPolicies: Hashable, Sendable {
  /// What a caret in a run of the mark does.
  public enum InRun: String, Hashable, Sendable, CaseIterable {
    /// The whole run loses the mark.
    case wholeRun
    /// Only the word at the caret loses it.
    case word
  }
  /// What a caret at the edge of a word does.
  public enum AtWordEdge: String, Hashable, Sendable, CaseIterable {
    /// The word gains the mark.
    case marksWord
    /// An empty pair of delimiters is inserted.
    case insertsPair
  }

  /// What a command does while an input method is composing: the input has marked text.
  public enum WhileComposing: String, Hashable, Sendable, CaseIterable {
    /// It does nothing and reports that: `MarkOutcome.Unchanged.composing`.
    case refuses
    /// The marked text is confirmed first, as by `unmarkText()`.
    case commits
  }

  /// What is done if delimiters would not flank at an end of the selection, as after the full stop
  /// of `**日本語。**日本` (CommonMark 0.30 §6.2).
  public enum Edges: String, Hashable, Sendable, CaseIterable {
    /// Punctuation at that end stays outside the mark, as little as makes the delimiters flank:
    /// `**日本語**。日本`. Only where that does not help, a character reference is written. What
    /// stayed outside so does not decide what `toggle` does, and numeric references beside a
    /// delimiter that goes become the characters again.
    case readable
    /// The neighbour becomes a character reference: every selected character has the mark.
    case exact
    /// Neither: the command is refused where there is no other spelling.
    case plain
  }

  /// What a caret in a run of the mark does.
  public var inRun: InRun = .wholeRun
  /// What a caret at the edge of a word does.
  public var atWordEdge: AtWordEdge = .marksWord
  /// What a command on a text input does while an input method is composing.
  public var whileComposing: WhileComposing = .refuses
  /// What is done if delimiters would not flank at an end of the selection.
  public var edges: Edges = .readable
  /// Whether a character may be respelled as a numeric character reference where CommonMark
  /// leaves no other way; where it may not (`edges` is `plain`), the command is refused instead (also
  /// where without one a run of the mark would have to be cut).
  public var allowsReferences: Bool {
    get { edges != .plain }
    set { if newValue != allowsReferences { edges = newValue ? .readable : .plain } }
  }

  /// The dialect of the document: the public calls take it as an argument and pass it on here.
  package var dialect: Dialect = .gitHub

  /// The defaults.
  public static let standard = MarkPolicies()
  /// The defaults, for a document in CommonMark.
  package static let commonMark = MarkPolicies().reading(.commonMark)

  /// Creates the defaults.
  public init() {}

  /// The same policies for a document in `dialect`.
  package func reading(_ dialect: Dialect) -> MarkPolicies {
    var result = self
    result.dialect = dialect
    return result
  }
}
