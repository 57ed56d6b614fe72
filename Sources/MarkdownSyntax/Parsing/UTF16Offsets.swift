/// Converts UTF-8 offsets of a text to UTF-16, for editors that use those.
///
/// ```swift
/// let source = Array("é *a*".utf8)
/// let offsets = UTF16Offsets(source)
/// let tree = try SyntaxTree(source, in: .gitHub)
/// print(tree.nodes.map { offsets.range($0.range) })
/// ```
public struct UTF16Offsets: Sendable {
  private let source: [UInt8]
  /// The UTF-16 offset of every 64th byte.
  private var counts: ContiguousArray<Int32> = []

  /// Counts a text once.
  ///
  /// - Complexity: O(*n*).
  public init(_ source: [UInt8]) {
    self.source = source
    counts.reserveCapacity(source.count / 64 + 1)
    var count: Int32 = 0
    for (index, byte) in source.enumerated() {
      if index & 63 == 0 { counts.append(count) }
      count += Self.units(byte)
    }
    if source.count & 63 == 0 { counts.append(count) }
  }

  /// The UTF-16 offset of a UTF-8 offset, which is at most the length of the text.
  ///
  /// - Complexity: O(1).
  public func offset(_ utf8: Int) -> Int {
    let start = utf8 & ~63
    var count = counts[utf8 / 64]
    for index in start..<utf8 { count += Self.units(source[index]) }
    return Int(count)
  }

  /// The UTF-16 range of a UTF-8 range.
  ///
  /// - Complexity: O(1).
  public func range(_ utf8: Range<Int>) -> Range<Int> {
    offset(utf8.lowerBound)..<offset(utf8.upperBound)
  }

  /// The number of UTF-16 units of the scalar that a byte begins; 0 if it begins none.
  private static func units(_ byte: UInt8) -> Int32 {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}
