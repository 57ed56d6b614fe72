import MarkdownSyntax

/// Sums over a leaf that the cutting of it asks for again and again: each is made once, so that what
/// stands in a node is known without walking through the node.
///
/// A reference, because they are made where they are first asked for.
final class LeafSums {
  /// For each character how many before it are markable and are not to have the mark.
  var unmarked: ContiguousArray<Int32> = []
  /// For each character how many before it are given the mark.
  var new: ContiguousArray<Int32> = []
  /// For each atom the lengths of the backtick runs that its code span and those behind it use.
  var fences: ContiguousArray<RunLengths> = []
  /// The last two characters that were asked for, and the edges of nodes between them.
  var edges: (left: Int?, right: Int?, tokens: [Int])?
  /// The last stretch of blanks that was asked for, and whether it stands at an end of a line.
  var blanks: (atoms: Range<Int>, isAtLineEdge: Bool)?

  /// For each of `count` things how many before it match, and at the end how many do.
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
