import MarkdownSyntax

/// A visible unit of a leaf, as a reader of its dialect sees it.
enum ShownUnit: Hashable {
  /// A visible character with the kinds of marks and links around it; white space without them.
  case character(Unicode.Scalar, Set<InlineToken.Kind>)
  case lineBreak
  case island([UInt8])
  case bareLink([UInt8])
  case html([UInt8])

  /// Whether the unit is white space, as `.lineBreak` is.
  var isWhite: Bool {
    switch self {
    case .character(let scalar, _): scalar.properties.isWhitespace
    case .lineBreak: true
    default: false
    }
  }
}

extension BlockTree {
  /// Whether the leaf with a new link shows the same text, islands and bare links in the dialect.
  ///
  /// - Parameter read: the tree of the text after the edit.
  func showsSame(as read: BlockTree, _ wanted: LinkCommand.Wanted) -> Bool {
    let place = wanted.linkedText?.lowerBound ?? wanted.edit.hull?.lowerBound ?? 0
    let start = wanted.edit.mapping(utf8Offset: place, bias: .before)
    if let shown = wanted.shown {
      return shown.trimmed
        == read.leaf(at: start).map { read.shown(by: $0).map { $0.unit }.trimmed }
    }
    guard let text = wanted.linkedText else { return true }
    let old = leaf(at: text.lowerBound).map { shown(by: $0, linking: text) }
    let new = read.leaf(at: start).map { read.shown(by: $0, linking: 0..<0) }
    return old.map { $0.map { $0.unit.unmarked }.trimmed }
      == new.map { $0.map { $0.unit.unmarked }.trimmed }
  }

  /// Returns the text, islands, raw HTML and bare links of a leaf, each with its offset.
  ///
  /// - Parameter linkedText: the text that becomes a link. Bare links in it and in other links do
  ///   not count; if it is nil, all count.
  func shown(
    by leaf: LeafBlock, linking linkedText: Range<Int>? = nil
  ) -> [(unit: ShownUnit, start: Int)] {
    let tokens = tokens(of: leaf)
    var linkEnd = 0
    var marks: Set<InlineToken.Kind> = []
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      let start = token.source.lowerBound
      switch token.kind {
      case .character(let scalar, _), .codeCharacter(let scalar, _):
        let shown = scalar.properties.isWhitespace ? [] : marks
        return (.character(scalar, shown), start)
      case .softBreak, .hardBreak: return (.lineBreak, start)
      case .island: return (.island(Array(source[token.source])), start)
      case .html: return (.html(Array(source[token.source])), start)
      case .openLink(.bare) where token.partner >= 0:
        let link = start..<tokens[token.partner].source.upperBound
        let isLinked = linkedText.map { $0.overlaps(link) || index < linkEnd } ?? false
        return isLinked ? nil : (.bareLink(Array(source[link])), start)
      case .openLink where token.partner >= 0: linkEnd = Swift.max(linkEnd, token.partner)
      default: break
      }
      if token.partner > index { marks.insert(token.kind) }
      if token.partner >= 0, token.partner < index { marks.remove(tokens[token.partner].kind) }
      return nil
    }
  }
}

extension ShownUnit {
  fileprivate var unmarked: ShownUnit {
    if case .character(let scalar, _) = self { .character(scalar, []) } else { self }
  }
}

extension [ShownUnit] {
  /// The units without white space at the end, which is only visible if something follows it.
  fileprivate var trimmed: ArraySlice<ShownUnit> {
    var result = self[...]
    while let last = result.last, last.isWhite { result.removeLast() }
    return result
  }
}
