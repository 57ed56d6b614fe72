import MarkdownSyntax
import TextEditing

/// What libcmark says of a key's plain edit: whether all that was shown is shown, but for what the key
/// takes, each character with its marks.
///
/// A key is never refused for it: who types or deletes markup means the source, as when a `#` goes. It
/// decides between spellings: `a ‸- b` cut by Enter keeps its text as `\- b`, and `**a b‸**` without its
/// `b` keeps its mark as `**a** ‸`.
struct KeyProof {
  let tree: BlockTree
  let context: ProjectionContext

  /// The first of some edits that keeps the text; where none does, the first.
  ///
  /// - Parameter removed: how many visible characters go.
  /// - Complexity: O(*n*) for each.
  func choice(
    of edits: [(edit: TextEdit, caret: Int)], removing removed: Int
  ) -> (edit: TextEdit, caret: Int) {
    if edits.count == 1 { return edits[0] }
    return edits.first { keeps($0.edit, caret: $0.caret, removing: removed) } ?? edits[0]
  }

  private func keeps(_ edit: TextEdit, caret: Int, removing removed: Int) -> Bool {
    var after = edit.applying(to: tree.source)
    var typed = 0
    if after.isLineBlank(at: caret) {
      // Something is typed on an empty line next (law 7).
      after.insert(contentsOf: BlockProof.probe, at: caret)
      typed = 1
    }
    guard let read = try? BlockTree(after, in: tree.dialect, context: context) else { return false }
    let old = tree.root.shownWords
    let new = read.root.shownWords.filter { typed == 0 || $0 != BlockProof.words[0] }
    let ends = old.unchangedEnds(in: new)
    // Of a leaf that is cut both halves count.
    let start = edit.replacements.first?.range.lowerBound ?? caret
    let marks = read.markCount(at: [max(0, start - 1), start, caret])
    guard ends.0 + ends.1 >= new.count, (markCount(edit) ?? 0) == (marks ?? 0) else {
      return false
    }
    return old[ends.0..<old.count - ends.1].count { $0.isUnit } == removed
  }
}

extension KeyProof {
  /// How many marks of extensions the leaf of an edit has besides those that it takes off: to libcmark
  /// their delimiters are text.
  private func markCount(_ edit: TextEdit) -> Int? {
    let ranges = edit.replacements.map { $0.range }
    return ranges.first.flatMap { first in
      tree.marks(at: first.lowerBound)?.count { mark in
        !ranges.contains { $0.lowerBound <= mark.lowerBound && mark.upperBound <= $0.upperBound }
      }
    }
  }

  /// The edits of a line that is cut: as it is, before or behind the delimiters that the caret is in
  /// or stands at the inner side of, and with an escape where the second half would begin a block.
  func cuts(_ edit: TextEdit, caret: Int, at path: BlockPath) -> [(edit: TextEdit, caret: Int)] {
    let found = cut(edit, caret: caret, at: path)
    guard edit.replacements.count == 1, let old = edit.replacements.first, old.range.isEmpty else {
      return found
    }
    let place = tree.placeOutsideDelimiters(old.range.lowerBound, at: path)
    if place == old.range.lowerBound { return found }
    let moved = TextEdit([.init(place..<place, with: old.bytes)])
    return found + cut(moved, caret: place + old.bytes.count, at: path)
  }

  /// The edits of a blank line that goes: as it is, and with an escape where the line behind it would be
  /// another block there.
  func joins(_ edit: TextEdit, caret: Int) -> [(edit: TextEdit, caret: Int)] {
    let after = edit.applying(to: tree.source)
    var end = caret
    while end < after.count, after[end] != 0x0A, after[end] != 0x0D { end += 1 }
    guard let hazard = after.hazard(on: caret..<end, isFirst: false) else { return [(edit, caret)] }
    let place = caret + hazard
    return [(edit, caret), (edit.then(TextEdit([.init(place..<place, with: "\\")])), caret)]
  }

