import CommonMark
import MarkdownSyntax

/// Divides a leaf into pieces for the wanted marks. A stretch that nothing can change is one piece,
/// so the search is only as long as the number of possible places for delimiters.
struct PieceBuilder {
  let text: LeafText
  let targets: WantedMarks
  let mark: MarkSet
  let source: [UInt8]
  /// Whether every character that can be markup is escaped, including characters that leave code.
  var escapes = false
  /// The atoms of text that are escaped for that reason.
  private(set) var respelled: Set<Int> = []
  /// Whether changed code spans lose their line endings and needless padding, since `- b` of
  /// `` `a⏎- b` `` would begin a list. Spans also join across delimiters of the mark:
  /// `` *`a`*`b` `` without emphasis is `` `ab` ``.
  var joinsCode = false
  /// Whether the neighbours of active gaps get a reference as an alternative.
  var offersReferences = false
  /// Whether code ends before lines that look like another block, such as `* b`, which has no escape
  /// in code, and begins again in them.
  var pausesBeforeBlocks = false
  /// Whether code ends before every soft break.
  var pausesAtBreaks = false
  /// Whether the caller allows character references such as `&#97;`.
  var allowsReferences = true

  let atoms: [Atom]
  let alphabet: Alphabet
  let sums = LeafSums()
  /// For each atom, whether it is text that keeps its spelling, and not a delimiter character.
  private(set) var plainText: ContiguousArray<Bool> = []
  var convertedLinks: Set<Int> = []
  /// The tokens of delimiters of another mark inside the same mark, as in `~a ~b~~`, which may go.
  private(set) var nested: Set<Int> = []
  /// The atoms in converted links.
  var convertedAtoms: Set<Int> = []

  init(text: LeafText, targets: WantedMarks, mark: MarkSet, source: [UInt8], atoms: [Atom]) {
    self.mark = mark
    self.text = text
    self.targets = targets
    self.source = source
    self.atoms = atoms
    alphabet = Alphabet(text.view)
  }

  /// Builds the pieces, each with its range of atoms. O(atoms).
  mutating func build() -> (pieces: [Piece], atoms: [Range<Int>]) {
    findConvertedLinks()
    if escapes, text.view != nil { nested = text.tokens.nested }
    if escapes { respelled = Set(atoms.indices.filter { isPlainText($0) && canBeMarkup($0) }) }
    plainText = findPlainText()
    return cut()
  }

  private func cut() -> (pieces: [Piece], atoms: [Range<Int>]) {
    var pieces: [Piece] = []
    var pieceAtoms: [Range<Int>] = []
    // Most pieces begin next to a token that is not a character.
    let expected = min(atoms.count, 16 + text.tokens.count - text.characters.count)
    pieces.reserveCapacity(expected)
    pieceAtoms.reserveCapacity(expected)
    var index = 0
    while index < atoms.count {
      let end = stretchEnd(from: index)
      pieces.append(piece(of: index..<end))
      pieceAtoms.append(index..<end)
      index = end
    }
    settleNeighbours(&pieces, pieceAtoms)
    return (pieces, pieceAtoms)
  }

  func character(_ atom: Int) -> Int? { atoms[atom].character }

  func gap(_ atom: Int) -> Gap {
    atoms[atom].hasGap ? text.gap(before: atoms[atom], in: source) : Gap()
  }

  func wanted(_ atom: Int) -> MarkSet? { character(atom).map { targets.marks[$0] } }

  /// Whether the atom should be code: the `a` of `` `a` ``, unless code is removed.
  func isCode(_ atom: Int) -> Bool { wanted(atom)?.contains(.code) ?? false }

  /// Whether the spelling of the atom changes because it gains or loses code, or its autolink
  /// becomes a link. For example, the `*` of `` `*` `` if code is removed.
  func changesProtection(_ atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    return text.characters[index].marks.contains(.code) != targets.marks[index].contains(.code)
      || isInConvertedAutolink(atom)
  }

  private func piece(of range: Range<Int>) -> Piece {
    let first = atoms[range.lowerBound]
    var piece: Piece
    switch first.kind {
    case .end: piece = endPiece(first)
    case .lineBreak, .opaque: piece = opaquePiece(first)
    case .linkOpen where range.count > 1: piece = keptAutolinkPiece(range)
    case .linkOpen, .linkClose: piece = linkPiece(range.lowerBound)
    case .startTag, .endTag: piece = tagPiece(range.lowerBound)
    case .character:
      if isCode(range.lowerBound) {
        piece = codePiece(range)
      } else if range.count == 1 {
        piece = characterPiece(range.lowerBound)
      } else {
        piece = stretchPiece(range)
      }
    }
    if piece.wanted == nil {
      piece[.isBetween] = range.allSatisfy { isBetween($0) }
      piece[.isAtEnd] = mayStayOutside(first) && !isWithinRun(range)
    }
    piece[.isInRun] = isWithinRun(range.lowerBound..<range.lowerBound)
    settleCrossing(&piece, range)
    return piece
  }

  /// Whether a free atom belongs outside the mark if it is at an end: `<br>`, but not an edge of a
  /// link or of another mark, nor the tag of an element whose other tag is in a run of the mark.
  private func mayStayOutside(_ atom: Atom) -> Bool {
    switch atom.kind {
    case .linkOpen, .linkClose, .end: false
    case .startTag, .endTag:
      text.tokens[atom.token].kind == .html
        && self.atom(ofToken: text.tokens[atom.token].partner).map { !isWithinRun($0..<$0 + 1) }
          ?? true
    default: true
    }
  }

  /// Whether an atom is a soft or hard break, or a line ending in code that becomes one: `a⏎b`.
  func isLineBreak(_ atom: Int) -> Bool {
    if case .lineBreak = atoms[atom].kind { true } else { becomesBreak(atom) }
  }

  /// Whether a free atom is between selected characters: the space of `a b` if both are selected.
  private func isBetween(_ atom: Int) -> Bool {
    if let index = character(atom) {
      return targets.isInside(index) && !text.characters[index].isMarkable
    }
    guard let left = characterBefore(atom), let right = characterAfter(atom) else { return false }
    return targets.isInside(left) && targets.isInside(right)
  }

  /// Whether a character gains the mark, like the `b` of `**a** b` if both letters become strong.
  func isNew(_ index: Int?) -> Bool {
    guard let index else { return false }
    return targets.isInside(index) && text.characters[index].marks.isDisjoint(with: mark)
  }

  /// Whether runs that selected characters join are on both sides, as for the space of `**a** b`.
  private func isWithinRun(_ range: Range<Int>) -> Bool {
    guard let left = characterBefore(range.lowerBound),
      let right = characterAfter(range.upperBound - 1)
    else { return false }
    return targets.isInRun(left) && targets.isInRun(right)
  }

  func characterBefore(_ atom: Int) -> Int? {
    let count = atoms[atom].charactersBefore
    return count > 0 ? count - 1 : nil
  }

  private func characterAfter(_ atom: Int) -> Int? {
    let next = atoms[atom].charactersBefore + (atoms[atom].isCharacter ? 1 : 0)
    return next < text.characters.count ? next : nil
  }
}
