import CommonMark
import MarkdownSyntax

/// The contents that a leaf should have after a command, for comparison with an edited text.
struct WantedLeaf {
  /// The items, with the wanted marks. Those of white space, tags and images are free.
  var items: [InlineItem]
  private let changesCode: [Bool]
  private let wordsMayChange: Bool
  let source: [UInt8]
  let targets: [InlineLeaf.Target]
  let elementCount: Int
  /// Whether a break may become a blank, and blanks may be fewer, as in code.
  let takesBreaksAsBlanks: Bool

  init(_ leaf: InlineLeaf, in source: [UInt8], showing items: [InlineItem], isCode: Bool) {
    self.items = items
    changesCode =
      isCode
      ? zip(leaf.items, items).map { $0.marks.contains(.code) != $1.marks.contains(.code) } : []
    (self.source, targets, elementCount) = (source, leaf.targets, leaf.elementCount)
    (takesBreaksAsBlanks, wordsMayChange) = (isCode, false)
  }

  init(_ leaf: InlineLeaf, in source: [UInt8], after change: InlineChange) {
    (items, changesCode, self.source) = (leaf.items, [], source)
    (targets, elementCount) = (leaf.targets, leaf.elementCount)
    takesBreaksAsBlanks = change.changesCode
    wordsMayChange = change.effect != .added
  }

  /// Whether a leaf shows this: the same characters, breaks, tags and images, the same marks, links
  /// and words around them, and no mark that crosses an element.
  func isRead(as other: InlineLeaf, in edited: [UInt8]) -> Bool {
    guard targets.count == other.targets.count, other.elementCount >= elementCount else {
      return false
    }
    var links = LinkOrder(targets.count)
    func agree(_ old: Int, _ new: Int) -> Bool {
      links.agree(old, new) { targets[old - 1] == other.targets[new - 1] }
    }
    return items.withUnsafeBufferPointer { old in
      other.items.withUnsafeBufferPointer { new in
        var (i, j) = (0, 0)
        while true {
          let (first, second) = (i, j)
          while i < old.count, old[i].isBlank { i += 1 }
          while j < new.count, new[j].isBlank { j += 1 }
          guard takesBreaksAsBlanks ? (i > first) == (j > second) : i - first == j - second else {
            return false
          }
          if i == old.count || j == new.count { return i == old.count && j == new.count }
          guard agree(Int(old[i].link), Int(new[j].link)),
            !old[i].isSolid || old[i].marks == new[j].marks,
            old[i].isCharacter == new[j].isCharacter,
            old[i].isInWord == new[j].isInWord || wordsMayChange || old[i].link != 0
              || !changesCode.isEmpty && changesCode[i]
          else { return false }
          if old[i].isCharacter {
            guard old[i].scalar == new[j].scalar, old[i].second == new[j].second else {
              return false
            }
          } else {
            guard old[i].kind == new[j].kind, agree(Int(old[i].second), Int(new[j].second)),
              old[i].kind == .hardBreak || old[i].source.isEmpty
                || source[old[i].source] == edited[new[j].source]
            else { return false }
          }
          i += 1
          j += 1
        }
      }
    }
  }

  func isRead(by library: MarkdownTree, at leaf: Int) -> Bool {
    var comparison = LibraryComparison(wanted: self)
    return items.withUnsafeBufferPointer { items in
      library.bytes.withUnsafeBufferPointer { bytes in
        library.nodes.withUnsafeBufferPointer { nodes in
          comparison.run(items, nodes, leaf, bytes)
        }
      }
    }
  }
}

/// The links and images of a reading, in order, as those of a wanted leaf, which are in any order.
private struct LinkOrder {
  private var numbers: [Int]
  private(set) var count = 0

  init(_ count: Int) { numbers = [Int](repeating: 0, count: count) }

  /// Whether two numbers are of the same link, or both 0. A link's first item tells which it is.
  mutating func agree(_ old: Int, _ new: Int, _ isSame: () -> Bool) -> Bool {
    if old == 0 || new == 0 { return old == new }
    if numbers[old - 1] != 0 { return numbers[old - 1] == new }
    guard new == count + 1, isSame() else { return false }
    (numbers[old - 1], count) = (new, new)
    return true
  }
}

private struct LibraryComparison {
  let wanted: WantedLeaf
  private var next = 0
  private var blankCount = 0
  private var targets: [MarkdownTree.Node] = []
  private var links: LinkOrder

  init(wanted: WantedLeaf) {
    self.wanted = wanted
    links = LinkOrder(wanted.targets.count)
  }

