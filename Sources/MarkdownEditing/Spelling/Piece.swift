import MarkdownSyntax

/// Bytes that take the place of a stretch of the source.
struct Chunk: Hashable {
  var source: Range<Int>
  var bytes: [UInt8]
  /// Where the bytes are an escape or a reference that may not be needed: the plain spelling.
  var plain: [UInt8]?
  /// Whether the respelling is for a renderer to which symbols are punctuation (CommonMark 0.31):
  /// beside a delimiter it is needed though libcmark does not ask for it. `&#97;` beside the symbol
  /// of `**€**&#97;`.
  var isForSymbols = false
  /// Whether the character has just lost what kept it from being markup, code or an autolink. The
  /// `*` of `` `*` `` has where the code is removed.
  var leavesCodeOrAutolink = false
  /// Whether the bytes are an escape or a reference that may not be needed: `\*`, plainly `*`.
  var isOptional: Bool { plain != nil }
  /// Whether the bytes are a numeric character reference: `&#97;`, not `&`.
  var isReference: Bool { bytes.starts(with: "&#".utf8) && bytes.last == .semicolon }
}

/// A stretch of a leaf between two gaps: what the search steps over.
///
/// Its spelling is fixed but for at most one alternative; only gaps hold delimiters.
struct Piece: Equatable {
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
  /// What else is true of it.
  var traits: PieceTraits = []

  /// Where the source has the delimiters before the piece.
  var gapSource: Range<Int> { (source.lowerBound - gap.length)..<source.lowerBound }

  subscript(trait: PieceTraits) -> Bool {
    get { traits.contains(trait) }
    set { if newValue { traits.insert(trait) } else { traits.remove(trait) } }
  }
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
    /// Whether the source has delimiters before it: the `a` of `*a*`.
    var hasGap: Bool
    /// Whether something in it changes whatever the delimiters are: `a` from `` `a` `` where it
    /// loses code.
    var hasChunks: Bool
    /// Whether it has another spelling: `\*` for `*`.
    var hasAlternative: Bool
    var traits: PieceTraits

    subscript(trait: PieceTraits) -> Bool { traits.contains(trait) }
  }

  var outline: Outline {
    Outline(
      kind: kind, first: first, last: last, wanted: wanted, common: common, depth: depth,
      alternativeCost: alternativeCost, hasGap: !gap.isEmpty, hasChunks: !chunks.isEmpty,
      hasAlternative: alternative != nil, traits: traits)
  }
}
