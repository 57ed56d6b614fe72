#if SwiftCMark
  internal import CSwiftCMark
#else
  internal import CCommonMark
#endif

/// Iterates over the lines of a source, which end with LF, CR or CRLF (CommonMark 0.30 §2.1).
package struct LineIterator {
  private let source: UnsafeBufferPointer<UInt8>
  private var nextLineFeed: Int
  private var nextReturn: Int
  package private(set) var position = 0

  package init(_ source: UnsafeBufferPointer<UInt8>) {
    self.source = source
    nextLineFeed = source.firstOffset(of: UInt8(ascii: "\n"), from: 0)
    nextReturn = source.firstOffset(of: UInt8(ascii: "\r"), from: 0)
  }

  package mutating func next() -> Range<Int>? {
    guard position < source.count else { return nil }
    let start = position
    // Searches again only after passing an ending: else a file of CRs would take quadratic time.
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
  package func firstOffset(of byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count else { return count }
    guard let found = memchr(base + start, CInt(byte), count - start) else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
