import MarkdownSyntax

/// The change of a leaf that a command wants, except that of one mark: nodes around some items,
/// nodes without their delimiters, items removed, a text in their place, items without marks.
struct InlineChange {
  struct Wrap {
    var items: ClosedRange<Int>
    var open: [UInt8]
    var close: [UInt8]
    /// The target of a link or an image; nil for tags.
    var target: InlineLeaf.Target?
    /// Whether the items become the description of an image or the name of a wiki link.
    var isObject = false
  }

  var wraps: [Wrap] = []
  /// Whether a new node is outside the marks that it fills.
  var climbs = false
  /// Links with another target, and what closes them instead.
  var targets: [(node: Int, target: InlineLeaf.Target, close: [UInt8])] = []
  var gone: Set<Int> = []
  private(set) var removed = ItemSet()
  var cuts: [(item: Int, part: Range<Int>)] = []
  /// The removed item in whose place a text is written, and the text.
  var replaced: Int?
  var text: [UInt8] = []
  /// The text as it is written, if that differs, as `\*a` for `*a`.
  var spelling: [UInt8]?
  var isReference = false
  /// The part of the replaced item's source that is the text.
  var kept: Range<Int>?
  /// Whether the text has no marks and is in no link; otherwise, it has those of the item.
  var isTextPlain = false
  /// What is written instead of the text, once that is read as wanted.
  var key: [UInt8]?
  var cleared = ItemSet()
  /// Characters with other letters, in ascending order.
  var letters: [(item: Int, scalars: [Unicode.Scalar])] = []
  var effect: Plan.Effect

  init(_ effect: Plan.Effect) { self.effect = effect }

  static func typing(_ text: [UInt8], at item: Int) -> InlineChange {
    var change = InlineChange(.typed)
    change.remove(item)
    (change.replaced, change.text) = (item, text)
    return change
  }

  static func inserting(_ reference: [UInt8], at item: Int, of leaf: InlineLeaf) -> InlineChange {
    var change = typing(reference, at: item)
    change.isReference = true
    return change
  }

  var isEmpty: Bool {
    wraps.isEmpty && targets.isEmpty && gone.isEmpty && removed.isEmpty && cleared.isEmpty
      && letters.isEmpty
  }
  /// Whether code comes off, so that a break may be a blank.
  var changesCode: Bool { !cleared.isEmpty || effect == .removed }

  mutating func remove(_ item: Int) { removed.insert(item) }

  mutating func unwrap(_ node: Int, of leaf: InlineLeaf) {
    gone.insert(node)
    guard leaf.nodes[node].kind == .element else { return }
    removed.insert(leaf.nodes[node].items.lowerBound)
    removed.insert(leaf.nodes[node].items.upperBound - 1)
  }

  func places(in leaf: InlineLeaf) -> [Range<Int>] {
    wraps.map { $0.items.lowerBound..<$0.items.upperBound + 1 } + gone.map { leaf.nodes[$0].items }
      + (removed.map { $0 } + cleared + letters.map { $0.item }).map { $0..<$0 + 1 }
  }

  /// A letter in place of what is removed, if nothing else is left. It is not written.
  mutating func keepLetter() {
    (replaced, text, key) = (removed.first, Array("x".utf8), [])
    isTextPlain = true
  }

  func marks(in leaf: InlineLeaf) -> [MarkSet] {
    var result = leaf.items.map { $0.marks }
    for node in gone where !leaf.nodes[node].mark.isEmpty {
      let mark = leaf.nodes[node].mark
      for item in leaf.nodes[node].items {
        let isKept = leaf.nodes.indices.contains {
          leaf.nodes[$0].mark == mark && !gone.contains($0) && leaf.nodes[$0].items.contains(item)
        }
        if !isKept { result[item].subtract(mark) }
      }
    }
    for item in cleared { result[item] = [] }
    return result
  }

  private func changed(in leaf: InlineLeaf) -> Range<Int> {
    let places = places(in: leaf) + cuts.map { $0.item..<$0.item + 1 }
    guard let first = places.first else { return 0..<0 }
    return places.reduce(first) { $0.joined(with: $1) }
  }

