import MarkdownEditing

/// The marks of a visible character, as used by the judge.
package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let strong = MarkSet(rawValue: 1)
  package static let emphasis = MarkSet(rawValue: 2)
  package static let code = MarkSet(rawValue: 4)

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
