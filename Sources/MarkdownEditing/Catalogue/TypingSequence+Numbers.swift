import TextEditing

extension TypingSequence {
  /// Renumbers the items after those that a plan removes: `1. a⏎⟦2. b⏎⟧3. c` becomes `1. a⏎2. c`.
  ///
  /// - Parameter tree: the tree of the text before the plan's edit.
  func closingUp(_ plan: Plan, in tree: BlockTree) -> Plan {
    guard command.options.numbering == .renumbers else { return plan }
    let lists = tree.root.listsLosingItems(by: plan.edit, in: tree.source)
    guard !lists.isEmpty,
      let engine = try? BlockEngine(
        plan.edit.applying(to: tree.source), plan.selections, in: command.dialect,
        command.options, context: context, opensEmpty: false)
    else { return plan }
    let root = engine.tree.root.numbering(lists, in: engine.tree.source)
    guard
      case .plan(let closing) = engine.outcome(BlockChange(root: root, effect: plan.effect))
    else { return plan }
    return Plan(
      edit: plan.edit.then(closing.edit),
      selections: plan.selections.map { closing.edit.mapping(utf8: $0) }, effect: plan.effect)
  }
}

extension Block {
  /// Returns the first number of each ordered list that loses an item before others. The keys are
  /// the offsets of the first remaining items, after the edit.
  fileprivate func listsLosingItems(by edit: TextEdit, in source: [UInt8]) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for child in children where !child.isLeaf {
      for (place, number) in child.listsLosingItems(by: edit, in: source) { result[place] = number }
    }
    guard case .list(let style) = kind, style.isOrdered else { return result }
    let places = children.filter { $0.kind == .item }.compactMap { $0.marker.sign(in: source) }
    let isGone = places.map { place in
      edit.replacements.contains {
        $0.range.lowerBound <= place.lowerBound && place.upperBound <= $0.range.upperBound
      }
    }
    guard let gone = isGone.firstIndex(of: true), isGone[gone...].contains(false),
      let first = isGone.firstIndex(of: false),
      let number = children.first(where: { $0.kind == .item })?.marker.number
    else { return result }
    let place = edit.mapping(utf8Offset: places[first].lowerBound, bias: .after)
    result[place] = number
    return result
  }

  /// Returns the block with ordered lists renumbered, by the offsets of their first items.
  fileprivate func numbering(_ lists: [Int: Int], in source: [UInt8]) -> Block {
    if isLeaf { return self }
    let result = withChildren(children.map { $0.numbering(lists, in: source) })
    guard case .list(let style) = kind, style.isOrdered,
      let first = children.first(where: { $0.kind == .item })?.marker.sign(in: source),
      let number = lists[first.lowerBound]
    else { return result }
    return result.numbered(restarts: false, from: number)
  }
}
