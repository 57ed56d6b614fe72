/// The marks of a character.
package struct MarkSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let strong = MarkSet(rawValue: 1)
  package static let emphasis = MarkSet(rawValue: 2)
  package static let code = MarkSet(rawValue: 4)
  /// The marks that are written with delimiter runs, so either can be nested in the other.
  package static let delimited: MarkSet = [.strong, .emphasis]
}
