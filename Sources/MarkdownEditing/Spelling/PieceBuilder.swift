import CommonMark
import MarkdownSyntax

/// Cuts a leaf into pieces for given targets.
///
/// Stretches that nothing can change become one piece, so that the search is as long as the
/// number of places where delimiters may stand.
struct PieceBuilder {
  let text: LeafText
  let targets: WantedMarks
  /// The mark of the command.
  let mark: MarkSet
  let source: [UInt8]
  /// Whether every character that can be markup is escaped, also the characters that leave a code span.
  var escapes = false
  /// The atoms of text that are respelled so.
  private(set) var respelled: Set<Int> = []
  /// Whether code spans that change lose their line endings and needless padding: the text after a line ending might
  /// begin another block, as in `` `a⏎- b` `` without code. Spans that are separated only by delimiters of the mark
  /// are then joined, too: `` *`a`*`b` `` without emphasis is `` `ab` ``.
  var joinsCode = false
  /// Whether neighbours of active gaps get a reference as an alternative.
  var offersReferences = false
  /// Before which soft breaks code ends, to begin again behind them.
  enum Parting {
    /// None: its line ending is in the span.
    case nowhere
    /// Those behind which code looks like another block: `* b`, which has no escape there.
    case beforeBlocks
    /// All.
    case everywhere
  }
  var parting = Parting.nowhere
  /// Whether the caller allows character references. `&#97;` is one.
  var allowsReferences = true

  let atoms: [Atom]
  let sums = LeafSums()
  /// For each atom whether it is text whose spelling stays, and no delimiter character.
  private(set) var plainText: ContiguousArray<Bool> = []
  /// Whether a backtick stands anywhere in the leaf: in `` `a` ``, and in `&#96;` none.
  private let hasBackticks: Bool
  var convertedLinks: Set<Int> = []
  /// The atoms in those.
  var convertedAtoms: Set<Int> = []

  init(text: LeafText, targets: WantedMarks, mark: MarkSet, source: [UInt8], atoms: [Atom]) {
    self.mark = mark
    self.text = text
    self.targets = targets
    self.source = source
    self.atoms = atoms
    let end = text.leaf.content.upperBound
    hasBackticks = source.withUnsafeBufferPointer {
      $0.firstOffset(of: .backtick, from: text.leaf.content.lowerBound) < end
    }
  }

  /// Builds the pieces, with the range of atoms that each is made of; O(atoms).
  mutating func build() -> (pieces: [Piece], atoms: [Range<Int>]) {
    findConvertedLinks()
    if escapes { respelled = Set(atoms.indices.filter { isPlainText($0) && canBeMarkup($0) }) }
    plainText = findPlainText()
    return cut()
  }

  /// Cuts the leaf, once all is known of its atoms.
  private func cut() -> (pieces: [Piece], atoms: [Range<Int>]) {
    var pieces: [Piece] = []
    var pieceAtoms: [Range<Int>] = []
    var backticks = BacktickRuns()
    // Most often a piece begins only beside what is no character.
    let expected = min(atoms.count, 16 + text.tokens.count - text.characters.count)
    pieces.reserveCapacity(expected)
    pieceAtoms.reserveCapacity(expected)
    var index = 0
    while index < atoms.count {
      let end = stretchEnd(from: index)
      pieces.append(piece(of: index..<end, &backticks))
      pieceAtoms.append(index..<end)
      index = end
    }
    settleNeighbours(&pieces, pieceAtoms)
    return (pieces, pieceAtoms)
  }

  /// The character of an atom, if it is one.
  func character(_ atom: Int) -> Int? { atoms[atom].character }

  /// The delimiters before an atom.
  func gap(_ atom: Int) -> Gap {
    atoms[atom].hasGap ? text.gap(before: atoms[atom], in: source) : Gap()
  }

  /// The marks wanted of an atom that is a visible character.
  func wanted(_ atom: Int) -> MarkSet? { character(atom).map { targets.marks[$0] } }

  /// Whether the atom is to be code. True of the `a` in `` `a` `` unless it loses code.
  func isCode(_ atom: Int) -> Bool { wanted(atom)?.contains(.code) ?? false }

  /// Whether the spelling of the atom changes because it gains or loses code, or its autolink
  /// becomes a link. True of the `*` in `` `*` `` where the code is removed.
  func changesProtection(_ atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    return text.characters[index].marks.contains(.code) != targets.marks[index].contains(.code)
      || isInConvertedAutolink(atom)
  }

