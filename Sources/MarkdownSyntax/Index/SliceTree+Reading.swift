extension SliceTree {
  /// A slice with its position.
  struct Place {
    var index: Int
    /// The UTF-8 offset of its start.
    var start: Int
    var slice: Slice

    /// The UTF-8 offset of its end.
    var end: Int { start + slice.length }
  }

  /// The slice that contains the byte at a UTF-8 offset, or the last if the text ends there.
  ///
  /// - Complexity: O(log *n*).
  func place(containing offset: Int) -> Place? {
    if count == 0 { return nil }
    let (before, slice) = find(offset) { $0.length }
    return Place(index: before.count, start: before.length, slice: slice)
  }

  /// The slice at an index, or nil if there is none. O(log *n*).
  func place(at index: Int) -> Place? {
    guard index >= 0, index < count else { return nil }
    let (before, slice) = find(index) { $0.count }
    return Place(index: index, start: before.length, slice: slice)
  }

  /// The number of slices with definitions before an index. O(log *n*).
  func definingCount(before index: Int) -> Int {
    index < count ? find(index) { $0.count }.before.defining : sum.defining
  }

  /// The group of the slice with definitions that has `number` such slices before it, or 0.
  ///
  /// - Complexity: O(log *n*).
  func group(number: Int) -> DefinitionIndex.Group {
    guard number >= 0, number < sum.defining else { return 0 }
    return find(number) { $0.defining }.slice.group
  }

  /// The slice with the `number`th unit (from 0), or the last slice, and the sum of those before.
  ///
  /// The descent is a loop over pointers, which counts no references. The pointers stay valid
  /// because parents keep the arrays alive.
  ///
  /// - Precondition: The tree has slices.
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

  /// The first element that contains what is `left` to skip, or the last.
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

  /// Passes the slices at the indices `range` to `body`, in order.
  ///
  /// - Complexity: O(log *n* + *m*) in the number of slices in `range`.
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

  /// Passes the children of a node that have slices at its indices `range` to `body`, with these
  /// indices in the child. The others, which may not be in the cache, are neither read nor counted.
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
