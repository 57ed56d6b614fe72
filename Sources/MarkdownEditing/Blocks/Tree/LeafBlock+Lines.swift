import MarkdownSyntax

extension LeafBlock {
  /// The lines of a range without line prefixes.
  func parts(of range: Range<Int>, in source: [UInt8]) -> [Range<Int>] {
    if !source[range].contains(where: { $0.isLineEnding }) { return [range] }
    let first = lines.partitionPoint { $0.upperBound > range.lowerBound }
    return lines[first...].prefix { $0.lowerBound < range.upperBound }.map { $0.clamped(to: range) }
  }

  /// The source in a range. A line ending there may have other blanks and line prefixes around it.
  func shown(_ range: Range<Int>, in source: [UInt8]) -> [UInt8] {
    let parts = parts(of: range, in: source)
    return parts.count == 1
      ? Array(source[range]) : parts.flatMap { source[$0] }.filter { !$0.isWhite }
  }

  /// A label in the source, with a space for each line ending.
  func label(in range: Range<Int>, of source: [UInt8]) -> [UInt8] {
    Array(parts(of: range, in: source).map { source[$0] }.joined(separator: [.space]))
  }
}
