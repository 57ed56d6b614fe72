import MarkdownSyntax

/// A cut through the text of a leaf, at which marks and links are closed and reopened. For example,
/// `**a‸b**` becomes `**a**` and `**b**`.
struct InlineCut {
  /// The source offset between the parts, moved so that delimiters stay with their text.
  let place: Int
  /// The bytes that close the left part, and those that open the right one.
  var closing: [UInt8] = []
  var opening: [UInt8] = []
  /// The number of the leaf's units in the left part.
  fileprivate let index: Int
  /// The images with which the right part begins.
  fileprivate var images: [SeenUnit] = []
  /// The marks and the link of text at the cut.
  fileprivate var marks: UInt32 = 0
  fileprivate var link: [UInt8] = []
}

/// Cuts the text of a leaf at ascending offsets, in one pass over its tokens.
struct InlineCutter {
  private let text: SeenText
  var units: [SeenUnit] { text.units }
  private let source: [UInt8]
  private let start: Int
  private var tokens: [InlineToken] { text.tokens }
  private let lastUnit: Int
  /// The next token, and those that are open before it.
  private var token = 0
  private var open: [Int] = []

  /// Reads the tokens of a leaf; nil if it is not a leaf of the reading.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  init?(_ leaf: Block, in tree: BlockTree) {
    guard let block = tree.leafBlock(leaf.id) else { return nil }
    source = tree.source
    start = block.content.lowerBound
    text = tree.seen(block, from: leaf.textStart)
    lastUnit = text.tokens.last { $0.kind.isUnit }?.source.lowerBound ?? -1
  }

  /// Cuts the leaf at a UTF-8 offset of its content. Offsets must not decrease from cut to cut.
  ///
  /// - Complexity: O(*m*) in the length of the text since the last cut.
  mutating func cut(at offset: Int) -> InlineCut {
    let place = place(around: max(offset, start))
    while token < tokens.count, tokens[token].source.upperBound <= place {
      if tokens[token].kind.isOpening {
        open.append(token)
      } else if tokens[token].kind.isClosing {
        _ = open.popLast()
      }
      token += 1
    }
    var cut = InlineCut(place: place, index: text.count(before: place))
    for index in open {
      let kind = tokens[index].kind
      cut.opening += source[tokens[index].source]
      cut.marks |= kind.markBit ?? 0
      if kind.isImage {
        let image = text.count(before: tokens[index].source.lowerBound)
        cut.images += text.units.dropFirst(image).prefix(1)
      }
      if kind.isLink || kind.isImage { cut.link = text.target(of: tokens[index]) }
      guard tokens[index].partner >= 0 else { continue }
      cut.closing = Array(source[tokens[tokens[index].partner].source]) + cut.closing
    }
    return cut
  }

  /// Returns the offset at which the leaf is cut for an offset in it.
  private func place(around offset: Int) -> Int {
    var cut = offset
    var next = token
    // A token is never split; delimiters that close at the cut stay in the left part.
    while next < tokens.count, tokens[next].source.lowerBound <= cut {
      let (kind, range) = (tokens[next].kind, tokens[next].source)
      if range.lowerBound < cut, range.upperBound > cut, !kind.isBreak {
        cut = kind.isOpening ? range.lowerBound : range.upperBound
      }
      if range.lowerBound == cut, kind.isClosing { cut = range.upperBound }
      next += 1
    }
    while next > 0, tokens[next - 1].source.upperBound >= cut {
      next -= 1
      let range = tokens[next].source
      if range.upperBound > cut || range.isEmpty { continue }
      guard tokens[next].kind.isOpening else { break }
      cut = range.lowerBound
    }
    return cut > lastUnit ? max(cut, tokens.last?.source.upperBound ?? cut) : cut
  }

  /// Returns the visible content between two cuts, or from the start or to the end if one is nil.
  func units(from before: InlineCut?, to behind: InlineCut?) -> [SeenUnit] {
    let start = before?.index ?? 0
    let end = max(start, behind?.index ?? text.units.count)
    let shown = SeenUnit.trimmed(Array(text.units[start..<end]))
    return before.linkWithoutText(beside: shown.first) + (before?.images ?? []) + shown
      + behind.linkWithoutText(beside: shown.last)
  }

  /// Returns the visible content after a cut at a line's end if a word is typed there.
  func units(typing word: [SeenUnit], behind cut: InlineCut) -> [SeenUnit] {
    let rest = text.units[cut.index...].drop { !$0.isSolid }
    let word = word.map { $0.with(cut.marks, cut.link) }
    let isCode = cut.marks & (InlineToken.Kind.openCode.markBit ?? 0) != 0
    return cut.images + word + (isCode ? SeenUnit.text([.space]) : [.softBreak]) + rest
  }
}

extension InlineCut? {
  /// The link that is open at the cut, if none of its text is in a part that begins or ends there.
  fileprivate func linkWithoutText(beside unit: SeenUnit?) -> [SeenUnit] {
    guard let self, !self.link.isEmpty, self.images.isEmpty, unit?.link != self.link else {
      return []
    }
    return [SeenUnit(thing: .object(self.link)).with(self.marks, [])]
  }
}

extension InlineToken.Kind {
  /// Whether the token is a visible character or a break, as `a` in `*a*` is and `*` is not.
  var isUnit: Bool {
    switch self {
    case .character, .codeCharacter, .softBreak, .hardBreak: true
    default: false
    }
  }
}
