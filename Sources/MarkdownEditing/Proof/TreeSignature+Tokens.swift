import MarkdownSyntax

extension TreeSignature {
  /// Sends the words of a leaf's tokens. They differ from those of libcmark's nodes in the targets of
  /// links, which are given by their bytes in the source or by their label. Their definitions may be
  /// much longer than the leaf.
  mutating func spell(
    _ tokens: [InlineToken], of leaf: LeafBlock, in reading: DocumentReading
  ) {
    var open = OpenMarks()
    var images = 0
    for index in tokens.indices where !sink.isDone {
      let token = tokens[index]
      switch token.kind {
      case .character(let scalar, let spelling), .codeCharacter(let scalar, let spelling):
        if images > 0 {
          sink.put(TreeSymbol.inImage(scalar, open.set))
        } else {
          sink.put(scalar, open.set)
        }
        if spelling == .whole { putBytes(reading.source[token.source]) }
      case .softBreak: sink.put(TreeSymbol.softBreak)
      case .hardBreak: sink.put(TreeSymbol.tag(.lineBreak))
      case .html:
        sink.put(TreeSymbol.tag(.htmlInline))
        putBytes(leaf.shown(token.source, in: reading.source))
      case .openLink, .openImage:
        sink.put(TreeSymbol.tag(token.kind.isLink ? .link : .image))
        putBytes(reading.target(ofLink: index, in: tokens, of: leaf))
      case .closeLink, .closeImage: sink.put(TreeSymbol.end)
      default: break
      }
      open.pass(token.kind)
      images += token.kind.isImage ? token.kind.isOpening ? 1 : -1 : 0
    }
  }
}

extension DocumentReading {
  /// The target of a link or an image: its end in the source, or its label as it is compared.
  fileprivate func target(
    ofLink open: Int, in tokens: [InlineToken], of leaf: LeafBlock
  ) -> [UInt8] {
    let close = tokens[open].partner
    var label = tokens[open].source.upperBound..<tokens[close].source.lowerBound
    switch tokens[open].kind {
    case .openLink(let form) where form.isAutolink: return tokens.linkEnd(from: open, in: source)
    case .openLink(.inline), .openImage(.inline):
      return leaf.shown(tokens[close].source, in: source)
    case .openLink(.full), .openImage(.full): label = tokens[close].source.dropFirst(2).dropLast()
    default: break
    }
    return LabelKey(leaf.label(in: label, of: source)).bytes
  }
}