  private func piece(of range: Range<Int>, _ backticks: inout BacktickRuns) -> Piece {
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
        piece = codePiece(range, &backticks)
      } else if range.count == 1 {
        piece = characterPiece(range.lowerBound)
      } else {
        piece = stretchPiece(range)
      }
    }
    if piece.wanted == nil {
      piece[.isBetween] = range.allSatisfy { isBetween($0) } || isRunPause(range)
      piece[.isAtEnd] = mayStayOutside(first) && !isWithinRun(range)
    }
    piece[.isInRun] = isWithinRun(range.lowerBound..<range.lowerBound)
    settleCrossing(&piece, range)
    noteBackticks(range, &backticks)
    return piece
  }

  /// Whether what is free belongs outside the mark if it is at an end: `<br>`, not the edge of a link, nor the
  /// tag of an element whose other tag is in a run of the mark.
  private func mayStayOutside(_ atom: Atom) -> Bool {
    switch atom.kind {
    case .linkOpen, .linkClose, .end: false
    case .startTag, .endTag:
      self.atom(ofToken: text.tokens[atom.token].partner).map { !isWithinRun($0..<$0 + 1) } ?? true
    default: true
    }
  }

  /// Whether an atom is a soft or hard break, or a line ending of a code span that becomes one: `⏎`
  /// of `a⏎b`.
  func isLineBreak(_ atom: Int) -> Bool {
    if case .lineBreak = atoms[atom].kind { true } else { becomesBreak(atom) }
  }

  /// Whether an atom that is free to be in or out lies between two selected characters. True of the
  /// space in `a b` selected whole.
  private func isBetween(_ atom: Int) -> Bool {
    if let index = character(atom) {
      return targets.isInside(index) && !text.characters[index].isMarkable
    }
    guard let left = characterBefore(atom), let right = characterAfter(atom) else { return false }
    return targets.isInside(left) && targets.isInside(right)
  }

  /// Whether what is free in a run of the mark stands at a pause: beside a character that gets the
  /// mark, or where another mark or a link begins or ends that such a character is in. True of the
  /// space in `**a** b` where `b` becomes strong.
  private func isRunPause(_ range: Range<Int>) -> Bool {
    guard isWithinRun(range) else { return false }
    if isNew(characterBefore(range.lowerBound)) || isNew(characterAfter(range.upperBound - 1)) {
      return true
    }
    return isPause(at: range.lowerBound)
  }

  /// Whether a character is given the mark. True of the `b` in `**a** b` with both selected, for
  /// strong.
  func isNew(_ index: Int?) -> Bool {
    guard let index else { return false }
    return targets.isInside(index) && text.characters[index].marks.isDisjoint(with: mark)
  }

  /// Whether the characters on both sides are of one run that selected ones become part of. True of
  /// the space in `**a** b` where `b` becomes strong.
  private func isWithinRun(_ range: Range<Int>) -> Bool {
    guard let left = characterBefore(range.lowerBound),
      let right = characterAfter(range.upperBound - 1)
    else { return false }
    return targets.isInRun(left) && targets.isInRun(right)
  }

  /// The last character before an atom.
  func characterBefore(_ atom: Int) -> Int? {
    let count = atoms[atom].charactersBefore
    return count > 0 ? count - 1 : nil
  }

  /// The first character behind an atom.
  private func characterAfter(_ atom: Int) -> Int? {
    let next = atoms[atom].charactersBefore + (atoms[atom].isCharacter ? 1 : 0)
    return next < text.characters.count ? next : nil
  }

  /// The same for an image's description, which is scanned before it is known for one.
  private func noteBackticks(inImage atom: Atom, _ backticks: inout BacktickRuns) {
    for token in tokens(in: atom) {
      switch token.kind {
      case .character("`", .plain): backticks.note(isBacktick: true)
      case .openCode:
        backticks.note(isBacktick: false)
        backticks.noteCode(
          source[token.source.lowerBound..<text.tokens[token.partner].source.upperBound],
          fence: nil)
      default: backticks.note(isBacktick: false)
      }
    }
  }

  private func tokens(in atom: Atom) -> ArraySlice<InlineToken> {
    text.tokens[atom.token...].prefix { $0.source.lowerBound < atom.source.upperBound }
  }

  /// The code spans in an image's description, with their fences: UTF-8 ranges.
  func codeSpans(in atom: Atom) -> [Range<Int>] {
    tokens(in: atom).compactMap { token in
      guard case .openCode = token.kind else { return nil }
      return token.source.lowerBound..<text.tokens[token.partner].source.upperBound
    }
  }

  /// Remembers the lengths of literal backtick runs: a later fence of that length would pair.
  private func noteBackticks(_ range: Range<Int>, _ backticks: inout BacktickRuns) {
    guard hasBackticks else { return }
    let bytes =
      atoms[range.lowerBound].source.lowerBound..<atoms[range.upperBound - 1].source.upperBound
    if !source[bytes].contains(.backtick) { return backticks.note(isBacktick: false) }
    for atom in range {
      if case .opaque = atoms[atom].kind { noteBackticks(inImage: atoms[atom], &backticks) }
      backticks.note(isBacktick: isLiteralBacktick(atom))
    }
  }

  /// Whether an atom is and stays a backtick that is text, spelled as itself: the one of
  /// `` a ` b ``.
  private func isLiteralBacktick(_ atom: Int) -> Bool {
    guard let index = character(atom), text.characters[index].scalar == "`",
      case .character(_, .plain) = text.tokens[text.characters[index].token].kind
    else { return false }
    return !isCode(atom) && !changesProtection(atom) && !respelled.contains(atom)
  }
}
