/// Text as a B+tree of UTF-8 leaves: a value, copied on write, shared between copies.
///
/// An edit inside a leaf changes the leaf where it stands, and the lengths on the way to it. The
/// second edit in the same leaf copies it to here, with a gap: the *finger*. The next edit in it
/// touches nothing else. The tree keeps the leaf as it was taken; `growth` says what it has grown by
/// since. Readers look at the finger first. Its text goes back when an edit elsewhere comes.
///
/// Nothing here is a reference type: copies share arrays, and an array that is shared is copied
/// before it is written. So a copy may be read on another thread while the original is edited.
package struct Rope: Sendable {
  /// The tree.
  var root: Node
  /// The level of the root; 0 where its children are leaves.
  var height: Int
  /// The length of the text in every unit.
  package internal(set) var summary: TextSummary

  /// The leaf that was taken out of the tree; between two of them its room is kept.
  var finger = Leaf()
  /// Whether a leaf was taken out. False right after `init(validUTF8:)`.
  var hasFinger = false
  /// The length of the text before the finger.
  var fingerStart = TextSummary()
  /// What the finger measured when it was taken.
  var fingerLengthTaken = TextSummary()
  /// What the finger has grown by since it was taken.
  var growth = TextSummary()
  /// The way to the finger's place in the tree.
  var path = Path()
  /// Where the leaf lies, in UTF-8, that was last edited in the tree; empty where it is not known.
  var lastEdited = 0..<0

  /// The most bytes of UTF-8 in a text: what the sums of `NodeLengths` can count, with a finger that
  /// may have grown by a leaf.
  package static let maximumCount = Int(Int32.max) - Leaf.capacity

  /// The length of the finger.
  var fingerLength: TextSummary { fingerLengthTaken + growth }

  /// Makes a rope of UTF-8 bytes that were validated.
  ///
  /// - Complexity: O(*n*).
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    self.init(MeasuredLeaves(validUTF8: bytes))
  }

  /// Makes a rope of bytes; nil where they are not UTF-8.
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
