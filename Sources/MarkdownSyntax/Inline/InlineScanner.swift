import TextEditing

/// Reads the inline content of a leaf as libcmark 0.30.2 does (CommonMark 0.30 §6).
package enum InlineScanner {
  /// The tokens of the content on `lines` of `source`, in order and without gaps.
  ///
  /// - Parameters:
  ///   - lines: The UTF-8 range of each line's content, as in ``LeafLines``: at least one.
  ///   - source: The UTF-8 text.
  ///   - references: The defined labels.
  ///   - tabs: Empty, or for each line the spaces left of its first tab (see ``LeafLines/tabs``).
  /// - Complexity: O(*n*) in the length of the content, without look-ups of labels.
  package static func tokens(
    ofLines lines: [Range<Int>], in source: [UInt8], references: ReferenceMap, tabs: [Int] = []
  ) -> [InlineToken] {
    tokens(ofLines: lines, in: source, references: references, tabs: tabs, expanded: 0).tokens
  }

  /// The tokens of a leaf after `expanded` bytes of destinations and titles in earlier leaves, and
  /// the number of these bytes including this leaf.
  static func tokens(
    ofLines lines: [Range<Int>], in source: [UInt8], references: ReferenceMap, tabs: [Int],
    expanded: Int, syntax: InlineSyntax? = nil
  ) -> (tokens: [InlineToken], expanded: Int) {
    source.withUnsafeBufferPointer { bytes in
      tokens(
        ofLines: lines, in: bytes, references: references, tabs: tabs, expanded: expanded,
        syntax: syntax)
    }
  }

  /// The tokens of a leaf of a lent text after `expanded` bytes in earlier leaves.
  ///
  /// - Parameter joinsText: Whether a token may cover several ASCII characters; it has the first.
  static func tokens(
    ofLines lines: [Range<Int>], in source: Bytes, references: ReferenceMap, tabs: [Int],
    expanded: Int, syntax: InlineSyntax?, joinsText: Bool = false
  ) -> (tokens: [InlineToken], expanded: Int) {
    precondition(!lines.isEmpty, "a leaf has at least one line")
    return LogicalText.lend(lines, tabs: tabs, of: source) { text, map in
      var scan = InlineScan(
        text, map: map, references: references, expanded: expanded, joinsText: joinsText)
      scan.syntax = syntax
      scan.run()
      return (scan.tokens, scan.expanded)
    }
  }
}

/// One pass over a leaf's logical text.
///
/// A possible delimiter is emitted as characters first; a match turns them into nodes.
struct InlineScan {
  let text: Bytes
  let references: ReferenceMap
  var map: SourceMap
  /// The logical offset to read next.
  var position = 0
  /// The end of the last token in the source.
  var sourceEnd: Int
  var tokens: [InlineToken] = []
  var delimiters: [DelimiterRun] = []
  /// The last of the linked delimiter runs, or -1.
  var lastDelimiter = -1
  var brackets: [Bracket] = []
  /// The number of brackets, from the bottom of the stack, that can no longer open a link.
  var inactiveBrackets = 0
  /// The number of bytes of destinations and titles that references have added.
  var expanded: Int
  var backticks = BacktickMemory()
  var missedHTML = RawHTML.Missed()
  /// The tokens that open or close something, and those merged into the token before them.
  private var nodes: ContiguousArray<Int64> = []
  private var merged: ContiguousArray<Int64> = []
  /// The constructs to read in addition to CommonMark.
  var syntax: InlineSyntax?

  /// Whether one token may cover adjacent ASCII characters: one for both of `ab`.
  let joinsText: Bool

  init(
    _ text: Bytes, map: SourceMap, references: ReferenceMap, expanded: Int, joinsText: Bool = false
  ) {
    self.text = text
    self.joinsText = joinsText
    self.expanded = expanded
    self.references = references
    self.map = map
    sourceEnd = self.map.source(0)
    tokens.reserveCapacity(joinsText ? text.count / 8 + 8 : text.count + 1)
  }

  mutating func run() {
    while position < text.count {
      if let syntax, readExtension(syntax) { continue }
      switch text[position] {
      case .lineFeed: readLineEnding()
      case .backtick: readBackticks()
      case .backslash: readBackslash()
      case .ampersand: readAmpersand()
      case .lessThan: readAngleBracket()
      case .asterisk, .underscore: readDelimiterRun()
      case .exclamationMark: readExclamationMark()
      case .leftBracket: openBracket(isImage: false)
      case .rightBracket: closeBracket()
      default: if let syntax { readText(syntax) } else { readText() }
      }
    }
    pairDelimiters(above: 0)
    if !nodes.isEmpty { joinPartners() }
  }

  /// Appends a token that ends at the logical offset `end`.
  mutating func emit(_ kind: InlineToken.Kind, to end: Int) {
    let sourceStart = sourceEnd
    sourceEnd = map.source(end)
    tokens.append(InlineToken(kind, sourceStart..<sourceEnd))
  }

  /// Records that the token at an index opens or closes something.
  mutating func noteNode(at index: Int) { nodes.append(Int64(index)) }

  /// Appends a token that opens or closes something.
  mutating func emitNode(_ kind: InlineToken.Kind, to end: Int) {
    noteNode(at: tokens.count)
    emit(kind, to: end)
  }

  /// Removes merged tokens, moving all tokens between them at once, and connects partners.
  private mutating func joinPartners() {
    // Links are found at their ends, after their contents.
    nodes.sortInPlace()
    merged.sortInPlace()
    var open: [(token: Int, place: Int)] = []
    var dropped = 0
    for node in nodes {
      while dropped < merged.count, merged[dropped] < node { dropped += 1 }
      let token = Int(node)
      if tokens[token].kind.isOpening {
        open.append((token, token - dropped))
      } else if let opener = open.popLast() {
        tokens[token].partner = opener.place
        tokens[opener.token].partner = token - dropped
      }
    }
    guard !merged.isEmpty else { return }
    tokens.withUnsafeMutableBufferPointer { tokens in
      guard let start = tokens.baseAddress else { return }
      for index in merged.indices {
        let token = Int(merged[index])
        let end = index + 1 < merged.count ? Int(merged[index + 1]) : tokens.count
        (start + token - index).update(from: start + token + 1, count: end - token - 1)
      }
    }
    tokens.removeLast(merged.count)
  }

  /// Makes a node of `kind` from the token at `index`, and the next one if `width` is 2.
  mutating func makeNode(_ kind: InlineToken.Kind, at index: Int, width: Int) {
    noteNode(at: index)
    tokens[index].kind = kind
    guard width == 2 else { return }
    tokens[index].source =
      tokens[index].source.lowerBound..<tokens[index + 1].source.upperBound
    merged.append(Int64(index + 1))
  }
}

extension InlineToken.Kind {
  /// Whether it opens a code span, mark, link or image: the first `*` of `*a*`, `[` in `[a](b)`.
  package var isOpening: Bool {
    switch self {
    case .openEmphasis, .openStrong, .openCode, .openLink, .openImage, .openMark: true
    default: false
    }
  }

  /// Whether it closes a code span, mark, link or image: the last `*` of `*a*`, `](b)` in `[a](b)`.
  package var isClosing: Bool {
    switch self {
    case .closeEmphasis, .closeStrong, .closeCode, .closeLink, .closeImage, .closeMark: true
    default: false
    }
  }
}
