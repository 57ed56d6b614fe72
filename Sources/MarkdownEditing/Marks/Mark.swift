import MarkdownSyntax

/// A mark that a command adds or removes, such as strong or code. A row of data.
public struct Mark: Hashable, Sendable, CaseIterable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String
  /// The mark as a member of a set.
  package let set: MarkSet
  /// The extension that a dialect needs to have the mark; empty for CommonMark's own.
  public let syntax: SyntaxExtensions
  /// The delimiters that an empty pair is tried with at a caret, in order of preference.
  let delimiters: [String]

  /// Strong emphasis, `**` or `__` (CommonMark 0.30 §6.2).
  public static let strong = Mark(name: "strong", set: .strong, delimiters: ["**", "__"])
  /// Emphasis, `*` or `_` (CommonMark 0.30 §6.2).
  public static let emphasis = Mark(name: "emphasis", set: .emphasis, delimiters: ["*", "_"])
  /// A code span (CommonMark 0.30 §6.1): always the innermost of the marks.
  public static let code = Mark(name: "code", set: .code, delimiters: ["`", "``", "```", "````"])
  /// Strikethrough, `~~` (GFM 0.29 §6.5).
  public static let strikethrough = Mark(
    name: "strikethrough", set: .strong, delimiters: ["~~"], syntax: .strikethrough)
  /// Highlighted text, `==` (Obsidian's documentation, “Basic formatting syntax”).
  public static let highlight = Mark(
    name: "highlight", set: .strong, delimiters: ["=="], syntax: .highlight)
  /// The catalogue: every mark, in the order a bar shows them.
  public static let allCases: [Mark] = [.strong, .emphasis, .code, .strikethrough, .highlight]

  /// The marks that a dialect has, in the catalogue's order.
  public static func all(in dialect: Dialect) -> [Mark] {
    allCases.filter { $0.isAvailable(in: dialect) }
  }

  /// Whether a dialect has the mark. Strikethrough, `~~a~~`, is in `.gitHub` and not in
  /// `.commonMark`.
  public func isAvailable(in dialect: Dialect) -> Bool { dialect.extensions.contains(syntax) }

  /// The mark of the catalogue with the name `name`, or nil.
  public init?(name: String) {
    guard let mark = Mark.allCases.first(where: { $0.name == name }) else { return nil }
    self = mark
  }

  private init(
    name: String, set: MarkSet, delimiters: [String], syntax: SyntaxExtensions = []
  ) {
    self.syntax = syntax
    self.name = name
    self.set = set
    self.delimiters = delimiters
  }
}

extension Mark {
  /// Whether two are the same row of the catalogue: names would be compared by the tables of
  /// canonical equivalence.
  public static func == (left: Mark, right: Mark) -> Bool {
    left.set == right.set && left.syntax == right.syntax
  }

  /// Hashes what tells the rows apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(set)
    hasher.combine(syntax)
  }
}
