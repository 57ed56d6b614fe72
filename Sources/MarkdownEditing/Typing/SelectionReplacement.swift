import MarkdownSyntax
import TextEditing

/// Replaces a selection by typed or pasted text, or deletes it.
///
/// Everything outside the selection keeps its marks, link, cell and block (``ReplacementProof``).
/// An element without remaining contents is removed with its markup. For example, Backspace in
/// `a [⟦b](u) c⟧ d` gives `a  d`. The typed text gets the marks of the first selected character. It
/// is source, as at a caret: if it changes what is around it, no character is escaped.
struct SelectionReplacement {
  let tree: BlockTree
  let context: ReadingContext
  let range: Range<Int>
  let text: [UInt8]
  let leaves: [SeenLeaf]
  /// The leaves in which the selection begins and ends, or nil on a blank line.
  let head: Int?
  let tail: Int?

  /// An edit and the caret after it.
  typealias Result = (edit: TextEdit, caret: Int)

  init(tree: BlockTree, context: ReadingContext, range: Range<Int>, text: [UInt8] = []) {
    self.tree = tree
    self.context = context
    let leaves = tree.seenLeaves()
    self.leaves = leaves
    let selected = leaves.withoutCutMarkup(range, of: tree)
    let head = leaves.leaf(at: selected.lowerBound, in: tree, isEnd: false)
    self.head = head
    tail = leaves.leaf(at: selected.upperBound, in: tree, isEnd: true)
    // A break is selected with its line ending, not with the prefix of the next line.
    var (start, end) = (selected.lowerBound, selected.upperBound)
    if let head, let place = leaves[head].lineBreak(around: start, in: tree.source) {
      start = place.upperBound
      end = max(start, end)
    }
    if let tail, start < end, let place = leaves[tail].lineBreak(around: end, in: tree.source) {
      end = place.upperBound
    }
    self.range = start..<end
    let isInCell = head.map { leaves[$0].isCell } ?? false
    self.text = isInCell ? text.asCellText : text
  }

  var touched: Range<Int> {
    let first = head ?? leaves.partitionPoint { $0.content.lowerBound >= range.lowerBound }
    let end =
      tail.map { $0 + 1 } ?? leaves.partitionPoint { $0.content.lowerBound >= range.upperBound }
    return first..<max(first, end)
  }

  /// Plans the replacement, or returns nil if no spelling passes.
  ///
  /// - Throws: the reason if there is nothing to do.
  /// - Complexity: O(*n*) for each spelling. Usually one is tried, and at most a few dozen.
  func result() throws(Outcome.Unchanged) -> Result? { try result(JointWay.all) }

  /// The replacement by a key at a caret, which only moves blanks out of marks: Backspace in
  /// `**a b‸**` gives `**a** ‸`. If no spelling passes, the first one. Without text, nil.
  var keyResult: Result? {
    do throws(Outcome.Unchanged) {
      return try result(JointWay.ofKeys) ?? joinedCandidates(JointWay.ofKeys).first?.make()
    } catch { return nil }
  }

  private func result(_ ways: [JointWay]) throws(Outcome.Unchanged) -> Result? {
    if isOfSource { return (TextEdit([.init(range, with: text)]), range.lowerBound + text.count) }
    if text.isEmpty, head == tail, !holdsText { throw .noText }
    if text.hasBlankLine || isTypedAlone { return pasted }
    let proof = ReplacementProof(self)
    let ways = text.mayBeMarkup ? ways.filter { !$0.respells } : ways
    var second: Result?
    var tried: [TextEdit] = []
    var budget = Self.budget
    for candidates in [joinedCandidates, partedCandidates] {
      for candidate in candidates(ways) {
        guard let result = candidate.make(), !tried.contains(result.edit) else { continue }
        tried.append(result.edit)
        budget -= tree.source.count
        if budget < 0, tried.count > 1 { return second }
        switch proof.verdict(on: result, candidate.parts) {
        case .right: return result
        case .nearly: second = second ?? result
        case .wrong: continue
        }
      }
    }
    return second ?? (text.mayBeMarkup ? pasted : nil)
  }

  /// The result for text that changes what is around it: the selection is deleted, then the text is
  /// inserted as it is. For example, a typed `#` over the only word of a paragraph.
  private var pasted: Result? {
    let deletion = SelectionReplacement(tree: tree, context: context, range: range)
    // If only markup is selected, it is source that the text replaces.
    var (edit, caret) = (TextEdit([.init(range, with: "")]), range.lowerBound)
    do throws(Outcome.Unchanged) {
      guard let deleted = try deletion.result() else { return nil }
      (edit, caret) = deleted
    } catch {}
    return (edit.then(TextEdit([.init(caret..<caret, with: text)])), caret + text.count)
  }

  /// Whether text replaces whole blocks, with their markers or delimiters, and is read as on an
  /// empty line: `#` over `⟦**a**⟧`, but not `x`, which gets the mark.
  private var isTypedAlone: Bool {
    guard let head, !text.isEmpty, leaves[head].isText,
      touched.allSatisfy({ range.covers(leaves[$0].content) })
    else { return false }
    return range.lowerBound < leaves[head].content.lowerBound || text.mayBeginMarkup
  }

