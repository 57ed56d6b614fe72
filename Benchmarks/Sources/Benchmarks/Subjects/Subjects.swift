import Foundation
import TextEditing
import _RopeModule

struct OurSubject: TextSubject {
  static let name = Catalogue.ours
  static let unit = OffsetUnit.utf8
  var buffer: TextBuffer

  init(_ text: String) { buffer = TextBuffer(text) }
  @inline(__always)
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8]) {
    buffer.replace(utf8: range, with: bytes)
  }
  @inline(__always)
  mutating func replace(_ range: Range<Int>, with text: String) {
    buffer.replace(utf8: range, with: text)
  }
  var string: String { String(buffer) }
}

/// A lower bound: bytes with a gap, without units, copies or checks of the text.
struct GapBuffer: TextSubject {
  static let name = "gap buffer"
  static let unit = OffsetUnit.utf8
  private var bytes: [UInt8]
  private var gap: Range<Int>

  init(_ text: String) {
    bytes = Array(text.utf8)
    gap = bytes.count..<bytes.count
  }

  @inline(__always)
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { replace(range, with: $0) }
  }

  @inline(__always)
  mutating func replace(_ range: Range<Int>, with text: String) {
    text.utf8.withContiguousStorageIfAvailable { replace(range, with: $0) }
  }

  @inline(__always)
  private mutating func replace(_ range: Range<Int>, with new: UnsafeBufferPointer<UInt8>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count - gap.count)
    if gap.count + range.count < new.count { grow(by: new.count) }
    let gap = self.gap
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var start = gap.lowerBound
      var end = gap.upperBound
      if start < range.lowerBound {
        let count = range.lowerBound - start
        memmove(base + start, base + end, count)
        start += count
        end += count
      } else if start > range.upperBound {
        let count = start - range.upperBound
        memmove(base + end - count, base + range.upperBound, count)
        start -= count
        end -= count
      }
      end += range.upperBound - start
      if let first = new.baseAddress { memcpy(base + range.lowerBound, first, new.count) }
      self.gap = range.lowerBound + new.count..<end
    }
  }

  private mutating func grow(by count: Int) {
    let room = max(4_096, bytes.count / 2) + count
    bytes.replaceSubrange(gap.upperBound..<gap.upperBound, with: repeatElement(0, count: room))
    gap = gap.lowerBound..<gap.upperBound + room
  }

  var string: String {
    String(decoding: bytes[..<gap.lowerBound] + bytes[gap.upperBound...], as: UTF8.self)
  }
}

/// Swift's `String`, by UTF-8 offsets.
struct StringSubject: TextSubject {
  static let name = "String"
  static let unit = OffsetUnit.utf8
  var string: String

  init(_ text: String) {
    string = text
    string.makeContiguousUTF8()
  }
  mutating func replace(_ range: Range<Int>, with text: String) {
    let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
    let end = string.utf8.index(start, offsetBy: range.count)
    string.replaceSubrange(start..<end, with: text)
  }
}

/// Foundation's `NSMutableString`, by UTF-16 offsets.
struct NSMutableStringSubject: TextSubject {
  static let name = "NSMutableString"
  static let unit = OffsetUnit.utf16
  let text: NSMutableString

  init(_ text: String) { self.text = NSMutableString(string: text) }
  mutating func replace(_ range: Range<Int>, with text: String) {
    self.text.replaceCharacters(
      in: NSRange(location: range.lowerBound, length: range.count), with: text)
  }
  var string: String { String(text) }
}

/// swift-collections' `BigString`, by UTF-8 offsets.
struct BigStringSubject: TextSubject {
  static let name = "BigString"
  static let unit = OffsetUnit.utf8
  var text: BigString

  init(_ text: String) { self.text = BigString(text) }
  mutating func replace(_ range: Range<Int>, with text: String) {
    let start = self.text.utf8.index(self.text.startIndex, offsetBy: range.lowerBound)
    let end = self.text.utf8.index(start, offsetBy: range.count)
    self.text.replaceSubrange(start..<end, with: text)
  }
  var string: String { String(text) }
}
