import MarkdownSyntax
import TextEditing

/// Adds links and images around the selected text, or removes links. Marks across an edge are
/// split.
struct LinkCommand {
  enum Action: Hashable {
    case link, unlink, image
  }
  var action: Action
  let tree: BlockTree
  var selection: Range<Int>
  let destination: [UInt8]?

  /// An edit, and the leaf's visible content after it; nil for a cell, which is read separately.
  struct Wanted {
    var edit: TextEdit
    var units: [SeenUnit]?
    var path: BlockPath
    var selection: Range<Int>
    /// The number of bytes after the link that reopen marks.
    var opensAgain = 0
    /// The tree after an edit that removes links.
    var root: Block?
  }

  func wanted() throws(Outcome.Unchanged) -> Wanted {
    let whole = BlockSelection([selection], in: tree)
    if action == .unlink, whole.leaves(of: tree.root).count(where: { $0.kind != .blank }) > 1 {
      return try unlinkedEverywhere()
    }
    guard let path = tree.path(at: selection.lowerBound) else { throw .noText }
    let leaf = tree.root[path[...]]
    if leaf.kind == .table { return try inCell(path) }
    if leaf.kind == .blank { throw .noText }
    guard leaf.isText, let block = tree.leafBlock(leaf.id) else {
      throw whole.reason(in: tree.root)
    }
    guard tree.path(at: selection.upperBound) == path || whole.lines[0].count == 1 else {
      throw .noText
    }
    if tree.formulas(in: leaf).contains(where: { formula in
      whole.lines.allSatisfy { formula.contains($0.lowerBound) && formula.contains($0.upperBound) }
    }) {
      throw .inFormula
    }
    let text = tree.seen(block)
    let links = links(in: text.tokens)
    if action == .unlink {
      if links.isEmpty { throw .noLink }
      let (edit, unlinked) = unlinked(links, leaf, block)
      return removing(edit, tree.root.replacing(path[...], with: [unlinked]), path)
    }
    if action == .link, let link = links.first { return try redirected(link, text, path) }
    return try bracketed(leaf, text, path)
  }

