import MarkdownSyntax
import TextEditing

/// Adds and removes HTML tags, such as `<kbd>`, and the brackets of wiki links.
struct TagCommand {
  enum Tag: String, Hashable {
    case keyboard = "kbd"
    case underline = "u"
    case `subscript` = "sub"
    case superscript = "sup"
    case wikiLink = "[["

    var opening: [UInt8] { self == .wikiLink ? Array("[[".utf8) : Array("<\(rawValue)>".utf8) }
    var closing: [UInt8] { self == .wikiLink ? Array("]]".utf8) : Array("</\(rawValue)>".utf8) }
  }
  let tag: Tag
  let tree: BlockTree
  let selection: Range<Int>

  /// Returns the edit that adds tags around the selected text or the caret's word, or removes them.
  func wanted() throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    let lines = BlockSelection([selection], in: tree)
    guard let path = tree.path(at: selection.lowerBound) else { throw .noText }
    let leaf = tree.root[path[...]]
    if leaf.kind == .table { return try inCell(path) }
    guard leaf.isText, let block = tree.leafBlock(leaf.id) else {
      throw lines.reason(in: tree.root)
    }
    guard tree.path(at: selection.upperBound) == path, tree.formulas(in: leaf).isEmpty else {
      throw .noText
    }
    let tokens = tree.tokens(of: block)
    let text = leaf.lines.compactMap { $0.content }
    let content = (text.first?.lowerBound ?? 0)..<(text.last?.upperBound ?? 0)
    let selected = tree.trimmed(selection.clamped(to: content))
    if tag == .wikiLink { return try wikiLink(selected, tokens, block, path) }
    if let (open, close) = pair(around: selected, tokens) {
      return removing([tokens[open].source, tokens[close].source], block, path)
    }
    return tagged(selected, tokens, block, path)
  }

  private func tagged(
    _ selected: Range<Int>, _ tokens: [InlineToken], _ block: LeafBlock, _ path: BlockPath
  ) -> LinkCommand.Wanted {
    let range = wholeRange(of: selected, tokens)
    if range.isEmpty {
      let place = LinkEdges.outside(range.lowerBound, tokens)
      let edit = TextEdit([.init(place..<place, with: tag.opening + tag.closing)])
      let caret = place + tag.opening.count
      return adding(edit, at: place..<place, selecting: caret..<caret, block, path)
    }
    let edges = LinkEdges(range, tokens, tree.source)
    let edit = TextEdit(
      edges.replacements(opening: tag.opening, closing: tag.closing, in: tree.source).joined())
    let inner =
      max(range.lowerBound, selected.lowerBound)..<min(range.upperBound, selected.upperBound)
    let kept = selected.isEmpty ? selected : tree.trimmed(inner)
    let shift = edges.closingAtStart.count + tag.opening.count + edges.openingAtStart.count
    return adding(edit, at: edges.range, selecting: kept.shifted(by: shift), block, path)
  }

  /// Returns the text to tag, extended over each code span, link and image that it cuts.
  private func wholeRange(of selected: Range<Int>, _ tokens: [InlineToken]) -> Range<Int> {
    var range = selected
    if selected.isEmpty {
      range = wordRange(around: selected.lowerBound, in: tree.source) ?? selected
    }
    range = LinkEdges.whole(LinkEdges.within(range, tokens), tokens)
    for element in tokens.elements
    where (element.kind == .openCode || element.kind.isLink || element.kind.isImage)
      && element.all.overlaps(range)
      && (element.kind.isLiteral || !element.text.covers(range))
    {
      range = range.joined(with: element.all)
    }
    return range
  }

  /// Whether the tags are around the selection, as at a caret in `a` of `<u>a</u>`.
  func isOn() throws(Outcome.Unchanged) -> Bool {
    let wanted = try wanted()
    return wanted.edit.replacements.allSatisfy { $0.bytes.count < $0.range.count }
  }

  /// Returns the tokens of the innermost pair of tags around the selection.
  private func pair(around selected: Range<Int>, _ tokens: [InlineToken]) -> (Int, Int)? {
    var open: [Int] = []
    for index in tokens.indices where tokens[index].kind == .html {
      let written = tree.source[tokens[index].source].map { $0.smallLetter }
      if written == tag.opening { open.append(index) }
      guard written == tag.closing, let first = open.popLast() else { continue }
      let all = tokens[first].source.lowerBound..<tokens[index].source.upperBound
      if all.covers(selected) { return (first, index) }
    }
    return nil
  }

  private func removing(
    _ ranges: [Range<Int>], _ block: LeafBlock, _ path: BlockPath
  ) -> LinkCommand.Wanted {
    let edit = TextEdit(ranges.map { TextEdit.Replacement($0, with: "") })
    let shown = tree.shown(by: block).filter { unit in
      !ranges.contains { $0.lowerBound == unit.start && !$0.isEmpty }
    }
    var wanted = LinkCommand.Wanted(
      edit: edit, path: path, selection: edit.mapping(utf8: selection))
    wanted.shown = shown.map { $0.unit }
    return wanted
  }

  private func adding(
    _ edit: TextEdit, at range: Range<Int>, selecting place: Range<Int>, _ block: LeafBlock,
    _ path: BlockPath
  ) -> LinkCommand.Wanted {
    let units = tree.shown(by: block)
    let start = units.firstIndex { $0.start >= range.lowerBound } ?? units.count
    let end =
      range.isEmpty ? start : units.firstIndex { $0.start >= range.upperBound } ?? units.count
    let shown = units.map { $0.unit }
    var wanted = LinkCommand.Wanted(edit: edit, path: path, selection: place)
    if tag == .wikiLink {
      let text = tag.opening + tree.source[range] + tag.closing
      wanted.shown = range.isEmpty ? nil : shown[..<start] + [.island(text)] + shown[end...]
    } else {
      wanted.shown =
        shown[..<start] + [.html(tag.opening)] + shown[start..<end] + [.html(tag.closing)]
        + shown[end...]
    }
    return wanted
  }

  private func linked(
    _ selected: Range<Int>, _ tokens: [InlineToken], _ block: LeafBlock, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    var range = selected
    if range.isEmpty { range = wordRange(around: range.lowerBound, in: tree.source) ?? range }
    let isPlain = tokens.allSatisfy { token in
      guard token.source.overlaps(range) else { return true }
      if case .character(_, .plain) = token.kind { return true }
      return false
    }
    guard isPlain else { throw .noText }
    let edit = TextEdit(
      [
        .init(range.lowerBound..<range.lowerBound, with: tag.opening),
        .init(range.upperBound..<range.upperBound, with: tag.closing),
      ].joined())
    let kept = selected.isEmpty ? selected : range
    return adding(edit, at: range, selecting: kept.shifted(by: 2), block, path)
  }

  /// Returns a wiki link around plain text, or the text of the wiki link at the selection.
  private func wikiLink(
    _ selected: Range<Int>, _ tokens: [InlineToken], _ block: LeafBlock, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    let link = tokens.first { token in
      token.kind == .island(.wikiLinks) && tree.source[token.source.lowerBound] == .leftBracket
        && token.source.covers(selected)
    }
    guard let link else { return try linked(selected, tokens, block, path) }
    let inner = link.source.lowerBound + 2..<link.source.upperBound - 2
    let alias = tree.source[inner].lastIndex(of: .verticalLine)
    let text = (alias.map { $0 + 1 } ?? inner.lowerBound)..<inner.upperBound
    var wanted = removing(
      [link.source.lowerBound..<text.lowerBound, text.upperBound..<link.source.upperBound], block,
      path)
    let units = tree.shown(by: block)
    let index = units.firstIndex { $0.start == link.source.lowerBound } ?? 0
    let characters = String(decoding: tree.source[text], as: UTF8.self).unicodeScalars.map {
      ShownUnit.character($0, [])
    }
    wanted.shown =
      units[..<index].map { $0.unit } + characters + units[(index + 1)...].map { $0.unit }
    return wanted
  }

  private func inCell(_ path: BlockPath) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    guard
      let content = TableModel(tree, at: selection.lowerBound)?.content(around: selection)
    else { throw .inTable }
    return try tree.wanted(inCell: content, of: path, selecting: selection) {
      (text, place) throws(Outcome.Unchanged) in
      try TagCommand(tag: tag, tree: text, selection: place).wanted()
    }
  }
}

extension InlineToken.Kind {
  /// Whether the contents are literal, as in a code span or an autolink: `.openCode`.
  var isLiteral: Bool {
    switch self {
    case .openCode, .openLink(.autolink), .openLink(.emailAutolink), .openLink(.bare): true
    default: false
    }
  }
}
