import MarkdownSyntax

extension PieceBuilder {
  /// The piece of a code span over a range of atoms: fences around characters as they are.
  func codePiece(_ range: Range<Int>) -> Piece {
    let first = atoms[range.lowerBound]
    let last = atoms[range.upperBound - 1]
    var piece = piece(before: first, source: text.start(of: first)..<text.end(of: last))
    piece[.isCode] = true
    piece.wanted = range.contains { isMarkable($0) } ? wanted(range.lowerBound) : nil
    piece.wanted?.formIntersection(.delimited)
    piece.first = "`"
    piece.last = "`"
    if isWholeSpan(range) {
      return piece
    }
    let (content, chunks) = spelledContent(range)
    let fence = CodeFence(
      for: content, preferred: originalFence(range), taken: literalRuns(before: range.lowerBound))
    piece.chunks.append(
      fenceChunk(text.openFence(of: first), at: first.source.lowerBound, fence, isOpen: true))
    piece.chunks += chunks
    piece.chunks.append(
      fenceChunk(text.closeFence(of: last), at: last.source.upperBound, fence, isOpen: false))
    return piece
  }

  /// Whether a code span has a line ending (`` `a⏎b` ``), or only the mark's delimiters part two.
  var hasCodeToJoin: Bool {
    atoms.indices.contains { atom in
      isLineEnding(inCode: atom) || text.openFence(of: atoms[atom]).map(hasLineEnding) ?? false
        || text.closeFence(of: atoms[atom]).map(hasLineEnding) ?? false
        || (atom > 0 && atoms[atom - 1].isBeforeFence && atoms[atom].isAfterFence
          && atoms[atom].hasGap && gap(atom).allSatisfy { $0.mark == mark })
    }
  }

  /// Whether an atom is a line ending in code, with the markers after it: that of `` `a⏎b` ``.
  func isLineEnding(inCode atom: Int) -> Bool {
    guard let index = character(atom) else { return false }
    if case .codeCharacter(_, .lineEnding) = text.tokens[text.characters[index].token].kind {
      return true
    }
    return false
  }

  /// Whether an atom is a line ending in code that becomes a soft break, like that of `` `a⏎b` ``.
  /// It cannot at an end of the leaf, or next to a break or a blank that it would remove.
  func becomesBreak(_ atom: Int) -> Bool {
    guard mark == .code, !joinsCode, isLineEnding(inCode: atom), changesProtection(atom) else {
      return false
    }
    guard atom > 0, !isLineEdge(atom - 1) else { return false }
    return !isLineEdge(atom + 1) || isBackslashBreak(atom + 1)
  }

  /// Whether an atom is a hard break with a backslash, so that its line is not blank: `a\⏎b`.
  private func isBackslashBreak(_ atom: Int) -> Bool {
    guard case .lineBreak = atoms[atom].kind else { return false }
    return source[atoms[atom].source].first == .backslash
  }

  /// Whether an atom ends a line, or is a blank that is removed there: the space of `a ⏎b`.
  private func isLineEdge(_ atom: Int) -> Bool {
    switch atoms[atom].kind {
    case .lineBreak, .end: true
    case .character: !changesProtection(atom) && isStrippableText(atom)
    default: false
    }
  }

  /// The lengths of the literal runs of backticks before an atom, which would pair with a fence of
  /// the same length.
  ///
  /// - Complexity: O(*m*) in the number of atoms since the last call, whose atom is not after this.
  private func literalRuns(before atom: Int) -> RunLengths {
    let new = sums.literals.end..<max(sums.literals.end, atom)
    sums.literals.runs.formUnion(
      RunLengths(in: new.lazy.map { self.isLiteralBacktick($0) ? UInt8.backtick : .space }))
    // An image's description is scanned before it is known to be one.
    for atom in new {
      guard case .opaque = atoms[atom].kind else { continue }
      sums.literals.runs.formUnion(RunLengths(in: source[atoms[atom].source]))
    }
    sums.literals.end = max(sums.literals.end, atom)
    return sums.literals.runs
  }

  /// Whether an atom is a literal backtick and stays one, like that of `` a ` b ``.
  private func isLiteralBacktick(_ atom: Int) -> Bool {
    guard let index = character(atom), text.characters[index].scalar == "`",
      case .character(_, .plain) = text.tokens[text.characters[index].token].kind
    else { return false }
    return !isCode(atom) && !changesProtection(atom) && !respelled.contains(atom)
  }

  /// Whether the range is a whole, unchanged code span of the source, such as `a b` in `` `a b` ``.
  private func isWholeSpan(_ range: Range<Int>) -> Bool {
    guard atoms[range.lowerBound].isAfterFence, atoms[range.upperBound - 1].isBeforeFence,
      let first = character(range.lowerBound), let last = character(range.upperBound - 1)
    else { return false }
    return text.characters[first].codeSpan == text.characters[last].codeSpan
  }

