import CommonMark

/// White space, breaks, raw HTML and images at the ends of a mark, which belong outside; and raw
/// HTML that parts it.
extension RunRules {
  /// How many of them have the mark that had it not in the tree before.
  func drawnIn(since before: RunRules) -> Int {
    guard before.items.count == items.count else { return 0 }
    return items.indices.count { index in
      !items[index].isMarkable && isMarked(index)
        && !before.items[index].text.marks.contains(mark) && isAtEdge(index)
    }
  }

  /// Whether raw HTML at the start of a line stands between two characters that would begin a block
  /// without the delimiter before it. True of `a` and `b` in `**a**⏎**<div>b**`.
  func isPartedByHTML(_ left: Int, _ right: Int) -> Bool {
    (left + 1..<right).contains { index in
      guard tree.nodes[items[index].text.node].kind == .htmlInline,
        let before = items[left..<index].last(where: { $0.isMarkable || !$0.isCharacter }),
        [.softBreak, .lineBreak].contains(tree.nodes[before.text.node].kind)
      else { return false }
      let html = tree.nodes[items[index].text.node].literal
      return LineStart.beginsHTMLBlock(
        tree.bytes[Int(html.lowerBound)..<Int(html.upperBound)], isFirst: false, isAlone: false)
    }
  }

  /// Whether an item has the mark: `a` of `**a** b` for strong.
  private func isMarked(_ index: Int) -> Bool { items[index].text.marks.contains(mark) }

  /// Whether the mark ends beside an item, and nothing that stays whole keeps it there. True of the
  /// dot in `**a.** b`, not in `**a.b**`.
  private func isAtEdge(_ index: Int) -> Bool {
    let left = markableItem(before: index)
    let right = markableItem(behind: index)
    if let left, let right, isMarked(left), isMarked(right) { return false }
    let sharesCode = [left, right].contains {
      guard let other = $0, isMarked(other) else { return false }
      return items[min(index, other)...max(index, other)].allSatisfy {
        $0.text.marks.contains(.code)
      }
    }
    if sharesCode { return false }
    return !isHeldByNode(index, next: left) && !isHeldByNode(index, next: right)
      && !isInSpannedLink(index) && !isInSpannedElement(index)
  }

  /// Whether a node of another mark, or of a link around what is no white space, ends beyond an
  /// item with nothing markable between: to leave the item out would cut that node. True of the dot
  /// in `**a *b.***` for strong.
  ///
  /// - Parameter next: the next markable item on that side.
  private func isHeldByNode(_ index: Int, next: Int?) -> Bool {
    let outer = ancestors(of: items[index].text.node)
    for (place, node) in outer.enumerated() {
      if let next, isIn(node, next) { return false }
      let kind = tree.nodes[node].kind
      if kind.mark == mark {
        let isNested = outer[(place + 1)...].contains { tree.nodes[$0].kind.mark == mark }
        if isNested { continue }
        return false
      }
      let holds = !kind.mark.isEmpty || (kind == .link && !items[index].isCharacter)
      if holds, count(items(in: node)).marked > 0 { return true }
    }
    return false
  }

  /// Whether an item stands in a link that the mark goes around together with text outside. True of
  /// `b` in `**a [b](/u)**`.
  private func isInSpannedLink(_ index: Int) -> Bool {
    let outer = ancestors(of: items[index].text.node)
    return outer.indices.contains { place in
      guard tree.nodes[outer[place]].kind == .link else { return false }
      return outer[(place + 1)...].contains { run in
        tree.nodes[run].kind.mark == mark
          && count(items(in: run)).markable > count(items(in: outer[place])).markable
      }
    }
  }

  /// Whether an item is in an HTML element, or one of its tags, that the mark goes around together with
  /// text outside. True of `</b>` in `**a <b>c</b>**`.
  private func isInSpannedElement(_ index: Int) -> Bool {
    elements.contains { element in
      let run = items[element.lowerBound].text.run
      return run >= 0 && (element.lowerBound...element.upperBound).contains(index)
        && count(items(in: run)).markable > count(element).markable
    }
  }

  /// The last markable item before one; O(log items).
  private func markableItem(before index: Int) -> Int? {
    let count = markable[index]
    return count > 0 ? markable.partitionPoint { $0 >= count } - 1 : nil
  }

  /// The first markable item behind one; O(log items).
  private func markableItem(behind index: Int) -> Int? {
    let place = markable.partitionPoint { $0 > markable[index + 1] }
    return place < markable.count ? place - 1 : nil
  }

  /// Whether an item stands in a node: `b` in the emphasis of `a *b*`.
  private func isIn(_ node: Int, _ index: Int) -> Bool {
    node < items[index].text.node && items[index].text.node < tree.nodes[node].end
  }

  /// The nodes of marks and links around a node, the innermost first.
  private func ancestors(of node: Int) -> [Int] {
    nodes(around: node).filter { !tree.nodes[$0].kind.isBlock }
  }
}