  private func cut(
    _ edit: TextEdit, caret: Int, at path: BlockPath
  ) -> [(edit: TextEdit, caret: Int)] {
    let after = edit.applying(to: tree.source)
    var end = caret
    while end < after.count, after[end] != 0x0A, after[end] != 0x0D { end += 1 }
    var start = caret
    while start < end, after[start].isSpaceOrTab { start += 1 }
    var result: [(edit: TextEdit, caret: Int)] = [(edit, caret)]
    if let hazard = after.hazard(on: start..<end, isFirst: false) {
      let place = start + hazard
      result.append((edit.then(TextEdit([.init(place..<place, with: "\\")])), caret))
    } else if start < end, end < after.count, case .heading = tree.root[path[...]].kind {
      // The second half may absorb the next line, as in `# a‸b⏎1. `. It always absorbs a line of text.
      let apart = (edit.then(TextEdit([.init(end..<end, with: tree.usualEnding)])), caret)
      let next = tree.root[path.dropLast()].children.dropFirst((path.last ?? 0) + 1).first
      let melts = next.map { $0.kind != .blank && !$0.interruptsParagraph(isDirect: true) }
      result.insert(apart, at: melts == true ? 0 : 1)
    }
    // The first half may be what the whole was not: the delimiter row `|-` of `|-‸-x|`.
    guard let cut = edit.replacements.last?.range.lowerBound,
      let first = tree.root[path[...]].lines.firstIndex(where: {
        $0.content.map { $0.lowerBound < cut && cut <= $0.upperBound } ?? false
      }), let content = tree.root[path[...]].lines[first].content, edit.replacements.count == 1,
      let hazard = tree.source.hazard(on: content.lowerBound..<cut, isFirst: first == 0)
    else { return result }
    let place = content.lowerBound + hazard
    let escape = TextEdit([.init(place..<place, with: "\\")])
    for index in result.indices {
      result.append((result[index].edit.then(escape), result[index].caret + 1))
    }
    return result
  }

  /// The edits of a deletion: as it is, and with blanks moved out of marks that could not end at them.
  func deletions(_ edit: TextEdit, caret: Int, at path: BlockPath) -> [(edit: TextEdit, caret: Int)]
  {
    guard let first = edit.replacements.first?.range, let last = edit.replacements.last?.range,
      let block = tree.leafBlock(tree.root[path[...]].id)
    else { return [(edit, caret)] }
    let tokens = tree.tokens(of: block)
    var result: [(edit: TextEdit, caret: Int)] = [(edit, caret)]
    // `**a ‸**`: the blank goes behind the delimiters.
    var start = first.lowerBound
    while start > block.content.lowerBound, tree.source[start - 1].isSpaceOrTab { start -= 1 }
    var closes = first.upperBound
    for token in tokens where token.source.lowerBound == closes && token.kind.isClosing {
      closes = token.source.upperBound
    }
    if start < first.lowerBound, closes > first.upperBound {
      let blanks = TextEdit([
        TextEdit.Replacement(start..<first.lowerBound, with: ""),
        TextEdit.Replacement(closes..<closes, with: Array(tree.source[start..<first.lowerBound])),
      ])
      let moved = blanks.then(edit.moved(through: blanks))
      result.append((moved, caret + closes - first.upperBound))
    }
    // `**‸ a**`: it goes before them.
    var end = last.upperBound
    while end < block.content.upperBound, tree.source[end].isSpaceOrTab { end += 1 }
    var opens = last.lowerBound
    for token in tokens.reversed() where token.source.upperBound == opens && token.kind.isOpening {
      opens = token.source.lowerBound
    }
    if end > last.upperBound, opens < last.lowerBound {
      let blanks = TextEdit([
        TextEdit.Replacement(opens..<opens, with: Array(tree.source[last.upperBound..<end])),
        TextEdit.Replacement(last.upperBound..<end, with: ""),
      ])
      let moved = blanks.then(edit.moved(through: blanks))
      result.append((moved, min(caret, opens)))
    }
    return result
  }

  /// How many visible characters and breaks are in the ranges that an edit takes away.
  func units(in edit: TextEdit, at path: BlockPath) -> Int {
    guard let block = tree.leafBlock(tree.root[path[...]].id) else { return 0 }
    let units = tree.tokens(of: block).filter { $0.kind.isSeenUnit }
    return edit.replacements.reduce(0) { sum, replacement in
      sum
        + units.count {
          replacement.range.lowerBound <= $0.source.lowerBound
            && $0.source.upperBound <= replacement.range.upperBound
        }
    }
  }
}

extension BlockTree {
  /// A place that is in no delimiter of a leaf and at the inner side of none: before what opens, behind
  /// what closes.
  func placeOutsideDelimiters(_ place: Int, at path: BlockPath) -> Int {
    guard let block = leafBlock(root[path[...]].id) else { return place }
    var place = place
    let tokens = tokens(of: block)
    for token in tokens where token.kind.isClosing {
      if token.source.lowerBound <= place, place < token.source.upperBound {
        place = token.source.upperBound
      }
    }
    for token in tokens.reversed() where token.kind.isOpening {
      if token.source.lowerBound < place, place <= token.source.upperBound {
        place = token.source.lowerBound
      }
    }
    return place
  }

