import CommonMark
import TextEditing

/// A first look at a text: most have no construct but CommonMark's.
struct Constructs {
  /// What is looked for: the bits of ``table``.
  private let wanted: UInt32
  /// The bytes with which the caller's inlines begin.
  private let openings: [UInt8]

  /// - Parameter pairs: whether runs of `*` and `_` are looked for that GitHub may pair otherwise.
  init(_ dialect: Dialect, pairs: Bool = true) {
    self.init(
      dialect.extensions, pairs: pairs && dialect.extensions.contains(.strikethrough),
      islands: dialect.islands)
  }

  fileprivate init(
    _ extensions: SyntaxExtensions, pairs: Bool = false, islands: [IslandPattern] = []
  ) {
    wanted = extensions.rawValue | (pairs ? Self.pairs : 0)
    openings = islands.compactMap { $0.opening.first }
  }

  /// Whether any construct of the dialect may stand in a part of a text, which may say yes too
  /// often: yes of `a ~~b~~` in GitHub's dialect, no of `**a**`. Called from several places, each of which
  /// would hold all of it.
  @inline(never)
  func mayStand(in text: Bytes, _ part: Range<Int>) -> Bool {
    // What the caller's begin with behind that byte is not looked at.
    if !openings.isEmpty, part.contains(where: { openings.contains(text[$0]) }) { return true }
    return Self.table.withUnsafeBufferPointer { table in
      var index = part.lowerBound
      while index < part.upperBound {
        // Four bytes at once: few are any construct's.
        if index + 4 <= part.upperBound {
          let first = table[Int(text[index])] | table[Int(text[index + 1])]
          let second = table[Int(text[index + 2])] | table[Int(text[index + 3])]
          if (first | second) & wanted == 0 {
            index += 4
            continue
          }
        }
        let end = Swift.min(index + 4, part.upperBound)
        while index < end {
          if table[Int(text[index])] & wanted != 0, Self.isLikely(text, at: index) { return true }
          index += 1
        }
      }
      return false
    }
  }

  /// The same of a document, which may begin with front matter. Yes of `- a`, whose `-` may begin it.
  ///
  /// - Parameter edit: what made it of a text in which none may stand: then only those are looked for whose
  ///   bytes the edit has changed.
  static func mayStand(
    in source: [UInt8], _ dialect: Dialect, _ context: ProjectionContext,
    after edit: TextEdit? = nil
  ) -> Bool {
    if let start = context.documentStart, start < source.count,
      source[start] == .hyphen || source[start] == .plusSign || source[start] == 0xEF
    {
      return true
    }
    return source.withUnsafeBufferPointer { text in
      guard let edit else { return Constructs(dialect).mayStand(in: text, text.indices) }
      var growth = 0
      let parts = edit.replacements.map { replacement in
        let start = replacement.range.lowerBound + growth
        growth += replacement.bytes.count - replacement.range.count
        return reach(of: start..<start + replacement.bytes.count, in: text)
      }
      let constructs = Constructs(dialect.extensions, islands: dialect.islands)
      if parts.contains(where: { constructs.mayStand(in: text, $0) }) { return true }
      let runs = Constructs([], pairs: dialect.extensions.contains(.strikethrough))
      return parts.contains { runs.mayStand(in: text, $0) } && hasThreeRuns(text)
    }
  }

  /// Whether a text has as many runs of `*` and `_` as GitHub can pair otherwise than libcmark. True of
  /// `*a*b*`, not of `**a**b`.
  private static func hasThreeRuns(_ text: Bytes) -> Bool {
    var runs = 0
    var last: UInt8 = 0
    for byte in text {
      if (byte == .asterisk || byte == .underscore) && byte != last { runs += 1 }
      if runs > 2 { return true }
      last = byte
    }
    return false
  }