  /// Returns brackets around the selected text, or around the word at a caret.
  private func bracketed(
    _ leaf: Block, _ text: SeenText, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> Wanted {
    let tokens = text.tokens
    // A word can become the text of a link, but is not hidden in an image.
    let place = inText(selection.lowerBound, of: leaf)
    // Trailing blanks become text if something follows them: `# a ‸`.
    let isBehindBlanks = selection.isEmpty && isBehindBlanks(of: leaf)
    let code = tokens.elements.first {
      $0.kind == .openCode && $0.text.covers(place..<place)
    }
    if isBehindBlanks || selection.isEmpty && action == .image {
      let end = LinkEdges.outside(
        isBehindBlanks ? selection.lowerBound : code?.all.upperBound ?? place, tokens)
      return empty(path, around: end..<end, text)
    }
    if tokens.haveTag(around: selection) { throw .inHTML }
    let range =
      selection.isEmpty
      ? code?.all ?? wordRange(around: place, in: tree.source) ?? place..<place
      : LinkEdges.within(selectedText(from: place, of: leaf), tokens)
    let whole = LinkEdges.whole(range, tokens)
    let isWikiLink = tokens.contains { $0.kind == .island(.wikiLinks) && $0.source == whole }
    if isWikiLink { throw .alreadySo }
    if whole.isEmpty {
      if !selection.isEmpty { throw .noText }
      // The brackets must not be between the characters of a delimiter.
      let end = LinkEdges.outside(place, tokens)
      return empty(path, around: end..<end, text)
    }
    if destination == nil, !selection.isEmpty, Array(tree.source[range]).isAddress {
      return textless(whole, text, path)
    }
    // A caret that is not at a word keeps its offset in a bare link.
    return linked(range.isEmpty ? whole : range, text, path)
  }

  /// Whether the selection is in a link that the command would change, as in `[a‸](/u)`. Throws if
  /// the command does not apply.
  func isOn() throws(Outcome.Unchanged) -> Bool {
    if onBlankLine() != nil { return false }
    let lines = BlockSelection([selection], in: tree)
    if action == .unlink, lines.leaves(of: tree.root).count(where: { $0.kind != .blank }) > 1 {
      guard hasLink(tree.root, lines) else { throw .noLink }
      return false
    }
    do { _ = try wanted() } catch {
      // The same destination is not an error here: the selection is in the link.
      guard error == .alreadySo else { throw error }
    }
    guard action == .link else { return false }
    var taking = self
    taking.action = .unlink
    return (try? taking.wanted()) != nil
  }

  /// Returns a paragraph of empty brackets for the caret's blank line; nil if there is none.
  func onBlankLine() -> BlockChange? {
    guard action != .unlink, selection.isEmpty, let path = tree.path(at: selection.lowerBound),
      tree.root[path[...]].kind == .blank
    else { return nil }
    var paragraph = tree.root[path[...]].opened()
    paragraph.lines[0].pieces = [.bytes(head), .caret, .bytes(tail)]
    paragraph.isCompared = false
    return tree.change(path[...], to: [paragraph], .added)
  }

  /// Returns an offset moved into a leaf's text, out of line prefixes and closing sequences.
  private func inText(_ place: Int, of leaf: Block) -> Int {
    let number = tree.line(at: place)
    guard let content = leaf.lines.first(where: { $0.origin == number })?.content else {
      return leaf.lines.last?.content?.upperBound ?? place
    }
    return max(content.lowerBound, min(place, content.upperBound))
  }

  /// Whether the caret follows a trailing blank of a leaf, as in `# a ‸` and `a ‸`, but not
  /// `# a ‸#`.
  private func isBehindBlanks(of leaf: Block) -> Bool {
    let caret = selection.lowerBound
    guard let line = leaf.lines.last, let content = line.content, line.origin >= 0,
      content.lowerBound < caret
    else { return false }
    let end = tree.lines[line.origin].upperBound
    return caret <= end && tree.source[caret - 1].isBlank
      && tree.source[caret..<end].allSatisfy { $0.isBlank }
  }

  /// Returns a link to the selected address, with a caret in place of the text.
  private func textless(
    _ range: Range<Int>, _ text: SeenText, _ path: BlockPath
  ) -> Wanted {
    let tail = Array(tree.source[range]).withScheme.asTarget
    let caret = range.lowerBound + head.count
    var text = text
    text.replace(range, with: [])
    text.insert(
      action == .image ? .image(tail) : .object(tail), at: range.lowerBound, around: range)
    return Wanted(
      edit: TextEdit([.init(range, with: head + tail)]), units: text.units, path: path,
      selection: caret..<caret)
  }

  /// Returns the links around the selection; to remove links, those that it overlaps.
  func links(in tokens: [InlineToken]) -> [InlineElement] {
    tokens.elements.filter { element in
      guard case .openLink(let form) = element.kind, form != .bare else { return false }
      return action == .unlink && !selection.isEmpty
        ? element.all.overlaps(selection) : element.all.covers(selection)
    }
  }

  /// Returns the edit in a cell of a table, which is read separately.
  private func inCell(_ path: BlockPath) throws(Outcome.Unchanged) -> Wanted {
    guard let table = TableModel(tree, at: selection.lowerBound), table.row != 1,
      table.column < table.rows[table.row].count
    else { throw .inTable }
    guard table.content(around: selection) != nil else {
      if action == .unlink { return try unlinkedEverywhere() }
      throw .noText
    }
    return try inCell(table.column, of: table, path)
  }

  /// Returns the edit in a cell of the current row, which contains the selection.
  func inCell(
    _ column: Int, of table: TableModel, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> Wanted {
    let content = table.content(table.row, column)
    if content.isEmpty {
      if action == .unlink { throw .noLink }
      return empty(path, around: selection, nil)
    }
    return try tree.wanted(inCell: content, of: path, selecting: selection) {
      (text, place) throws(Outcome.Unchanged) in
      try LinkCommand(
        action: action, tree: text, selection: place,
        destination: destination.map {
          $0.flatMap { $0 == .verticalLine ? [.backslash, $0] : [$0] }
        }
      ).wanted()
    }
  }

  private func selectedText(from place: Int, of leaf: Block) -> Range<Int> {
    var end = inText(selection.upperBound, of: leaf)
    var start = place
    // A line is not selected if the selection begins at its end or ends at its start.
    let lines = leaf.lines.compactMap { $0.content }
    if let line = lines.lastIndex(where: { $0.lowerBound == end && start < end }), line > 0 {
      end = lines[line - 1].upperBound
    }
    if let line = lines.firstIndex(where: { $0.upperBound == start && start < end }),
      line + 1 < lines.count
    {
      start = lines[line + 1].lowerBound
    }
    return tree.trimmed(start..<max(start, end))
  }

  /// Returns brackets around a range, mostly an empty one, with the caret between them. If there is
  /// text but no destination, the caret is in the parentheses.
  private func empty(
    _ path: BlockPath, around range: Range<Int>, _ text: SeenText?
  ) -> Wanted {
    let blanks = Array(tree.source[range])
    let isDestination = destination == nil && !blanks.isEmpty
    let mark = exclamationMark(before: range.lowerBound, text?.tokens ?? [])
    let caret =
      range.lowerBound + mark.count + head.count + blanks.count + (isDestination ? 2 : 0)
    let place = blanks.isEmpty || isDestination ? caret..<caret : caret - blanks.count..<caret
    var text = text
    text?.insert(
      action == .image ? .image(tail) : .object(tail), at: range.lowerBound, around: range)
    return Wanted(
      edit: TextEdit(mark + [.init(range, with: head + blanks + tail)]), units: text?.units,
      path: path, selection: place)
  }

  /// Returns the escape of an exclamation mark that would turn the link after it into an image.
  private func exclamationMark(
    before start: Int, _ tokens: [InlineToken]
  ) -> [TextEdit.Replacement] {
    let isBefore = tokens.contains {
      $0.kind == .character("!", .plain) && $0.source.upperBound == start
    }
    return action == .link && isBefore ? [.init(start - 1..<start - 1, with: [.backslash])] : []
  }

  /// The bytes before the text of a link or an image.
  private var head: [UInt8] {
    action == .image ? [.exclamationMark, .leftBracket] : [.leftBracket]
  }

  var tail: [UInt8] { (destination ?? []).asTarget }

  private func linked(
    _ range: Range<Int>, _ text: SeenText, _ path: BlockPath
  ) -> Wanted {
    let tokens = text.tokens
    let edges = LinkEdges(range, tokens, tree.source)
    let mark =
      edges.closingAtStart.isEmpty ? exclamationMark(before: edges.range.lowerBound, tokens) : []
    let edit = TextEdit(
      (mark
        + edges.replacements(opening: head, edges.inside, closing: tail, in: tree.source)).joined())
    var text = text
    text.link(edges.range, to: tail)
    if action == .image {
      text.insert(.image(tail), at: edges.range.lowerBound, around: edges.range)
    }
    var place = edit.mapping(utf8: selection.isEmpty ? selection : range)
    if selection.isEmpty {
      // The caret stays at its character. If it was outside the text, it moves into the brackets.
      place = edit.mapping(utf8: range)
      let offset = max(0, selection.lowerBound - range.lowerBound)
      let caret = min(place.lowerBound + offset, place.upperBound)
      place = caret..<caret
    }
    let behind = edges.placeOfOpening(in: tree.source)
    let opensAgain = behind == edges.range.upperBound ? edges.openingAtEnd.count : 0
    if destination == nil {
      let end = edit.mapping(utf8Offset: edges.range.upperBound, bias: .after)
      let caret = end - opensAgain - 1
      place = caret..<caret
    }
    return Wanted(
      edit: edit, units: text.units, path: path, selection: place, opensAgain: opensAgain)
  }
}