  /// The opening delimiters of marks that the dialect has besides, in the leaf at a place.
  fileprivate func marks(at place: Int) -> [Range<Int>]? {
    guard let path = path(at: place), let block = leafBlock(root[path[...]].id) else { return nil }
    return tokens(of: block).compactMap { token in
      guard case .openMark = token.kind, token.partner >= 0 else { return nil }
      return token.source
    }
  }

  /// How many there are in the leaves at some places; nil where no leaf is there.
  fileprivate func markCount(at places: [Int]) -> Int? {
    var found: Set<Range<Int>> = []
    var isLeaf = false
    for place in places {
      guard let marks = marks(at: place) else { continue }
      isLeaf = true
      found.formUnion(marks)
    }
    return isLeaf ? found.count : nil
  }
}

extension TextEdit {
  /// The same deletions in the text after another edit that touches none of them.
  fileprivate func moved(through other: TextEdit) -> TextEdit {
    TextEdit(
      replacements.map {
        let start = other.mapping(utf8Offset: $0.range.lowerBound, bias: .after)
        let end = other.mapping(utf8Offset: $0.range.upperBound, bias: .before)
        return TextEdit.Replacement(start..<Swift.max(start, end), with: $0.bytes)
      })
  }
}

extension [UInt64] {
  /// The tag of the link that the words end with, with its attributes; empty where they end otherwise.
  fileprivate var lastLink: [UInt64] {
    var open: [Range<Int>] = []
    var ended = 0..<0
    var index = 0
    while index < count {
      ended = 0..<0
      if self[index].isUnit {
        index += 1
      } else if self[index] == TreeSymbol.end {
        ended = open.popLast() ?? 0..<0
        index += 1
      } else {
        let start = index
        index = endOfNode(at: index)
        let isOpen = self[start] == TreeSymbol.tag(.link) || self[start] == TreeSymbol.tag(.image)
        if isOpen { open.append(start..<index) }
        if !isOpen, index < count, self[index] == TreeSymbol.end { index += 1 }
      }
    }
    let isLink = !ended.isEmpty && self[ended.lowerBound] == TreeSymbol.tag(.link)
    return isLink ? Array(self[ended]) : []
  }
}

extension [UInt8] {
  /// Where an escape would stand, behind the start of a line, so that the line begins no block and is
  /// no delimiter row of a table; nil where it needs none.
  func hazard(on line: Range<Int>, isFirst: Bool) -> Int? {
    if line.isEmpty { return nil }
    let scalars = self[line].map { $0 < 0x80 ? Unicode.Scalar($0) : "a" } + ["\n"]
    if let hazard = LineStart.hazard(scalars, isFirst: isFirst) { return hazard.escape }
    return withUnsafeBufferPointer { TableRow.delimiterColumns(of: line, in: $0) } == nil ? nil : 0
  }

  /// Whether there is nothing but blanks and markers of quotes on the line of a place. True of
  /// `> `, not of `> a`.
  fileprivate func isLineBlank(at place: Int) -> Bool {
    var start = place
    while start > 0, self[start - 1] != 0x0A, self[start - 1] != 0x0D { start -= 1 }
    var end = place
    while end < count, self[end] != 0x0A, self[end] != 0x0D { end += 1 }
    return self[start..<end].allSatisfy { $0.isSpaceOrTab || $0 == 0x3E }
  }
}

extension InlineToken.Kind {
  /// Whether it shows a character other than a space or a tab: the `a` of `*a*`, not the `*`.
  fileprivate var isSeenUnit: Bool {
    switch self {
    case .character(let scalar, _), .codeCharacter(let scalar, _):
      scalar != " " && scalar != "\t"
    default: false
    }
  }
}

extension Block {
  /// What all leaves show, one after the other, but blanks and breaks. A link that a leaf ends with and
  /// the next goes on with counts once, as where `[a ‸b](u)` is cut.
  fileprivate var shownWords: [UInt64] {
    var result: [UInt64] = []
    var link: [UInt64] = []
    addShownWords(to: &result, &link)
    return result
  }

  private func addShownWords(to result: inout [UInt64], _ link: inout [UInt64]) {
    for child in children { child.addShownWords(to: &result, &link) }
    guard isLeaf, !words.isEmpty else { return }
    var own = Array(words[...].withoutBlanks(atEnd: true).withoutBlanks(atEnd: false))
    let last = isText ? own.lastLink : []
    if !link.isEmpty, own.starts(with: link) {
      result.removeLast()
      own.removeFirst(link.count)
    }
    result += own.filter { !TreeSymbol.isSpaceOrBreak($0) }
    link = last
  }
}
