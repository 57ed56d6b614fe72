import CommonMark

/// A part of a document that a fresh parser can start with: its length and facts, in twelve bytes.
struct Slice: Hashable, Sendable {
  /// When the block at the start of a slice closes, as seen from the line after the slice.
  enum Closing: UInt32, Comparable {
    /// It is closed, whatever the next line is.
    case atOnce
    /// It is closed if there was a blank line.
    case atBlankLine
    /// It may continue even after blank lines.
    case late
    /// It is a paragraph of definitions that continues in the next slice.
    case inNext

    static func < (first: Closing, second: Closing) -> Bool { first.rawValue < second.rawValue }
  }

  private var byteCount: UInt32
  private var facts: UInt32
  /// The number of the line that opens the containers, code or HTML around its start again.
  let prefix: PrefixTable.Number

  private static let innerBit: UInt32 = 1 << 31
  private static let closingShift: UInt32 = 29
  private static let groupMask: UInt32 = 1 << 29 - 1

  /// Makes a slice without definitions.
  init(length: Int, isInner: Bool, closing: Closing, prefix: PrefixTable.Number = 0) {
    self.prefix = prefix
    byteCount = UInt32(length)
    facts = (isInner ? Self.innerBit : 0) | closing.rawValue << Self.closingShift
  }

  /// The length in UTF-8 bytes.
  var length: Int { Int(byteCount) }

  /// Whether it continues the root's child of the previous slice, as `- b` after the slice `- a`.
  var isInner: Bool {
    get { facts & Self.innerBit != 0 }
    set { facts = facts & ~Self.innerBit | (newValue ? Self.innerBit : 0) }
  }

  var closing: Closing { Closing(rawValue: facts >> Self.closingShift & 3) ?? .late }

  /// The number of the slice's group of definitions; 0 for none.
  var group: DefinitionIndex.Group {
    get { facts & Self.groupMask }
    set { facts = facts & ~Self.groupMask | newValue & Self.groupMask }
  }
}
