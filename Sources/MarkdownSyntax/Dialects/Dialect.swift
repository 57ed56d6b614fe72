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

  package static let named: [(name: String, dialect: Dialect)] = [
    ("commonmark", .commonMark), ("github", .gitHub), ("obsidian", .obsidian), ("hugo", .hugo),
  ]

  /// Creates the preset with a name, or nil if there is none.
  public init?(named name: String) {
    guard let found = Dialect.named.first(where: { $0.name == name }) else { return nil }
    self = found.dialect
  }

  package var isCommonMark: Bool { extensions.isEmpty }
}

/// The facts about a document that reading a part of it needs.
package struct ReadingContext: Hashable, Sendable {
  /// The offset of the document's start, which front matter may follow; nil in a later part.
  package var documentStart: Int?
  /// The labels of footnotes that are defined outside.
  package var footnotes: Set<LabelKey> = []

  package static let document = ReadingContext(documentStart: 0)

  package init(documentStart: Int?) { self.documentStart = documentStart }
}

// Embedded Swift has no Codable, so the conformance is in a separate file.
#if !hasFeature(Embedded)
  extension Dialect: Codable, CustomStringConvertible {
    /// The preset's name, or the names of the extensions, as in `tables, tasks`.
    public var description: String {
      if let preset = Dialect.named.first(where: { $0.dialect == self }) { return preset.name }
      return SyntaxExtensions.names(in: extensions).joined(separator: ", ")
    }

    /// Reads a preset's name, `"github"`, or the names of extensions, `["tables", "tasks"]`.
    ///
    /// - Throws: `DecodingError` if there is no preset or no extension with a name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let name = try? container.decode(String.self) {
        guard let preset = Dialect(named: name) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "there is no dialect “\(name)”")
        }
        self = preset
        return
      }
      self.init()
      for name in try container.decode([String].self) {
        guard let known = SyntaxExtensions.named.first(where: { $0.name == name }) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "there is no extension “\(name)”")
        }
        extensions.insert(known.syntax)
      }
    }

    /// Writes a preset's name, or the names of the extensions.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let preset = Dialect.named.first(where: { $0.dialect == self }) {
        try container.encode(preset.name)
      } else {
        try container.encode(SyntaxExtensions.names(in: extensions))
      }
    }
  }

  extension SyntaxExtensions {
    fileprivate static let named: [(name: String, syntax: SyntaxExtensions)] = [
      ("yamlFrontMatter", .yamlFrontMatter), ("tomlFrontMatter", .tomlFrontMatter),
      ("tables", .tables), ("tasks", .tasks), ("strikethrough", .strikethrough),
      ("bareLinks", .bareLinks), ("footnotes", .footnotes), ("alerts", .alerts), ("math", .math),
      ("emoji", .emoji), ("mentions", .mentions), ("wikiLinks", .wikiLinks),
      ("highlight", .highlight), ("comments", .comments), ("blockIdentifiers", .blockIdentifiers),
      ("shortcodes", .shortcodes), ("liquidTags", .liquidTags), ("attributes", .attributes),
      ("directiveLines", .directiveLines), ("taskStates", .taskStates),
    ]

    fileprivate static func names(in extensions: SyntaxExtensions) -> [String] {
      named.filter { extensions.contains($0.syntax) }.map { $0.name }
    }
  }
#endif
