import MarkdownEditing

/// The marks of a visible character, as the checker keeps them.
package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Strong emphasis.
  package static let strong = MarkSet(rawValue: 1)
  /// Emphasis.
  package static let emphasis = MarkSet(rawValue: 2)
  /// A code span.
  package static let code = MarkSet(rawValue: 4)

  /// The set of one mark of the catalogue.
  package init(_ mark: Mark) {
    switch mark.name {
    case "strong": self = .strong
    case "emphasis": self = .emphasis
    case "code": self = .code
    default: preconditionFailure("the checker knows no mark \(mark.name)")
    }
  }
}

extension MarkSet: CustomStringConvertible {
  package var description: String {
    let names = [
      contains(.strong) ? "strong" : nil, contains(.emphasis) ? "emphasis" : nil,
      contains(.code) ? "code" : nil,
    ].compactMap { $0 }
    return names.isEmpty ? "plain" : names.joined(separator: "+")
  }
}