  /// From where on and up to where ``isLikely(_:at:)`` looks at some of the bytes in a range: at the `b` of
  /// `:ab:` from the first colon on. It looks at three bytes behind and before, and at all of a name or a run.
  private static func reach(of range: Range<Int>, in text: Bytes) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, IslandMatch.isOfEmojiName(text[start - 1]) || text[start - 1] == .asterisk {
      start -= 1
    }
    return Swift.max(0, start - 4)..<Swift.min(text.count, range.upperBound + 4)
  }

  /// A byte that each construct has, or one of two: a table of one column may have no pipe, as `a` over `:-`.
  private static let rows: [(syntax: SyntaxExtensions, bytes: [UInt8])] = [
    (.tables, [.verticalLine, .colon]), (.tasks, [.leftBracket]), (.alerts, [.leftBracket]),
    (.footnotes, [.leftBracket]),
    (.strikethrough, [.tilde]), (.bareLinks, [.slash, .fullStop, .atSign]), (.math, [.dollarSign]),
    (.emoji, [.colon]),
    (.mentions, [.atSign]), (.wikiLinks, [.leftBracket]), (.highlight, [.equalsSign]),
    (.comments, [.percentSign]),
    (.blockIdentifiers, [.circumflex]), (.shortcodes, [.leftBrace]), (.liquidTags, [.leftBrace]),
    (.attributes, [.leftBrace]), (.directiveLines, [.colon, .exclamationMark]),
  ]

  /// The bit of `*` and `_`, which no construct has.
  private static let pairs: UInt32 = 1 << 31

  /// For each byte the bits of the constructs that have it.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 256)
    for row in rows {
      for byte in row.bytes { table[Int(byte)] |= row.syntax.rawValue }
    }
    for byte: UInt8 in [.asterisk, .underscore] { table[Int(byte)] = pairs }
    return table
  }()

  /// Whether the bytes around one look like a construct, where prose has the byte too: `[x]` does,
  /// `[ab]` does not.
  private static func isLikely(_ text: Bytes, at index: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8 {
      text.indices.contains(index + offset) ? text[index + offset] : 0
    }
    switch text[index] {
    // `[ ]`, `[x]`, `[!`, `[^`, `[[`.
    case .leftBracket:
      return byte(1) == .exclamationMark || byte(1) == .circumflex || byte(1) == .leftBracket
        || byte(2) == .rightBracket
    // `://`.
    case .slash: return byte(-1) == .colon && byte(1) == .slash
    // `www.`.
    case .fullStop:
      return byte(-1) == UInt8(ascii: "w") && byte(-2) == UInt8(ascii: "w")
        && byte(-3) == UInt8(ascii: "w")
    // `:name:`, `:::`, `:-`, `-:`; not `std::fmt`, nor `12:30`.
    case .colon:
      if byte(1) == .hyphen || byte(-1) == .hyphen { return true }
      if byte(1) == .colon { return byte(2) == .colon }
      var end = 1
      while IslandMatch.isOfEmojiName(byte(end)) { end += 1 }
      return end > 1 && byte(end) == .colon
    // A run that may open as well as close: GitHub pairs it otherwise than libcmark.
    case .asterisk, .underscore:
      guard byte(-1) != text[index] else { return false }
      var end = 1
      while byte(end) == text[index] { end += 1 }
      let (before, after) = (byte(-1), byte(end))
      guard before != 0, after != 0, !before.isMarkdownSpace, !after.isMarkdownSpace else {
        return false
      }
      return before.isASCIIPunctuation
        ? after.isASCIIPunctuation : text[index] == .asterisk && !after.isASCIIPunctuation
    case .exclamationMark: return byte(1) == .exclamationMark
    case .equalsSign: return byte(1) == .equalsSign
    case .percentSign: return byte(1) == .percentSign
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
  let inSource: Constructs
  /// What is looked for in the literals of text nodes: bytes that nothing parts there.
  let inText: Constructs

  /// The runs of `*` and `_` are looked at for themselves.
  init(_ dialect: Dialect) {
    let inlines = dialect.extensions.subtracting(Self.blocks)
    inSource = Constructs(inlines.subtracting(Self.ofText), islands: dialect.islands)
    inText = Constructs(inlines.intersection(Self.ofText))
  }

  private static let blocks: SyntaxExtensions = [.tables, .tasks, .alerts, .directiveLines]
  private static let ofText: SyntaxExtensions = [.bareLinks, .math, .strikethrough, .mentions]
}
