import MarkdownSyntax
import TextEditing

/// The lines of a long run of list items, by their markers alone: what they are to libcmark is not
/// known yet.
struct LongListItems {
  /// A line that begins with the marker of an item.
  private struct Item {
    let start: Int
    let indent: Int
    /// The number; empty of a bullet.
    let digits: Range<Int>
    let delimiter: UInt8
    /// Where the line ends, without its ending.
    let end: Int
  }

  /// The line before them, an item that is left in.
  let last: Range<Int>
  /// Where the items begin that are left in.
  private let keptStart: Int
  /// The numbers of the items.
  private var digits: [Range<Int>] = []
  private let lastDigits: Range<Int>
  private let lastNumber: Int
  /// How much larger each number is than the one before.
  private let step: Int
  /// Their lines, with the line endings.
  let range: Range<Int>
  /// Whether no line ending follows the last one: in `1. a⏎2. b`.
  let endsWithoutEnding: Bool
  /// The bytes of the line ending before them.
  let endingCount: Int

  var count: Int { digits.count }

  /// Fewer are not worth the trouble.
  private static let fewest = 200
  /// How many items behind a selection stay.
  private static let kept = 4

  /// Finds them behind a place; nil where there are few.
  ///
  /// - Complexity: O(1) where there are none, else O(their bytes).
  init?(in source: [UInt8], behind place: Int) {
    let (run, step) = Self.firstRun(in: source, behind: place)
    guard run.count >= Self.fewest, let end = run.last?.end else { return nil }
    let before = run[Self.kept - 1]
    let rest = run[Self.kept...]
    last = before.start..<before.end
    keptStart = run[0].start
    lastDigits = before.digits
    lastNumber = source.number(at: before.digits)
    self.step = step ?? 0
    digits = rest.map { $0.digits }
    range = rest[Self.kept].start..<source.lineEnd(from: end)
    endsWithoutEnding = end == source.count
    endingCount = rest[Self.kept].start - before.end
  }

  /// How far the items reach in a part of a text that may end within them; nil where there are few.
  static func length(in part: [UInt8]) -> Int? {
    let run = firstRun(in: part, behind: 0).run
    guard let last = run.last, run.count > 40 else { return nil }
    return part.lineEnd(from: last.end)
  }

  /// The items that begin on one of the next lines.
  private static func firstRun(in source: [UInt8], behind place: Int) -> (run: [Item], step: Int?) {
    var start = source.lineEnd(from: place)
    for _ in 0..<16 where start < source.count {
      var step: Int?
      let run = run(in: source, from: start, &step)
      if run.count > 1 { return (run, step) }
      start = source.lineEnd(from: start)
    }
    return ([], nil)
  }

  /// The items in sequence from a line on: of one kind, and each with the next number, or all with one.
  private static func run(in source: [UInt8], from start: Int, _ step: inout Int?) -> [Item] {
    var run: [Item] = []
    var number = 0
    var start = start
    step = nil
    while start < source.count, let item = item(at: start, in: source) {
      let own = source.number(at: item.digits)
      if let last = run.last {
        guard item.indent == last.indent, item.delimiter == last.delimiter,
          item.digits.isEmpty == last.digits.isEmpty, step ?? (own - number) == own - number,
          own - number == 0 || own - number == 1
        else { break }
        step = own - number
      }
      number = own
      run.append(item)
      start = source.lineEnd(from: item.end)
    }
    return run
  }

  private static func item(at start: Int, in source: [UInt8]) -> Item? {
    var index = start
    while index < source.count, source[index] == 0x20 { index += 1 }
    let indent = index - start
    let digits = index
    while index < source.count, index < digits + 9, source[index] >= 0x30, source[index] <= 0x39 {
      index += 1
    }
    guard index + 2 < source.count, source[index + 1] == 0x20, source[index + 2] > 0x20 else {
      return nil
    }
    let delimiter = source[index]
    let isNumber = index > digits
    guard
      isNumber
        ? delimiter == 0x2E || delimiter == 0x29
        : delimiter == 0x2D || delimiter == 0x2A || delimiter == 0x2B
    else { return nil }
    var end = index + 2
    while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
    return Item(
      start: start, indent: indent, digits: digits..<index, delimiter: delimiter, end: end)
  }

  /// The number that the line before them has after an edit; nil where the edit does anything else to
  /// that line.
  func number(ofLastAfter replacements: [TextEdit.Replacement], in source: [UInt8]) -> Int? {
    // Items of one number are numbered one by one where another item of the list has another.
    if step == 0, replacements.contains(where: { $0.range.upperBound > keptStart }) { return nil }
    var number = Array(source[lastDigits])
    for replacement in replacements.reversed() where replacement.range.upperBound > last.lowerBound
    {
      let range = replacement.range
      guard lastDigits.lowerBound <= range.lowerBound, range.upperBound <= lastDigits.upperBound,
        !number.isEmpty
      else { return nil }
      number.replaceSubrange(
        range.lowerBound - lastDigits.lowerBound..<range.upperBound - lastDigits.lowerBound,
        with: replacement.bytes)
    }
    guard number.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), number.count <= 9 else { return nil }
    return number.number(at: number.indices)
  }

  /// The numbers that they get where the item before them has one.
  func replacements(lastIs number: Int, in source: [UInt8]) -> [TextEdit.Replacement] {
    if number == lastNumber { return [] }
    var result: [TextEdit.Replacement] = []
    result.reserveCapacity(digits.count)
    var text = number.digits
    for place in digits {
      if step > 0 { text.increment() }
      var start = 0
      var end = 0
      let shorter = Swift.min(place.count, text.count)
      while start < shorter, source[place.lowerBound + start] == text[start] { start += 1 }
      while end < shorter - start, source[place.upperBound - 1 - end] == text[text.count - 1 - end]
      {
        end += 1
      }
      result.append(
        TextEdit.Replacement(
          place.lowerBound + start..<place.upperBound - end,
          with: Array(text[start..<text.count - end])))
    }
    return result
  }
}

extension [UInt8] {
  /// Past the line ending of the line at a place.
  fileprivate func lineEnd(from place: Int) -> Int {
    var end = place
    while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
    if end + 1 < count, self[end] == 0x0D, self[end + 1] == 0x0A { end += 1 }
    return Swift.min(end + 1, count)
  }

  /// Makes the digits of a number those of the next.
  fileprivate mutating func increment() {
    var index = count - 1
    while index >= 0, self[index] == 0x39 {
      self[index] = 0x30
      index -= 1
    }
    if index >= 0 { self[index] += 1 } else { insert(0x31, at: 0) }
  }

  /// The number that some digits are; 0 of none.
  fileprivate func number(at digits: Range<Int>) -> Int {
    self[digits].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension Int {
  /// The digits of a number that is not negative.
  fileprivate var digits: [UInt8] {
    var rest = self
    var result: [UInt8] = []
    repeat {
      result.append(0x30 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    return result.reversed()
  }
}