  /// The number of bytes that may be read after the first spelling.
  private static let budget = 16 << 20

  /// Whether a visible unit or a break is selected. In `a⟦*⟧b*` none is.
  private var holdsText: Bool {
    touched.contains { leaf in
      leaves[leaf].units.indices.contains { leaves[leaf].isSelected($0, in: range) }
    }
  }

  /// The leaf in which the selection begins, if the touched leaves are left without contents.
  var emptied: SeenLeaf? {
    guard text.isEmpty, let head, leaves[head].isText || leaves[head].isCell else { return nil }
    let isLeft = touched.contains { index in
      let (before, behind) = leaves[index].units(around: range)
      return (before + behind).contains { $0.isSolid }
    }
    return isLeft ? nil : leaves[head]
  }

  /// Whether the selection is edited as plain source: a part of `](u)`, blank lines, a fence, or a
  /// part of one code block, HTML block or definition.
  private var isOfSource: Bool {
    guard let head, let tail else { return !holdsText }
    // In a table's delimiter row the head is the next row's cell and the tail the previous row's.
    guard head >= tail else { return false }
    if head > tail { return true }
    let leaf = leaves[head]
    let isInside = leaf.content.covers(range)
    if !leaf.isText, !leaf.isCell { return isInside || leaf.kind == [6] || !holdsText }
    if range.upperBound <= leaf.content.lowerBound { return text.isEmpty || leaf.isInFootnote }
    if !isInside { return !holdsText }
    return leaf.tokens.contains {
      $0.source.covers(range) && $0.source != range && $0.kind.isSource
    }
  }

  /// The start of the text if only a block's marker is selected, such as the `# ` of `# a`.
  var placeAfterMarker: Int? {
    guard let head, head == tail, leaves[head].isText, !leaves[head].isInFootnote else {
      return nil
    }
    let start = leaves[head].content.lowerBound
    return range.upperBound <= start && tree.line(at: start) == tree.line(at: range.lowerBound)
      ? start : nil
  }

  /// A spelling to try.
  struct Candidate {
    /// The parts that the leaves lose. Nil joins the first and the last leaf.
    var parts: ReplacementParts?
    var make: () -> Result?
  }

  private func joinedCandidates(_ ways: [JointWay]) -> [Candidate] {
    guard head == tail || (canJoin(head) && canJoin(tail)) else { return [] }
    let bounds = bounds
    return ways.flatMap { way in
      bounds.map { bounds in Candidate(parts: nil) { joined(bounds, way) } }
    }
  }

  private func partedCandidates(_ ways: [JointWay]) -> [Candidate] {
    if head == tail, head != nil { return [] }
    let parts = [false, true].map { ReplacementParts(self, keepsSource: $0) }
    return ways.flatMap { way in
      parts.flatMap { parts in
        [false, true].map { leavesLines in
          Candidate(parts: parts) { parts.edit(way, leavesLines: leavesLines) }
        }
      }
    }
  }

  /// Whether a leaf can be joined with another: `a` and `# a`, but code only if it is removed.
  private func canJoin(_ leaf: Int?) -> Bool {
    guard let leaf else { return true }
    return leaves[leaf].isText || leaves[leaf].isWhole(in: range, of: tree)
  }

  /// The ranges to try: the selection, with and without the markers at its ends.
  private var bounds: [Range<Int>] {
    var starts = [range.lowerBound]
    var ends = [range.upperBound]
    if let head, leaves[head].isText || leaves[head].isCell || head == tail {
      let content = leaves[head].content
      starts.append(min(max(content.lowerBound, range.lowerBound), content.upperBound))
    }
    if let tail {
      let content = leaves[tail].content
      ends.append(min(max(content.lowerBound, range.upperBound), content.upperBound))
    }
    var result: [Range<Int>] = []
    for start in starts {
      for end in ends where start <= end && !result.contains(start..<end) {
        result.append(start..<end)
      }
    }
    return result
  }

  /// The first selected character except white space: its leaf, and its index in the leaf's units.
  var firstSelected: (leaf: Int, unit: Int)? {
    for index in touched {
      let leaf = leaves[index]
      let unit = leaf.units.indices.first {
        leaf.units[$0].isSolid && leaf.isSelected($0, in: range)
      }
      if let unit { return (index, unit) }
    }
    return nil
  }

  /// The delimiters around the first selected character, if text is typed and the character is
  /// outside the leaves `own`; otherwise, nil.
  func delimiters(outside own: [Int?]) -> (open: [UInt8], close: [UInt8])? {
    guard !text.isEmpty, let (first, unit) = firstSelected, !own.contains(first) else { return nil }
    let leaf = leaves[first]
    var (open, close): ([UInt8], [UInt8]) = ([], [])
    for element in leaf.tokens.elements
    where element.kind.markBit != nil && element.text.covers(leaf.places[unit]) {
      open += tree.source[element.open]
      close = tree.source[element.close] + close
    }
    return (open, close)
  }

