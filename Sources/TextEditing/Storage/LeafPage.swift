/// The leaves of a node, side by side in one array.
///
/// Each begins where its number says, so that whoever knows its number and its length has to look
/// at nothing but its bytes. What stands behind a leaf's text, up to the next one, is left over.
struct LeafPage: Sendable {
  private var bytes: [UInt8]

  /// No leaves.
  init() { bytes = [] }

  /// Leaves of the given texts; with all their room, but for one small text, so that small texts
  /// stay small.
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

  /// The number of leaves that have any room.
  var count: Int { (bytes.count + Leaf.capacity - 1) / Leaf.capacity }

  /// The number of bytes that there are from the start of the leaf at `index` on, at most those
  /// that a leaf has.
  @inline(__always)
  func room(at index: Int) -> Int { min(Leaf.capacity, bytes.count - index * Leaf.capacity) }

  /// The text of the leaf at `index`, which has `count` bytes.
  ///
  /// It holds no reference to the page, and is good as long as the page is held and not written.
  @inline(__always)
  func text(at index: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
    // All that follows works on the pointer: the array itself would be counted.
    let all = bytes.withUnsafeBufferPointer { $0 }
    let start = Self.start(of: index, count: count, in: all.count)
    return UnsafeBufferPointer(rebasing: all[start..<start + count])
  }

  /// Where the leaf at `index` begins, which has room for `count` bytes.
  @inline(__always)
  private static func start(of index: Int, count: Int, in total: Int) -> Int {
    let start = index &* Leaf.capacity
    precondition(
      index >= 0 && count >= 0 && count <= Leaf.capacity && start + count <= total,
      "a leaf outside its page")
    return start
  }

  /// Replaces text of the leaf at `index`, which has `count` bytes, and returns what it made the
  /// leaf grow by in every unit.
  ///
  /// - Precondition: the range lies in the leaf, and the result fits.
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

  /// As `replace(_:ofLeaf:count:with:)`, where it is no `ShortEdit`.
  @inline(never)
  private static func replace(
    _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, at leaf: UnsafeMutablePointer<UInt8>,
    with new: UnsafeBufferPointer<UInt8>
  ) -> TextSummary {
    let old = LeafBytes(text)
    if range.lowerBound > 0 && range.upperBound < text.count { old.checkBoundaries(range) }
    // Measured before anything moves: what was just written is read late.
    let growth = old.growth(replacing: range, with: new)
    (leaf + range.lowerBound + new.count).update(
      from: leaf + range.upperBound, count: text.count - range.upperBound)
    if let source = new.baseAddress {
      (leaf + range.lowerBound).update(from: source, count: new.count)
    }
    return growth
  }

  /// Puts the text of `leaf` in the place of the one at `index`.
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
