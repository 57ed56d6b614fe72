import MarkdownSyntax

/// Where a try may change delimiters, and which characters it respells.
extension LeafPlanner {
  /// The characters of the leaf, plainly spelled outside code, that can be markup anywhere.
  var markupCharacters: [Int] {
    atoms.indices.filter { plainScalar($0).map(Escaping.canBeActive) ?? false }
  }

  /// An escape for each character that may have one: plainly spelled text, and what code becomes.
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

  /// The character of an atom, if it is one of code that will be text.
  private func scalarLosingCode(_ atom: Int) -> Unicode.Scalar? {
    guard let index = atoms[atom].character, !targets.marks[index].contains(.code),
      case .codeCharacter(let scalar, .plain) = text.tokens[text.characters[index].token].kind
    else { return nil }
    return scalar
  }

  /// The gaps next to the characters that change, up to the next characters that do not.
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

  /// An atom, and if it is a literal backtick all of its run: what is left of one that loses some
  /// would pair otherwise.
  func wholeRun(of atom: Int) -> Set<Int> {
    var result: Set<Int> = [atom]
    guard isLiteralBacktick(atom) else { return result }
    var next = atom
    while isLiteralBacktick(next - 1), !atoms[next].hasGap {
      next -= 1
      result.insert(next)
    }
    next = atom + 1
    while isLiteralBacktick(next), !atoms[next].hasGap {
      result.insert(next)
      next += 1
    }
    return result
  }

  /// Each of some atoms alone, then each run of literal backticks that they are of.
  func alone(_ atoms: [Int]) -> [Set<Int>] {
    var sets = atoms.map { Set([$0]) }
    var inRuns: Set<Int> = []
    for atom in atoms where !inRuns.contains(atom) {
      let run = wholeRun(of: atom)
      guard run.count > 1 else { continue }
      sets.append(run)
      inRuns.formUnion(run)
    }
    return sets
  }

  /// Of some atoms that are to be text those that are none once a failed candidate is written: they were
  /// taken for markup; and literal backticks, with which a fence would be a longer one. Of `` `*` b* `` without code the two stars are.
  func misread(_ near: [Int], in candidate: Candidate) -> Set<Int> {
    var edit = LeafEdit()
    edit.append(candidate.spelling, of: candidate.pieces, in: source)
    guard budget.spend(bytes: source.count),
      let after = try? DocumentReading(edit.edit(of: source).applying(to: source))
    else { return [] }
    let end = edit.newRange(of: text.leaf.content).upperBound
    var plain: Set<Int> = []
    for leaf in after.leaves
    where leaf.content.upperBound > text.leaf.content.lowerBound && leaf.content.lowerBound < end {
      for token in LeafText(leaf, of: after)?.tokens ?? [] {
        if case .character(_, .plain) = token.kind { plain.insert(token.source.lowerBound) }
      }
    }
    return Set(
      near.filter { atom in
        guard let index = atoms[atom].character, !targets.marks[index].contains(.code) else {
          return false
        }
        return isLiteralBacktick(atom)
          || !plain.contains(edit.newRange(of: atoms[atom].source).lowerBound)
      })
  }

  /// Whether an atom is a backtick that is text, spelled as itself: the one of `` a ` b ``.
  func isLiteralBacktick(_ atom: Int) -> Bool {
    atoms.indices.contains(atom) && plainScalar(atom) == "`"
  }

  /// The character of an atom, if it is plainly spelled text.
  private func plainScalar(_ atom: Int) -> Unicode.Scalar? {
    guard let index = atoms[atom].character,
      case .character(let scalar, .plain) = text.tokens[text.characters[index].token].kind
    else { return nil }
    return scalar
  }

  /// The atoms next to what a failed candidate changed: one of them was read as markup.
  func misreadNeighbours(of candidate: Candidate, reach: Int) -> Set<Int> {
    var edges: [Int] = []
    for choice in candidate.spelling.choices where choice.gap != nil {
      if lastAtoms.indices.contains(choice.piece) {
        edges.append(lastAtoms[choice.piece].lowerBound)
      }
    }
    for (piece, range) in zip(candidate.pieces, lastAtoms) where !piece.chunks.isEmpty {
      edges += [range.lowerBound, range.upperBound]
    }
    var result: Set<Int> = []
    for edge in edges {
      for neighbour in (edge - 1 - reach)...(edge + reach)
      where atoms.indices.contains(neighbour) && !result.contains(neighbour)
        && isRespellable(neighbour, reach: reach)
      {
        result.formUnion(wholeRun(of: neighbour))
      }
    }
    return result
  }

  /// Whether an atom is a markable character that can be escaped, or written as a reference where
  /// those are allowed and the reach is not 0: `*`, and then `a` too.
  private func isRespellable(_ atom: Int, reach: Int) -> Bool {
    guard let index = atoms[atom].character, text.characters[index].isMarkable else {
      return false
    }
    return Escaping.isASCIIPunctuation(text.characters[index].scalar)
      || (reach > 0 && command.policies.allowsReferences)
  }
}
