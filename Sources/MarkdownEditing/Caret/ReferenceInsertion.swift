import MarkdownSyntax
import TextEditing

/// Writes a reference to a footnote at a caret. The rest of the leaf shows the same.
///
/// The places and spellings are tried in order: at the caret; on another side of the delimiters
/// there; after the elements around it. For example, `see https://a.b‸` becomes
/// `see <https://a.b>[^1]`.
struct ReferenceInsertion {
  private let reference: [UInt8]
  /// The text, read as if the footnote were defined.
  private let reading: InlineReading
  /// The leaf with the caret; nil on a blank line.
  private var leaf: InlineLeaf?
  private var caret: Int

  /// - Parameter context: the context, with the footnote's label.
  init(_ reference: [UInt8], at caret: Int, in tree: BlockTree, _ context: ReadingContext) {
    let source = tree.source
    (self.reference, self.caret) = (reference, caret)
    reading = InlineReading(source, in: tree.dialect, context, leavesIn: 0..<source.count)
    guard let place = reading.leaf(at: caret, of: tree) else { return }
    let leaf = reading.leaf(place)
    self.leaf = leaf
    if leaf.isCell { return }
    let content = leaf.nodes[0].content
    self.caret = max(caret, content.lowerBound)
    // Before closing hashes and an underline, but after blanks at the end of a line.
    let rest = source[content.upperBound...].prefix { !$0.isLineEnding }
    if caret > rest.endIndex || !rest.allSatisfy({ $0.isBlank }) {
      self.caret = min(self.caret, content.upperBound)
    }
  }

  /// Returns the first edit whose text is read as wanted, and the offset after the reference in that
  /// text; nil if there is none.
  func edit() -> (edit: TextEdit, end: Int)? {
    guard let leaf else { return likeLetter() }
    let place = leaf.outside(caret, in: reading.source)
    var places = [place] + leaf.ends(around: place).filter { $0 != place }
    if let item = leaf.items.first(where: { $0.isBreak && $0.source.contains(place) }) {
      places.append(item.source.lowerBound)
    }
    places += leaf.nodes.dropFirst().map { $0.range }.filter { $0.contains(place) }
      .map { $0.upperBound }.sorted()
    for place in places {
      for pieces in [[], leaf.address(before: place, in: reading.source)]
        + [leaf.label(around: place, in: reading.source)]
      {
        guard let pieces else { continue }
        if let result = edit(at: place, with: pieces, of: leaf)
          ?? edit(at: place, with: pieces, of: leaf, escapes: true)
        {
          return result
        }
      }
    }
    return likeLetter()
  }

  /// Returns the edit that inserts the reference at the caret if it is read like a letter there: on
  /// a blank line, and after a box without text.
  private func likeLetter() -> (edit: TextEdit, end: Int)? {
    guard let typed = TypedLetter(at: caret, in: reading) else { return nil }
    // A letter beside a box or in the label of a link would make text of it.
    func objects(_ leaf: InlineLeaf) -> Int { leaf.items.count { $0.kind == .object } }
    if let leaf, leaf.targets != typed.leaf.targets || objects(leaf) != objects(typed.leaf) {
      return nil
    }
    var leaf = typed.leaf
    leaf.items.remove(at: typed.item)
    let removal = TextEdit([.init(typed.letter, with: [])])
    leaf.items = leaf.items.map { $0.moved(by: removal) }
    return edit(at: caret, with: [], of: leaf, like: typed.reading)
  }

  /// Returns the edit for a place if the text is read as wanted.
  ///
  /// - Parameters:
  ///   - pieces: replacements that are read as the text itself, before or after the place.
  ///   - escapes: whether what would make a link of the reference, as `(` does, is escaped.
  ///   - other: a text with the same blocks as the edited one; nil for the text itself.
  private func edit(
    at place: Int, with pieces: [TextEdit.Replacement], of leaf: InlineLeaf,
    like other: InlineReading? = nil, escapes: Bool = false
  ) -> (edit: TextEdit, end: Int)? {
    let around = TextEdit(pieces)
    let base = around.applying(to: reading.source)
    guard let leaf = pieces.isEmpty ? leaf : respelled(leaf, as: base) else { return nil }
    let start = around.mapping(utf8Offset: place, bias: .after)
    if escapes, start == base.count || !"([:".utf8.contains(base[start]) { return nil }
    let insertion = TextEdit([
      .init(start..<start, with: reference + (escapes ? [.backslash] : []))
    ])
    let edited = insertion.applying(to: base)
    let own = start..<start + reference.count
    let after = InlineReading(
      edited, in: reading.dialect, reading.context,
      leavesIn: other == nil ? 0..<edited.count : own)
    guard let node = after.leaves(at: [own]).first,
      (other ?? reading).places(of: [leaf.place], in: after) == [node],
      leaf.wanted(with: own, by: insertion, in: edited, base).isRead(
        as: after.leaf(node), in: edited),
      reading.libraryAgrees(on: edited, at: [own])
    else { return nil }
    return (around.then(insertion), own.upperBound)
  }

  /// Returns the leaf of a text that is spelled in another way; nil if it shows something else.
  private func respelled(_ leaf: InlineLeaf, as base: [UInt8]) -> InlineLeaf? {
    let after = InlineReading(
      base, in: reading.dialect, reading.context, leavesIn: 0..<base.count)
    guard let place = reading.places(of: [leaf.place], in: after)?.first else { return nil }
    let new = after.leaf(place)
    let isSame = leaf.items.elementsEqual(new.items) {
      $0.kind == $1.kind && $0.scalar == $1.scalar && $0.marks == $1.marks
    }
    // An address in brackets is a link.
    return isSame && new.targets.count - leaf.targets.count <= 1 ? new : nil
  }
}

