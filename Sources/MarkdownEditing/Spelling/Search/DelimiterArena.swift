/// The entries of all delimiter stacks of a search.
///
/// Stacks change only at the top and share the entries below, because each entry refers to the one
/// below it. So a state of the search is a few words, and copying it counts no references.
struct DelimiterArena {
  /// An entry of a stack, with sums over it and all entries below.
  struct Node {
    var entry: DelimiterEntry
    /// The index of the entry below, or -1.
    var below: Int32
    /// The number of entries below.
    var depth: Int32 = 0
    /// The nearest entry below with the same character and in the same link, or -1.
    fileprivate(set) var same: Int32 = -1
    /// The nearest entry of each character in the same link, from this one down, or -1. `meant` is
    /// the nearest one that should open a mark, or the link's bracket.
    fileprivate(set) var star: Int32 = -1
    fileprivate(set) var underscore: Int32 = -1
    fileprivate(set) var meant: Int32 = -1
    /// The number of times that each mark should be open.
    var strong: Int32
    var emphasis: Int32
    /// The number of entries that are brackets of links.
    var links: Int32
    /// A hash. It is equal for two stacks with equal entries, and different for most others.
    var digest: UInt64
    /// The index of the floors outside a bracket's link.
    fileprivate var floors: Int32 = -1
  }

  /// The number of entries that were visited to find others below them.
  var walked = 0

  /// Whether runs are paired as cmark-gfm pairs them, by CommonMark 0.29.
  var pairsAsGitHub = false

  private var nodes: ContiguousArray<Node> = []
  private var outerFloors: ContiguousArray<SIMD8<Int32>> = []

  init() { nodes.reserveCapacity(32) }

  mutating func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    outerFloors.removeAll(keepingCapacity: true)
  }

  subscript(index: Int32) -> Node { nodes[Int(index)] }

  /// The numbers of entries and floors, for ``forget(from:)``.
  var end: (nodes: Int, floors: Int) { (nodes.count, outerFloors.count) }

  /// Removes the entries added after `end`, which must not be in a stack that is still used.
  mutating func forget(from end: (nodes: Int, floors: Int)) {
    if nodes.count > end.nodes { nodes.removeLast(nodes.count - end.nodes) }
    if outerFloors.count > end.floors { outerFloors.removeLast(outerFloors.count - end.floors) }
  }

  /// Adds an entry on top of the one at `below`. Returns its index.
  mutating func add(_ entry: DelimiterEntry, on below: Int32) -> Int32 {
    var node = Node(
      entry: entry, below: below, strong: entry.strong, emphasis: entry.emphasis, links: 0,
      digest: entry.digest)
    if below >= 0 {
      let under = nodes[Int(below)]
      node.strong += under.strong
      node.emphasis += under.emphasis
      node.links = under.links
      node.digest = (node.digest ^ under.digest).mixed
      node.depth = under.depth + 1
      (node.star, node.underscore, node.meant) = (under.star, under.underscore, under.meant)
    }
    let index = Int32(truncatingIfNeeded: nodes.count)
    switch entry.character {
    case 0: (node.star, node.underscore) = (-1, -1)
    case .underscore: (node.same, node.underscore) = (node.underscore, index)
    default: (node.same, node.star) = (node.star, index)
    }
    if entry.isMeant || entry.character == 0 { node.meant = index }
    nodes.append(node)
    return index
  }

  /// The nearest entry of a character in the same link, at a node or below, or -1.
  func nearest(_ character: UInt8, from node: Int32) -> Int32 {
    if node < 0 { return -1 }
    return character == .underscore ? self[node].underscore : self[node].star
  }

  /// The nearest entry from a node down that should open a mark, or the link's bracket, or nil.
  func meant(from node: Int32) -> Node? {
    let meant = self[node].meant
    return meant < 0 ? nil : self[meant]
  }

  mutating func addBracket(on below: Int32, floors: SIMD8<Int32>) -> Int32 {
    let index = add(.bracket, on: below)
    nodes[Int(index)].links += 1
    nodes[Int(index)].floors = Int32(truncatingIfNeeded: outerFloors.count)
    outerFloors.append(floors)
    return index
  }

  /// The floors outside the link that a bracket opens.
  func floors(outside node: Node) -> SIMD8<Int32> {
    node.floors < 0 ? SIMD8() : outerFloors[Int(node.floors)]
  }

  /// Whether two stacks have the same entries and floors. O(entries that they do not share).
  func areEqual(_ left: DelimiterStack, _ right: DelimiterStack) -> Bool {
    guard left.count == right.count, left.floors == right.floors else { return false }
    var one = left.top
    var other = right.top
    while one != other {
      let (left, right) = (self[one], self[other])
      guard left.entry == right.entry, left.strong == right.strong,
        left.emphasis == right.emphasis, left.links == right.links,
        left.entry.character != 0 || floors(outside: left) == floors(outside: right)
      else { return false }
      one = left.below
      other = right.below
    }
    return true
  }
}

extension DelimiterEntry {
  /// A hash of the fields.
  fileprivate var digest: UInt64 {
    var word = UInt64(character) << 1 | (canClose ? 1 : 0)
    word = word << 12 ^ UInt64(UInt32(bitPattern: length))
    word = word << 12 ^ UInt64(UInt32(bitPattern: remaining))
    word = word << 12 ^ UInt64(UInt32(bitPattern: strong))
    word = word << 12 ^ UInt64(UInt32(bitPattern: emphasis))
    return word.mixed
  }
}

extension UInt64 {
  /// The word with its bits spread out.
  var mixed: UInt64 {
    let product = self &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}
