import MarkdownSyntax

/// Bytes that take the place of a stretch of the source.
struct Chunk: Hashable {
  var source: Range<Int>
  var bytes: [UInt8]
  /// Where the bytes are an escape or a reference that may not be needed: the plain spelling.
  var plain: [UInt8]?
  /// Whether the respelling is for a renderer to which symbols are punctuation (CommonMark 0.31):
  /// beside a delimiter it is needed though libcmark does not ask for it.
  var isForSymbols = false
  /// Whether the character has just lost what kept it from being markup, code or an autolink.
  var losesProtection = false
  /// Whether a plainer spelling is worth a try.
  var isPrecaution: Bool { plain != nil }
  /// What the plain spelling may be a part of: characters that are markup together only.
  var kindOfMarkup: UInt8 {
    switch plain?.first {
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"): 0x5B
    case UInt8(ascii: "<"), UInt8(ascii: ">"): 0x3C
    case UInt8(ascii: "*"), UInt8(ascii: "_"): 0x2A
    case let byte: byte ?? 0
    }
  }
}

/// A stretch of a leaf between two gaps: what the search steps over.
///
/// Its spelling is fixed but for at most one alternative; only gaps hold delimiters.
struct Piece {
  enum Kind: Hashable {
    /// Text, also white space and breaks; code spans; HTML and images; kept autolinks.
    case plain
    /// A literal `*` or `_`, which takes part in delimiter runs.
    case delimiter(UInt8)
    /// The `[` of a link: a barrier for delimiters.
    case linkOpen
    /// The end of a link.
    case linkClose
    /// The end of the leaf.
    case end
  }

  var kind: Kind
  /// The delimiters that the source has before the piece.
  var gap: Gap
  /// Where the piece stands, with the fences that it takes over.
  var source: Range<Int>
  /// What changes in the piece whatever the delimiters are.
  var chunks: [Chunk] = []
  /// Another spelling (an escape, a reference, a link's full form), and whether it is one.
  var alternative: [Chunk]?
  /// What the alternative costs.
  var alternativeCost = 0
  /// How many nodes of the command's mark the source has open at the piece.
  var depth = 0
  /// The first and last scalar of its spelling: they decide how delimiters flank.
  var first: Unicode.Scalar
  var last: Unicode.Scalar
  /// The emphasis and strong emphasis that it must have; nil where it is free (white space,
  /// breaks, HTML, images).
  var wanted: MarkSet?
  /// A link's opening: the marks that all of its characters want. May stand open around it.
  var common: MarkSet = .delimited
  /// Whether the alternative is a character reference.
  var alternativeIsReference = false
  /// Whether a fence or the like beside it changes.
  var isBesideChange = false
  /// Whether it is a code span: two cannot touch.
  var isCode = false
  /// Whether it ends a shortcut reference: `[` must not follow it (CommonMark 0.30 §6.3).
  var isShortcut = false
  /// Whether `[` follows it once the delimiters between are gone.
  var meetsBracket = false
  /// Whether a link follows it, whose first bracket may become a label by what changes in it.
  var meetsLink = false
  /// Whether the plain spelling starts another block where nothing stands before it on its line.
  var isHazardous = false
  /// Whether the piece begins a line.
  var startsLine = false
  /// Whether it is white space or the like between two selected characters.
  var isBetween = false
  /// Whether another mark or a link crosses the run between the characters around the gap.
  var isCrossed = false
  /// Whether a link does, or HTML that would begin a block stands behind: no spelling has it
  /// otherwise.
  var isParted = false
  /// Whether it lies at an end of a run that another mark or a link reaches over.
  var isShielded = false
  /// Whether the gap before it lies in a run that selected characters become part of.
  var isInRun = false
  /// Whether a command may have cut the run there, because of a character that gets the mark.
  var isPause = false
  /// Whether a character beside that gap is selected.
  var isBesideSelected = false
  /// Whether it is free and lies at an end of what the mark is for, so that it should stay out.
  var isAtEnd = false
  /// Whether delimiters may open before it: not before white space.
  var isWhiteSpace = false
  /// Whether the plain spelling is a lone backslash at the end, which must not meet punctuation.
  var endsInBackslash = false
  /// Whether it begins with a backslash escape, whose character is text without it too.
  var beginsWithEscape = false
  /// Whether delimiters may change in the gap before the piece.
  var isActive = false

  /// Where the source has the delimiters before the piece.
  var gapSource: Range<Int> { (source.lowerBound - gap.length)..<source.lowerBound }
}

extension Piece {
  /// What the search looks at at every step: small values alone, copied without counting
  /// references.
  struct Outline {
    var kind: Kind
    var first: Unicode.Scalar
    var last: Unicode.Scalar
    var wanted: MarkSet?
    var common: MarkSet
    var depth: Int
    var alternativeCost: Int
    var hasGap: Bool
    var hasChunks: Bool
    var hasAlternative: Bool
    var alternativeIsReference: Bool
    var isHazardous: Bool
    var startsLine: Bool
    var isBetween: Bool
    var isInRun: Bool
    var isAtEnd: Bool
    var isWhiteSpace: Bool
    var endsInBackslash: Bool
    var beginsWithEscape: Bool
    var isActive: Bool
    var isBesideChange: Bool
    var isBesideSelected: Bool
    var isPause: Bool
    var isCode: Bool
    var isShortcut: Bool
    var meetsBracket: Bool
    var meetsLink: Bool
    var isCrossed: Bool
    var isParted: Bool
    var isShielded: Bool
  }

  var outline: Outline {
    Outline(
      kind: kind, first: first, last: last, wanted: wanted, common: common, depth: depth,
      alternativeCost: alternativeCost, hasGap: !gap.isEmpty, hasChunks: !chunks.isEmpty,
      hasAlternative: alternative != nil, alternativeIsReference: alternativeIsReference,
      isHazardous: isHazardous, startsLine: startsLine, isBetween: isBetween, isInRun: isInRun,
      isAtEnd: isAtEnd, isWhiteSpace: isWhiteSpace, endsInBackslash: endsInBackslash,
      beginsWithEscape: beginsWithEscape, isActive: isActive, isBesideChange: isBesideChange,
      isBesideSelected: isBesideSelected, isPause: isPause, isCode: isCode, isShortcut: isShortcut,
      meetsBracket: meetsBracket, meetsLink: meetsLink, isCrossed: isCrossed,
      isParted: isParted, isShielded: isShielded)
  }
}
