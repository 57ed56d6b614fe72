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
    if count == 0 { return nil }
    let (before, slice) = find(offset) { $0.length }
    return Place(index: before.count, start: before.length, slice: slice)
  }

  /// The slice at an index, nil where there is none.
  ///
  /// - Complexity: O(log *n*).
  func place(at index: Int) -> Place? {
    guard index >= 0, index < count else { return nil }
    let (before, slice) = find(index) { $0.count }
    return Place(index: index, start: before.length, slice: slice)
  }

  /// The index of the first slice that begins at a UTF-8 offset or behind it; the number of slices
  /// where none does.
  ///
  /// - Complexity: O(log *n*).
  func firstIndex(from offset: Int) -> Int {
    guard offset < sum.length, let place = place(containing: offset) else { return count }
    return place.start < offset ? place.index + 1 : place.index
  }

  /// How many of the slices before an index have definitions.
  ///
  /// - Complexity: O(log *n*).
  func definingCount(before index: Int) -> Int {
    index < count ? find(index) { $0.count }.before.defining : sum.defining
  }

  /// The group of the slice that has definitions and `number` such slices before it; 0 where
  /// there is none.
  ///
  /// - Complexity: O(log *n*).
  func group(number: Int) -> DefinitionIndex.Group {
    guard number >= 0, number < sum.defining else { return 0 }
    return find(number) { $0.defining }.slice.group
  }

  /// The slice that holds number `number` (from 0) of what `unit` counts, the last where there are not
  /// so many, and what is added up over those before it.
  ///
  /// The way down is a loop over pointers, which holds and counts no references; they stay good, for
  /// arrays are kept by what is above them.
  ///
  /// - Precondition: there are slices.
  @inline(__always)
  func find(_ number: Int, _ unit: (Sum) -> Int) -> (before: Sum, slice: Slice) {
    withUnsafePointer(to: root) { root in
      var (node, before, left) = (root, Sum(), number)
      for _ in 0..<height {
        node = node.pointee.nodes.withUnsafeBufferPointer {
          Self.passing($0, { $0.sum }, unit, &left, &before)
        }
      }
      let slice = node.pointee.slices.withUnsafeBufferPointer {
        Self.passing($0, { Sum($0) }, unit, &left, &before)
      }
      return (before, slice.pointee)
    }
  }

  /// The first element within which what is `left` to pass ends, else the last.
  @inline(__always)
  private static func passing<Element>(
    _ elements: UnsafeBufferPointer<Element>, _ sum: (Element) -> Sum, _ unit: (Sum) -> Int,
    _ left: inout Int, _ before: inout Sum
  ) -> UnsafePointer<Element> {
    guard let first = elements.baseAddress else { preconditionFailure("a node with nothing in it") }
    var index = 0
    while index < elements.count &- 1 {
      let sum = sum(first[index])
      let count = unit(sum)
      if left < count { break }
      left &-= count
      before.add(sum)
      index &+= 1
    }
    return first + index
  }

  /// Hands the slices at the indices `range` to `body`, in order.
  ///
  /// - Complexity: O(log *n* + *m*) in the number of slices handed out.
  func forEach(in range: Range<Int>, _ body: (Slice) -> Void) {
    withUnsafePointer(to: root) { Self.forEach(of: $0, in: range, body) }
  }

  private static func forEach(
    of node: UnsafePointer<Node>, in range: Range<Int>, _ body: (Slice) -> Void
  ) {
    let range = range.clamped(to: 0..<node.pointee.sum.count)
    if range.isEmpty { return }
    if node.pointee.nodes.isEmpty {
      for index in range { body(node.pointee.slices[index]) }
      return
    }
    eachChild(of: node, in: range) { forEach(of: $0, in: $1, body) }
  }

  /// Hands the children of a node that have slices at its indices `range` to `body`, each with their
  /// indices in it; the others, which may be in no cache, are neither looked at nor counted.
  static func eachChild(
    of node: UnsafePointer<Node>, in range: Range<Int>,
    _ body: (UnsafePointer<Node>, Range<Int>) -> Void
  ) {
    node.pointee.nodes.withUnsafeBufferPointer { nodes in
      guard var child = nodes.baseAddress else { return }
      var start = 0
      for _ in nodes.indices where start < range.upperBound {
        let end = start + child.pointee.sum.count
        if end > range.lowerBound {
          body(child, max(0, range.lowerBound - start)..<min(end, range.upperBound) - start)
        }
        start = end
        child += 1
      }
    }
  }
}
