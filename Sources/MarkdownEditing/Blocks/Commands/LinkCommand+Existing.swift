import MarkdownSyntax
import TextEditing

extension LinkCommand {
  /// Returns the edit that removes the brackets of links in the selection.
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
    // A link's text may contain an autolink, which closes before the link does.
    replacements = replacements.sorted(byKey: { $0.range.lowerBound })
    let edit = TextEdit(replacements)
    return Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
  }

  /// Returns the edit that gives a link another destination.
  func redirected(
    _ index: Int, _ tokens: [InlineToken], _ leaf: Block, _ path: BlockPath
  ) throws(Outcome.Unchanged) -> Wanted {
    guard let destination else { throw .alreadySo }
    let open = tokens[index].source
    let close = tokens[tokens[index].partner]
    var replacements: [TextEdit.Replacement] = []
    var title: [UInt8] = []
    if case .closeLink(let form) = close.kind, form == .autolink || form == .emailAutolink {
      replacements.append(TextEdit.Replacement(open, with: "["))
      // The literal text of the autolink becomes the text of a link.
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
    let tail = self.tail.dropLast() + title + [.rightParenthesis]
    replacements.append(TextEdit.Replacement(close.source, with: Array(tail)))
    let edit = TextEdit(replacements)
    let units = tree.units(before: open.upperBound, in: leaf)
    let words = leaf.words.withoutLink(
      at: units, becoming: destination, keepsTitle: !title.isEmpty)
    return Wanted(
      edit: edit, words: words, path: path, selection: edit.mapping(utf8: selection))
  }
}
