/// What of a piece of a paragraph may reach into what stands before or behind it.
///
/// Of delimiter runs it is told apart which of them can be paired at all (``DelimiterClass``): the `**` of
/// `a **b` is closed by no `*` of `2*3`.
struct InlineReach: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  /// Something may take up all that follows: a code span, a tag or the end of a link is open.
  static let consumesRest = InlineReach(rawValue: 1)
  /// A bracket is left that may begin a link.
  static let opensBracket = InlineReach(rawValue: 2)
  /// A bracket may close one from before the piece.
  static let closesBracket = InlineReach(rawValue: 4)
  /// There are delimiters beside a bracket that is left, or that may close one: if that is a link, they are
  /// paired otherwise.
  static let mixesBrackets = InlineReach(rawValue: 8)
  /// A delimiter run of any class is left that may open emphasis.
  static let opens = InlineReach(rawValue: DelimiterClass.all << openShift)
  /// A delimiter run of any class may close what was opened before the piece.
  static let closes = InlineReach(rawValue: DelimiterClass.all << closeShift)
  /// A delimiter run of any class may do so, and then other delimiters of the piece are paired otherwise.
  static let tangles = InlineReach(rawValue: DelimiterClass.all << tangleShift)
  /// All that there may be.
  static let all = InlineReach(rawValue: 1 << (tangleShift + DelimiterClass.count) - 1)

  private static let openShift: UInt32 = 4
  private static let closeShift = openShift + DelimiterClass.count
  private static let tangleShift = closeShift + DelimiterClass.count

  /// A run of a class that is left, and may open emphasis.
  static func opens(_ run: DelimiterClass) -> InlineReach {
    InlineReach(rawValue: run.bit << openShift)
  }

  /// A run of a class that may close what was opened before.
  ///
  /// - Parameter tangles: whether others are paired otherwise if it does: the `b*` in `_a b* c_`, since
  ///   nothing that it closes has the `_` in it.
  static func closes(_ run: DelimiterClass, tangles: Bool) -> InlineReach {
    InlineReach(rawValue: run.bit << closeShift | (tangles ? run.bit << tangleShift : 0))
  }

  private var openers: UInt32 { rawValue >> Self.openShift & DelimiterClass.all }
  private var closers: UInt32 { rawValue >> Self.closeShift & DelimiterClass.all }
  private var tanglers: UInt32 { rawValue >> Self.tangleShift & DelimiterClass.all }

  /// What in a piece before can meet with something of this in a piece behind.
  var counterparts: InlineReach {
    var result = InlineReach(rawValue: DelimiterClass.openers(of: closers) << Self.openShift)
    result.insert(.consumesRest)
    if contains(.closesBracket) { result.insert(.opensBracket) }
    return result
  }

  /// What in a piece behind can meet with something of this in a piece before.
  var continuations: InlineReach {
    if contains(.consumesRest) { return .all }
    var result = InlineReach(rawValue: DelimiterClass.closers(of: openers) << Self.closeShift)
    if contains(.opensBracket) { result.insert(.closesBracket) }
    return result
  }

  /// What may be left open in some pieces, and change how delimiters of others of them are paired; if there
  /// is any, what is known of the delimiters of the pieces together is not certain.
  var tangling: InlineReach {
    let openers = DelimiterClass.openers(of: tanglers) & openers
    let runs = InlineReach(rawValue: openers << Self.openShift)
    return isSuperset(of: [.mixesBrackets, .opensBracket, .closesBracket])
      ? runs.union(.opensBracket) : runs
  }

  /// What may reach out of several pieces together, of each of which this is known.
  var ofAll: InlineReach {
    tangling.isEmpty ? self : union([.opens, .closes, .tangles])
  }
}

/// What decides which delimiter runs may be paired: the character, for `*` by the rule of three also whether
/// the run may both open and close, and its length (CommonMark 0.30 §6.2, rules 9 and 10).
struct DelimiterClass: Hashable, Sendable {
  /// A bit for each class.
  let bit: UInt32

  /// Its number among the classes.
  var index: Int { bit.trailingZeroBitCount }

  /// How many classes there are.
  static let count: UInt32 = 7
  /// The bits of all.
  static let all: UInt32 = 1 << count - 1

  /// The class of a run of `*` or `_`.
  init(of byte: UInt8, length: Int, isBoth: Bool) {
    bit = byte == 0x5F ? 1 << 6 : 1 << UInt32(length % 3 + (isBoth ? 3 : 0))
  }

  /// Whether a run of the class may be closed by one of another. True of `**` in `**a b*`, false of that in
  /// `**a b*c`.
  func isClosed(by closer: DelimiterClass) -> Bool {
    bit & Self.openers(of: closer.bit) != 0
  }

  /// The classes of openers that some classes of closers may be paired with.
  static func openers(of closers: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index in 0..<count where closers >> index & 1 == 1 { result |= partners(of: index) }
    return result
  }

  /// The classes of closers that some classes of openers may be paired with: whether two may be paired does
  /// not depend on which of them opens.
  static func closers(of openers: UInt32) -> UInt32 { Self.openers(of: openers) }

  /// The classes that one of them, by its index, may be paired with.
  private static func partners(of index: UInt32) -> UInt32 {
    if index == 6 { return 1 << 6 }
    var result: UInt32 = 0
    for other in 0..<6 as Range<UInt32> {
      let isRuled = index >= 3 || other >= 3
      if !isRuled || index % 3 == 0 || (index + other) % 3 != 0 { result |= 1 << other }
    }
    return result
  }
}
