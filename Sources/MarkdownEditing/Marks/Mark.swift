import MarkdownSyntax
import TextEditing

/// A mark that a command adds or removes, such as strong or code.
public struct Mark: Hashable, Sendable, CaseIterable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String
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
  public init?(named name: String) {
    guard let mark = Mark.allCases.first(where: { $0.name == name }) else { return nil }
    self = mark
  }

  init(_ row: MarkSyntax) { (name, set, syntax) = (row.name.description, .strong, row.syntax) }

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

// Embedded Swift has no Codable, so the conformance is in a file of its own.
#if !hasFeature(Embedded)
  extension Mark: Codable {
    /// Reads the mark's name in the catalogue, such as `"strong"`.
    ///
    /// - Throws: `DecodingError` if no mark has this name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let name = try container.decode(String.self)
      guard let mark = Mark(named: name) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "there is no mark “\(name)”")
      }
      self = mark
    }

    /// Writes the mark's name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
#endif

package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let strong = MarkSet(rawValue: 1)
  package static let emphasis = MarkSet(rawValue: 2)
  package static let code = MarkSet(rawValue: 4)
  private static let firstOther: UInt16 = 8

  /// The bit of a mark that is structure to a command: `~~`, `==`, or, for their own commands, strong
  /// and emphasis.
  static func structure(_ syntax: SyntaxExtensions) -> MarkSet {
    let place = MarkSyntax.all.firstIndex { $0.syntax == syntax } ?? MarkSyntax.all.count
    return MarkSet(rawValue: firstOther << UInt16(truncatingIfNeeded: place))
  }
}

extension Mark {
  var bit: MarkSet { syntax.isEmpty ? set : .structure(syntax) }
}

package enum MarkAction: String, Hashable, Sendable, CaseIterable {
  /// Remove the mark if every selected character has it; otherwise add it.
  case toggle
  /// Add the mark to every selected character.
  case mark
  /// Remove the mark from every selected character.
  case unmark
}

package struct MarkCommand: Hashable, Sendable {
  package var mark: Mark
  package var action: MarkAction
  package var options: EditingOptions
  /// Whether the selection is only a part of a longer one. If it holds only punctuation, such as
  /// `[`, the user has selected more than that.
  var isForPart = false

  package init(_ action: MarkAction, _ mark: Mark, options: EditingOptions = .standard) {
    self.mark = mark
    self.action = action
    self.options = options
  }
}

/// Tags around text that a command adds or removes, such as `<kbd>`, and the brackets of wiki links.
enum InlineTag: String, Hashable, CaseIterable {
  case keyboard = "kbd"
  case underline = "u"
  case `subscript` = "sub"
  case superscript = "sup"
  case mark
  case wikiLink = "[["

  static let marks = allCases.filter { $0 != .wikiLink }

  init?(named name: [UInt8]) {
    guard let tag = Self.marks.first(where: { name.elementsEqual($0.rawValue.utf8) }) else {
      return nil
    }
    self = tag
  }

  var opening: [UInt8] { self == .wikiLink ? Array("[[".utf8) : Array("<\(rawValue)>".utf8) }
  var closing: [UInt8] { self == .wikiLink ? Array("]]".utf8) : Array("</\(rawValue)>".utf8) }
}

enum LinkAction: Hashable {
  case link, unlink, image
}
