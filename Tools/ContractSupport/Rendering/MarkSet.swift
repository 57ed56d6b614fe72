import MarkdownEditing

/// The marks of a visible character, as the checker keeps them.
public struct MarkSet: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Strong emphasis.
  public static let strong = MarkSet(rawValue: 1)
  /// Emphasis.
  public static let emphasis = MarkSet(rawValue: 2)
  /// A code span.
  public static let code = MarkSet(rawValue: 4)

  /// The set of one mark of the catalogue.
  public init(_ mark: Mark) {
    switch mark.name {
    case "strong": self = .strong
    case "emphasis": self = .emphasis
    case "code": self = .code
    default: preconditionFailure("the checker knows no mark \(mark.name)")
    }
  }
}

extension MarkSet: CustomStringConvertible {
  public var description: String {
    let names = [
      contains(.strong) ? "strong" : nil, contains(.emphasis) ? "emphasis" : nil,
      contains(.code) ? "code" : nil,
    ].compactMap { $0 }
    return names.isEmpty ? "plain" : names.joined(separator: "+")
  }
}
