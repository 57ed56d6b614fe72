/// A mark that a command gives or takes: strong, emphasis or code. A row of data.
public struct Mark: Hashable, Sendable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String
  /// The mark as a member of a set.
  package let set: MarkSet
  /// How often a delimiter character stands in the mark's delimiter; 0 where a fence is chosen.
  package let delimiterLength: Int

  /// Strong emphasis, `**` or `__` (CommonMark 0.30 §6.2).
  public static let strong = Mark(name: "strong", set: .strong, delimiterLength: 2)
  /// Emphasis, `*` or `_` (CommonMark 0.30 §6.2).
  public static let emphasis = Mark(name: "emphasis", set: .emphasis, delimiterLength: 1)
  /// A code span (CommonMark 0.30 §6.1): always the innermost of the marks.
  public static let code = Mark(name: "code", set: .code, delimiterLength: 0)
  /// The catalogue: every mark, in the order a bar shows them.
  public static let all: [Mark] = [.strong, .emphasis, .code]

  /// The mark of the catalogue with the name `name`, or nil.
  public init?(name: String) {
    guard let mark = Mark.all.first(where: { $0.name == name }) else { return nil }
    self = mark
  }

  private init(name: String, set: MarkSet, delimiterLength: Int) {
    self.name = name
    self.set = set
    self.delimiterLength = delimiterLength
  }
}

/// The marks of a character.
package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let strong = MarkSet(rawValue: 1)
  package static let emphasis = MarkSet(rawValue: 2)
  package static let code = MarkSet(rawValue: 4)
  /// The marks that are written with delimiter runs, and so may nest either way.
  package static let delimited: MarkSet = [.strong, .emphasis]
}
