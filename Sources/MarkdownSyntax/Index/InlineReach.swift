/// What of a piece of a paragraph may reach into what stands before or behind it.
struct InlineReach: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Something may take up all that follows: a code span, a tag or the end of a link is open.
  static let consumesRest = InlineReach(rawValue: 1)
  /// A delimiter run is left that may open emphasis.
  static let opens = InlineReach(rawValue: 2)
  /// A delimiter run may close what was opened before the piece.
  static let closes = InlineReach(rawValue: 4)
  /// A bracket is left that may begin a link.
  static let opensBracket = InlineReach(rawValue: 8)
  /// A bracket may close one from before the piece.
  static let closesBracket = InlineReach(rawValue: 16)
  /// All that there may be.
  static let all = InlineReach(rawValue: 31)

  /// What in a piece before can meet with something of this in a piece behind.
  var counterparts: InlineReach {
    var result: InlineReach = .consumesRest
    if contains(.closes) { result.insert(.opens) }
    if contains(.closesBracket) { result.insert(.opensBracket) }
    return result
  }

  /// What in a piece behind can meet with something of this in a piece before.
  var continuations: InlineReach {
    var result: InlineReach = []
    if contains(.consumesRest) { return .all }
    if contains(.opens) { result.insert(.closes) }
    if contains(.opensBracket) { result.insert(.closesBracket) }
    return result
  }
}
