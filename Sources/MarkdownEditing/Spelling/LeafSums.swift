import MarkdownSyntax

/// Values of a leaf that the builder needs repeatedly. Each is computed when first needed, while
/// the builder is not mutable, so this is a class.
final class LeafSums {
  /// For each character, the number of earlier markable characters that should not have the mark.
  var unmarked: ContiguousArray<Int32> = []
  /// For each character, the number of earlier characters that gain the mark.
  var new: ContiguousArray<Int32> = []
  /// The lengths of the literal runs of backticks before an atom.
  var literals = (end: 0, runs: RunLengths())
  /// The characters of the last call, and the edges of nodes between them.
  var edges: (left: Int?, right: Int?, tokens: [Int])?
  /// The last stretch of blanks that was examined, and whether it is at an end of a line.
  var blanks: (atoms: Range<Int>, isAtLineEdge: Bool)?

  /// For each index up to `count`, the number of earlier indices that match.
  static func sums(_ count: Int, _ matches: (Int) -> Bool) -> ContiguousArray<Int32> {
    var result: ContiguousArray<Int32> = [0]
    result.reserveCapacity(count + 1)
    var sum: Int32 = 0
    for index in 0..<count {
      if matches(index) { sum += 1 }
      result.append(sum)
    }
    return result
  }
}