  func applied(to leaf: InlineLeaf, in source: [UInt8]) -> WantedLeaf {
    var (result, text) = (leaf, source)
    let wrapLinks = wraps.map { wrap in
      guard let target = wrap.target else { return Int32(0) }
      result.targets.append(target)
      return Int32(truncatingIfNeeded: result.targets.count)
    }
    for (node, target, _) in targets {
      for item in leaf.items[leaf.nodes[node].items] {
        let number = item.link != 0 ? Int(item.link) : Int(item.second)
        if number > 0 { result.targets[number - 1] = target }
      }
    }
    func tag(_ bytes: [UInt8], of wrap: Wrap) -> InlineItem {
      let link = leaf.link(around: wrap.items)
      var tag = InlineItem(kind: .tag, marks: [], node: 0, link: link, start: 0, end: 0)
      tag.source = text.count..<text.count + bytes.count
      text += bytes
      return tag
    }
    let marks = marks(in: leaf)
    let links = gone.filter { leaf.nodes[$0].kind == .link }.map { leaf.nodes[$0].items }
    let changed = changed(in: leaf)
    result.items = Array(leaf.items[..<changed.lowerBound])
    result.items.reserveCapacity(leaf.items.count + self.text.count + 2 * wraps.count)
    var next = 0
    for index in changed {
      var item = leaf.items[index]
      if links.contains(where: { $0.contains(index) }) {
        item.link = 0
        // A link without text is an object.
        if item.kind == .object, item.source.isEmpty, !removed.contains(index) { continue }
      }
      let wrap = wraps.firstIndex { $0.items.contains(index) }
      if let wrap, wrapLinks[wrap] != 0, !wraps[wrap].isObject { item.link = wrapLinks[wrap] }
      item.marks = marks[index]
      if item.kind == .code, !item.marks.isSuperset(of: .code) { item.kind = .character }
      if let wrap, wraps[wrap].isObject {
        guard index == wraps[wrap].items.lowerBound else { continue }
        item.kind = .object
        item.link = leaf.link(around: wraps[wrap].items)
        item.isSolid = false
        item.isInWord = false
        item.second = UInt32(bitPattern: wrapLinks[wrap])
        item.source = 0..<0
        result.items.append(item)
        continue
      }
      if let wrap, wraps[wrap].target == nil, index == wraps[wrap].items.lowerBound {
        result.items.append(tag(wraps[wrap].open, of: wraps[wrap]))
      }
      if index == replaced {
        item.kind = item.kind == .code ? .code : .character
        (item.second, item.isInWord) = (0, false)
        if isTextPlain { (item.marks, item.link) = ([], 0) }
        if isReference {
          (item.kind, item.isSolid, item.source) = (.object, true, 0..<0)
          result.items.append(item)
          continue
        }
        for scalar in String(decoding: self.text, as: UTF8.self).unicodeScalars {
          (item.scalar, item.isSolid) = (scalar, !isWhiteSpace(scalar))
          result.items.append(item)
        }
      } else if next < letters.count, letters[next].item == index {
        for scalar in letters[next].scalars {
          item.scalar = scalar
          result.items.append(item)
        }
        next += 1
      } else if !removed.contains(index) {
        if cuts.contains(where: { $0.item == index }) { item.source = 0..<0 }
        result.items.append(item)
      }
      if let wrap, wraps[wrap].target == nil, index == wraps[wrap].items.upperBound {
        result.items.append(tag(wraps[wrap].close, of: wraps[wrap]))
      }
    }
    result.items += leaf.items[changed.upperBound...]
    if !removed.isEmpty || changesCode, leaf.isBesideBreak(changed) {
      result.items = result.items.withoutLineEnds(in: text)
    }
    result.elementCount -= gone.count { leaf.nodes[$0].kind == .element }
    for wrap in wraps where wrap.isObject {
      result.elementCount -= leaf.nodes.count {
        $0.kind == .element && wrap.items.contains($0.items.lowerBound)
      }
    }
    result.elementCount += wraps.count { $0.target == nil && !$0.isObject }
    if !result.targets.isEmpty { result.keepUsedTargets() }
    return WantedLeaf(result, in: text, after: self)
  }
}

