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
    guard leaf.isText, let seen = tree.leafBlock(leaf.id).map({ tree.seen($0) }) else {
      throw lines.reason(in: tree.root)
    }
    guard tree.path(at: selection.upperBound) == path, tree.formulas(in: leaf).isEmpty else {
      throw .noText
    }
    let text = leaf.lines.compactMap { $0.content }
    let content = (text.first?.lowerBound ?? 0)..<(text.last?.upperBound ?? 0)
    let selected = tree.trimmed(selection.clamped(to: content))
    if tag == .wikiLink { return try wikiLink(selected, seen, path) }
    if let (open, close) = pair(around: selected, seen.tokens) {
      let tags = [seen.tokens[open].source, seen.tokens[close].source]
      var text = seen
      for range in tags { text.replace(range, with: []) }
      return removing(tags, leaving: text, path)
    }
    if seen.tokens.haveTag(around: selected) { throw .inHTML }
    return tagged(selected, seen, path)
  }

  private func tagged(
    _ selected: Range<Int>, _ text: SeenText, _ path: BlockPath
  ) -> LinkCommand.Wanted {
    let tokens = text.tokens
    let range = wholeRange(of: selected, tokens)
    if range.isEmpty {
      let place = LinkEdges.outside(range.lowerBound, tokens)
      let edit = TextEdit([.init(place..<place, with: tag.opening + tag.closing)])
      let caret = place + tag.opening.count
      return adding(edit, at: place..<place, selecting: caret..<caret, text, path)
    }
    let edges = LinkEdges(range, tokens, tree.source)
    let edit = TextEdit(
      edges.replacements(opening: tag.opening, closing: tag.closing, in: tree.source).joined())
    let inner =
      max(range.lowerBound, selected.lowerBound)..<min(range.upperBound, selected.upperBound)
    let kept = selected.isEmpty ? selected : tree.trimmed(inner)
    let shift = edges.closingAtStart.count + tag.opening.count + edges.openingAtStart.count
    return adding(edit, at: edges.range, selecting: kept.shifted(by: shift), text, path)
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
    _ ranges: [Range<Int>], leaving text: SeenText, _ path: BlockPath
  ) -> LinkCommand.Wanted {
    let edit = TextEdit(ranges.map { TextEdit.Replacement($0, with: "") })
    return LinkCommand.Wanted(
      edit: edit, units: text.units, path: path, selection: edit.mapping(utf8: selection))
  }

  private func adding(
    _ edit: TextEdit, at range: Range<Int>, selecting place: Range<Int>, _ text: SeenText,
    _ path: BlockPath
  ) -> LinkCommand.Wanted {
    var text = text
    if tag == .wikiLink {
      text.replace(range, with: [])
      let object = tag.opening + tree.source[range] + tag.closing
      text.insert(.object(object), at: range.lowerBound, around: range)
    } else {
      text.insert(.object(tag.opening), at: range.lowerBound, around: range)
      text.insert(.object(tag.closing), at: range.upperBound, around: range)
    }
    // Empty brackets are text until a name is typed.
    let isEmpty = tag == .wikiLink && range.isEmpty
    return LinkCommand.Wanted(
      edit: edit, units: isEmpty ? nil : text.units, path: path, selection: place)
  }

  private func linked(
    _ selected: Range<Int>, _ text: SeenText, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    var range = selected
    if range.isEmpty { range = wordRange(around: range.lowerBound, in: tree.source) ?? range }
    let isPlain = text.tokens.allSatisfy { token in
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
    return adding(edit, at: range, selecting: kept.shifted(by: 2), text, path)
  }

  /// Returns a wiki link around plain text, or the text of the wiki link at the selection.
  private func wikiLink(
    _ selected: Range<Int>, _ seen: SeenText, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    let link = seen.tokens.first { token in
      token.kind == .island(.wikiLinks) && tree.source[token.source.lowerBound] == .leftBracket
        && token.source.covers(selected)
    }
    guard let link else { return try linked(selected, seen, path) }
    let inner = link.source.lowerBound + 2..<link.source.upperBound - 2
    let alias = tree.source[inner].lastIndex(of: .verticalLine)
    let text = (alias.map { $0 + 1 } ?? inner.lowerBound)..<inner.upperBound
    var seen = seen
    let old = seen.units[seen.count(before: link.source.lowerBound)]
    seen.replace(
      link.source, with: SeenUnit.text(tree.source[text]).map { $0.with(old.marks, old.link) })
    return removing(
      [link.source.lowerBound..<text.lowerBound, text.upperBound..<link.source.upperBound],
      leaving: seen, path)
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
