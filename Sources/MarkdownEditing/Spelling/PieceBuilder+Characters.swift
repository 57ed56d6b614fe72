import MarkdownSyntax
import TextEditing

extension PieceBuilder {
  /// The piece of a single character: a delimiter character, or one whose spelling may change.
  func characterPiece(_ atom: Int) -> Piece {
    var piece = stretchPiece(atom..<(atom + 1))
    guard let index = character(atom) else { return piece }
    let scalar = text.characters[index].scalar
    if changesProtection(atom) {
      unprotect(&piece, atom, scalar)
    } else if respelled.contains(atom), isPlainlySpelled(index) {
      respell(&piece, atom, scalar)
    } else if isPlainlySpelled(index), alphabet.contains(scalar) {
      piece.kind = .delimiter(UInt8(truncatingIfNeeded: scalar.value))
      if offersReferences { offerRespelling(&piece, atom, scalar, cost: Cost.escape) }
    } else if offersReferences, isPlainlySpelled(index), text.characters[index].isMarkable {
      offerRespelling(&piece, atom, scalar, cost: Cost.escape)
    }
    return piece
  }

  /// Whether a character, given by its index, is spelled as itself: `a`, not `&#97;` or `\*`.
  func isPlainlySpelled(_ index: Int) -> Bool {
    switch text.tokens[text.characters[index].token].kind {
    case .character(_, .plain), .codeCharacter(_, .plain): true
    default: false
    }
  }

  /// The bytes of a character that is spelled as itself. A NUL, which is read as U+FFFD, stays NUL:
  /// the middle of `` `a\0b` ``.
  func plainBytes(of atom: Int, _ scalar: Unicode.Scalar) -> [UInt8] {
    guard scalar == "\u{FFFD}", let index = character(atom), isPlainlySpelled(index) else {
      return Escaping.utf8(scalar)
    }
    return Array(source[text.source(of: index)])
  }

  private func respell(_ piece: inout Piece, _ atom: Int, _ scalar: Unicode.Scalar) {
    setSpelling(&piece, atom, Escaping.respelled(scalar), plain: plainBytes(of: atom, scalar))
  }

  /// Offers an escape or a reference as the alternative to the plain spelling.
  private func offerRespelling(
    _ piece: inout Piece, _ atom: Int, _ scalar: Unicode.Scalar, cost: Int
  ) {
    let isReference = !Escaping.isASCIIPunctuation(scalar)
    if isReference && !allowsReferences || scalar == "^" && text.view?.hasFootnotes == true {
      return
    }
    piece.alternative = chunks(
      of: atom, spelling: Escaping.respelled(scalar), plain: plainBytes(of: atom, scalar),
      isForSymbols: isReference && isBesideSymbol(atom))
    piece[.alternativeIsReference] = isReference
    piece.alternativeCost = isReference ? Cost.reference : cost
  }

  /// Whether an atom or a neighbour is punctuation only in CommonMark 0.31: the `a` of `€a`.
  private func isBesideSymbol(_ atom: Int) -> Bool {
    (max(0, atom - 1)...atom + 1).contains { neighbour in
      character(neighbour).map { isPunctuationSince031(text.characters[$0].scalar) } ?? false
    }
  }

  /// The chunks that spell an atom as text and remove its fences.
  private func chunks(
    of atom: Int, spelling bytes: [UInt8], plain: [UInt8]? = nil, isForSymbols: Bool = false
  ) -> [Chunk] {
    let spelling = Chunk(
      source: atoms[atom].source, bytes: bytes, plain: plain, isForSymbols: isForSymbols,
      leavesCodeOrAutolink: changesProtection(atom))
    let fences = fences(of: atom)
    if fences.isEmpty { return [spelling] }
    let gone = fences.map { Chunk(source: $0, bytes: []) }
    return (gone + [spelling]).sorted(byKey: { $0.source.lowerBound })
  }

  private func fences(of atom: Int) -> [Range<Int>] {
    guard atoms[atom].isAfterFence || atoms[atom].isBeforeFence else { return [] }
    return [text.openFence(of: atoms[atom]), text.closeFence(of: atoms[atom])].compactMap { $0 }
  }

  private func setSpelling(
    _ piece: inout Piece, _ atom: Int, _ bytes: [UInt8], plain: [UInt8]? = nil
  ) {
    piece.chunks = chunks(of: atom, spelling: bytes, plain: plain)
    if bytes.count == 1 {
      piece.first = Unicode.Scalar(bytes[0])
      piece.last = piece.first
    } else {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      piece.first = scalars.first ?? "\n"
      piece.last = scalars.last ?? "\n"
    }
    piece[.isWhiteSpace] = isWhiteSpace(piece.first)
    piece[.endsInBackslash] = false
  }

