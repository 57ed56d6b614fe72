import MarkdownSyntax
import TextEditing

extension LinkCommand {
  /// Returns the edit that removes the brackets of links, and the leaf after it.
  func unlinked(
    _ links: [InlineElement], _ leaf: Block, _ block: LeafBlock
  ) -> (edit: [TextEdit.Replacement], leaf: Block) {
    // An address without brackets may still be a link in the dialect.
    var text = tree.seen(block, from: leaf.textStart, .blocks)
    for link in links {
      text.link(link.text, to: [])
      text.replace(link.close, with: [])
    }
    var result = leaf
    result.units = text.units
    // A link's text may contain an autolink, which closes before the link does.
    let edit = links.flatMap { [.init($0.open, with: ""), .init($0.close, with: "")] }
      .sorted(byKey: { (replacement: TextEdit.Replacement) in replacement.range.lowerBound })
    return (edit, result)
  }

  /// Returns the edit that gives a link another destination.
  func redirected(
    _ link: InlineElement, _ text: SeenText, _ path: BlockPath
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
    let tail = destination.asTarget.dropLast() + title + [.rightParenthesis]
    replacements.append(TextEdit.Replacement(link.close, with: Array(tail)))
    let edit = TextEdit(replacements)
    var text = text
    text.link(link.text, to: Array(tail))
    text.retarget(link.close, to: Array(tail))
    return Wanted(
      edit: edit, units: text.units, path: path, selection: edit.mapping(utf8: selection))
  }
}
