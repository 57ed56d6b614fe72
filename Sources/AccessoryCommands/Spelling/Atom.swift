import MarkdownSyntax

/// What stands between the delimiters of a leaf: one visible character or one opaque thing.
struct Atom {
  enum Kind {
    /// A visible character: its index in the leaf's characters.
    case character(Int)
    case linkOpen(InlineToken.LinkForm)
    case linkClose(InlineToken.LinkForm)
    /// Raw HTML or a whole image.
    case opaque
    /// A soft or hard break.
    case lineBreak
    /// The end of the leaf.
    case end
  }
  var kind: Kind
  /// Its source, without fences.
  var source: Range<Int>
  /// The delimiters before it, and their source (empty at the atom's start where there is none).
  var gap: Gap
  var gapSource: Range<Int>
  /// The fence of a code span that begins with it, or ends with it.
  var openFence: Range<Int>?
  var closeFence: Range<Int>?
  /// The index of the token, to find a link's partner.
  var token: Int

  /// Whether it is a visible character.
  var isCharacter: Bool { if case .character = kind { true } else { false } }
  /// The first offset of the atom with its opening fence.
  var start: Int { openFence?.lowerBound ?? source.lowerBound }
  /// The end of the atom with its closing fence.
  var end: Int { closeFence?.upperBound ?? source.upperBound }
}

extension LeafText {
  /// The leaf's atoms in source order, the last one `.end`; O(tokens).
  func atoms(in source: [UInt8]) -> [Atom] {
    var reader = AtomReader(text: self, source: source)
    return reader.read()
  }
}

/// Reads atoms off a leaf's tokens.
private struct AtomReader {
  let text: LeafText
  let source: [UInt8]
  var atoms: [Atom] = []
  var gap = Gap()
  var gapStart: Int?
  var gapEnd = 0
  var fence: Range<Int>?
  var character = 0
  var index = 0

  init(text: LeafText, source: [UInt8]) {
    self.text = text
    self.source = source
    atoms.reserveCapacity(text.tokens.count + 1)
  }

  mutating func read() -> [Atom] {
    while index < text.tokens.count {
      let token = text.tokens[index]
      switch token.kind {
      case .openStrong: delimiter(token, isOpening: true, isStrong: true)
      case .closeStrong: delimiter(token, isOpening: false, isStrong: true)
      case .openEmphasis: delimiter(token, isOpening: true, isStrong: false)
      case .closeEmphasis: delimiter(token, isOpening: false, isStrong: false)
      case .openCode: fence = token.source
      case .closeCode: if !atoms.isEmpty { atoms[atoms.count - 1].closeFence = token.source }
      case .character, .codeCharacter:
        if gapStart == nil, fence == nil {
          // Most of a leaf.
          let start = token.source.lowerBound
          atoms.append(
            Atom(
              kind: .character(character), source: token.source, gap: Gap(),
              gapSource: start..<start, openFence: nil, closeFence: nil, token: index))
        } else {
          add(.character(character), token.source)
        }
        character += 1
      case .openLink(let form): add(.linkOpen(form), token.source)
      case .closeLink(let form): add(.linkClose(form), token.source)
      case .html: add(.opaque, token.source)
      case .softBreak, .hardBreak: add(.lineBreak, token.source)
      case .openImage:
        let first = index
        index = token.partner
        add(.opaque, token.source.lowerBound..<text.tokens[index].source.upperBound, at: first)
      case .closeImage: break
      }
      index += 1
    }
    let end = text.tokens.last?.source.upperBound ?? text.leaf.content.upperBound
    add(.end, end..<end)
    return atoms
  }

  private mutating func delimiter(_ token: InlineToken, isOpening: Bool, isStrong: Bool) {
    let character = source[token.source.lowerBound]
    gap.append(Delimiter(isOpening: isOpening, isStrong: isStrong, character: character))
    if gapStart == nil { gapStart = token.source.lowerBound }
    gapEnd = token.source.upperBound
  }

  private mutating func add(_ kind: Atom.Kind, _ source: Range<Int>, at token: Int? = nil) {
    let start = fence?.lowerBound ?? source.lowerBound
    atoms.append(
      Atom(
        kind: kind, source: source, gap: gap,
        gapSource: gapStart.map { $0..<gapEnd } ?? start..<start,
        openFence: fence, closeFence: nil, token: token ?? index))
    gap = Gap()
    gapStart = nil
    fence = nil
  }
}
