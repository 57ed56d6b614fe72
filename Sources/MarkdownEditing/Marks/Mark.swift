import MarkdownSyntax

/// A mark that a command adds or removes, such as strong or code.
public struct Mark: Hashable, Sendable, CaseIterable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String
  /// The mark's bit in a set of marks.
  package let set: MarkSet
  /// The extension that a dialect needs for this mark. Empty for CommonMark's own marks.
  public let syntax: SyntaxExtensions

  /// Strong emphasis, `**` or `__` (CommonMark 0.30 §6.2).
  public static let strong = Mark(name: "strong", set: .strong)
  /// Emphasis, `*` or `_` (CommonMark 0.30 §6.2).
  public static let emphasis = Mark(name: "emphasis", set: .emphasis)
  /// A code span (CommonMark 0.30 §6.1): always the innermost of the marks.
  public static let code = Mark(name: "code", set: .code)
  /// Strikethrough, `~~` (GFM 0.29 §6.5).
  public static let strikethrough = Mark(.strikethrough)
  /// Highlighted text, `==` (Obsidian's documentation, “Basic formatting syntax”).
  public static let highlight = Mark(.highlight)
  /// Every mark, in the order in which a bar shows them.
  public static let allCases: [Mark] =
    [.strong, .emphasis, .code] + MarkSyntax.all.map { Mark($0) }

  /// The marks that a dialect has, in the catalogue's order.
  public static func all(in dialect: Dialect) -> [Mark] {
    allCases.filter { $0.isAvailable(in: dialect) }
  }

  /// Whether a dialect has the mark: for strikethrough, `.gitHub` has it and `.commonMark` does
  /// not.
  public func isAvailable(in dialect: Dialect) -> Bool { dialect.extensions.contains(syntax) }

  /// Finds the mark of the catalogue with the name `name`, or returns nil.
  public init?(name: String) {
    guard let mark = Mark.allCases.first(where: { $0.name == name }) else { return nil }
    self = mark
  }

  /// Creates the mark of a dialect from its row.
  init(_ row: MarkSyntax) { (name, set, syntax) = (row.name.description, .strong, row.syntax) }

  /// Creates the mark of an extension that has a row.
  private init(_ syntax: SyntaxExtensions) {
    guard let row = MarkSyntax(syntax) else { preconditionFailure("the mark has no row") }
    self.init(row)
  }

  private init(name: String, set: MarkSet) { (self.name, self.set, syntax) = (name, set, []) }
}

extension Mark {
  /// Whether both are the same row of the catalogue. Names are not compared, because that would
  /// need Unicode's tables of canonical equivalence.
  public static func == (left: Mark, right: Mark) -> Bool {
    left.set == right.set && left.syntax == right.syntax
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(set)
    hasher.combine(syntax)
  }
}
