import CommonMark

/// A stretch of a document that begins where a parser may start afresh: its length, and what the
/// index has to know of it, in twelve bytes.
struct Slice: Hashable, Sendable {
  /// How the block that the slice begins with closes, as the line behind it sees it.
  enum Closing: UInt32, Comparable {
    /// It is closed, whatever the next line is.
    case atOnce
    /// It is closed where a blank line came.
    case atBlankLine
    /// It may go on even behind blank lines.
    case late
    /// It is a paragraph of definitions that goes on in the next slice.
    case inNext

    static func < (first: Closing, second: Closing) -> Bool { first.rawValue < second.rawValue }
  }

  private var byteCount: UInt32
  private var facts: UInt32
  /// The lines that open the containers, code or HTML around its beginning again.
  let prefix: PrefixTable.Number

  private static let innerBit: UInt32 = 1 << 31
  private static let closingShift: UInt32 = 29
  private static let groupMask: UInt32 = 1 << 29 - 1

  /// Makes a slice that defines nothing.
  init(length: Int, isInner: Bool, closing: Closing, prefix: PrefixTable.Number = 0) {
    self.prefix = prefix
    byteCount = UInt32(length)
    facts = (isInner ? Self.innerBit : 0) | closing.rawValue << Self.closingShift
  }

  /// The length in UTF-8 bytes.
  var length: Int { Int(byteCount) }

  /// Whether the slice goes on with the root's child that the slice before it holds. True of `- b`
  /// behind the slice `- a`.
  var isInner: Bool {
    get { facts & Self.innerBit != 0 }
    set { facts = facts & ~Self.innerBit | (newValue ? Self.innerBit : 0) }
  }

  /// How the slice's block closes.
  var closing: Closing { Closing(rawValue: facts >> Self.closingShift & 3) ?? .late }

  /// The number of the slice's group of definitions in the index of definitions; 0 for none.
  var group: DefinitionIndex.Group {
    get { facts & Self.groupMask }
    set { facts = facts & ~Self.groupMask | newValue & Self.groupMask }
  }
}
