import MarkdownSyntax

/// A cut through the text of a leaf, at which marks and links are closed and reopened. For example,
/// `**a‸b**` becomes `**a**` and `**b**`.
struct InlineCut {
  /// The source offset between the parts, moved so that delimiters stay with their text.
  let place: Int
  /// The bytes that close the left part, and those that open the right one.
  var closing: [UInt8] = []
  var opening: [UInt8] = []
  /// The number of the leaf's words in the left part.
  fileprivate let index: Int
  /// The words for the open links, with which the right part begins.
  fileprivate let links: [UInt64]
  fileprivate let linkCount: Int
}

/// Cuts the text of a leaf at ascending offsets, in one pass over its tokens and its words.
struct InlineCutter {
  /// The visible content of the leaf.
  let words: [UInt64]
  private let source: [UInt8]
  private let start: Int
  private let tokens: [InlineToken]
  /// The ends of the characters and breaks that libcmark shows, without those of a task's box.
  private let units: ArraySlice<Int>
  private let lastUnit: Int

  // The progress of the passes: over tokens, with those that are open and the tags of raw HTML, …
  private var token = 0
  private var open: [Int] = []
  private var tags = 0
  // … over units, and over words, with the units and tags before them and the open links.
  private var unit: Int
  private var index = 0
  private var passed = (units: 0, tags: 0)
  private var links: [Range<Int>] = []

  /// Reads the tokens of a leaf; nil if it is not a leaf of the reading.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  init?(_ leaf: Block, in tree: BlockTree) {
    guard let block = tree.leafBlock(leaf.id) else { return nil }
    source = tree.source
    start = block.content.lowerBound
    words = leaf.words
    tokens = tree.tokens(of: block)
    let ends = tree.plainTokens(of: block).filter { $0.kind.isUnit }.map { $0.source.upperBound }
    units = ends.dropFirst(leaf.boxUnits(in: tree))
    unit = units.startIndex
    lastUnit = tokens.last { $0.kind.isUnit }?.source.lowerBound ?? -1
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
      } else if tokens[token].kind == .html {
        tags += 1
      }
      token += 1
    }
    while unit < units.endIndex, units[unit] <= place { unit += 1 }
    passWords()
    var cut = InlineCut(
      place: place, index: index, links: links.flatMap { words[$0] }, linkCount: links.count)
    for index in open {
      cut.opening += source[tokens[index].source]
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

  /// Advances over the words until all units and HTML tags before the cut are passed.
  private mutating func passWords() {
    let end = unit - units.startIndex
    while index < words.count,
      passed.units < end || words[index] == TreeSymbol.end
        || passed.tags < tags && words[index] == TreeSymbol.tag(.htmlInline)
    {
      if words[index].isUnit {
        passed.units += 1
        index += 1
      } else if words[index] == TreeSymbol.end {
        _ = links.popLast()
        index += 1
      } else {
        let start = index
        index = words.endOfNode(at: index)
        if words[start] == TreeSymbol.tag(.htmlInline) { passed.tags += 1 }
        if words[start].isLinkStart {
          links.append(start..<index)
        } else if index < words.count, words[index] == TreeSymbol.end {
          index += 1
        }
      }
    }
  }

  /// Returns the visible content between two cuts, or from the start or to the end if one is nil.
  /// Links are closed and reopened, and blanks at the cuts are not visible.
  func words(from before: InlineCut?, to behind: InlineCut?) -> [UInt64] {
    let start = before?.index ?? 0
    var shown = words[start..<max(start, behind?.index ?? words.count)]
    if behind != nil { shown = shown.withoutBlanks(atEnd: true) }
    if before != nil { shown = shown.withoutBlanks(atEnd: false) }
    let closed = [UInt64](repeating: TreeSymbol.end, count: behind?.linkCount ?? 0)
    return (before?.links ?? []) + shown + closed
  }

  /// Returns the visible content after a cut at a line's end if `word` is typed there. The word has
  /// the marks of its neighbours if the cut reopens delimiters.
  func words(typing word: UInt64, behind cut: InlineCut) -> [UInt64] {
    let rest = words[cut.index...].withoutBlanks(atEnd: false)
    let sides = [words[..<cut.index].last { $0.isUnit }, rest.first { $0.isUnit }]
    let own = sides.reduce(UInt64.max) { $0 & ($1 ?? 0) } & (UInt64(0x3F) << 32)
    let marks = cut.opening.isEmpty ? 0 : own
    let isCode = marks & UInt64(MarkSet.code.rawValue) << 32 != 0
    let ending = isCode ? TreeSymbol.character(" ", []) : TreeSymbol.softBreak
    return cut.links + [word | marks, ending] + rest
  }
}

extension BlockTree {
  /// Returns the tokens that libcmark reads in a leaf, except the delimiters of the dialect's marks,
  /// which are characters there.
  func plainTokens(of leaf: LeafBlock) -> [InlineToken] {
    var delimiters = tokens(of: leaf).lazy.filter { token in
      MarkSyntax.all.contains { token.kind.isEdge(of: $0.syntax) }
    }.map { $0.source }.makeIterator()
    var delimiter = delimiters.next()
    return reading.tokens(of: leaf, nil).filter { token in
      while let passed = delimiter, passed.upperBound <= token.source.lowerBound {
        delimiter = delimiters.next()
      }
      return !(delimiter?.contains(token.source.lowerBound) ?? false)
    }
  }
}

extension Block {
  /// Returns how many characters of a task's box libcmark reads as text of the leaf.
  func boxUnits(in tree: BlockTree) -> Int {
    guard let block = tree.leafBlock(id), let content = lines.first?.content else { return 0 }
    return max(0, content.lowerBound - block.content.lowerBound)
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

extension UInt64 {
  /// Whether a word is a character, also of an image's description, or a break, such as
  /// `TreeSymbol.tag(.softBreak)`.
  var isUnit: Bool {
    self & (TreeSymbol.character | 1 << 39) != 0 && self < TreeSymbol.end
      || self == TreeSymbol.tag(.softBreak) || self == TreeSymbol.tag(.lineBreak)
  }

  /// Whether a word begins a link or an image, which have an end: `TreeSymbol.tag(.link)`.
  var isLinkStart: Bool { self == TreeSymbol.tag(.link) || self == TreeSymbol.tag(.image) }
}

extension [UInt64] {
  /// Returns the index after the tag of a node and its attributes (see `TreeSignature`).
  func endOfNode(at start: Int) -> Int {
    var index = start + 3
    for _ in 0..<3 where index < count { index += 1 + (Int(self[index]) + 3) / 4 }
    return Swift.min(index, count)
  }
}

extension ArraySlice<UInt64> {
  func withoutBlanks(atEnd: Bool) -> ArraySlice<UInt64> {
    var result = self
    while let word = atEnd ? result.last : result.first, TreeSymbol.isSpaceOrBreak(word) {
      if atEnd { result.removeLast() } else { result.removeFirst() }
    }
    return result
  }
}
