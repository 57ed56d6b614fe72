import MarkdownSyntax
import TextEditing

/// Whether a text shows what it is to show once a selection is replaced: the leaves before and behind as they
/// were, and of those that are touched what was not selected, with its marks, links, cells and blocks.
///
/// The document is read again for it.
struct ReplacementProof {
  enum Verdict { case right, otherMarks, wrong }

  private let replacement: SelectionReplacement
  /// What is typed, as units; nil where it may be read as markup.
  private let typed: [SeenUnit]?

  init(_ replacement: SelectionReplacement) {
    self.replacement = replacement
    let scalars = String(decoding: replacement.text, as: UTF8.self).unicodeScalars
    let isPlain = scalars.allSatisfy {
      $0 == " " || $0.properties.isAlphabetic || Escaping.isDigit($0)
    }
    let leaves = replacement.touched.map { replacement.leaves[$0] }
    var model = SeenUnit(thing: .lineBreak(isHard: false))
    for leaf in leaves.reversed() {
      for (unit, place) in zip(leaf.units, leaf.places).reversed()
      where unit.isSolid && place.overlaps(replacement.range) { model = unit }
    }
    typed =
      isPlain
      ? scalars.map { SeenUnit(thing: .character($0), marks: model.marks, link: model.link) } : nil
  }

  /// What an edit makes of the document.
  func verdict(on edit: TextEdit, _ parts: ReplacementParts?) -> Verdict {
    let tree = replacement.tree
    guard
      let after = try? BlockTree(
        edit.applying(to: tree.source), in: tree.dialect, context: replacement.context),
      after.uncertainTables <= tree.uncertainTables
    else { return .wrong }
    let (old, new) = (replacement.leaves, after.seenLeaves())
    let touched = replacement.touched
    let behind = old.count - touched.upperBound
    guard new.count >= touched.lowerBound + behind else { return .wrong }
    for index in 0..<touched.lowerBound where !new[index].isSame(as: old[index]) { return .wrong }
    let last = replacement.tail.map { old[$0].path.first }
    for offset in 0..<behind {
      let (own, other) = (old[old.count - 1 - offset], new[new.count - 1 - offset])
      // What follows in the block that the last leaf leaves may stand less deep.
      let isLoose = last == own.path.first || offset == behind - 1
      if !other.isSame(as: own, isLoose: isLoose) { return .wrong }
    }
    let middle = Array(new[touched.lowerBound..<new.count - behind])
    return parts.map { verdict(on: middle, $0) } ?? verdict(onJoined: middle)
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
      guard let own = rest.popFirst(), own.kind == leaf.kind, own.containers == leaf.containers else {
        return .wrong
      }
      if isTyping {
        result = verdict(on: own.units, before, behind)
      } else if SeenUnit.normalized(own.units) != SeenUnit.normalized(before + behind) {
        return .wrong
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
    if let head, isOne, isHead || isTail || !(head.isText || head.isWhole(in: range, of: replacement.tree)) {
      guard middle.count == 1, head.isLike(middle[0]) else { return .wrong }
    } else if isHead || isTail {
      // What follows the line that a heading is joined with is a paragraph.
      guard let first = middle.first, let last = middle.last, middle.count < 3 else { return .wrong }
      if isHead, !(head?.isLike(first) ?? false) { return .wrong }
      if !isHead, !((tail?.isLike(first) ?? false) || (head?.isLike(first) ?? false)) {
        return .wrong
      }
      if middle.count == 2, first.kind.first != 1 || last.kind != [0] { return .wrong }
    } else if middle.count != (replacement.text.contains { !$0.isSpaceOrTab } ? 1 : 0) {
      return .wrong
    }
    var units: [SeenUnit] = []
    for leaf in middle {
      if !units.isEmpty { units.append(SeenUnit(thing: .lineBreak(isHard: false))) }
      units += leaf.units
    }
    return verdict(on: units, before, behind)
  }

  /// Whether what stands on both sides is there, and what is typed in between.
  private func verdict(
    on units: [SeenUnit], _ before: [SeenUnit], _ behind: [SeenUnit]
  ) -> Verdict {
    let units = SeenUnit.normalized(units)
    if let typed {
      let wanted = SeenUnit.normalized(before + typed + behind)
      if units == wanted { return .right }
      guard units.count == wanted.count, !typed.isEmpty else { return .wrong }
      let start = SeenUnit.normalized(before).count
      let end = start + typed.count + 1
      for index in units.indices where units[index] != wanted[index] {
        let isTyped = index >= start && index < end
        if !isTyped || units[index].thing != wanted[index].thing { return .wrong }
      }
      return .otherMarks
    }
    let (start, end) = (SeenUnit.normalized(before), SeenUnit.normalized(behind))
    return units.starts(with: start) && units.reversed().starts(with: end.reversed())
      && units.count >= start.count + end.count ? .right : .wrong
  }
}

extension SeenLeaf {
  /// Whether another is of the same kind, in containers of the same kinds.
  fileprivate func isLike(_ other: SeenLeaf) -> Bool {
    kind == other.kind && containers == other.containers
  }

  /// Whether another shows the same in the same place.
  ///
  /// - Parameter isLoose: whether it may stand in fewer containers, or in another list.
  fileprivate func isSame(as other: SeenLeaf, isLoose: Bool = false) -> Bool {
    kind == other.kind && units == other.units
      && (isLoose
        ? containers.last == other.containers.last
        : containers == other.containers && shared == other.shared)
  }

  /// The units before and behind a range.
  func units(around range: Range<Int>) -> (before: [SeenUnit], behind: [SeenUnit]) {
    let start = places.partitionPoint { $0.upperBound > range.lowerBound }
    let end = max(start, places.partitionPoint { $0.lowerBound >= range.upperBound })
    return (Array(units[..<start]), Array(units[end...]))
  }
}
