/// A tree as the proof compares it, in a few bytes for each byte of text: it outlives the blocks that
/// were wanted, which of a long text are let go of before libcmark reads the result.
struct BlockSignature {
  private let bytes: [UInt8]

  /// Records the tree that a command gave; O(its size).
  init(_ wanted: BlockTree) {
    var bytes: [UInt8] = []
    bytes.add(wanted.root, of: wanted)
    self.bytes = bytes
  }

  /// Whether a tree is the same document (``BlockProof/isSame(_:_:)``): that of `-  a` is read from
  /// `- a`, that of `1. a` is not.
  func isRead(from read: BlockTree) -> Bool {
    var comparison = Comparison(expected: bytes)
    return comparison.takes(read.root, of: read)
  }

  /// Goes along what was recorded with the blocks that are read.
  private struct Comparison {
    let expected: [UInt8]
    private var position = 0
    private var part: [UInt8] = []

    init(expected: [UInt8]) { self.expected = expected }

    /// Whether a block and all that is in it come next: `a` where the paragraph `a` was recorded.
    mutating func takes(_ read: Block, of tree: BlockTree) -> Bool {
      guard takes({ $0.add(read.kind) }) else { return false }
      switch read.kind {
      case .document, .quote: break
      case .list:
        // libcmark 0.30 does not count a blank line behind a rule: such a list stays as it was.
        guard let mayBe = next(), mayBe & (read.isTight ? 0b10 : 0b01) != 0,
          takes({ $0.addNumber(of: read) })
        else { return false }
      case .item:
        if !takes({ $0.add(read.marker.box) }) { return false }
      case .paragraph, .heading, .code, .html:
        guard let isJudged = next() else { return false }
        return isJudged == 0 || takes { $0.add(words: read.words) }
      case .rule, .blank: return true
      case .table, .definition, .metadata:
        guard let isJudged = next(), takes({ $0.add(number: read.lines.count) }) else {
          return false
        }
        return isJudged == 0 || takes { $0.add(linesOf: read, in: tree) }
      }
      let children = read.children.filter { $0.kind != .blank }
      guard takes({ $0.add(number: children.count) }) else { return false }
      return children.allSatisfy { takes($0, of: tree) }
    }

    private mutating func next() -> UInt8? {
      guard position < expected.count else { return nil }
      position += 1
      return expected[position - 1]
    }

    /// Whether what a function adds comes next: the words of `a` in the paragraph `a`.
    private mutating func takes(_ add: (inout [UInt8]) -> Void) -> Bool {
      part.removeAll(keepingCapacity: true)
      add(&part)
      let end = position + part.count
      guard end <= expected.count, expected[position..<end].elementsEqual(part) else {
        return false
      }
      position = end
      return true
    }
  }
}

extension [UInt8] {
  fileprivate mutating func add(_ wanted: Block, of tree: BlockTree) {
    add(wanted.kind)
    switch wanted.kind {
    case .document, .quote: break
    case .list:
      let (spelled, source) = (wanted.isTightAsSpelled, wanted.isTight)
      append((spelled || source ? 0b10 : 0) | (!spelled || !source ? 0b01 : 0))
      addNumber(of: wanted)
    case .item: add(wanted.marker.box)
    case .paragraph, .heading, .code, .html:
      append(wanted.isJudged ? 1 : 0)
      if wanted.isJudged { add(words: wanted.words) }
      return
    case .rule, .blank: return
    case .table, .definition, .metadata:
      let isJudged = wanted.isJudged || wanted.kind != .table
      append(isJudged ? 1 : 0)
      add(number: wanted.lines.count)
      if isJudged { add(linesOf: wanted, in: tree) }
      return
    }
    let children = wanted.children.filter { $0.kind != .blank }
    add(number: children.count)
    for child in children { add(child, of: tree) }
  }

  fileprivate mutating func add(_ kind: Block.Kind) {
    switch kind {
    case .document: append(0)
    case .quote: append(1)
    case .item: append(2)
    case .list(let style): append(contentsOf: [3, style.delimiter])
    case .paragraph: append(4)
    case .heading(let level): append(contentsOf: [5, UInt8(truncatingIfNeeded: level)])
    case .code(let isFenced): append(isFenced ? 6 : 7)
    case .html: append(8)
    case .rule: append(9)
    case .definition: append(10)
    case .metadata: append(11)
    case .table: append(12)
    case .blank: append(13)
    }
  }

  fileprivate mutating func add(_ box: Box?) { append(box.map { $0.isDone ? 2 : 1 } ?? 0) }

  /// The number that a list begins with, if it is ordered: `3. a` is the same as `3. b`, not as `1. a`.
  fileprivate mutating func addNumber(of list: Block) {
    guard case .list(let style) = list.kind, style.isOrdered else { return }
    let first = list.children.first { $0.kind == .item }
    add(number: first.map { $0.marker.number + 1 } ?? 0)
  }

  /// Seven bits a byte, the last ones first.
  fileprivate mutating func add(number: Int) {
    var rest = UInt(bitPattern: number)
    while rest > 0x7F {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// ASCII without marks takes a byte, what else there is of a literal two, another character four, with marks six.
  fileprivate mutating func add(words: [UInt64]) {
    add(number: words.count)
    for word in words {
      let rest = word ^ TreeSymbol.character
      if rest < 0x80 {
        append(UInt8(rest))
      } else if word < 0x100 {
        append(contentsOf: [0x80, UInt8(word)])
      } else {
        let count = rest < 1 << 24 ? 3 : rest < 1 << 40 ? 5 : 8
        append(UInt8(0x80 + count))
        for index in 0..<count { append(UInt8(truncatingIfNeeded: rest >> UInt64(8 * index))) }
      }
    }
  }

  fileprivate mutating func add(linesOf block: Block, in tree: BlockTree) {
    for line in block.lines {
      let bytes = tree.bytes(of: line)
      add(number: bytes.count)
      append(contentsOf: bytes)
    }
  }
}
