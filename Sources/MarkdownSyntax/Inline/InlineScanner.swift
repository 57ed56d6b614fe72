import TextEditing

/// Reads the inline content of a leaf block as libcmark 0.30.2 does (CommonMark 0.30 §6).
package enum InlineScanner {
  /// The tokens of the content that stands on `lines` of `source`, in order and without gaps.
  ///
  /// - Parameters:
  ///   - lines: the UTF-8 range of each line's content, as a ``LeafBlock`` has them: at least one.
  ///   - source: the UTF-8 text.
  ///   - references: the labels that are defined.
  ///   - tabs: empty, or for each line the number of spaces its first tab stands for
  ///     (see ``LeafBlock/tabs``).
  /// - Complexity: O(*n*) in the length of the content, but for look-ups of labels.
  package static func tokens(
    ofLines lines: [Range<Int>], in source: [UInt8], references: ReferenceMap, tabs: [Int] = []
  ) -> [InlineToken] {
    tokens(ofLines: lines, in: source, references: references, tabs: tabs, expanded: 0).tokens
  }

  /// The same where `expanded` bytes of destinations and titles have been used in earlier leaves;
  /// the result tells how many have been after this one.
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

  /// The same of a text that is lent.
  ///
  /// - Parameter joinsText: whether one token may be that of several ASCII characters in a row; its scalar is the first.
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

/// One pass over a leaf's logical text: its state, and the order in which syntax is tried.
///
/// What may yet become a delimiter is emitted as characters first; a match turns them into nodes.
struct InlineScan {
  let text: Bytes
  let references: ReferenceMap
  var map: SourceMap
  /// The logical offset that is read next.
  var position = 0
  /// Where the last token ends in the source.
  var sourceEnd: Int
  var tokens: [InlineToken] = []
  var delimiters: [DelimiterRun] = []
  /// The last of the linked delimiter runs, or -1.
  var lastDelimiter = -1
  var brackets: [Bracket] = []
  /// How many brackets, from the bottom of the stack, may no longer open a link.
  var inactiveBrackets = 0
  /// How many bytes of destinations and titles references have brought in.
  var expanded: Int
  /// What is remembered of backticks.
  var backticks = BacktickMemory()
  var missedHTML = RawHTML.Missed()
  /// The tokens that open or close something, and those that are part of the one before them.
  private var nodes: ContiguousArray<Int64> = []
  private var merged: ContiguousArray<Int64> = []
  /// What is read besides CommonMark.
  var syntax: InlineSyntax?
  /// How many elements that stand for a dialect's marks are open.
  var openElements = 0

  /// Whether one token may be that of several ASCII characters in a row: one for both of `ab`.
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

  /// Reads the whole text.
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

  /// Takes note that the token at an index opens or closes something.
  mutating func noteNode(at index: Int) { nodes.append(Int64(index)) }

  /// Appends one that opens or closes something.
  mutating func emitNode(_ kind: InlineToken.Kind, to end: Int) {
    noteNode(at: tokens.count)
    emit(kind, to: end)
  }

  /// Drops what matches have merged, and points opening and closing tokens at each other. Most of a leaf
  /// is characters, which have no partner and are moved at once.
  private mutating func joinPartners() {
    // Links are found by what closes them, behind what is in them.
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

  /// Makes one node of `kind` of the character at `index`, and of the next one too where `width` is 2.
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
  /// Whether the token opens a code span, a mark, a link or an image. True of the first `*` of
  /// `*a*`, and of `[` in `[a](/u)`.
  package var isOpening: Bool {
    switch self {
    case .openEmphasis, .openStrong, .openCode, .openLink, .openImage, .openMark: true
    default: false
    }
  }

  /// Whether the token closes a code span, a mark, a link or an image. True of the last `*` of
  /// `*a*`, and of `](/u)` in `[a](/u)`.
  package var isClosing: Bool {
    switch self {
    case .closeEmphasis, .closeStrong, .closeCode, .closeLink, .closeImage, .closeMark: true
    default: false
    }
  }
}
