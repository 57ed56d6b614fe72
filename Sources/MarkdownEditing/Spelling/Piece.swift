import MarkdownSyntax

/// Bytes that replace a range of the source.
struct Chunk: Hashable {
  var source: Range<Int>
  var bytes: [UInt8]
  /// The plain spelling, if the bytes are an escape or a reference that may not be needed.
  var plain: [UInt8]?
  /// Whether the respelling is for CommonMark 0.31, to which symbols are punctuation: `&#97;` in
  /// `**€**&#97;`. Next to a delimiter it is needed, even if libcmark does not require it.
  var isForSymbols = false
  /// Whether the character was in code or an autolink until now, like the `*` of `` `*` ``.
  var leavesCodeOrAutolink = false
  /// Whether the bytes are an escape or a reference that may not be needed: `\*` for `*`.
  var isOptional: Bool { plain != nil }
  /// Whether the bytes are a numeric character reference: `&#97;`, not `&`.
  var isReference: Bool { bytes.starts(with: "&#".utf8) && bytes.last == .semicolon }
}

/// A part of a leaf between two gaps. The search goes from piece to piece.
///
/// A piece has at most one alternative spelling. Delimiters are only in gaps.
struct Piece: Equatable {
  enum Kind: Hashable {
    /// Text with its white space; breaks; code spans; HTML and images; autolinks that stay.
    case plain
    /// A literal `*` or `_`, which is part of delimiter runs.
    case delimiter(UInt8)
    /// The `[` of a link, which delimiters cannot cross.
    case linkOpen
    case linkClose
    case end
  }

  var kind: Kind
  /// The delimiters before the piece in the source.
  var gap: Gap
  /// The range of the piece, including code fences.
  var source: Range<Int>
  /// The changes in the piece that do not depend on delimiters.
  var chunks: [Chunk] = []
  /// Another spelling (an escape, a reference, or a link's full form), or nil.
  var alternative: [Chunk]?
  var alternativeCost = 0
  /// The number of nodes of the command's mark that are open at the piece in the source.
  var depth = 0
  /// The first and last scalar of the spelling, which decide whether delimiters flank.
  var first: Unicode.Scalar
  var last: Unicode.Scalar
  /// The first scalar from the piece on that is not a tilde.
  var beyond: Unicode.Scalar = "\n"
  /// The emphasis and strong emphasis that it must have. Nil for white space, breaks, HTML, images.
  var wanted: MarkSet?
  /// For a link's start, the marks that all its characters want. They may be open around the link.
  var common: MarkSet = .delimited
  var traits: PieceTraits = []
  var delimiter: UInt8 = 0

  /// The range of the delimiters before the piece in the source.
  var gapSource: Range<Int> { (source.lowerBound - gap.length)..<source.lowerBound }

  subscript(trait: PieceTraits) -> Bool {
    get { traits.contains(trait) }
    set { if newValue { traits.insert(trait) } else { traits.remove(trait) } }
  }
}

extension Piece {
  /// The properties that the search needs at every step: small values without counted references.
  struct Outline {
    var kind: Kind
    var first: Unicode.Scalar
    var last: Unicode.Scalar
    var wanted: MarkSet?
    var common: MarkSet
    var depth: Int
    var alternativeCost: Int
    /// Whether the source has delimiters before it, as before the `a` of `*a*`.
    var hasGap: Bool
    /// Whether it changes whatever the delimiters are, as `` `a` `` does if it loses code.
    var hasChunks: Bool
    /// Whether it has another spelling: `\*` for `*`.
    var hasAlternative: Bool
    var traits: PieceTraits
    /// The byte of a tag's delimiter: `~` for `~~`.
    var delimiter: UInt8
    var beyond: Unicode.Scalar

    subscript(trait: PieceTraits) -> Bool { traits.contains(trait) }
  }

  var outline: Outline {
    Outline(
      kind: kind, first: first, last: last, wanted: wanted, common: common, depth: depth,
      alternativeCost: alternativeCost, hasGap: !gap.isEmpty, hasChunks: !chunks.isEmpty,
      hasAlternative: alternative != nil, traits: traits, delimiter: delimiter,
      beyond: beyond)
  }
}