extension InlineReading {
  /// Returns the node of the leaf on whose line or in whose cell an offset is.
  fileprivate func leaf(at offset: Int, of blocks: BlockTree) -> Int? {
    let line = Int32(truncatingIfNeeded: blocks.line(at: offset))
    return tree.nodes.firstIndex { node in
      node.kind == .cell
        ? node.range.lowerBound <= offset && offset <= node.range.upperBound
        : node.kind.isLeaf && node.lines.contains(line)
    }
  }
}

extension InlineItem {
  fileprivate func moved(by edit: TextEdit) -> InlineItem {
    var result = self
    result.source =
      edit.mapping(
        utf8Offset: source.lowerBound, bias: .after)..<edit.mapping(
        utf8Offset: source.upperBound, bias: .before)
    return result
  }
}

extension InlineLeaf {
  /// Returns an offset moved out of code, an address, a tag, an image, the spelling of a character,
  /// and the markup that a reader does not see.
  fileprivate func outside(_ offset: Int, in source: [UInt8]) -> Int {
    var place = offset
    for node in nodes.dropFirst().reversed() where node.range.lowerBound < place {
      let isWhole =
        node.kind == .code || node.kind == .word || node.form == .autolink
        || node.form == .emailAutolink
      if isWhole, place < node.range.upperBound { place = node.range.upperBound }
      if place < node.content.lowerBound { place = node.content.lowerBound }
      if node.content.upperBound < place, place < node.range.upperBound {
        place = node.mark.isEmpty ? node.range.upperBound : node.content.upperBound
      }
    }
    if let box = items.first, isBox(box), place <= box.source.upperBound {
      return box.source.upperBound + 1
    }
    guard let item = items.first(where: { $0.source.upperBound > place }),
      item.source.lowerBound < place
    else { return place }
    guard item.isBreak else { return item.source.upperBound }
    if source[item.source.lowerBound] == .backslash { return item.source.lowerBound }
    let isNextLine = source[item.source.lowerBound..<place].contains { $0.isLineEnding }
    return isNextLine ? item.source.upperBound : place
  }

  /// Whether an item is the box of a task, as in `[ ] a`.
  private func isBox(_ item: InlineItem) -> Bool {
    item.kind == .object && item.source.count == 3 && item.start == items[0].start
  }

  /// Returns the brackets that end a bare address before an offset, as in `<https://a.b>`.
  fileprivate func address(before place: Int, in source: [UInt8]) -> [TextEdit.Replacement]? {
    guard let node = nodes.first(where: { $0.form == .bare && $0.range.upperBound == place })
    else { return nil }
    let (start, text) = (node.range.lowerBound, Array(source[node.range]))
    let hasScheme = text.contains(.atSign) || !Array(text.prefix(4)).elementsEqual("www.".utf8)
    let parts: ([UInt8], [UInt8]) =
      hasScheme
      ? ([.lessThan], [.greaterThan])
      : ([.leftBracket], Array("](http://".utf8) + text + [.rightParenthesis])
    return [.init(start..<start, with: parts.0), .init(place..<place, with: parts.1)]
  }

  /// Returns the full label of a reference around an offset, whose text would be another label with
  /// more in it: `[a][a]` for `[a]`.
  fileprivate func label(around place: Int, in source: [UInt8]) -> [TextEdit.Replacement]? {
    guard
      let node = nodes.last(where: {
        ($0.form == .shortcut || $0.form == .collapsed) && $0.content.lowerBound <= place
          && place <= $0.content.upperBound
      })
    else { return nil }
    let (label, end) = (Array(source[node.content]), node.range.upperBound)
    return node.form == .shortcut
      ? [.init(end..<end, with: [.leftBracket] + label + [.rightBracket])]
      : [.init(end - 1..<end - 1, with: label)]
  }

  /// Returns what the leaf should show with a reference that is inserted at the start of a range.
  fileprivate func wanted(
    with reference: Range<Int>, by insertion: TextEdit, in edited: [UInt8], _ source: [UInt8]
  ) -> WantedLeaf {
    let place = reference.lowerBound
    let next = items.partitionPoint { $0.source.upperBound > place }
    let isInBreak = next < items.count && items[next].source.lowerBound < place
    var own = InlineItem(
      kind: .object, isSolid: true, marks: [], node: 0, link: 0,
      start: Int32(truncatingIfNeeded: place), end: Int32(truncatingIfNeeded: reference.upperBound))
    var links: Int32 = 0
    for node in nodes.dropFirst() {
      if node.kind == .link { links += 1 }
      guard node.content.lowerBound <= place, place <= node.content.upperBound else { continue }
      own.marks.formUnion(node.mark)
      if node.kind == .link { own.link = links }
    }
    var blank = own
    (blank.kind, blank.isSolid) = (.character, false)
    // The blanks beside the reference, which the leaf shows only with it.
    func blanks(_ gap: some Collection<UInt8>) -> [InlineItem] {
      gap.prefix { $0.isBlank }.map { _ in blank }
    }
    // The blank after a task's box is not shown.
    let isAfterBox = next > 0 && isBox(items[next - 1])
    let start =
      isInBreak
      ? items[next].source.lowerBound
      : next > 0 && !isAfterBox ? items[next - 1].source.upperBound : place
    let end = isInBreak || next == items.count ? place : items[next].source.lowerBound
    var shown =
      items[..<next].map { $0 } + blanks(source[start..<max(start, place)].reversed()) + [own]
    shown +=
      blanks(source[place..<max(place, end)]) + items[next...].map { $0.moved(by: insertion) }
    return WantedLeaf(self, in: edited, showing: shown, isCode: false)
  }
}
