import CommonMark

extension MarkdownDocument.Found {
  /// Drops what was found from an index on.
  mutating func dropAll(from index: Int) {
    slices.removeSubrange(index...)
    while let last = definitions.last, last.index >= index { definitions.removeLast() }
  }

  /// Drops the last slice, which begins as `opening` says.
  mutating func dropLast(_ opening: MarkdownDocument.Opening) -> MarkdownDocument.Opening {
    dropAll(from: slices.count - 1)
    return opening
  }

  /// Drops the slice that goes on at an opening; gives where it begins.
  mutating func dropLast(before opening: MarkdownDocument.Opening) -> MarkdownDocument.Opening {
    guard let last = slices.last else { return MarkdownDocument.Opening(offset: 0) }
    dropAll(from: slices.count - 1)
    return MarkdownDocument.Opening(
      offset: opening.offset - last.length, isInner: last.isInner, prefix: last.prefix,
      isWhole: true)
  }

  /// Joins the slice at an index, and what it defines, with the one before, which defines something.
  mutating func join(at index: Int) {
    slices[index - 1].lengthen(by: slices.remove(at: index).length)
    guard let first = definitions.lastIndex(where: { $0.index < index }) else { return }
    if first + 1 < definitions.count, definitions[first + 1].index == index {
      definitions[first].definitions.append(
        contentsOf: definitions.remove(at: first + 1).definitions)
    }
    for later in definitions.indices[(first + 1)...] { definitions[later].index -= 1 }
  }
}

extension MarkdownDocument.Stretch {
  /// Whether a block begins on the first line of the stretch: in `# a`, not in `b` of the paragraph
  /// `a⏎b`.
  var beginsWithBlock: Bool { points.first.map { $0.offset <= start } ?? false }

  /// The last place behind an offset from which the text can be read on with a fresh parser: where a
  /// child of the root begins, else in the midst of definitions.
  func lastPlace(
    behind offset: Int, _ opening: MarkdownDocument.Opening
  ) -> MarkdownDocument.Opening? {
    if let point = points.last(where: { $0.isRootChild && $0.offset > offset }) {
      return MarkdownDocument.Opening(offset: point.offset)
    }
    return opening.isWhole
      ? nil
      : lastDefinition(behind: offset).map { MarkdownDocument.Opening(offset: $0, goesOn: true) }
  }

  /// The offset in the document of the last plain definition behind an offset that has another right
  /// before it: a fresh parser reads from there as one that has read the whole paragraph, unless the
  /// paragraph turns out to have more in it than definitions.
  private func lastDefinition(behind offset: Int) -> Int? {
    guard let last = candidates.candidates.last(where: { $0.goesOn && start + $0.offset > offset })
    else { return nil }
    let place = start + last.offset
    let kind = points.last { $0.offset <= place }?.kind ?? .paragraph
    return mayHidePlain(kind) ? nil : place
  }

  /// Whether a child of the root may continue over blank lines and text in the first column: a
  /// fenced code block may, where `[a]: /u` is code.
  func mayHidePlain(_ kind: MarkdownTree.Kind) -> Bool { kind == .codeBlock || kind == .htmlBlock }
}
