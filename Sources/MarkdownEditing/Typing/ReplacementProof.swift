import MarkdownSyntax
import TextEditing

/// Verifies the replacement of a selection by reading the document again.
///
/// The leaves before and after the touched ones must be unchanged. The unselected contents of the
/// touched leaves must keep their marks, links, cells and blocks.
struct ReplacementProof {
  /// `nearly`: the typed text has other marks, or the result is right after a word is typed.
  enum Verdict { case right, nearly, wrong }

  private let replacement: SelectionReplacement
  /// The typed text as units, or nil if it may be markup.
  private let typed: [SeenUnit]?
  /// Whether a selected character determines the marks of the typed text, like the `a` of `⟦*a*⟧`.
  private let hasModel: Bool

  init(_ replacement: SelectionReplacement) {
    self.replacement = replacement
    let model = replacement.firstSelected.map { replacement.leaves[$0.leaf].units[$0.unit] }
    hasModel = model != nil
    typed =
      replacement.text.mayBeMarkup
      ? nil
      : SeenUnit.text(replacement.text).map { $0.with(model?.marks ?? 0, model?.link ?? []) }
  }

  /// Judges an edit. An emptied leaf is also judged with a word typed there (law 7), because
  /// `- [ ] ` is a task only then.
  func verdict(on result: SelectionReplacement.Result, _ parts: ReplacementParts?) -> Verdict {
    let text = result.edit.applying(to: replacement.tree.source)
    let verdict = verdict(on: text, parts)
    guard verdict == .wrong, parts == nil, let leaf = replacement.emptied else { return verdict }
    var typed = text
    typed.insert(contentsOf: BlockProof.probe, at: result.caret)
    guard let middle = middle(of: typed), middle.count == 1, leaf.isLike(middle[0]),
      middle[0].units.map({ $0.thing }) == [.character("\u{2C00}")]
    else { return .wrong }
    return .nearly
  }

  private func verdict(on text: [UInt8], _ parts: ReplacementParts?) -> Verdict {
    guard let middle = middle(of: text) else { return .wrong }
    return parts.map { verdict(on: middle, $0) } ?? verdict(onJoined: middle)
  }

  /// The leaves of `text` between the unchanged ones, or nil if any other leaf has changed.
  private func middle(of text: [UInt8]) -> [SeenLeaf]? {
    let tree = replacement.tree
    guard let after = try? BlockTree(text, in: tree.dialect, context: replacement.context)
    else { return nil }
    let (old, new) = (replacement.leaves, after.seenLeaves())
    let touched = replacement.touched
    let behind = old.count - touched.upperBound
    guard new.count >= touched.lowerBound + behind else { return nil }
    for index in 0..<touched.lowerBound where !new[index].isSame(as: old[index]) { return nil }
    let last = replacement.tail.map { old[$0].path.first }
    for offset in 0..<behind {
      let (own, other) = (old[old.count - 1 - offset], new[new.count - 1 - offset])
      // Leaves that follow in the last leaf's block may move to an outer level.
      let isLoose = last == own.path.first || offset == behind - 1
      if !other.isSame(as: own, isLoose: isLoose) { return nil }
    }
    return Array(new[touched.lowerBound..<new.count - behind])
  }

  private func verdict(on middle: [SeenLeaf], _ parts: ReplacementParts) -> Verdict {
    var result = Verdict.right
    var rest = middle[...]
    if parts.typing == nil, !replacement.text.isEmpty {
      guard let line = rest.popFirst() else { return .wrong }
      result = verdict(on: line.units, [], [])
    }
    for (offset, removed) in parts.removed.enumerated() where result != .wrong {
      guard let removed else { continue }
      let index = replacement.touched.lowerBound + offset
      let leaf = replacement.leaves[index]
      let (before, behind) = leaf.units(around: removed)
      let isTyping = index == parts.typing && !replacement.text.isEmpty
      let isGone = leaf.isText && !isTyping && !(before + behind).contains { $0.isSolid }
      if isGone { continue }
      guard let own = rest.popFirst(), own.kind == leaf.kind, own.containers == leaf.containers
      else {
        return .wrong
      }
      if isTyping {
        result = verdict(on: own.units, before, behind)
      } else {
        let (units, wanted) = (
          SeenUnit.normalized(own.units), SeenUnit.normalized(before + behind)
        )
        guard units.count == wanted.count, zip(units, wanted).allSatisfy({ $0.isSeen(as: $1) })
        else { return .wrong }
      }
    }
    return rest.isEmpty ? result : .wrong
  }

