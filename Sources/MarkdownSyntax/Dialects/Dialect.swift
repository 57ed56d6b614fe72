/// The Markdown of a document: CommonMark 0.30 and extensions.
///
/// It is a value that is passed to every reading, never a global.
public struct Dialect: Hashable, Sendable {
  /// The constructs in addition to CommonMark's.
  public var extensions: SyntaxExtensions

  /// Creates a dialect.
  public init(_ extensions: SyntaxExtensions = []) { self.extensions = extensions }

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

  package var isCommonMark: Bool { extensions.isEmpty }
}
