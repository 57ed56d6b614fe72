import MarkdownSyntax

/// The marks of a character.
package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let strong = MarkSet(rawValue: 1)
  package static let emphasis = MarkSet(rawValue: 2)
  package static let code = MarkSet(rawValue: 4)
  /// The first of the bits for marks that are structure to a command.
  private static let firstOther: UInt16 = 8

  /// The bit of a mark that is structure to a command: `~~`, `==`, or, for their own commands, strong
  /// and emphasis.
  static func structure(_ syntax: SyntaxExtensions) -> MarkSet {
    let place = MarkSyntax.all.firstIndex { $0.syntax == syntax } ?? MarkSyntax.all.count
    return MarkSet(rawValue: firstOther << UInt16(truncatingIfNeeded: place))
  }
}

extension Mark {
  /// The mark's bit in the marks of a character.
  var bit: MarkSet { syntax.isEmpty ? set : .structure(syntax) }
}
