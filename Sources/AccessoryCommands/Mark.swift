/// A mark that a command gives or takes: strong, emphasis or code. A row of data.
public struct Mark: Hashable, Sendable {
  /// The name in commands and messages, as in `mdedit toggle strong`.
  public let name: String
  /// The mark as a member of a set.
  package let set: MarkSet
  /// The delimiters that an empty pair is tried with at a caret, in order of preference.
  private let delimiters: [String]

  /// Strong emphasis, `**` or `__` (CommonMark 0.30 §6.2).
  public static let strong = Mark(name: "strong", set: .strong, delimiters: ["**", "__"])
  /// Emphasis, `*` or `_` (CommonMark 0.30 §6.2).
  public static let emphasis = Mark(name: "emphasis", set: .emphasis, delimiters: ["*", "_"])
  /// A code span (CommonMark 0.30 §6.1): always the innermost of the marks.
  public static let code = Mark(name: "code", set: .code, delimiters: ["`", "``", "```", "````"])
  /// The catalogue: every mark, in the order a bar shows them.
  public static let all: [Mark] = [.strong, .emphasis, .code]

  /// The mark of the catalogue with the name `name`, or nil.
  public init?(name: String) {
    guard let mark = Mark.all.first(where: { $0.name == name }) else { return nil }
    self = mark
  }

  /// The opening and closing bytes of an empty pair in a leaf, in order of preference; for code the
  /// last one is as long as no run of backticks in the leaf.
  package func pairs(in leaf: some Sequence<UInt8>) -> [(open: [UInt8], close: [UInt8])] {
    var pairs = delimiters.map { Array($0.utf8) }
    if self == .code {
      let fence = CodeFence(for: [], preferred: nil, taken: RunLengths(in: leaf)).opening
      if !pairs.contains(fence) { pairs.append(fence) }
    }
    return pairs.map { ($0, $0) }
  }

  private init(name: String, set: MarkSet, delimiters: [String]) {
    self.name = name
    self.set = set
    self.delimiters = delimiters
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
