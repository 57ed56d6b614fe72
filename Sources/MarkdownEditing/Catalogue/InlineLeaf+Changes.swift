import MarkdownSyntax

extension InlineLeaf {
  /// The items that a command on inlines means by a selection: those that it touches, and the rest
  /// of words, images and addresses that it cuts, but not a tag that it cuts. The first and the last
  /// are not blank, and not the only tag of an element.
  func chosen(by selection: Range<Int>) -> [Int] {
    var result: [Int] = []
    for (index, item) in items.enumerated() {
      let node = nodes[Int(item.node)]
      let source = node.kind == .word || node.isAutolink ? node.range : item.source
      if item.kind == .tag ? selection.covers(source) : source.overlaps(selection) {
        result.append(index)
      }
    }
    func isEnd(_ item: Int) -> Bool {
      guard items[item].kind == .tag, case let node = nodes[Int(items[item].node)],
        node.kind == .element, isTag(item, of: Int(items[item].node))
      else { return items[item].isMarked }
      return result.contains(node.items.lowerBound) && result.contains(node.items.upperBound - 1)
    }
    guard let first = result.firstIndex(where: isEnd), let last = result.lastIndex(where: isEnd),
      result[first...last].contains(where: { items[$0].isMarked && items[$0].kind != .tag })
    else { return [] }
    return Array(result[first...last])
  }

  func check(_ selected: [Int], at selection: Range<Int>, in source: [UInt8])
    throws(Outcome.Unchanged)
  {
    guard selected.count == 1, case let item = items[selected[0]],
      item.source.lowerBound < selection.lowerBound, selection.upperBound < item.source.upperBound
    else { return }
    if item.kind == .tag { throw .inHTML }
    if item.kind == .barrier { throw .inFormula }
    if item.kind == .object, source[item.source].starts(with: "[[".utf8) { throw .alreadySo }
  }

  func isMark(at selection: Range<Int>, _ selected: [Int]) -> Bool {
    nodes.contains { node in
      node.isDelimited && selection.covers(node.range)
        && selected.allSatisfy { node.items.contains($0) }
    }
  }

  func address(_ selected: [Int]) -> [UInt8] {
    selected.flatMap { items[$0].isCharacter ? items[$0].utf8 : [] }.withScheme
  }

  func commonLink(of selected: [Int]) -> Int? {
    guard let first = selected.first, let link = link(of: first),
      selected.allSatisfy({ nodes[link].items.contains($0) })
    else { return nil }
    return link
  }

  /// A link or an image around the selected items. A link that is inside goes, and one that is cut
  /// keeps the rest of its text.
  func linking(
    _ selected: [Int], to destination: [UInt8], isImage: Bool = false, isTextless: Bool = false,
    in source: [UInt8] = []
  ) -> InlineChange? {
    guard let first = selected.first, let last = selected.last else { return nil }
    var change = InlineChange(.added)
    let range = whole(first...last) {
      $0.kind == .element || $0.kind == .code || isImage && $0.kind == .link
    }
    if !isImage {
      for (index, node) in nodes.enumerated()
      where node.kind == .link && node.items.overlaps(Range(range)) {
        change.unwrap(index, of: self)
        for rest in rest(of: node.items, without: range) {
          change.wraps.append(wrap(rest, like: node, at: index, in: source))
        }
      }
    }
    var wrap = wrap(range, to: Target(destination: destination, title: nil))
    if isImage { (wrap.open, wrap.isObject) = ([.exclamationMark, .leftBracket], true) }
    if isTextless {
      for item in range { change.remove(item) }
      wrap.items = range.lowerBound...range.lowerBound
      (change.replaced, change.text, change.key) = (range.lowerBound, Array("x".utf8), [])
    }
    change.wraps.append(wrap)
    return change
  }

  private func rest(of all: Range<Int>, without part: ClosedRange<Int>) -> [ClosedRange<Int>] {
    [
      all.lowerBound..<max(all.lowerBound, min(all.upperBound, part.lowerBound)),
      min(all.upperBound, max(all.lowerBound, part.upperBound + 1))..<all.upperBound,
    ].compactMap { rest in
      let solids = rest.filter { items[$0].isMarked }
      guard let first = solids.first, let last = solids.last else { return nil }
      return first...last
    }
  }

  private func wrap(_ range: ClosedRange<Int>, to target: Target) -> InlineChange.Wrap {
    InlineChange.Wrap(items: range, open: [.leftBracket], close: close(for: target), target: target)
  }

