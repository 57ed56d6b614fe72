/// The lines of a source, which end with LF, CR or CRLF.
struct Lines {
  private(set) var starts: [Int] = [0]

  init(_ source: [UInt8]) {
    var index = 0
    while index < source.count {
      let end = Lines.ending(at: index, in: source)
      index = end ?? index + 1
      if end != nil { starts.append(index) }
    }
  }

  /// Returns the offset after the line ending at `offset`, or nil if there is none.
  static func ending(at offset: Int, in source: [UInt8]) -> Int? {
    guard offset < source.count else { return nil }
    switch source[offset] {
    case 0x0A: return offset + 1
    case 0x0D:
      return offset + 1 < source.count && source[offset + 1] == 0x0A ? offset + 2 : offset + 1
    default: return nil
    }
  }

  /// Returns the 1-based number of the line with `offset`.
  func number(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }
}