  private func verdict(onJoined middle: [SeenLeaf]) -> Verdict {
    let (leaves, range) = (replacement.leaves, replacement.range)
    let head = replacement.head.map { leaves[$0] }
    let tail = replacement.tail.map { leaves[$0] }
    let before = head.map { $0.units(around: range).before } ?? []
    let behind = tail.map { $0.units(around: range).behind } ?? []
    let isHead = before.contains { $0.isSolid }
    let isTail = behind.contains { $0.isSolid }
    let isOne = replacement.head == replacement.tail
    if let head, isOne,
      isHead || isTail || !(head.isText || head.isWhole(in: range, of: replacement.tree))
    {
      guard middle.count == 1, head.isLike(middle[0]) else { return .wrong }
    } else if isHead || isTail {
      guard middle.count == 1 else { return .wrong }
      let isLikeHead = head.map { $0.isText && $0.isLike(middle[0]) } ?? false
      if isHead ? !isLikeHead : !(isLikeHead || tail?.isLike(middle[0]) ?? false) { return .wrong }
    } else if middle.count != (replacement.text.contains { !$0.isBlank } ? 1 : 0)
      || typed == nil && middle.contains(where: { !$0.isText })
    {
      // Typed between delimiters, `*` or `~` can make a rule or a fence of them.
      return .wrong
    }
    let units = middle.flatMap { $0.units }
    return verdict(on: units, before, behind)
  }

  /// Compares units with those before the selection, the typed text, and those after it.
  private func verdict(
    on units: [SeenUnit], _ before: [SeenUnit], _ behind: [SeenUnit]
  ) -> Verdict {
    let units = SeenUnit.normalized(units)
    if let typed {
      let wanted = SeenUnit.normalized(before + typed + behind)
      guard units.count == wanted.count else { return .wrong }
      let start = SeenUnit.normalized(before).count
      let end = start + typed.count + 1
      var result = Verdict.right
      for index in units.indices where !units[index].isSeen(as: wanted[index]) {
        let isTyped = index >= start && index < end && !typed.isEmpty
        if !isTyped || !units[index].isSeen(as: wanted[index], withMarks: false) { return .wrong }
        if hasModel { result = .nearly }
      }
      return result
    }
    let (start, end) = (SeenUnit.normalized(before), SeenUnit.normalized(behind))
    // If it shows more than was typed, delimiters have become text: `a ***** b`.
    let shown = units.count { $0.isSolid } - (start + end).count { $0.isSolid }
    return units.count >= start.count + end.count && shown <= replacement.text.count
      && zip(units, start).allSatisfy { $0.isSeen(as: $1) }
      && zip(units.reversed(), end.reversed()).allSatisfy { $0.isSeen(as: $1) } ? .right : .wrong
  }
}

extension SeenLeaf {
  /// Whether both leaves and their containers have the same kinds: `- a` and `- b`, not `# a`.
  fileprivate func isLike(_ other: SeenLeaf) -> Bool {
    kind == other.kind && containers == other.containers
  }

  /// Whether both leaves have the same visible contents, like `*a*` and `_a_`.
  ///
  /// - Parameter isLoose: whether the outer containers may differ.
  fileprivate func isSame(as other: SeenLeaf, isLoose: Bool = false) -> Bool {
    kind == other.kind && units == other.units
      && (isLoose
        ? containers.last == other.containers.last
        : containers == other.containers && shared == other.shared)
  }

  /// Whether a unit is selected. An image is selected as a whole, not with a part of its `](u)`.
  func isSelected(_ index: Int, in range: Range<Int>) -> Bool {
    if case .image = units[index].thing { return range.covers(places[index]) }
    return places[index].overlaps(range)
  }

  /// The unselected units before and after a range. The typed text replaces the first selected
  /// character, so it may be in an image's description: `![x⟧b]` for `⟦![a⟧b]`.
  func units(around range: Range<Int>) -> (before: [SeenUnit], behind: [SeenUnit]) {
    var (before, behind): ([SeenUnit], [SeenUnit]) = ([], [])
    var isPast = range.lowerBound < content.lowerBound
    for index in units.indices {
      if isSelected(index, in: range) {
        isPast = isPast || units[index].isSolid
      } else if places[index].lowerBound < range.lowerBound
        || !isPast && places[index].lowerBound < range.upperBound
      {
        before.append(units[index])
      } else {
        behind.append(units[index])
      }
    }
    return (before, behind)
  }
}

extension SeenUnit {
  /// Whether it matches an expected unit. A unit of `<http://a.b>` matches any link.
  fileprivate func isSeen(as other: SeenUnit, withMarks: Bool = true) -> Bool {
    thing == other.thing && (!withMarks || marks == other.marks)
      && (link == other.link || other.link == [.lessThan] && !link.isEmpty || !withMarks)
  }
}
