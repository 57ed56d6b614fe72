import CommonMark

/// Checks consequences of the contract: white space is inside the mark between selected characters
/// and outside at the ends, neighbouring runs are joined, and no pair of delimiters is empty.
struct Joining {
  let before: Reading
  let after: Reading
  let order: Order

  func violations() -> [Violation] {
    let pairs = after.rendered.pairs(with: before.rendered)
    var violations: [Violation] = []
    for leaf in after.rendered.leaves {
      let markable = leaf.events.filter { after.events[$0].isMarkable }
      for (left, right) in zip(markable, markable.dropFirst()) {
        guard let old = pairs[left], let next = pairs[right] else { continue }
        violations += check(left, right, old, next)
      }
      violations += edges(leaf, markable, pairs)
    }
    return violations + emptyPairs() + nests()
  }

  private func has(_ event: Int) -> Bool { after.events[event].marks.contains(order.mark) }

  private func name(_ event: Int) -> String {
    quoted(after.source[after.spans[event]])
  }

  /// Checks two markable characters that have none between them.
  private func check(_ left: Int, _ right: Int, _ old: Int, _ next: Int) -> [Violation] {
    let both = order.targets.contains(old) && order.targets.contains(next)
    let one = order.targets.contains(old) || order.targets.contains(next)
    let between = left + 1..<right
    let areAdjacent = between.allSatisfy { after.events[$0].isMark }
    if order.adds, both || (one && areAdjacent), has(left), has(right),
      let edge = between.first(where: isEdgeOfMark), !isSpanned(left, right),
      !isObstructed(between), canSpanBreaks(left, right)
    {
      return [
        Violation(
          .joined,
          "the mark is not one run between \(name(left)) and \(name(right)), at "
            + "\(after.spans[edge].lowerBound)")
      ]
    }
    if !order.adds, both {
      let marked = between.first {
        after.events[$0].scalar != nil && !after.events[$0].isInImage && has($0)
          && !isAlone($0)
      }
      if let marked, !isObstructed(between) {
        return [
          Violation(.joined, "the white space at \(after.spans[marked].lowerBound) keeps the mark")
        ]
      }
    }
    return []
  }

  /// Whether one node of the mark contains both characters.
  private func isSpanned(_ left: Int, _ right: Int) -> Bool {
    after.events.indices.prefix { $0 < left }.contains {
      after.events[$0].kind == .openMark(order.mark) && after.events[$0].partner > right
    }
  }

  private func isEdgeOfMark(_ event: Int) -> Bool { after.events[event].delimits(order.mark) }

  /// Whether something between two characters prevents the mark from spanning it.
  private func isObstructed(_ between: Range<Int>) -> Bool {
    between.contains { index in
      let event = after.events[index]
      switch event.kind {
      case .openMark(order.mark), .closeMark(order.mark): return false
      case .character(let scalar): return order.mark == .code && (scalar == "\n" || scalar == "\r")
      case .hardBreak: return order.mark == .code
      // Code can span a soft break that shows as one blank.
      case .softBreak: return order.mark == .code && !isBlankInCode(index)
      case .html:
        return order.mark == .code || beginsBlock(index)
          || after.rendered.elements.contains { element in
            (element.lowerBound == index || element.upperBound == index)
              && element.contains { after.events[$0].isMarkable && has($0) != order.adds }
          }
      case .openImage, .closeImage: return order.mark == .code
      case .openMark, .closeMark, .openLink, .closeLink:
        guard !event.isInImage else { return false }
        let node = min(index, event.partner)...max(index, event.partner)
        return order.mark == .code
          || node.contains {
            (after.events[$0].isMarkable && has($0) != order.adds) || beginsBlock($0)
          }
      default: return true
      }
    }
  }

