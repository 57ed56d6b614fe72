import MarkdownEditing
import TextEditing

/// The codes of `markdown_editing.h`.
enum Code {
  static let ok: Int32 = 0
  static let unchanged: Int32 = 1
  static let refused: Int32 = 2
  static let argument: Int32 = -1
  static let handle: Int32 = -2
  static let busy: Int32 = -3
  static let utf8: Int32 = -4
  static let range: Int32 = -5
  static let boundary: Int32 = -6
  static let length: Int32 = -7
  static let parsing: Int32 = -8
  static let noPlan: Int32 = -9
  static let full: Int32 = -10

  /// A sentence that explains a code.
  static func message(_ code: Int32) -> StaticString {
    switch code {
    case ok: "All went well."
    case unchanged: "There is nothing to do."
    case refused: "The command was refused."
    case argument: "An argument is NULL where it may not be, or means nothing here."
    case handle: "The document is closed, or never was one."
    case busy: "The document is in use on another thread."
    case utf8: "The text is not UTF-8."
    case range: "An offset is outside the text, or ranges are not in order."
    case boundary: "An offset is inside a character."
    case length: "The text is longer than a document may be."
    case parsing: "The text would take too long to parse."
    case noPlan: "There is no plan, or the text has changed since."
    case full: "There are too many documents."
    default: "There is no such code."
    }
  }
}

/// The reason why a call did nothing: its code, its reason, and a sentence.
struct Fault: Error {
  var code: Int32
  var reason: Int32 = Reason.none
  var message: String

  /// A fault that its code describes completely.
  init(_ code: Int32) { self.init(code, "\(Code.message(code))") }

  init(_ code: Int32, reason: Int32 = Reason.none, _ message: String) {
    self.code = code
    self.reason = reason
    self.message = message
  }
}

extension OffsetUnit {
  /// The unit with a number of `markdown_editing.h`.
  init(_ number: Int32) throws(Fault) {
    switch number {
    case 0: self = .utf8
    case 1: self = .utf16
    case 2: self = .scalar
    default: throw Fault(Code.argument, "There is no unit \(number).")
    }
  }
}

extension TextBuffer {
  func checked(_ offset: Int32, _ unit: OffsetUnit) throws(Fault) -> Int {
    guard offset >= 0 else { throw Fault(Code.range, "The offset \(offset) is negative.") }
    do {
      return try utf8Offset(of: Int(offset), in: unit)
    } catch {
      switch error {
      case .outsideText(let count):
        throw Fault(
          Code.range, "The offset \(offset) is outside the text, whose length is \(count).")
      case .insideCharacter:
        throw Fault(Code.boundary, "The offset \(offset) is inside \(unit.whole).")
      }
    }
  }

  func checked(_ start: Int32, _ end: Int32, _ unit: OffsetUnit) throws(Fault) -> Range<Int> {
    guard start <= end else { throw Fault(Code.range, "\(start) to \(end) ends before it begins.") }
    let first = try checked(start, unit)
    return first..<(start == end ? first : try checked(end, unit))
  }

  /// The UTF-8 ranges of a caller's pairs of offsets, which must be in ascending order.
  func checked(
    _ ranges: UnsafePointer<Int32>?, _ count: Int32, _ unit: OffsetUnit
  ) throws(Fault) -> [Range<Int>] {
    // More ranges than the text has positions cannot be in order.
    guard count >= 0, Int(count) <= 2 * utf8Count + 1 else {
      throw Fault(Code.argument, "\(count) ranges cannot be in this text.")
    }
    if count == 0 { return [] }
    guard let ranges else { throw Fault(Code.argument) }
    let numbers = UnsafeRawPointer(ranges)
    var result: [Range<Int>] = []
    result.reserveCapacity(Int(count))
    for index in 0..<Int(count) {
      let range = try checked(
        numbers.loadUnaligned(fromByteOffset: 8 * index, as: Int32.self),
        numbers.loadUnaligned(fromByteOffset: 8 * index + 4, as: Int32.self), unit)
      if let last = result.last, range.lowerBound < last.upperBound {
        throw Fault(Code.range, "The range \(index) begins before the one before it ends.")
      }
      result.append(range)
    }
    return result
  }

  func pairs(_ ranges: [Range<Int>], _ unit: OffsetUnit) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(2 * ranges.count)
    for range in ranges {
      result.append(Int32(offset(ofUTF8: range.lowerBound, in: unit)))
      result.append(Int32(offset(ofUTF8: range.upperBound, in: unit)))
    }
    return result
  }
}

extension MarkAction {
  /// The action with a number of `markdown_editing.h`.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < Self.allCases.count else {
      throw Fault(Code.argument, "There is no action \(number).")
    }
    self = Self.allCases[Int(number)]
  }
}

extension CommandRow {
  /// The row with a number in the catalogue.
  init(number: Int32) throws(Fault) {
    guard number >= 0, Int(number) < CommandRow.all.count else {
      throw Fault(Code.argument, "There is no command \(number).")
    }
    self = CommandRow.all[Int(number)]
  }
}

extension CommandRow.Group {
  /// The name, as a literal that callers may keep.
  var lastingName: StaticString {
    switch self {
    case .marks: "marks"
    case .headings: "headings"
    case .lists: "lists"
    case .blocks: "blocks"
    case .inlines: "inlines"
    case .tables: "tables"
    case .lines: "lines"
    case .typing: "typing"
    case .editing: "editing"
    }
  }
}