extension [InlineItem] {
  /// The items without blanks at the ends of lines, which are not shown there except in links.
  fileprivate func withoutLineEnds(in source: [UInt8]) -> [InlineItem] {
    var result: [InlineItem] = []
    for item in self {
      if item.kind == .softBreak || item.kind == .hardBreak {
        // A blank before a backslash is shown.
        let showsBlanks = !item.source.isEmpty && source[item.source.lowerBound] == .backslash
        while !showsBlanks, let last = result.last, last.isAtLineEnd { result.removeLast() }
      } else if item.isAtLineEnd, result.last?.isBreak ?? true {
        continue
      }
      result.append(item)
    }
    while let last = result.last, last.isBreak || last.isAtLineEnd {
      result.removeLast()
    }
    return result.first?.isBreak == true ? Array(result.dropFirst()) : result
  }
}

extension InlineItem {
  fileprivate var isAtLineEnd: Bool { kind == .character && isBlank && link == 0 }
}

struct ItemSet: Sequence {
  private var flags: [Bool] = []

  mutating func insert(_ item: Int) {
    while flags.count <= item { flags.append(false) }
    flags[item] = true
  }

  func contains(_ item: Int) -> Bool { item < flags.count && flags[item] }
  var first: Int? { flags.firstIndex(of: true) }
  var isEmpty: Bool { first == nil }
  func makeIterator() -> some IteratorProtocol<Int> {
    flags.indices.lazy.filter { flags[$0] }.makeIterator()
  }
}

extension InlineLeaf {
  fileprivate func isBesideBreak(_ range: Range<Int>) -> Bool {
    (items[..<range.lowerBound].last { !$0.isAtLineEnd }?.isBreak ?? true)
      || (items[range.upperBound...].first { !$0.isAtLineEnd }?.isBreak ?? true)
  }

  fileprivate mutating func keepUsedTargets() {
    var numbers = [Int32](repeating: 0, count: targets.count)
    var kept: [Target] = []
    func number(_ old: Int32) -> Int32 {
      if old == 0 { return 0 }
      let index = Int(old) - 1
      if numbers[index] == 0 {
        kept.append(targets[index])
        numbers[index] = Int32(truncatingIfNeeded: kept.count)
      }
      return numbers[index]
    }
    for index in items.indices {
      items[index].link = number(items[index].link)
      if !items[index].isCharacter {
        items[index].second = UInt32(bitPattern: number(Int32(bitPattern: items[index].second)))
      }
    }
    targets = kept
  }

  func link(of item: Int) -> Int? {
    var node = Int(items[item].node)
    while node > 0, nodes[node].kind != .link { node = nodes[node].parent }
    return node > 0 ? node : nil
  }

  fileprivate func link(around range: ClosedRange<Int>) -> Int32 {
    guard let node = link(of: range.lowerBound), nodes[node].items.contains(range.upperBound),
      !nodes[node].isAutolink
    else { return 0 }
    return items[range.lowerBound].link
  }

  func whole(_ range: ClosedRange<Int>, _ isWhole: (InlineNode) -> Bool) -> ClosedRange<Int> {
    var (result, last) = (range, range)
    repeat {
      last = result
      result = wholeOnce(result, isWhole)
    } while result != last
    return result
  }

  private func wholeOnce(
    _ range: ClosedRange<Int>, _ isWhole: (InlineNode) -> Bool
  ) -> ClosedRange<Int> {
    var result = range
    for node in nodes.dropFirst().reversed()
    where (isWhole(node) || node.kind == .word) && node.items.overlaps(Range(result)) {
      let isInside =
        node.kind != .code && node.kind != .word && node.items.contains(result.lowerBound)
        && node.items.contains(result.upperBound)
      if isInside { continue }
      result =
        min(
          result.lowerBound, node.items.lowerBound)...max(
          result.upperBound, node.items.upperBound - 1)
    }
    return result
  }
}
