import CommonMark

extension DocumentReading {
  /// Whether libcmark reads a leaf as the scanner does without constructs of a dialect: as for `*a*`
  /// without its stars.
  ///
  /// - Complexity: O(*n*) in the length of the leaf.
  package func agrees(on leaf: LeafBlock) -> Bool { agrees(printedTokens(of: leaf), on: leaf) }

  /// Whether the tokens of a leaf agree with libcmark: the same nodes around the same characters.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the leaf, with their places in the printed text.
  ///   - leaf: One of ``leaves``.
  /// - Complexity: O(*n*) in the length of the leaf.
  package func agrees(_ tokens: [InlineToken], on leaf: LeafBlock) -> Bool {
    let leaf = printed(leaf)
    return document.text.withUnsafeBufferPointer { source in
      tree.bytes.withUnsafeBufferPointer { literals in
        tokens.withUnsafeBufferPointer { tokens in
          var comparison = TreeComparison(
            tokens: tokens, source: source, literals: literals, lines: leaf)
          return comparison.run(over: tree.nodes, leaf: leaf.node)
        }
      }
    }
  }
}

/// Compares the tokens with libcmark's nodes, one by one.
private struct TreeComparison {
  let tokens: UnsafeBufferPointer<InlineToken>
  let source: Bytes
  let literals: Bytes
  let lines: LeafBlock
  private var next = 0

  init(
    tokens: UnsafeBufferPointer<InlineToken>, source: Bytes, literals: Bytes, lines: LeafBlock
  ) {
    self.tokens = tokens
    self.source = source
    self.literals = literals
    self.lines = lines
  }

  mutating func run(over nodes: [MarkdownTree.Node], leaf: Int) -> Bool {
    let end = Int(nodes[leaf].end)
    var open: [(end: Int, closing: MarkdownTree.Kind)] = []
    var index = leaf + 1
    while true {
      while let last = open.last, last.end == index {
        guard takeClosing(of: last.closing) else { return false }
        open.removeLast()
      }
      if index == end { return next == tokens.count }
      let node = nodes[index]
      switch node.kind {
      case .emphasis, .strong, .link, .image:
        guard takeOpening(of: node.kind) else { return false }
        open.append((Int(node.end), node.kind))
      default:
        guard takeLeaf(node) else { return false }
      }
      index += 1
    }
  }

  private mutating func takeLeaf(_ node: MarkdownTree.Node) -> Bool {
    let literal = Bytes(rebasing: literals[node.literal.inInt])
    switch node.kind {
    case .text: return takeCharacters(literal, inCode: false)
    case .code:
      return take { if case .openCode = $0 { true } else { false } }
        && takeCharacters(literal, inCode: true)
        && take { if case .closeCode = $0 { true } else { false } }
    case .htmlInline: return takeHTML(literal)
    case .softBreak: return take { if case .softBreak = $0 { true } else { false } }
    case .lineBreak: return take { if case .hardBreak = $0 { true } else { false } }
    default: return false
    }
  }

  private mutating func take(_ isExpected: (InlineToken.Kind) -> Bool) -> Bool {
    guard next < tokens.count, isExpected(tokens[next].kind) else { return false }
    next += 1
    return true
  }

  private mutating func takeOpening(of kind: MarkdownTree.Kind) -> Bool {
    take {
      switch ($0, kind) {
      case (.openEmphasis, .emphasis), (.openStrong, .strong), (.openLink, .link),
        (.openImage, .image):
        true
      default: false
      }
    }
  }

  private mutating func takeClosing(of kind: MarkdownTree.Kind) -> Bool {
    take {
      switch ($0, kind) {
      case (.closeEmphasis, .emphasis), (.closeStrong, .strong), (.closeLink, .link),
        (.closeImage, .image):
        true
      default: false
      }
    }
  }

  private mutating func takeCharacters(_ literal: Bytes, inCode: Bool) -> Bool {
    var index = 0
    while index < literal.count {
      let same = inCode ? 0 : countOfSame(Bytes(rebasing: literal[index...]))
      index += same
      next += same
      if index == literal.count { return true }
      guard next < tokens.count else { return false }
      let scalar: Unicode.Scalar
      switch tokens[next].kind {
      case .character(let character, let spelling) where !inCode:
        // libcmark 0.30 writes references to these two as a single byte that is not UTF-8.
        if spelling == .reference, !ParsingLibrary.isSince31,
          character == "\u{FFFE}" || character == "\u{FFFF}"
        {
          guard literal[index] == UInt8(truncatingIfNeeded: character.value) else { return false }
          index += 1
          next += 1
          continue
        }
        scalar = character
      case .codeCharacter(let character, _) where inCode: scalar = character
      default: return false
      }
      let (read, count) = literal.scalar(at: index)
      guard read == scalar else { return false }
      index += count
      next += 1
    }
    return true
  }

  /// The number of ASCII characters at the start of a literal that are also the next tokens.
  private func countOfSame(_ literal: Bytes) -> Int {
    let tokens = UnsafeBufferPointer(rebasing: tokens[next...])
    let limit = Swift.min(literal.count, tokens.count)
    var count = 0
    while count < limit, literal[count] < 0x80,
      case .character(let scalar, _) = tokens[count].kind,
      scalar.value == UInt32(literal[count])
    { count &+= 1 }
    return count
  }

  /// Compares the source of raw HTML, without line prefixes, with the literal.
  private mutating func takeHTML(_ literal: Bytes) -> Bool {
    guard next < tokens.count, case .html = tokens[next].kind else { return false }
    let range = tokens[next].source
    next += 1
    var matched = 0
    func expect(_ byte: UInt8) -> Bool {
      if byte == 0 {
        // A NUL is U+FFFD in libcmark's literal.
        guard literal.holds("\u{FFFD}", at: matched) else { return false }
        matched += 3
        return true
      }
      guard matched < literal.count, literal[matched] == byte else { return false }
      matched += 1
      return true
    }
    for (index, line) in lines.lines.enumerated() where line.lowerBound <= range.upperBound {
      var start = Swift.max(line.lowerBound, range.lowerBound)
      if line.upperBound < range.lowerBound { continue }
      if line.lowerBound > range.lowerBound {
        guard expect(.lineFeed) else { return false }
        if !lines.tabs.isEmpty, lines.tabs[index] > 0 {
          for _ in 0..<lines.tabs[index] where !expect(.space) { return false }
          start += 1
        }
      }
      var offset = start
      while offset < Swift.min(line.upperBound, range.upperBound) {
        guard expect(source[offset]) else { return false }
        offset += 1
      }
    }
    return matched == literal.count
  }
}