  private func close(for target: Target) -> [UInt8] {
    let tail = target.destination.escapedAddress.asTarget
    return !isCell ? tail : tail.flatMap { $0 == .verticalLine ? [.backslash, $0] : [$0] }
  }

  private func wrap(
    _ range: ClosedRange<Int>, like node: InlineNode, at index: Int, in source: [UInt8]
  ) -> InlineChange.Wrap {
    let number = items[node.items].first { $0.link != 0 }?.link ?? 1
    let target = targets[Int(number) - 1]
    var result = wrap(range, to: target)
    switch node.form {
    case .inline, .full: result.close = Array(source[node.closing])
    case .shortcut, .collapsed:
      result.close = Array("][".utf8) + label(of: node, in: source) + [.rightBracket]
    default: break
    }
    return result
  }

  func redirecting(_ index: Int, to destination: [UInt8], in source: [UInt8]) -> InlineChange? {
    let node = nodes[index]
    var change = InlineChange(.added)
    let old = items[node.items].first.flatMap { $0.link == 0 ? Int($0.second) : Int($0.link) }
    guard let old, old > 0, !node.items.isEmpty else { return nil }
    let title = node.form == .inline ? source.linkTitle(in: node.closing) : []
    var target = targets[old - 1]
    target.destination = destination
    if node.form != .inline { target.title = nil }
    change.targets = [(index, target, close(for: target).dropLast() + title + [.rightParenthesis])]
    return change
  }

  func unlinking(_ selected: [Int]) -> InlineChange? {
    var change = InlineChange(.removed)
    for (index, node) in nodes.enumerated()
    where node.kind == .link && selected.contains(where: { node.items.contains($0) }) {
      change.unwrap(index, of: self)
    }
    return change.isEmpty ? nil : change
  }

  /// Nodes without their delimiters. A link without text leaves nothing.
  func unlinking(nodes gone: [Int]) -> InlineChange {
    var change = InlineChange(.removed)
    for node in gone {
      change.unwrap(node, of: self)
      for item in nodes[node].items where items[item].kind == .object && items[item].source.isEmpty
      {
        change.remove(item)
      }
    }
    if !change.removed.isEmpty, items.indices.allSatisfy({ change.removed.contains($0) }) {
      change.keepLetter()
    }
    return change
  }

  func clearing(_ selected: [Int], in source: [UInt8]) -> InlineChange? {
    var change = InlineChange(.removed)
    for item in selected where !items[item].marks.isEmpty { change.cleared.insert(item) }
    for (index, node) in nodes.enumerated()
    where node.kind == .element && node.isFormat(in: source) {
      let own = selected.filter { node.items.contains($0) }
      if own.isEmpty { continue }
      unwrap(index, from: own, &change, in: source)
    }
    return change.isEmpty ? nil : change
  }

  private func unwrap(
    _ index: Int, from selected: [Int], _ change: inout InlineChange, in source: [UInt8]
  ) {
    guard let first = selected.first, let last = selected.last else { return }
    let node = nodes[index]
    change.unwrap(index, of: self)
    let content = node.items.lowerBound + 1..<node.items.upperBound - 1
    for rest in rest(of: content, without: first...last) {
      change.wraps.append(
        InlineChange.Wrap(
          items: rest, open: Array(source[node.opening]), close: Array(source[node.closing]),
          target: nil))
    }
  }

  /// Tags around the selected items. If all of them are in such an element, it comes off them.
  func tagging(
    _ selected: [Int], with tag: InlineTag, at selection: Range<Int>, in source: [UInt8]
  ) throws(Outcome.Unchanged) -> InlineChange? {
    try check(selected, at: selection, in: source)
    let own = nodes.indices.filter { nodes[$0].isElement(tag, in: source) }
    let solids = selected.filter { item in
      items[item].isMarked && !own.contains { isTag(item, of: $0) }
    }
    guard let first = solids.first, let last = solids.last else { return nil }
    let isOn = solids.allSatisfy { item in own.contains { nodes[$0].items.contains(item) } }
    var change = InlineChange(isOn ? .removed : .added)
    var range = whole(first...last) { [.element, .code, .link].contains($0.kind) }
    for index in own {
      let content = nodes[index].items.lowerBound + 1..<nodes[index].items.upperBound - 1
      if isOn {
        let inside = solids.filter { content.contains($0) }
        if !inside.isEmpty { unwrap(index, from: inside, &change, in: source) }
      } else if content.lowerBound - 1 <= range.upperBound + 1,
        range.lowerBound <= content.upperBound + 1
      {
        change.unwrap(index, of: self)
        range =
          min(range.lowerBound, content.lowerBound)...max(range.upperBound, content.upperBound - 1)
      }
    }
    if !isOn {
      change.wraps = [
        InlineChange.Wrap(items: range, open: tag.opening, close: tag.closing, target: nil)
      ]
      change.climbs = isMark(at: selection, selected)
    }
    return change
  }

