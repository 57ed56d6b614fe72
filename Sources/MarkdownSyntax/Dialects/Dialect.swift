/// The Markdown that a document is written in: CommonMark 0.30 and extensions.
///
/// A value that every reading takes, never a global.
public struct Dialect: Hashable, Sendable {
  /// The constructs in addition to CommonMark's.
  public var extensions: SyntaxExtensions
  /// Inlines defined by the caller, which are never cut and contain no markup.
  public var islands: [IslandPattern]

  /// Creates a dialect.
  public init(_ extensions: SyntaxExtensions = [], islands: [IslandPattern] = []) {
    self.extensions = extensions
    self.islands = islands
  }

  /// CommonMark 0.30, and nothing else.
  public static let commonMark = Dialect()
  /// What github.com shows of a file.
  public static let gitHub = Dialect([
    .yamlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes, .alerts, .math,
    .emoji, .mentions,
  ])
  /// Obsidian's Markdown.
  public static let obsidian = Dialect([
    .yamlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes, .alerts, .math,
    .wikiLinks, .highlight, .comments, .blockIdentifiers, .taskStates,
  ])
  /// What a static site has: Hugo's Markdown, with the tags of Jekyll and of documentation tools.
  public static let hugo = Dialect([
    .yamlFrontMatter, .tomlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes,
    .alerts, .math, .emoji, .shortcodes, .liquidTags, .attributes, .directiveLines,
  ])

  /// The presets with their names, as in `mdedit --dialect github`.
  package static let named: [(name: String, dialect: Dialect)] = [
    ("commonmark", .commonMark), ("github", .gitHub), ("obsidian", .obsidian), ("hugo", .hugo),
  ]

  /// The preset with a name, or nil.
  public init?(name: String) {
    guard let found = Dialect.named.first(where: { $0.name == name }) else { return nil }
    self = found.dialect
  }

  /// Whether nothing is read besides CommonMark. True of `.commonMark`, not of `.gitHub`.
  package var isCommonMark: Bool { extensions.isEmpty && islands.isEmpty }
}

/// How an inline defined by the caller is recognised: what it begins and ends with, on one line.
public struct IslandPattern: Hashable, Sendable {
  /// What it begins with, as UTF-8; at least one byte, the first of them ASCII punctuation.
  public var opening: [UInt8]
  /// What it ends with, as UTF-8; at least one byte.
  public var closing: [UInt8]

  /// Creates a pattern.
  ///
  /// - Precondition: neither part is empty, and `opening` begins with ASCII punctuation, which is
  ///   what makes looking for it cheap.
  public init(opening: String, closing: String) {
    self.opening = Array(opening.utf8)
    self.closing = Array(closing.utf8)
    precondition(
      self.opening.first?.isASCIIPunctuation == true && !self.closing.isEmpty,
      "an island begins with ASCII punctuation, and ends with something")
  }
}