  /// Whether raw HTML would begin an HTML block without the delimiter before it, by libcmark.
  private func beginsBlock(_ event: Int) -> Bool {
    guard case .html(let bytes) = after.events[event].kind else { return false }
    // The indentation of a lazy line is text after a hard break.
    let previous = after.events.indices[..<event].last {
      !after.events[$0].isEdge && !isSpace($0)
    }.map { after.events[$0].kind }
    let next = after.events[(event + 1)...].first { !$0.isEdge }?.kind
    func isBreak(_ kind: Event.Kind?) -> Bool { kind == .softBreak || kind == .hardBreak }
    var isFirst = false
    if case .openBlock = previous { isFirst = true }
    guard isFirst || isBreak(previous) else { return false }
    var line = isFirst ? [] : Array("a\n".utf8)
    line += bytes
    if case .character = next { line += Array("x".utf8) }
    guard let tree = try? MarkdownTree(parsing: line + Array("\n".utf8)) else { return false }
    return Rendered(tree).events.contains {
      if case .opaqueBlock = $0.kind { true } else { false }
    }
  }

  /// Whether libcmark shows a soft break as exactly one blank in a code span around it. Blanks at
  /// the end of the line or before a lazy one would also show.
  private func isBlankInCode(_ event: Int) -> Bool {
    func blanks(_ source: [UInt8]) -> Int {
      let tree = try? MarkdownTree(parsing: source)
      return tree.map { tree in
        tree.nodes.count {
          $0.kind == .code && $0.literal.count == 1
            && tree.bytes[Int($0.literal.lowerBound)] == 0x20
        }
      } ?? 0
    }
    let tick = UInt8(ascii: "`")
    let longest = after.source.split { $0 != tick }.map(\.count).max() ?? 0
    let fence = Array(repeating: tick, count: longest + 1)
    let span = after.spans[event]
    let source =
      after.source[..<span.lowerBound] + [0x20] + fence + after.source[span] + fence + [0x20]
      + after.source[span.upperBound...]
    return blanks(Array(source)) > blanks(after.source)
  }

  /// Whether code can span the soft breaks between two characters, tried in all plain ways. It
  /// cannot if the next line needs an escape to not become a list item.
  private func canSpanBreaks(_ left: Int, _ right: Int) -> Bool {
    let isOverBreak = (left..<right).contains { after.events[$0].kind == .softBreak }
    guard order.mark == .code, isOverBreak else { return true }
    let open = after.events.indices[..<left].last { after.events[$0].kind == .openMark(.code) }
    let close = after.events.indices[right...].first { after.events[$0].kind == .closeMark(.code) }
    guard let open, let close else { return true }
    let inner = (left..<right).filter { isEdgeOfMark($0) || after.events[$0].isMark }
    let fences = (1...5).flatMap { length in
      ["", " "].map { ($0, String(repeating: "`", count: length)) }
    }
    return fences.contains { blank, fence in
      var source: [UInt8] = []
      var end = 0
      func keep(to place: Int) { if place > end { source += after.source[end..<place] } }
      for event in [open] + inner + [close] {
        keep(to: after.spans[event].lowerBound)
        if event == open { source += Array((fence + blank).utf8) }
        if event == close { source += Array((blank + fence).utf8) }
        end = max(end, after.spans[event].upperBound)
      }
      source += after.source[end...]
      let tree = try? MarkdownTree(parsing: source)
      return tree.map { contentViolations(before.rendered, Rendered($0), order).isEmpty } ?? false
    }
  }

  private func isSpace(_ event: Int) -> Bool {
    after.events[event].kind == .character(" ") && after.spans[event].count == 1
  }

  /// Returns white space, breaks, images and HTML that gained the mark without a marked character on
  /// both sides.
  private func edges(
    _ leaf: Rendered.Leaf, _ markable: [Int], _ pairs: [Int: Int]
  ) -> [Violation] {
    guard order.adds else { return [] }
    return leaf.events.compactMap { event in
      let kind = after.events[event].kind
      guard !after.events[event].isEdge, !after.events[event].isMarkable, kind != .closeImage,
        !after.events[event].isInImage, has(event), let old = pairs[event],
        !before.events[old].marks.contains(order.mark)
      else { return nil }
      let left = markable.last { $0 < event }
      let right = markable.first { $0 > event }
      if let left, let right, has(left), has(right) { return nil }
      if sharesCode(event, left) || sharesCode(event, right) || isHeldByNode(event)
        || isInSpannedLink(event) || isInSpannedElement(event)
      {
        return nil
      }
      return Violation(
        .joined, "what stands at the edge, at \(after.spans[event].lowerBound), is marked")
    }
  }

