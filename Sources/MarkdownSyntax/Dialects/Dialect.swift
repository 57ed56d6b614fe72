/// The Markdown of a document: CommonMark 0.30 and extensions.
///
/// It is a value that is passed to every reading, never a global.
public struct Dialect: Hashable, Sendable {
  /// The constructs in addition to CommonMark's.
  public var extensions: SyntaxExtensions
  /// Inlines defined by the caller, which are never split and contain no markup.
  public var islands: [IslandPattern]

  /// Creates a dialect.
  public init(_ extensions: SyntaxExtensions = [], islands: [IslandPattern] = []) {
    self.extensions = extensions
    self.islands = islands
  }

  /// CommonMark 0.30 without extensions.
  public static let commonMark = Dialect()
  /// Markdown as github.com shows it in a file.
  public static let gitHub = Dialect([
    .yamlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes, .alerts, .math,
    .emoji, .mentions,
  ])
  /// Obsidian's Markdown.
  public static let obsidian = Dialect([
    .yamlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes, .alerts, .math,
    .wikiLinks, .highlight, .comments, .blockIdentifiers, .taskStates,
  ])
  /// The Markdown of static sites: Hugo's, with the tags of Jekyll and of documentation tools.
  public static let hugo = Dialect([
    .yamlFrontMatter, .tomlFrontMatter, .tables, .tasks, .strikethrough, .bareLinks, .footnotes,
    .alerts, .math, .emoji, .shortcodes, .liquidTags, .attributes, .directiveLines,
  ])

  /// The presets with their names, as in `mdedit --dialect github`.
  package static let named: [(name: String, dialect: Dialect)] = [
    ("commonmark", .commonMark), ("github", .gitHub), ("obsidian", .obsidian), ("hugo", .hugo),
  ]

  /// Creates the preset with a name, or nil if there is none.
  public init?(name: String) {
    guard let found = Dialect.named.first(where: { $0.name == name }) else { return nil }
    self = found.dialect
  }

  /// Whether the dialect is plain CommonMark: `.commonMark`, not `.gitHub`.
  package var isCommonMark: Bool { extensions.isEmpty && islands.isEmpty }
}

/// The opening and the closing string of an inline that the caller defines, on one line.
public struct IslandPattern: Hashable, Sendable {
  /// The opening, as UTF-8; at least one byte, the first of them ASCII punctuation.
  public var opening: [UInt8]
  /// The closing, as UTF-8; at least one byte.
  public var closing: [UInt8]

  /// Creates a pattern.
  ///
  /// - Precondition: Neither is empty, and `opening` begins with ASCII punctuation, for speed.
  public init(opening: String, closing: String) {
    self.opening = Array(opening.utf8)
    self.closing = Array(closing.utf8)
    precondition(
      self.opening.first?.isASCIIPunctuation == true && !self.closing.isEmpty,
      "an island begins with ASCII punctuation, and ends with something")
  }
}
