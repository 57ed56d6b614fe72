import MarkdownSyntax

/// The places where an attempt may change delimiters, and the characters that it may respell.
extension LeafPlanner {
  /// An escape for each character that can have one: plain text, and characters that leave code.
  var escapes: [Chunk] {
    atoms.indices.compactMap { atom in
      guard let scalar = plainScalar(atom) ?? scalarLosingCode(atom),
        Escaping.isASCIIPunctuation(scalar)
      else { return nil }
      return Chunk(
        source: atoms[atom].source, bytes: Escaping.respelled(scalar), plain: Escaping.utf8(scalar),
        leavesCodeOrAutolink: plainScalar(atom) == nil)
    }
  }

  /// The character of an atom, if it leaves code.
  private func scalarLosingCode(_ atom: Int) -> Unicode.Scalar? {
    guard let index = atoms[atom].character, !targets.marks[index].contains(.code),
      case .codeCharacter(let scalar, .plain) = text.tokens[text.characters[index].token].kind
    else { return nil }
    return scalar
  }

  /// The gaps next to the changed characters, up to the nearest unchanged ones.
  func changedZone(_ pieces: [Piece], _ pieceAtoms: [Range<Int>]) -> ClosedRange<Int> {
    func piece(of character: Int) -> Int? {
      pieceAtoms.firstIndex { character < atoms[$0.upperBound - 1].charactersUpTo }
    }
    let changed = targets.changed
    guard !changed.isEmpty, let first = piece(of: changed.lowerBound),
      let last = piece(of: changed.upperBound - 1)
    else { return 0...0 }
    let before = pieces[..<first].lastIndex { $0.wanted != nil } ?? -1
    let after = pieces[(last + 1)...].firstIndex { $0.wanted != nil } ?? pieces.count - 1
    return (before + 1)...after
  }

  /// The character of an atom, if it is plainly spelled text.
  private func plainScalar(_ atom: Int) -> Unicode.Scalar? {
    guard let index = atoms[atom].character,
      case .character(let scalar, .plain) = text.tokens[text.characters[index].token].kind
    else { return nil }
    return scalar
  }
}