  /// Spells a character that leaves a code span or an autolink as text.
  private func unprotect(_ piece: inout Piece, _ atom: Int, _ scalar: Unicode.Scalar) {
    if isSpelledAsReference(atom) { return }
    if becomesBreak(atom) {
      piece.chunks = fences(of: atom).map { Chunk(source: $0, bytes: []) }
      (piece.first, piece.last) = ("\n", "\n")
      return
    }
    if scalar == " " || (0x09...0x0D).contains(scalar.value) {
      let plain = plainBytes(of: atom, scalar)
      if standsAtLineEdge(atom) {
        setSpelling(&piece, atom, Escaping.reference(scalar), plain: plain)
      } else {
        setSpelling(&piece, atom, plain)
      }
      return
    }
    if escapes, canBeMarkup(atom) {
      setSpelling(&piece, atom, Escaping.respelled(scalar), plain: plainBytes(of: atom, scalar))
      return
    }
    setSpelling(&piece, atom, plainBytes(of: atom, scalar))
    switch scalar {
    case let scalar where alphabet.contains(scalar):
      piece.kind = .delimiter(UInt8(truncatingIfNeeded: scalar.value))
      offerRespelling(&piece, atom, scalar, cost: Cost.cheapEscape)
    case "\\":
      piece[.endsInBackslash] = true
      offerRespelling(&piece, atom, scalar, cost: Cost.cheapEscape)
    default:
      if offersReferences { offerRespelling(&piece, atom, scalar, cost: Cost.escape) }
    }
  }

  /// Whether an atom is a character written as a reference: `&#97;`, not `a`.
  private func isSpelledAsReference(_ atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    if case .character(_, .reference) = text.tokens[text.characters[index].token].kind {
      return true
    }
    return false
  }

  /// Whether only white space is between the atom and an end of its line: the space of `a ⏎b`.
  private func standsAtLineEdge(_ atom: Int) -> Bool {
    if let known = sums.blanks, known.atoms.contains(atom) { return known.isAtLineEdge }
    var left = atom - 1
    while left >= 0, isStrippable(left) { left -= 1 }
    var right = atom + 1
    while isStrippable(right) { right += 1 }
    var isAtEdge = left < 0 || isLineBreak(left) || isLineBreak(right)
    if case .end = atoms[right].kind { isAtEdge = true }
    sums.blanks = (left + 1..<right, isAtEdge)
    return isAtEdge
  }

  /// Whether an atom is white space that is removed at the ends of lines: `" "`, not U+00A0.
  func isStrippable(_ atom: Int) -> Bool { isStrippableText(atom) && !becomesBreak(atom) }

  /// Whether an atom is white space in text that is removed at the ends of lines, or a line ending
  /// that was in code: `" "`, not U+00A0 or `&#32;`.
  func isStrippableText(_ atom: Int) -> Bool {
    guard isBlankText(atom), let index = character(atom) else { return false }
    let value = text.characters[index].scalar.value
    return value == 0x20 || (0x09...0x0D).contains(value)
  }

  /// Whether an atom is white space in text, and neither code nor a reference: `" "`, not `&#32;`.
  func isBlankText(_ atom: Int) -> Bool {
    // A line treats white space that is written as a reference as text.
    guard let index = character(atom), !isCode(atom), !isSpelledAsReference(atom) else {
      return false
    }
    return !text.characters[index].isMarkable
  }

  /// Whether a character can be markup: `*` anywhere, `+` or the dot of `1.` at the start of a
  /// line, `#` at an end of one.
  func canBeMarkup(_ atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    let scalar = text.characters[index].scalar
    if scalar == "^", text.view?.hasFootnotes == true { return false }
    if Escaping.canBeActive(scalar) { return true }
    guard Escaping.isASCIIPunctuation(scalar) else { return false }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    if let view = text.view, view.stops(at: byte) || byte == .fullStop || byte == .slash {
      return true
    }
    // Characters that leave code may become a bare link or another construct of a dialect: `a@b.c`.
    if changesProtection(atom) || character(atom + 1) == nil { return true }
    var before = atom - 1
    while before >= 0, let index = character(before),
      Escaping.isDigit(text.characters[index].scalar) || !text.characters[index].isMarkable
    { before -= 1 }
    return before < 0 || character(before) == nil
  }

  /// Whether an atom is text that is spelled as itself and does not become code: `a`, not `\*`.
  func isPlainText(_ atom: Int) -> Bool {
    guard let index = character(atom), !isCode(atom),
      case .character(_, .plain) = text.tokens[text.characters[index].token].kind
    else { return false }
    return true
  }
}
