/// Text as a B+tree of UTF-8 leaves: a value with copy-on-write.
///
/// The first edit inside a leaf changes it in place, with the lengths on the path to it. A second
/// edit in the same leaf copies it out of the tree into a gap buffer, the *finger*. Further edits
/// change only the finger; the tree keeps the old leaf, and `growth` records the difference.
/// Readers look at the finger first. An edit elsewhere writes the finger back.
///
/// There are no reference types: copies share arrays, which are copied before they are written to.
/// So another thread may read a copy while the original is edited.
package struct Rope: Sendable {
  var root: Node
  /// The level of the root; 0 if its children are leaves.
  var height: Int
  /// The length of the text in every unit.
  package internal(set) var summary: TextSummary

  /// The leaf that was taken out of the tree; without one, its memory is kept for the next.
  var finger = Leaf()
  /// Whether a leaf was taken out; false right after `init(validUTF8:)`.
  var hasFinger = false
  /// The length of the text before the finger.
  var fingerStart = TextSummary()
  /// The length of the finger when it was taken.
  var fingerLengthTaken = TextSummary()
  /// The growth of the finger since it was taken.
  var growth = TextSummary()
  /// The path to the finger's place in the tree.
  var path = Path()
  /// The UTF-8 range of the leaf that was last edited in the tree; empty if unknown.
  var lastEdited = 0..<0

  /// The maximum size of a text in UTF-8 bytes: the largest sum of `NodeLengths`, minus a leaf by
  /// which the finger may have grown.
  package static let maximumCount = Int(Int32.max) - Leaf.capacity

  var fingerLength: TextSummary { fingerLengthTaken + growth }

  /// Makes a rope from validated UTF-8.
  ///
  /// - Complexity: O(*n*).
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(MeasuredLeaves(validUTF8: bytes))
  }

  /// Makes a rope from bytes; nil if they are not UTF-8.
  ///
  /// - Complexity: O(*n*).
  package init?(checking bytes: UnsafeBufferPointer<UInt8>) {
    guard let leaves = MeasuredLeaves(checking: bytes) else { return nil }
    self.init(leaves)
  }

  private init(_ content: MeasuredLeaves) {
    var nodes = Node.group(content)
    height = 0
    while nodes.count > 1 {
      nodes = Node.group(nodes: nodes)
      height += 1
    }
    root = nodes[0]
    summary = root.measures.total
  }
}
