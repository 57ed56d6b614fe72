import TextEditing

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
