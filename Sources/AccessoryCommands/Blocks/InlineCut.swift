import MarkdownSyntax

/// Where the text of a leaf is cut in two: its marks and links are closed before the cut and opened
/// again behind it (`**a‸b**` becomes `**a**` and `**b**`).
struct InlineCut {
  /// Where the left part ends and the right one begins, in the source: delimiters at the cut are not
  /// cut off from their text.
  var left: Int
  var right: Int
  /// What closes the left part, and what opens the right one.
  var closing: [UInt8] = []
  var opening: [UInt8] = []
  /// What both parts show.
  var wordsBefore: [UInt64] = []
  var wordsBehind: [UInt64] = []
  /// How many characters and breaks the left part shows.
  var units = 0
  /// How many tags of raw HTML are in it.
  var tags = 0

  /// Cuts a leaf at a UTF-8 offset in its content; nil where it is none of the reading.
  init?(_ leaf: Block, at offset: Int, in tree: BlockTree) {
    guard let block = tree.leafBlock(leaf.id) else { return nil }
    let tokens = tree.tokens(of: block)
    var cut = max(offset, block.content.lowerBound)
    // A token that the place is in counts whole; what closes there stays on the left.
    for token in tokens {
      if token.source.lowerBound < cut, token.source.upperBound > cut, !token.kind.isBreak {
        cut = token.kind.isOpening ? token.source.lowerBound : token.source.upperBound
      }
      if token.source.lowerBound == cut, token.kind.isClosing { cut = token.source.upperBound }
    }
    for token in tokens.reversed() where token.source.upperBound == cut && !token.source.isEmpty {
      guard token.kind.isOpening else { break }
      cut = token.source.lowerBound
    }
    if !tokens.contains(where: { $0.source.lowerBound >= cut && $0.kind.isUnit }) {
      cut = max(cut, tokens.last?.source.upperBound ?? cut)
    }
    left = cut
    right = cut
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.source.upperBound <= cut {
      if token.kind.isOpening {
        open.append(index)
      } else if token.kind.isClosing {
        _ = open.popLast()
      }
    }
    for index in open {
      opening += tree.source[tokens[index].source]
      guard tokens[index].partner >= 0 else { continue }
      closing = Array(tree.source[tokens[tokens[index].partner].source]) + closing
    }
    units = tree.units(before: cut, in: leaf)
    tags = tokens.count { $0.kind == .html && $0.source.upperBound <= cut }
    (wordsBefore, wordsBehind) = leaf.words.cut(behind: units, tags: tags)
  }
}

extension BlockTree {
  /// The inline tokens of a leaf, with what the dialect reads besides.
  func tokens(of block: LeafBlock) -> [InlineToken] {
    guard let syntax = InlineSyntax(dialect) else { return reading.tokens(of: block) }
    return reading.tokens(of: block, syntax)
  }

  /// The content of a leaf as it was read.
  func leafBlock(_ node: Int) -> LeafBlock? { reading.leafBlock(node) }
}

extension Block {
  /// How many characters of a task's box libcmark takes for text of the leaf.
  func boxUnits(in tree: BlockTree) -> Int {
    guard let block = tree.leafBlock(id), let content = lines.first?.content else { return 0 }
    return max(0, content.lowerBound - block.content.lowerBound)
  }
}

extension InlineToken.Kind {
  /// Whether the token is one unit of what a leaf shows, a character or a break: the `a` of `*a*`,
  /// not the `*`.
  var isUnit: Bool {
    switch self {
    case .character, .codeCharacter, .softBreak, .hardBreak: true
    default: false
    }
  }
}

extension UInt64 {
  /// Whether a word is one unit: a character, also of an image's description, or a break. True of
  /// `TreeSymbol.tag(.softBreak)`.
  var isUnit: Bool {
    self & (TreeSymbol.character | 1 << 39) != 0 && self < TreeSymbol.end
      || self == TreeSymbol.tag(.softBreak) || self == TreeSymbol.tag(.lineBreak)
  }
}

extension [UInt64] {
  /// The words in two parts, the first with so many units and tags of HTML: links are closed and opened again, blanks at
  /// the cut are not shown.
  func cut(behind units: Int, tags: Int) -> ([UInt64], [UInt64]) {
    var open: [Range<Int>] = []
    var index = 0
    var left = units
    var tagsLeft = tags
    while index < count,
      left > 0 || self[index] == TreeSymbol.end
        || tagsLeft > 0 && self[index] == TreeSymbol.tag(.htmlInline)
    {
      if self[index].isUnit {
        left -= 1
        index += 1
      } else if self[index] == TreeSymbol.end {
        _ = open.popLast()
        index += 1
      } else {
        let start = index
        index = endOfNode(at: index)
        if self[start] == TreeSymbol.tag(.htmlInline) { tagsLeft -= 1 }
        if self[start] == TreeSymbol.tag(.link) || self[start] == TreeSymbol.tag(.image) {
          open.append(start..<index)
        } else if index < count, self[index] == TreeSymbol.end {
          index += 1
        }
      }
    }
    let before = Array(self[..<index]).withoutBlanks(atEnd: true)
    let behind = Array(self[index...]).withoutBlanks(atEnd: false)
    return (before + open.map { _ in TreeSymbol.end }, open.flatMap { self[$0] } + behind)
  }

  /// Past the tag of a node and its attributes (see `TreeSignature`).
  func endOfNode(at start: Int) -> Int {
    var index = start + 3
    for _ in 0..<3 where index < count { index += 1 + (Int(self[index]) + 3) / 4 }
    return Swift.min(index, count)
  }

  /// The words without white space at one end.
  func withoutBlanks(atEnd: Bool) -> [UInt64] {
    var result = self
    while let word = atEnd ? result.last : result.first, TreeSymbol.isSpaceOrBreak(word) {
      if atEnd { result.removeLast() } else { result.removeFirst() }
    }
    return result
  }
}
