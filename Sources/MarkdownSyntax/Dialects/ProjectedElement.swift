import CommonMark

/// The element in a projection that replaces a mark which the command does not change.
///
/// `MarkdownTree` reads it as a link, which no other mark crosses.
enum ProjectedElement {
  /// The start tag of the element for a mark, given as a letter.
  static func startTag(_ letter: UInt8) -> [UInt8] {
    MarkdownTree.elementStart + [letter] + Array("\">".utf8)
  }

  /// Whether raw HTML is the start tag of such an element, or its end tag; nil for other HTML.
  static func edge(in text: Bytes, _ tag: Range<Int>) -> Bool? {
    guard tag.count >= MarkdownTree.elementEnd.count,
      text[tag.lowerBound + 1] == UInt8(ascii: "x")
        || text[tag.lowerBound + 1] == .slash
    else { return nil }
    let bytes = text[tag]
    if bytes.starts(with: MarkdownTree.elementStart) { return true }
    return bytes.elementsEqual(MarkdownTree.elementEnd) ? false : nil
  }
}
