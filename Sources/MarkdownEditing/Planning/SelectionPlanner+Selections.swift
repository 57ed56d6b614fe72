import MarkdownSyntax
import TextEditing

/// Clause 5: the selections and carets after the edit.
extension SelectionPlanner {
  /// The selections after the edit, each from its first to its last character, inside delimiters.
  /// Two that touch one character, such as `&ouml;`, become one.
  func newSelections(
    _ selections: [Range<Int>], _ texts: [LeafText], _ rewriting: LeafEdit
  ) -> [Range<Int>] {
    // A link without delimiters in or before it may become the label of the link before it.
    let mayMoveLinks =
      (rewriting.chunks.count > 2 || rewriting.chunks.contains { !$0.source.isEmpty })
      && texts.contains { $0.hasLink }
    let moved = rewriting.movesCharacters || mayMoveLinks ? reread(texts, rewriting) : nil
    return selections.reduce(into: []) {
      $0.add(newSelection($1, texts, rewriting, moved, behind: $0.last?.upperBound ?? 0))
    }
  }

  private func newSelection(
    _ selection: Range<Int>, _ texts: [LeafText], _ rewriting: LeafEdit, _ moved: Reread?,
    behind start: Int
  ) -> Range<Int> {
    typealias Place = (text: Int, character: Int)
    var ends: (first: Place, last: Place)?
    for (place, text) in texts.enumerated() {
      for index in text.touched(by: selection)
      where text.characters[index].isMarkable && text.isTouched(index, by: selection) {
        ends = (ends?.first ?? (place, index), (place, index))
      }
    }
    guard let ends else {
      // A selection without characters stays if it still has none; otherwise, it becomes a caret.
      let range = rewriting.newRange(of: selection)
      let isOfNothing =
        range.count == selection.count && range.lowerBound >= start
        && !(moved?.texts ?? []).contains { $0.hasMarkable(in: range) }
      let end = max(start, range.upperBound)
      return isOfNothing ? range : end..<end
    }
    func newRange(of place: Place) -> Range<Int> {
      moved?.source(of: place.character, inText: place.text)
        ?? rewriting.newRange(of: texts[place.text].source(of: place.character))
    }
    return newRange(of: ends.first).lowerBound..<newRange(of: ends.last).upperBound
  }

  /// The leaves as read after the edit, or nil if they cannot be read.
  func reread(_ texts: [LeafText], _ rewriting: LeafEdit) -> Reread? {
    guard let after = trial(of: rewriting).reading, after.leaves.count == reading.leaves.count
    else { return nil }
    let moved = texts.compactMap { text -> LeafText? in
      let place = reading.leaves.partitionPoint {
        $0.content.lowerBound >= text.leaf.content.lowerBound
      }
      guard place < reading.leaves.count, reading.leaves[place].content == text.leaf.content,
        let moved = LeafText(after.leaves[place], of: after)
      else { return nil }
      return moved
    }
    return Reread(texts, as: moved)
  }
}

/// Leaves as they are read after an edit.
struct Reread {
  let texts: [LeafText]
  /// For each leaf, the new index of each old character, or -1. Empty if the indices are the same.
  /// Blanks of code may have become line breaks, and the reverse.
  private var indices: [[Int]] = []

  /// Nil if the leaves differ in more than white space.
  fileprivate init?(_ old: [LeafText], as new: [LeafText]) {
    guard old.count == new.count else { return nil }
    texts = new
    for (old, new) in zip(old, new) {
      if old.characters.count == new.characters.count {
        indices.append([])
        continue
      }
      var rest = new.characters.indices.filter { new.characters[$0].isMarkable }[...]
      let found = old.characters.map { $0.isMarkable ? rest.popFirst() ?? -1 : -1 }
      let areAllFound = zip(old.characters, found).allSatisfy { $0.isMarkable == ($1 >= 0) }
      guard rest.isEmpty, areAllFound else { return nil }
      indices.append(found)
    }
  }

  /// The source of a leaf's character, or nil for white space that may be gone.
  func source(of character: Int, inText place: Int) -> Range<Int>? {
    if indices[place].isEmpty { return texts[place].source(of: character) }
    let index = indices[place][character]
    return index < 0 ? nil : texts[place].source(of: index)
  }
}

extension [Range<Int>] {
  /// Appends a selection, merging it with those that it overlaps: `&ouml;` is selected as a whole.
  mutating func add(_ selection: Range<Int>) {
    var whole = selection
    while let last, whole.lowerBound < last.upperBound {
      whole =
        Swift.min(last.lowerBound, whole.lowerBound)..<Swift.max(last.upperBound, whole.upperBound)
      removeLast()
    }
    append(whole)
  }
}
