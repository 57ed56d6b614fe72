import CommonMark

/// Finds what the paragraphs and headings of a reading hold besides inlines.
enum BlockConstructs {
  /// The tables, boxes and names, in the order of the leaves.
  static func pieces(
    of reading: DocumentReading, in text: Bytes, _ extensions: SyntaxExtensions
  ) -> [ProjectedPiece] {
    var pieces: [ProjectedPiece] = []
    for leaf in reading.leaves {
      let node = reading.tree.nodes[leaf.node]
      let before = reading.tree.nodes[Swift.max(leaf.node - 1, 0)]
      let parent = before.end > leaf.node ? before.kind : .document
      if extensions.contains(.tasks), parent == .item,
        let box = LeafPrefix.task(at: leaf.content.lowerBound, in: text)
      {
        pieces.append(
          ProjectedPiece(
            source: box, bytes: LeafPrefix.blank, kind: .fixed, construct: .task))
      }
      if extensions.contains(.alerts), parent == .blockQuote, node.kind == .paragraph,
        let name = LeafPrefix.alert(
          on: leaf.lines[0], in: text, hasTitles: extensions.contains(.wikiLinks))
      {
        pieces.append(
          ProjectedPiece(
            source: name, bytes: LeafPrefix.blank, kind: .fixed, construct: .alert))
      }
      if extensions.contains(.tables), leaf.lines.count > 1 {
        var finder = TableFinder(in: text, leaf: leaf, isHeading: node.kind == .heading)
        finder.run()
        pieces += finder.pieces
      }
      if extensions.contains(.directiveLines), node.kind == .paragraph {
        for line in leaf.lines {
          guard let bytes = DirectiveLine.replacement(for: line, in: text) else { continue }
          pieces.append(
            ProjectedPiece(source: line, bytes: bytes, kind: .fixed, construct: .directive))
        }
      }
    }
    return pieces
  }
}

/// A first look at a text: most have no construct but CommonMark's.
struct Constructs {
  /// One bit for each byte that a construct of the dialect has.
  private var bytes = SIMD4<UInt64>()
  /// The bytes with which the caller's inlines begin.
  private let openings: [UInt8]

  init(_ dialect: Dialect) {
    self.init(openings: dialect.islands.compactMap { $0.opening.first })
    for row in Self.rows where !dialect.extensions.isDisjoint(with: row.syntax) {
      for byte in row.bytes { insert(byte) }
    }
  }

  fileprivate init(openings: [UInt8]) {
    self.openings = openings
    for byte in openings { insert(byte) }
  }

  fileprivate mutating func insert(_ byte: UInt8) {
    bytes[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
  }

  /// Whether any construct of the dialect may stand in a part of a text, which may say yes too
  /// often: yes of `a ~~b~~` in GitHub's dialect, no of `**a**`. Called from several places, each of which
  /// would hold all of it.
  @inline(never)
  func mayStand(in text: Bytes, _ part: Range<Int>) -> Bool {
    for index in part {
      let byte = text[index]
      if bytes[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 0 { continue }
      // What the caller's begin with behind that byte is not looked at.
      if openings.contains(byte) || Self.isLikely(text, at: index) { return true }
    }
    return false
  }

  /// The same of a document, which may begin with front matter. Yes of `- a`, whose `-` may begin it.
  static func mayStand(
    in source: [UInt8], _ dialect: Dialect, _ context: ProjectionContext
  ) -> Bool {
    if let start = context.documentStart, start < source.count,
      source[start] == 0x2D || source[start] == 0x2B || source[start] == 0xEF
    {
      return true
    }
    return source.withUnsafeBufferPointer { Constructs(dialect).mayStand(in: $0, $0.indices) }
  }

  /// A byte that each construct has.
  fileprivate static let rows: [(syntax: SyntaxExtensions, bytes: [UInt8])] = [
    (.tables, [0x7C]), (.tasks, [0x5B]), (.alerts, [0x5B]), (.footnotes, [0x5B]),
    (.strikethrough, [0x7E, 0x2A, 0x5F]), (.bareLinks, [0x2F, 0x2E, 0x40]), (.math, [0x24]),
    (.emoji, [0x3A]),
    (.mentions, [0x40]), (.wikiLinks, [0x5B]), (.highlight, [0x3D]), (.comments, [0x25]),
    (.blockIdentifiers, [0x5E]), (.shortcodes, [0x7B]), (.liquidTags, [0x7B]),
    (.attributes, [0x7B]), (.directiveLines, [0x3A, 0x21]),
  ]

  /// Whether the bytes around one look like a construct, where prose has the byte too: `[x]` does,
  /// `[ab]` does not.
  private static func isLikely(_ text: Bytes, at index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      text.indices.contains(index + offset) ? text[index + offset] : 0
    }
    switch text[index] {
    // `[ ]`, `[x]`, `[!`, `[^`, `[[`.
    case 0x5B:
      return byte(1) == 0x21 || byte(1) == 0x5E || byte(1) == 0x5B || byte(2) == 0x5D
    // `://`.
    case 0x2F: return byte(-1) == 0x3A && byte(1) == 0x2F
    // `www.`.
    case 0x2E: return byte(-1) == 0x77 && byte(-2) == 0x77 && byte(-3) == 0x77
    // `:name:`, `:::`; not `std::fmt`, nor `12:30`.
    case 0x3A:
      if byte(1) == 0x3A { return byte(2) == 0x3A }
      var end = 1
      while IslandMatch.isOfEmojiName(byte(end)) { end += 1 }
      return end > 1 && byte(end) == 0x3A
    // A run that may open as well as close: GitHub pairs it otherwise than libcmark.
    case 0x2A, 0x5F:
      guard byte(-1) != text[index] else { return false }
      var end = 1
      while byte(end) == text[index] { end += 1 }
      let (before, after) = (byte(-1), byte(end))
      guard before != 0, after != 0, !before.isMarkdownSpace, !after.isMarkdownSpace else {
        return false
      }
      return before.isASCIIPunctuation
        ? after.isASCIIPunctuation : text[index] == 0x2A && !after.isASCIIPunctuation
    case 0x21: return byte(1) == 0x21
    case 0x3D: return byte(1) == 0x3D
    case 0x25: return byte(1) == 0x25
    default: return true
    }
  }
}

/// A first look at a leaf that libcmark has read: what its inlines may be besides CommonMark's.
///
/// The inline scanner tries a construct where CommonMark has a character of the text, or a bracket.
/// Up to the first construct it goes as libcmark does, so that one whose first byte CommonMark never
/// has as text, as the `://` of `[a](http://b)`, is not there to it either.
struct InlineConstructs {
  /// What is looked for in the source: what begins with a bracket, or goes on in markup.
  private(set) var inSource: Constructs
  /// What is looked for in the literals of text nodes: bytes that nothing parts there.
  private(set) var inText = Constructs(openings: [])

  init(_ dialect: Dialect) {
    inSource = Constructs(openings: dialect.islands.compactMap { $0.opening.first })
    let inlines = dialect.extensions.subtracting(Self.blocks)
    for row in Constructs.rows where !inlines.isDisjoint(with: row.syntax) {
      // The runs of `*` and `_` are looked at for themselves.
      for byte in row.bytes where byte != 0x2A && byte != 0x5F {
        if Self.ofText.contains(row.syntax) { inText.insert(byte) } else { inSource.insert(byte) }
      }
    }
  }

  private static let blocks: SyntaxExtensions = [.tables, .tasks, .alerts, .directiveLines]
  private static let ofText: SyntaxExtensions = [.bareLinks, .math, .strikethrough, .mentions]
}
