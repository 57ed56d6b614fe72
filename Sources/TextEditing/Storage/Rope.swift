/// Text as a B+tree of UTF-8 leaves: a value, copied on write, shared between copies.
///
/// The leaf that was edited last is taken out of the tree and held here, the *finger*: the next
/// edit in it touches nothing else. The tree keeps an empty leaf in its place and what the leaf
/// measured when it was taken; `growth` says what it has grown by since. Every reader looks at the
/// finger where its way down is `path`. The leaf goes back when an edit elsewhere comes.
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

  /// The leaf that was taken out of the tree.
  var finger = Leaf()
  /// Whether a leaf was taken out.
  var hasFinger = false
  /// The UTF-8 offset of the finger's first byte.
  var fingerStart = 0
  /// The way to the finger's place in the tree.
  var path = Path()
  /// What the finger has grown by since it was taken.
  var growth = TextSummary()

  /// Makes a rope of UTF-8 bytes that were validated.
  ///
  /// - Complexity: O(*n*).
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    let leaves = Leaf.leaves(of: bytes)
    var nodes = Node.group(leaves: leaves, leaves.map { $0.summary })
    height = 0
    while nodes.count > 1 {
      nodes = Node.group(nodes: nodes)
      height += 1
    }
    root = nodes[0]
    summary = root.measures.total
  }
}