  mutating func run(
    _ items: UnsafeBufferPointer<InlineItem>, _ nodes: UnsafeBufferPointer<MarkdownTree.Node>,
    _ leafNode: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var open: [(end: Int, marks: MarkSet, link: Int)] = [(Int(nodes[leafNode].end), [], 0)]
    // For each open element, the number of items before it.
    var elements: [Int] = []
    var elementCount = 0
    var index = leafNode + 1
    while index < Int(nodes[leafNode].end) {
      while let last = open.last, last.end <= index { open.removeLast() }
      let node = nodes[index]
      var (_, marks, link) = open[open.count - 1]
      index += 1
      switch node.kind {
      case .text, .code:
        if node.kind == .code { marks.insert(.code) }
        var place = Int(node.literal.lowerBound)
        while place < Int(node.literal.upperBound) {
          let (scalar, length) = bytes.scalar(at: place)
          place += length
          if scalar == " " || scalar == "\t" {
            blankCount += 1
          } else {
            guard isNext(items, marks, link, bytes), items[next].isCharacter,
              items[next].scalar == scalar
            else { return false }
            if items[next].second != 0 {
              guard place < Int(node.literal.upperBound) else { return false }
              let (scalar, length) = bytes.scalar(at: place)
              guard scalar.value == items[next].second else { return false }
              place += length
            }
            next += 1
          }
        }
      case .softBreak: blankCount += 1
      case .lineBreak:
        guard isNext(items, marks, link, bytes), items[next].kind == .hardBreak else {
          return false
        }
        next += 1
      case .htmlInline:
        guard isNext(items, marks, link, bytes), items[next].kind == .tag,
          wanted.source[items[next].source].first == bytes[Int(node.literal.lowerBound)]
        else { return false }
        next += 1
        if node.elementEdge == .start { elements.append(next) }
        if node.elementEdge == .end, let start = elements.popLast(),
          items[start..<next].contains(where: { $0.isCharacter || $0.kind == .object })
        {
          elementCount += 1
        }
      case .emphasis, .strong:
        marks.insert(node.kind == .strong ? .strong : .emphasis)
        open.append((Int(node.end), marks, link))
      case .link, .image:
        targets.append(node)
        let blanks = nodes[index..<Int(node.end)].reduce(into: 0) { count, node in
          let isBlank = bytes[node.literal.inInt].allSatisfy { $0.isBlank }
          count = node.kind == .text && isBlank && count >= 0 ? count + node.literal.count : -1
        }
        if node.kind == .link, blanks < 0 {
          open.append((Int(node.end), marks, targets.count))
        } else {
          blankCount += max(0, node.kind == .link ? blanks : 0)
          guard isNext(items, marks, link, bytes), items[next].kind == .object,
            agree(Int(items[next].second), targets.count, bytes)
          else { return false }
          next += 1
          index = Int(node.end)
        }
      default: return false
      }
    }
    return skipBlanks(items) && next == items.count
      && links.count == targets.count && targets.count == wanted.targets.count
      && elementCount >= wanted.elementCount
  }

  private mutating func isNext(
    _ items: UnsafeBufferPointer<InlineItem>, _ marks: MarkSet, _ link: Int,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    skipBlanks(items) && next < items.count && agree(Int(items[next].link), link, bytes)
      && (!items[next].isSolid || items[next].marks == marks)
  }

  private mutating func agree(_ old: Int, _ new: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    links.agree(old, new) {
      let (target, node) = (wanted.targets[old - 1], targets[new - 1])
      return bytes[node.destination.inInt].elementsEqual(target.destination)
        && bytes[node.title.inInt].elementsEqual(target.title ?? [])
    }
  }

  private mutating func skipBlanks(_ items: UnsafeBufferPointer<InlineItem>) -> Bool {
    let first = next
    while next < items.count, items[next].isBlank { next += 1 }
    let (count, other) = (next - first, blankCount)
    blankCount = 0
    return wanted.takesBreaksAsBlanks ? (count > 0) == (other > 0) : count == other
  }
}

extension InlineLeaf {
  var hasSymbols: Bool {
    items.contains { !$0.scalar.isASCII && isPunctuationSince031($0.scalar) }
  }

  /// The number of delimiters that renderers of CommonMark 0.30 and 0.31 read differently, because
  /// only one of them takes a symbol beside them for punctuation: the last ones of `**海～**他`.
  func rendererDependentCount(in source: [UInt8]) -> Int {
    source.withUnsafeBufferPointer { source in
      var count = 0
      for node in nodes where node.kind == .strong || node.kind == .emphasis {
        let byte = source[node.range.lowerBound]
        for (delimiter, opens) in [(node.opening, true), (node.closing, false)] {
          var (start, end) = (delimiter.lowerBound, delimiter.upperBound)
          while start > nodes[0].content.lowerBound, source[start - 1] == byte { start -= 1 }
          while end < nodes[0].content.upperBound, source[end] == byte { end += 1 }
          var (before, after): (Unicode.Scalar, Unicode.Scalar) = ("\n", "\n")
          if start > nodes[0].content.lowerBound { before = source.scalar(before: start) }
          if end < nodes[0].content.upperBound { after = source.scalar(at: end).scalar }
          guard isPunctuationSince031(before) || isPunctuationSince031(after) else { continue }
          let other = Flanking(
            of: byte, before: before, after: after,
            symbolsArePunctuation: !ParsingLibrary.isSince31)
          if opens ? !other.canOpen : !other.canClose { count += 1 }
        }
      }
      return count
    }
  }
}