  /// The content between the fences, and the chunks that make it of the source.
  private func spelledContent(_ range: Range<Int>) -> (content: [UInt8], chunks: [Chunk]) {
    var content: [UInt8] = []
    var chunks: [Chunk] = []
    for position in range {
      let atom = atoms[position]
      guard let index = character(position) else {
        // A soft break, whose line ending is shown as a blank.
        remove(text.gapSource(before: atom), &chunks)
        content.append(.space)
        continue
      }
      if position > range.lowerBound {
        remove(text.gapSource(before: atom), &chunks)
        if let fence = text.openFence(of: atom) { remove(fence, &chunks) }
      }
      spell(position, index, &content, &chunks)
      if position < range.upperBound - 1, let fence = text.closeFence(of: atom) {
        let isBlank = text.characters[index].scalar == " " && atom.source.count == 1
        if isBlank, hasLineEnding(fence), !joinsCode {
          // The blank was added for the fence. The line ending that it replaced is a blank, too.
          remove(atom.source, &chunks)
          let length = CodeFence(reading: source[fence]).length
          remove((fence.upperBound - length)..<fence.upperBound, &chunks)
        } else {
          remove(fence, &chunks)
        }
      }
    }
    return (content, chunks)
  }

  private func spell(
    _ atom: Int, _ index: Int, _ content: inout [UInt8], _ chunks: inout [Chunk]
  ) {
    let scalar = text.characters[index].scalar
    let place = atoms[atom].source
    switch text.tokens[text.characters[index].token].kind {
    case .codeCharacter(_, .lineEnding):
      content.append(.space)
      if joinsCode {
        chunks.append(Chunk(source: place, bytes: [.space], plain: Array(source[place])))
      }
    case .codeCharacter(_, _), .character(_, .plain):
      if scalar.value < 0x80 {
        content.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        content += plainBytes(of: atom, scalar)
      }
      // A container that takes a part of a tab leaves blanks. Elsewhere it would be a whole tab.
      if joinsCode, scalar == " ", place.isEmpty || source[place.lowerBound] == .tab {
        chunks.append(Chunk(source: place, bytes: [.space]))
      }
    case .character(_, .escape):
      content += Escaping.utf8(scalar)
      chunks.append(Chunk(source: place.lowerBound..<(place.lowerBound + 1), bytes: []))
    default:
      content += Escaping.utf8(scalar)
      // In a cell, a pipe is escaped, in code too.
      let bytes =
        scalar == "|" && text.leaf.cell != nil
        ? Escaping.respelled(scalar) : Escaping.utf8(scalar)
      if place.isEmpty, let last = chunks.indices.last {
        // The second scalar of a reference, which has one spelling with the first.
        chunks[last].bytes += bytes
      } else {
        chunks.append(Chunk(source: place, bytes: bytes))
      }
    }
  }

  /// Whether the padding of a fence is a line ending, as in `` `⏎a⏎` ``.
  func hasLineEnding(_ fence: Range<Int>) -> Bool {
    source[fence].contains { $0.isLineEnding }
  }

  private func remove(_ range: Range<Int>, _ chunks: inout [Chunk]) {
    if !range.isEmpty { chunks.append(Chunk(source: range, bytes: [])) }
  }

  /// The fence of the first code span of the source that the range overlaps.
  private func originalFence(_ range: Range<Int>) -> CodeFence? {
    for position in range {
      guard let index = character(position), text.characters[index].codeSpan >= 0 else { continue }
      let token = text.tokens[text.characters[index].codeSpan]
      var fence = CodeFence(reading: source[token.source])
      // Padding is kept only at ends of the old span. If spans are joined, both ends must have it,
      // because one alone had it for its own edge.
      let ends = [
        text.openFence(of: atoms[range.lowerBound]),
        text.closeFence(of: atoms[range.upperBound - 1]),
      ].compactMap { $0 }
      fence.isPadded =
        !ends.isEmpty && ends.allSatisfy { CodeFence(reading: source[$0]).isPadded } && !joinsCode
      return fence
    }
    return nil
  }

  /// The chunk of one fence. A fence of the source that is suitable stays as it is.
  private func fenceChunk(_ old: Range<Int>?, at offset: Int, _ fence: CodeFence, isOpen: Bool)
    -> Chunk
  {
    let bytes = isOpen ? fence.opening : fence.closing
    guard let old else { return Chunk(source: offset..<offset, bytes: bytes) }
    let isKept = CodeFence(reading: source[old]) == fence && !(joinsCode && hasLineEnding(old))
    return Chunk(source: old, bytes: isKept ? Array(source[old]) : bytes)
  }
}