  /// The line ending after the line above, if the selection begins on a blank line.
  private var lineBefore: [UInt8] {
    let line = tree.line(at: range.lowerBound)
    let isLeft =
      !text.isEmpty || tail.map { leaves[$0].units(around: range).behind.count > 0 } ?? false
    guard head == nil, tail != nil, isLeft, line > 0,
      leaves.contains(where: { $0.lines.contains(line - 1) })
    else { return [] }
    return tree.usualEnding
  }

  /// Joins the first and the last leaf.
  private func joined(_ bounds: Range<Int>, _ way: JointWay) -> Result? {
    var joint = Joint(tree: tree, range: range, bounds: bounds, text: text)
    joint.type(in: delimiters(outside: [head, tail]), way)
    joint.prefix = lineBefore
    if let head { joint.add(leaves[head]) }
    if let tail, tail != head { joint.add(leaves[tail]) }
    guard let (edit, caret, others) = joint.replacements(way) else { return nil }
    var replacements = others
    guard let tail, head != tail else {
      if way.removesBreak, let leaf = emptied, let line = leaf.block.heading.underline?.origin {
        replacements.append(
          .init(tree.lines[line - 1].upperBound..<tree.lines[line].upperBound, with: ""))
      }
      return Self.result(edit, caret: caret, replacements, in: tree.source)
    }
    if way.isLikeHead {
      if let head, let line = leaves[head].block.heading.underline?.origin {
        let underline = tree.lines[line - 1].upperBound..<tree.lines[line].upperBound
        let end = max(bounds.upperBound, leaves[tail].content.upperBound)
        replacements.append(.init(end..<end, with: Array(tree.source[underline])))
      } else if let head, leaves[head].kind.first == 1 {
        // An ATX heading has one line.
        for token in leaves[tail].tokens
        where token.kind == .softBreak && token.source.lowerBound >= bounds.upperBound {
          replacements.append(.init(token.source, with: " "))
        }
      }
    }
    return Self.result(edit, caret: caret, replacements, in: tree.source)
  }
}

extension SelectionReplacement {
  /// Combines the replacements at the joint and elsewhere, or returns nil if two of them overlap.
  ///
  /// - Parameter caret: the caret's offset in the joint's bytes.
  static func result(
    _ joint: TextEdit.Replacement, caret: Int, _ others: [TextEdit.Replacement], in source: [UInt8]
  ) -> Result? {
    let start = joint.range.lowerBound
    let moved = others.reduce(0) {
      $1.range.upperBound <= start ? $0 + $1.bytes.count - $1.range.count : $0
    }
    let sorted = (others + [joint.trimmed(replacing: Array(source[joint.range]))])
      .filter { !$0.range.isEmpty || !$0.bytes.isEmpty }
      .sorted(byKey: { 2 * $0.range.lowerBound + ($0.range.isEmpty ? 0 : 1) })
    var end = 0
    for replacement in sorted {
      if replacement.range.lowerBound < end { return nil }
      end = replacement.range.upperBound
    }
    return (TextEdit(sorted), start + caret + moved)
  }
}

extension InlineToken.Kind {
  /// Whether its contents are not visible, like those of `](u)` or a tag.
  fileprivate var isSource: Bool {
    if case .island = self { true } else { isLink || isImage || self == .html }
  }
}

extension [UInt8] {
  /// Whether it has anything except letters, digits and spaces: `a*`, not `a b`.
  var mayBeMarkup: Bool {
    !String(decoding: self, as: UTF8.self).unicodeScalars.allSatisfy {
      $0 == " " || $0.properties.isAlphabetic || Escaping.isDigit($0)
    }
  }

  /// Whether it starts with a character that begins a block or an inline: `#`, not `a`.
  fileprivate var mayBeginMarkup: Bool {
    first.map { Array("!#$*+-<=>[\\^_`|~".utf8).contains($0) } ?? false
  }

  /// The blanks at its start, what is between, and the blanks at its end.
  var partsAtBlanks: (before: ArraySlice<UInt8>, core: ArraySlice<UInt8>, behind: ArraySlice<UInt8>)
  {
    let start = firstIndex { !$0.isBlank } ?? endIndex
    let end = self[start...].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    return (self[..<start], self[start..<end], self[end...])
  }

  /// Whether it has an empty line: `a⏎⏎b`, not `a⏎b`.
  fileprivate var hasBlankLine: Bool {
    var isEmpty = false
    for byte in self {
      if byte == .lineFeed {
        if isEmpty { return true }
        isEmpty = true
      } else if !byte.isBlank, byte != .carriageReturn {
        isEmpty = false
      }
    }
    return false
  }

  /// The text for a cell: pipes are escaped, and line endings become blanks.
  var asCellText: [UInt8] {
    flatMap {
      $0 == .verticalLine ? [.backslash, .verticalLine] : $0.isLineEnding ? [.space] : [$0]
    }
  }
}
