/// The leaves of a node, side by side in one array.
///
/// The position of a leaf follows from its number, so a reader needs to look only at the leaf's
/// bytes. The bytes between its text and the next leaf are unused.
struct LeafPage: Sendable {
  private var bytes: [UInt8]

  init() { bytes = [] }

  /// Makes leaves with the given texts. They get their full capacity, except for a single small
  /// text, so that small texts use little memory.
  init(_ texts: ArraySlice<UnsafeBufferPointer<UInt8>>) {
    let isSmall = texts.count == 1 && texts.allSatisfy { $0.count < Leaf.capacity / 2 }
    let total = isSmall ? texts.reduce(0) { $0 + $1.count } : texts.count * Leaf.capacity
    bytes = [UInt8](unsafeUninitializedCapacity: total) { target, count in
      for text in texts {
        precondition(text.count <= Leaf.capacity, "too much text for a leaf")
        let end = min(count + Leaf.capacity, total)
        let rest = target[count..<end].initialize(fromContentsOf: text)
        target[rest..<end].initialize(repeating: 0)
        count = end
      }
    }
  }

  /// The number of leaves with any capacity.
  var count: Int { (bytes.count + Leaf.capacity - 1) / Leaf.capacity }

  /// The capacity of the leaf at `index`, in bytes.
  @inline(__always)
  func room(at index: Int) -> Int { min(Leaf.capacity, bytes.count - index * Leaf.capacity) }

  /// The text of the leaf at `index`, which has `count` bytes.
  ///
  /// It does not retain the page, and is valid while the page is retained and not written to.
  @inline(__always)
  func text(at index: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
    // Only the pointer is used from here on: the array itself would be reference-counted.
    let all = bytes.withUnsafeBufferPointer { $0 }
    let start = Self.start(of: index, count: count, in: all.count)
    return UnsafeBufferPointer(rebasing: all[start..<start + count])
  }

  /// The start of the leaf at `index`, which must have room for `count` bytes.
  @inline(__always)
  private static func start(of index: Int, count: Int, in total: Int) -> Int {
    let start = index &* Leaf.capacity
    precondition(
      index >= 0 && count >= 0 && count <= Leaf.capacity && start + count <= total,
      "a leaf outside its page")
    return start
  }

  /// Replaces text of the leaf at `index`, which has `count` bytes; returns the leaf's growth.
  @inline(__always)
  mutating func replace(
    _ range: Range<Int>, ofLeaf index: Int, count: Int, with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside a leaf")
    return bytes.withUnsafeMutableBufferPointer { bytes in
      let room = max(count, count &- range.count &+ new.count)
      let start = Self.start(of: index, count: room, in: bytes.count)
      guard let leaf = bytes.baseAddress.map({ $0 + start }) else { return TextSummary() }
      let text = UnsafeBufferPointer(start: leaf, count: count)
      guard let edit = ShortEdit(replacing: range, of: text, with: new) else {
        return Self.replace(range, of: text, at: leaf, with: new)
      }
      edit.apply(to: leaf, count: count)
      return edit.growth
    }
  }

  /// Implements `replace(_:ofLeaf:count:with:)` for edits other than a `ShortEdit`.
  @inline(never)
  private static func replace(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, at leaf: UnsafeMutablePointer<UInt8>,
    with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    let old = LeafBytes(text)
    if range.lowerBound > 0 && range.upperBound < text.count { old.checkBoundaries(range) }
    // Measured before bytes move: those that were just written are slow to read.
    let growth = old.growth(replacing: range, with: new)
    (leaf + range.lowerBound + new.count).update(
      from: leaf + range.upperBound, count: text.count - range.upperBound)
    if let source = new.baseAddress {
      (leaf + range.lowerBound).update(from: source, count: new.count)
    }
    return growth
  }

  /// Replaces the text of the leaf at `index` by that of `leaf`.
  mutating func put(_ leaf: Leaf, at index: Int) {
    let count = leaf.count
    if count > room(at: index) {
      let missing = (index + 1) * Leaf.capacity - bytes.count
      bytes.append(contentsOf: repeatElement(0, count: missing))
    }
    bytes.withUnsafeMutableBufferPointer { bytes in
      let start = Self.start(of: index, count: count, in: bytes.count)
      let target = UnsafeMutableBufferPointer(rebasing: bytes[start..<start + count])
      leaf.withBytes {
        let middle = target.update(fromContentsOf: $0.before)
        _ = UnsafeMutableBufferPointer(rebasing: target[middle...])
          .update(fromContentsOf: $0.after)
      }
    }
  }
}
