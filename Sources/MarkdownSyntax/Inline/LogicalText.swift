enum LogicalText {
  /// Lends `body` the logical text of `lines` and the map to the source.
  ///
  /// A single line is lent in place; several are copied.
  static func lend<Result>(
    _ lines: [Range<Int>], tabs: [Int], of source: Bytes, withFinalLineFeed: Bool = false,
    _ body: (Bytes, SourceMap) -> Result
  ) -> Result {
    let map = SourceMap(lines: lines, tabs: tabs)
    if lines.count == 1, tabs.isEmpty, !withFinalLineFeed {
      return body(Bytes(rebasing: source[lines[0]]), map)
    }
    var capacity = lines.count
    for line in lines { capacity += line.count }
    for tab in tabs { capacity += tab }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      var count = 0
      for (index, line) in lines.enumerated() {
        if index > 0 {
          buffer.initializeElement(at: count, to: .lineFeed)
          count += 1
        }
        var start = line.lowerBound
        if !tabs.isEmpty, tabs[index] > 0 {
          for _ in 0..<tabs[index] {
            buffer.initializeElement(at: count, to: .space)
            count += 1
          }
          start += 1
        }
        let end = count + Swift.max(0, line.upperBound - start)
        let room = UnsafeMutableBufferPointer(rebasing: buffer[count..<end])
        _ = room.initialize(fromContentsOf: source[start..<start + room.count])
        count = end
      }
      if withFinalLineFeed {
        buffer.initializeElement(at: count, to: .lineFeed)
        count += 1
      }
      return body(Bytes(rebasing: UnsafeBufferPointer(buffer)[..<count]), map)
    }
  }
}

/// Converts logical offsets, in ascending order, to offsets in the source.
struct SourceMap {
  private let lines: [Range<Int>]
  private let tabs: [Int]
  private var line = 0
  private var lineStart = 0
  private var limit: Int
  /// The number to add to logical offsets on this line; unused if `tab` is not 0.
  private var distance: Int
  /// The number of spaces left of the tab that this line begins with.
  private var tab: Int

  init(lines: [Range<Int>], tabs: [Int]) {
    self.lines = lines
    self.tabs = tabs
    distance = lines[0].lowerBound
    tab = tabs.first ?? 0
    limit = .max
    limit = self.limit(from: 0)
  }

  /// The source offset of a logical `offset`, which must not be less than the previous one.
  mutating func source(_ offset: Int) -> Int {
    while offset >= limit { advance() }
    if tab == 0 { return offset + distance }
    let start = lines[line].lowerBound
    // The first of the spaces has the range of the tab, the others an empty range.
    return offset == lineStart ? start : start + 1 + Swift.max(0, offset - lineStart - tab)
  }

  mutating func source(_ range: Range<Int>) -> Range<Int> {
    let start = source(range.lowerBound)
    return start..<source(range.upperBound)
  }

  /// The end of the line that was read last, and the number to add to its offsets; nil after a tab.
  var straight: (end: Int, distance: Int)? { tab == 0 ? (limit - 1, distance) : nil }

  private mutating func advance() {
    line += 1
    lineStart = limit
    tab = tabs.isEmpty ? 0 : tabs[line]
    distance = lines[line].lowerBound - lineStart
    limit = self.limit(from: lineStart)
  }

  private func limit(from start: Int) -> Int {
    guard line + 1 < lines.count else { return .max }
    return start + lines[line].count + 1 + (tab > 0 ? tab - 1 : 0)
  }
}
