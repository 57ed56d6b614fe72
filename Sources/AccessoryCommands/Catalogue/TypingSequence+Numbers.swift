import TextEditing

extension TypingSequence {
  /// A plan that takes items away, with the numbers of those behind them closed up: `1. a⏎2. c` for
  /// `1. a⏎⟦2. b⏎⟧3. c`.
  ///
  /// - Parameter tree: what the plan's edit is of.
  func closingUp(_ plan: CommandPlan, in tree: BlockTree) -> CommandPlan {
    guard command.policies.numbering == .renumbers else { return plan }
    let lists = tree.root.listsLosingItems(by: plan.edit, in: tree.source)
    guard !lists.isEmpty,
      let engine = try? BlockEngine(
        plan.edit.applying(to: tree.source), plan.selections, in: command.dialect,
        command.policies, context: context, typesWord: false)
    else { return plan }
    let root = engine.tree.root.numbering(lists, in: engine.tree.source)
    guard
      case .plan(let closing) = engine.outcome(BlockChange(root: root, effect: plan.effect))
    else { return plan }
    return CommandPlan(
      edit: plan.edit.then(closing.edit),
      selections: plan.selections.map { closing.edit.mapping(utf8: $0) }, effect: plan.effect)
  }
}

extension Block {
  /// The number that each ordered list begins with which loses an item before others, by where its first
  /// item that stays is after an edit.
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

  /// The same with some ordered lists numbered anew, each from a number, by where its first item is.
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
