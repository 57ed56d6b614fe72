import MarkdownSyntax
import TextEditing

extension LinkCommand {
  /// Returns the edit that removes the brackets of links in the selection.
  func unlinked(_ links: [InlineElement], _ leaf: Block, _ path: BlockPath) -> Wanted {
    var replacements: [TextEdit.Replacement] = []
    var words = leaf.words
    for link in links {
      replacements += [.init(link.open, with: ""), .init(link.close, with: "")]
      words = words.withoutLink(at: tree.wordPlace(of: link.open.upperBound, in: leaf).units)
    }
    // A link's text may contain an autolink, which closes before the link does.
    replacements = replacements.sorted(byKey: { $0.range.lowerBound })
    let edit = TextEdit(replacements)
    return Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
  }

  /// Returns the edit that gives a link another destination.
  func redirected(
    _ link: InlineElement, _ leaf: Block, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> Wanted {
    guard let destination else { throw .alreadySo }
    var replacements: [TextEdit.Replacement] = []
    var title: [UInt8] = []
    if link.kind.isLiteral {
      replacements.append(TextEdit.Replacement(link.open, with: "["))
      // The literal text of the autolink becomes the text of a link.
      var place = link.text.lowerBound
      for piece in tree.source.escapedText(in: link.text) {
        if case .source(let range) = piece { place = range.upperBound }
        if case .bytes(let bytes) = piece {
          replacements.append(TextEdit.Replacement(place..<place, with: bytes))
        }
      }
    } else {
      title = tree.source.linkTitle(in: link.close)
    }
    let tail = self.tail.dropLast() + title + [.rightParenthesis]
    replacements.append(TextEdit.Replacement(link.close, with: Array(tail)))
    let edit = TextEdit(replacements)
    let words = leaf.words.withoutLink(
      at: tree.wordPlace(of: link.text.lowerBound, in: leaf).units, becoming: destination,
      keepsTitle: !title.isEmpty)
    return Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
  }
}
