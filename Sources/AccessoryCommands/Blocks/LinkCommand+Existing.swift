import MarkdownSyntax
import TextEditing

/// Links that the text already has: taken off, or with another destination.
extension LinkCommand {
  /// The links of the selection without their brackets.
  func unlinked(
    _ links: [Int], _ tokens: [InlineToken], _ leaf: Block, _ path: BlockPath
  ) -> Wanted {
    var replacements: [TextEdit.Replacement] = []
    var words = leaf.words
    for index in links {
      let open = tokens[index].source
      replacements.append(TextEdit.Replacement(open, with: ""))
      replacements.append(TextEdit.Replacement(tokens[tokens[index].partner].source, with: ""))
      words = words.withoutLink(at: tree.units(before: open.upperBound, in: leaf))
    }
    // A link's text may hold an autolink, which closes before the link does.
    replacements = replacements.sorted(byKey: { $0.range.lowerBound })
    let edit = TextEdit(replacements)
    var wanted = Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
    wanted.escaped = brackets(before: links.first ?? 0, tokens).map { bracket in
      let escape = TextEdit.Replacement(bracket..<bracket, with: [0x5C])
      let edit = TextEdit([escape] + replacements)
      return (edit, edit.mapping(utf8: selection))
    }
    let escaped = TextEdit(withLineStarts(replacements, of: leaf))
    wanted.escaped.insert((escaped, escaped.mapping(utf8: selection)), at: 0)
    return wanted
  }

  /// The replacements that remove links from a paragraph, with an escape for each line that would begin a block
  /// without its link. For example, `[1. a](u)` becomes `1\. a`.
  func withLineStarts(
    _ replacements: [TextEdit.Replacement], of leaf: Block
  ) -> [TextEdit.Replacement] {
    guard leaf.kind == .paragraph else { return replacements }
    var result = replacements
    for (index, line) in leaf.lines.enumerated() {
      guard let content = line.content,
        replacements.contains(where: { $0.range.lowerBound == content.lowerBound })
      else { continue }
      let places = content.filter { place in
        !replacements.contains { $0.range.contains(place) }
      }.drop { tree.source[$0].isSpaceOrTab }
      let text = places.map { tree.source[$0] < 0x80 ? Unicode.Scalar(tree.source[$0]) : "a" }
      guard let hazard = LineStart.hazard(text + ["\n"], isFirst: index == 0) else { continue }
      let place = places[places.startIndex + hazard.escape]
      result.append(TextEdit.Replacement(place..<place, with: [0x5C]))
    }
    return result.sorted(byKey: { 2 * $0.range.lowerBound + ($0.range.isEmpty ? 0 : 1) })
  }

  /// Brackets that are text before a link, the nearest first: with the link in it gone, one may begin
  /// another, as in `[a [b](v)](u)`.
  private func brackets(before link: Int, _ tokens: [InlineToken]) -> [Int] {
    let places = tokens[..<link].reversed().compactMap { token -> Int? in
      guard case .character("[", _) = token.kind, token.source.count == 1 else { return nil }
      return token.source.lowerBound
    }
    return Array(places.prefix(4))
  }

  /// The link with another destination.
  func redirected(
    _ index: Int, _ tokens: [InlineToken], _ leaf: Block, _ path: BlockPath
  ) throws(CommandReason) -> Wanted {
    guard let destination else { throw .alreadySo }
    let open = tokens[index].source
    let close = tokens[tokens[index].partner]
    var replacements: [TextEdit.Replacement] = []
    var title: [UInt8] = []
    if case .closeLink(let form) = close.kind, form == .autolink || form == .emailAutolink {
      replacements.append(TextEdit.Replacement(open, with: "["))
      // What was literal is text now.
      var place = open.upperBound
      for piece in tree.source.escapedText(in: open.upperBound..<close.source.lowerBound) {
        if case .source(let range) = piece { place = range.upperBound }
        if case .bytes(let bytes) = piece {
          replacements.append(TextEdit.Replacement(place..<place, with: bytes))
        }
      }
    } else {
      title = tree.source.linkTitle(in: close.source)
    }
    let tail = self.tail.dropLast() + title + [0x29]
    replacements.append(TextEdit.Replacement(close.source, with: Array(tail)))
    let edit = TextEdit(replacements)
    let units = tree.units(before: open.upperBound, in: leaf)
    let words = leaf.words.withoutLink(
      at: units, becoming: destination, keepsTitle: !title.isEmpty)
    return Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
  }
}
