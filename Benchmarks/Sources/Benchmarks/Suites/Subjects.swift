import Foundation
import TextEditing
import _RopeModule

/// An editable text: ours, or an alternative.
protocol TextSubject: SendableMetatype {
  static var name: String { get }
  static var isUTF16: Bool { get }
  init(_ text: String)
  /// Replaces a range, in the subject's unit.
  mutating func replace(_ range: Range<Int>, with text: String)
  var string: String { get }
}

/// An edit with its range in both units, so that subjects need not convert it.
///
/// A string of at most 15 bytes is stored inline, so an edit with such a string is neither retained
/// nor released. Each of those waits until all earlier writes have reached the cache. If edits go
/// to uncached memory, that would keep edits from overlapping, for every subject.
struct PreparedEdit: Sendable {
  var utf8: Range<Int>
  var utf16: Range<Int>
  var text: String

  init(_ range: Range<Int>, _ text: String, in buffer: TextBuffer) {
    (utf8, utf16, self.text) = (range, buffer.utf16Range(ofUTF8: range), text)
  }
}

extension TextSubject {
  static var isUTF16: Bool { false }

  /// Makes edits and returns the CPU time they took, in nanoseconds.
  @inline(never)
  mutating func time(_ edits: [PreparedEdit]) -> Double {
    let start = CPUClock.now
    if Self.isUTF16 {
      for edit in edits { replace(edit.utf16, with: edit.text) }
    } else {
      for edit in edits { replace(edit.utf8, with: edit.text) }
    }
    return Double(CPUClock.now - start)
  }
}

struct OurSubject: TextSubject {
  static let name = ours
  var buffer: TextBuffer

  init(_ text: String) { buffer = TextBuffer(text) }
  @inline(__always)
  mutating func replace(_ range: Range<Int>, with text: String) {
    buffer.replace(utf8: range, with: text)
  }
  var string: String { String(buffer) }
}

/// A lower bound: bytes with a gap, without units, copies or checks of the text.
struct GapBuffer: TextSubject {
  static let name = "gap buffer"
  private var bytes: [UInt8]
  private var gap: Range<Int>

  init(_ text: String) {
    bytes = Array(text.utf8)
    gap = bytes.count..<bytes.count
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
  static let isUTF16 = true
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
  var text: BigString

  init(_ text: String) { self.text = BigString(text) }
  mutating func replace(_ range: Range<Int>, with text: String) {
    let start = self.text.utf8.index(self.text.startIndex, offsetBy: range.lowerBound)
    let end = self.text.utf8.index(start, offsetBy: range.count)
    self.text.replaceSubrange(start..<end, with: text)
  }
  var string: String { String(text) }
}
