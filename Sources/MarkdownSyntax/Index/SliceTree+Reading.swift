extension SliceTree {
  /// A slice with its place.
  struct Place {
    /// Its index among the slices.
    var index: Int
    /// The UTF-8 offset at which it begins.
    var start: Int
    /// The slice.
    var slice: Slice

    /// The UTF-8 offset behind it.
    var end: Int { start + slice.length }
  }

  /// The slice that holds the byte at a UTF-8 offset; the last where the text ends there.
  ///
  /// - Complexity: O(log *n*).
  func place(containing offset: Int) -> Place? {
    guard var node = root else { return nil }
    var place = Place(index: 0, start: 0, slice: Slice(length: 0, isInner: false, closing: .late))
    while let pair = node.children {
      if offset - place.start < pair.left.sum.length {
        node = pair.left
      } else {
        place.index += pair.left.sum.count
        place.start += pair.left.sum.length
        node = pair.right
      }
    }
    for (position, slice) in node.slices.enumerated() {
      place.slice = slice
      if offset < place.start + slice.length || position == node.slices.count - 1 { break }
      place.index += 1
      place.start += slice.length
    }
    return place
  }

  /// The slice at an index, nil where there is none.
  ///
  /// - Complexity: O(log *n*).
  func place(at index: Int) -> Place? {
    guard index >= 0, index < count else { return nil }
    var start = 0
    guard let (node, left) = leaf(at: index, passing: { start += $0.sum.length }) else {
      return nil
    }
    for slice in node.slices[..<left] { start += slice.length }
    return Place(index: index, start: start, slice: node.slices[left])
  }

  /// The index of the first slice that begins at a UTF-8 offset or behind it; the number of slices
  /// where none does.
  ///
  /// - Complexity: O(log *n*).
  func firstIndex(from offset: Int) -> Int {
    guard offset < sum.length, let place = place(containing: offset) else { return count }
    return place.start < offset ? place.index + 1 : place.index
  }

  /// The leaf with the slice at an index, and that slice's index in it; the nodes that lie before
  /// it are handed to `passing`. The last leaf where there are not so many slices.
  private func leaf(
    at index: Int, passing: (Node) -> Void
  ) -> (node: Node, left: Int)? {
    guard var node = root else { return nil }
    var left = index
    while let pair = node.children {
      if left < pair.left.sum.count {
        node = pair.left
      } else {
        left -= pair.left.sum.count
        passing(pair.left)
        node = pair.right
      }
    }
    return (node, left)
  }

  /// How many of the slices before an index have definitions.
  ///
  /// - Complexity: O(log *n*).
  func definingCount(before index: Int) -> Int {
    var result = 0
    guard let (node, left) = leaf(at: index, passing: { result += $0.sum.defining }) else {
      return 0
    }
    for slice in node.slices.prefix(left) where slice.group != 0 { result += 1 }
    return result
  }

  /// The group of the slice that has definitions and `number` such slices before it; 0 where
  /// there is none.
  ///
  /// - Complexity: O(log *n*).
  func group(number: Int) -> DefinitionIndex.Group {
    guard var node = root, number >= 0, number < sum.defining else { return 0 }
    var left = number
    while let pair = node.children {
      if left < pair.left.sum.defining {
        node = pair.left
      } else {
        left -= pair.left.sum.defining
        node = pair.right
      }
    }
    for slice in node.slices where slice.group != 0 {
      if left == 0 { return slice.group }
      left -= 1
    }
    return 0
  }

  /// Hands the slices at the indices `range` to `body`, in order.
  ///
  /// - Complexity: O(log *n* + *m*) in the number of slices handed out.
  func forEach(in range: Range<Int>, _ body: (Slice) -> Void) {
    guard let root else { return }
    Self.forEach(of: root, in: range, body)
  }

  private static func forEach(of node: Node, in range: Range<Int>, _ body: (Slice) -> Void) {
    let range = range.clamped(to: 0..<node.sum.count)
    if range.isEmpty { return }
    guard let pair = node.children else {
      for slice in node.slices[range] { body(slice) }
      return
    }
    let count = pair.left.sum.count
    forEach(of: pair.left, in: range, body)
    if range.upperBound > count {
      forEach(of: pair.right, in: max(0, range.lowerBound - count)..<range.upperBound - count, body)
    }
  }
}