  private func isTag(_ item: Int, of node: Int) -> Bool {
    item == nodes[node].items.lowerBound || item == nodes[node].items.upperBound - 1
  }

  /// A wiki link around the selected items, or none if they are one and no page is named.
  ///
  /// - Parameter page: the page if the items are its alias, as in `[[page|alias]]`.
  func wikiLink(
    _ selected: [Int], to page: [UInt8]?, at selection: Range<Int>, in source: [UInt8]
  ) throws(Outcome.Unchanged) -> InlineChange? {
    if selected.count == 1,
      let change = try changingWikiLink(selected[0], to: page, in: source)
    {
      return change
    }
    guard let first = selected.first, let last = selected.last,
      selected.allSatisfy({ items[$0].kind == .character && items[$0].isPlain })
    else { throw .noText }
    var change = InlineChange(.added)
    var open = Array("[[".utf8)
    if let page, page != selected.flatMap({ items[$0].utf8 }) { open += page + pipe }
    var wrap = InlineChange.Wrap(
      items: first...last, open: open, close: Array("]]".utf8), target: nil)
    wrap.isObject = true
    change.wraps = [wrap]
    return change
  }

  private var pipe: [UInt8] { isCell ? [.backslash, .verticalLine] : [.verticalLine] }

  /// The text of a wiki link instead of it, or another page in it; nil if the item is not one.
  ///
  /// - Throws: `alreadySo` if the link leads to that page.
  func changingWikiLink(
    _ item: Int, to page: [UInt8]?, in source: [UInt8]
  ) throws(Outcome.Unchanged) -> InlineChange? {
    let range = items[item].source
    guard items[item].kind == .object, source[range].starts(with: "[[".utf8) else { return nil }
    let inner = range.lowerBound + 2..<range.upperBound - 2
    let alias = source[inner].lastIndex(of: .verticalLine)
    if let page {
      let end = alias.map { source[$0 - 1] == .backslash ? $0 - 1 : $0 } ?? inner.upperBound
      if source[inner.lowerBound..<end].elementsEqual(page) { throw .alreadySo }
      let text = source[(alias.map { $0 + 1 } ?? inner.lowerBound)..<inner.upperBound]
      let isSame = text.elementsEqual(page)
      return .inserting(
        Array("[[".utf8) + page + (isSame ? [] : pipe + text) + Array("]]".utf8), at: item, of: self
      )
    }
    var change = InlineChange(.removed)
    change.remove(item)
    change.replaced = item
    let kept = (alias.map { $0 + 1 } ?? inner.lowerBound)..<inner.upperBound
    (change.text, change.kept) = (Array(source[kept]), kept)
    return change
  }
}

extension InlineNode {
  func isElement(_ tag: InlineTag, in source: [UInt8]) -> Bool {
    kind == .element && source[opening].map { $0.smallLetter } == tag.opening
  }

  /// Whether Clear Formatting takes it off: a mark, or tags that are a mark.
  func isFormat(in source: [UInt8]) -> Bool {
    if !mark.isEmpty { return true }
    return InlineTag.marks.contains { isElement($0, in: source) }
  }
}

extension InlineReading {
  func reason(at selection: Range<Int>) -> Outcome.Unchanged? {
    for node in tree.nodes
    where node.range.lowerBound < selection.upperBound
      && selection.lowerBound < node.range.upperBound
      || node.range.covers(selection)
    {
      switch node.kind {
      case .code: return .inCode
      case .html: return .inHTML
      case .inlineHTML where node.range.covers(selection): return .inHTML
      case .metadata: return .inMetadata
      case .definition: return .inDefinition
      case .delimiterRow: return .inTable
      case .rule: return .onRule
      case .island where node.syntax == .math && source[node.range].starts(with: "$$".utf8):
        return .inFormula
      default: continue
      }
    }
    return nil
  }
}