  /// Whether the event is in a node that must not be cut: a node of another mark or, unless the
  /// event is white space, a link, that ends beyond it without markable text between.
  private func isHeldByNode(_ event: Int) -> Bool {
    let isSpace = after.events[event].scalar != nil
    func shields(_ outwards: some Sequence<Int>) -> Bool {
      for index in outwards {
        let other = after.events[index]
        // Nested nodes of the mark do not end the run either.
        if other.isInImage || isNested(index) { continue }
        if other.isMarkable || other.delimits(order.mark) { return false }
        guard other.isEdge, other.isMark || !isSpace else { continue }
        let node = min(index, other.partner)...max(index, other.partner)
        if node.contains(event), node.contains(where: { after.events[$0].isMarkable && has($0) }) {
          return true
        }
      }
      return false
    }
    return shields((0..<event).reversed()) || shields(event + 1..<after.events.count)
  }

  /// Whether an event is an edge of a node of the mark within another such node.
  private func isNested(_ event: Int) -> Bool {
    guard isEdgeOfMark(event) else { return false }
    return after.events[min(event, after.events[event].partner)].marks.contains(order.mark)
  }

  /// Whether the event is in a link that the mark surrounds together with text outside it. The run
  /// then includes whatever the link begins or ends with.
  private func isInSpannedLink(_ event: Int) -> Bool {
    after.events.indices.contains { link in
      guard case .openLink = after.events[link].kind, after.events[link].marks.contains(order.mark)
      else { return false }
      let inside = link...after.events[link].partner
      guard inside.contains(event) else { return false }
      return after.events.indices.contains { node in
        guard after.events[node].kind == .openMark(order.mark) else { return false }
        let run = node...after.events[node].partner
        return run.contains(link)
          && run.contains { !inside.contains($0) && after.events[$0].isMarkable }
      }
    }
  }

  /// Whether the event is in an HTML element that the mark surrounds together with other text.
  private func isInSpannedElement(_ event: Int) -> Bool {
    after.rendered.elements.contains { element in
      (element.lowerBound...element.upperBound).contains(event)
        && after.events.indices.contains { node in
          guard after.events[node].kind == .openMark(order.mark) else { return false }
          let run = node...after.events[node].partner
          return run.contains(element.lowerBound)
            && run.contains { !element.contains($0) && after.events[$0].isMarkable }
        }
    }
  }

  /// Whether white space is in a node of the mark without any markable character.
  private func isAlone(_ event: Int) -> Bool {
    after.events.indices.contains { index in
      after.events[index].kind == .openMark(order.mark) && index < event
        && event < after.events[index].partner
        && !(index..<after.events[index].partner).contains { after.events[$0].isMarkable }
    }
  }

  /// Whether white space is in a code span with a marked character: marks surround whole spans.
  private func sharesCode(_ event: Int, _ other: Int?) -> Bool {
    guard let other, order.mark != .code, has(other) else { return false }
    return (min(event, other)...max(event, other)).allSatisfy {
      after.events[$0].marks.contains(.code)
    }
  }

  /// Reports new nodes of the mark nested in others of the same mark, which joined runs never have.
  private func nests() -> [Violation] {
    func count(_ reading: Reading) -> Int {
      reading.events.count {
        $0.kind == .openMark(order.mark) && $0.marks.contains(order.mark) && !$0.isInImage
      }
    }
    return count(after) > count(before)
      ? [Violation(.joined, "the mark is nested in itself")] : []
  }

  /// Reports new pairs of delimiters around nothing markable.
  private func emptyPairs() -> [Violation] {
    func count(_ reading: Reading) -> Int {
      reading.events.indices.count { index in
        guard case .openMark = reading.events[index].kind, !reading.events[index].isInImage else {
          return false
        }
        let inside = index + 1..<reading.events[index].partner
        if let first = inside.first(where: { !reading.events[$0].isEdge }),
          reading.source == after.source, beginsBlock(first)
        {
          return false
        }
        return !inside.contains { reading.events[$0].isMarkable }
      }
    }
    return count(after) > count(before)
      ? [Violation(.joined, "delimiters around nothing markable")] : []
  }
}
