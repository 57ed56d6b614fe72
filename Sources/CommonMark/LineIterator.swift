internal import CCommonMark

/// Walks the lines of a source: LF, CR and CRLF end one (CommonMark 0.30 §2.1).
package struct LineIterator {
  private let source: UnsafeBufferPointer<UInt8>
  private var nextLineFeed: Int
  private var nextReturn: Int
  /// The byte offset at which the next line starts.
  package private(set) var position = 0

  /// Makes a cursor before the first line of `source`.
  package init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    nextLineFeed = source.firstOffset(of: UInt8(ascii: "\n"), from: 0)
    nextReturn = source.firstOffset(of: UInt8(ascii: "\r"), from: 0)
  }

  /// The bytes of the next line without its ending; `nil` past the last.
  package mutating func next() -> Range<Int>? {
    guard position < source.count else { return nil }
    let start = position
    // Each is sought again only once it is passed, or a file of CRs alone would cost its square.
    if nextLineFeed < start {
      nextLineFeed = source.firstOffset(of: UInt8(ascii: "\n"), from: start)
    }
    if nextReturn < start { nextReturn = source.firstOffset(of: UInt8(ascii: "\r"), from: start) }
    if nextLineFeed < nextReturn {
      position = nextLineFeed + 1
      return start..<nextLineFeed
    }
    let isPair = nextLineFeed == nextReturn + 1
    position = min(nextReturn + (isPair ? 2 : 1), source.count)
    return start..<nextReturn
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// The offset of the first `byte` at or after `start`; `count` where there is none.
  ///
  /// - Complexity: O(*n*) in the distance.
  package func firstOffset(of byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count else { return count }
    guard let found = memchr(base + start, CInt(byte), count - start) else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
