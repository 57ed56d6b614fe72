import MarkdownSyntax

extension PieceBuilder {
  /// The piece of a code span over a range of atoms: fences around characters as they are.
  func codePiece(_ range: Range<Int>, _ backticks: inout BacktickRuns) -> Piece {
    let first = atoms[range.lowerBound]
    let last = atoms[range.upperBound - 1]
    var piece = piece(before: first, source: text.start(of: first)..<text.end(of: last))
    piece[.isCode] = true
    piece.wanted = range.contains { isMarkable($0) } ? wanted(range.lowerBound) : nil
    piece.wanted?.formIntersection(.delimited)
    piece.first = "`"
    piece.last = "`"
    if isWholeSpan(range) {
      if backticks.hasLiteral {
        backticks.noteCode(
          source[first.source.lowerBound..<last.source.upperBound],
          fence: text.openFence(of: first).map { CodeFence(reading: source[$0]).length })
      }
      protectFromBlock(&piece, range, backticks)
      return piece
    }
    let (content, chunks) = spelledContent(range)
    let taken = fenceLengthsTaken(for: range, backticks)
    var preferred = originalFence(range)
    if opensLines(range) {
      // Three backticks would begin a code block there.
      let used = taken.union(RunLengths(in: content))
      let old = preferred.map { [$0.length] } ?? []
      preferred = (old + [1, 2]).first { $0 < Self.blockFence && !used.contains($0) }.map {
        CodeFence(length: $0, isPadded: preferred?.isPadded ?? false)
      }
    }
    // Padding is dropped if it would turn the last line into a marker: `` ` a⏎+ ` ``.
    if preferred?.isPadded == true, padsMarker(range) { preferred?.isPadded = false }
    let fence = CodeFence(for: content, preferred: preferred, taken: taken)
    backticks.noteCode(content, fence: fence.length)
    piece.chunks.append(
      fenceChunk(text.openFence(of: first), at: first.source.lowerBound, fence, isOpen: true))
    piece.chunks += chunks
    close(range, with: fence, &piece.chunks)
    return piece
  }

  /// Whether a code span begins a line and contains a soft break, as `` `a⏎b` `` does.
  private func opensLines(_ range: Range<Int>) -> Bool {
    isFirstOnLine(range.lowerBound)
      && range.contains { if case .lineBreak = atoms[$0].kind { true } else { false } }
  }

  /// Whether a blank after a code span's last line would make the line begin a block, like `+`.
  private func padsMarker(_ range: Range<Int>) -> Bool {
    var start = range.last { atom in
      if case .lineBreak = atoms[atom].kind { true } else { isLineEnding(inCode: atom) }
    }.map { $0 + 1 }
    if start == nil, let fence = text.openFence(of: atoms[range.lowerBound]), hasLineEnding(fence) {
      start = range.lowerBound
    }
    guard let start else { return false }
    let line = (start..<range.upperBound).compactMap(character)
    return interrupts(line.map { text.characters[$0].scalar } + [" ", "`"])
  }

  /// Appends the closing fence of a code span over a range of atoms.
  private func close(_ range: Range<Int>, with fence: CodeFence, _ chunks: inout [Chunk]) {
    let last = atoms[range.upperBound - 1]
    var closing = fence
    if fence.isPadded, !joinsCode, endsWithLineEnding(range),
      text.closeFence(of: last).map({ CodeFence(reading: source[$0]) }) != fence
    {
      // A blank at the start of a line would be lost, so it is put before the line ending.
      closing.isPadded = false
      chunks.append(Chunk(source: last.source.lowerBound..<last.source.lowerBound, bytes: [.space]))
    } else if fence.isPadded, isPaddedByTab(range.upperBound - 1) {
      closing.isPadded = false
    }
    chunks.append(
      fenceChunk(text.closeFence(of: last), at: last.source.upperBound, closing, isOpen: false))
  }

  /// Whether the closing fence's padding is the last column of a tab, which is no byte of its own:
  /// `` ` a⇥` `` if a container takes the other columns. Spans are padded at both ends or at none.
  private func isPaddedByTab(_ atom: Int) -> Bool {
    guard let close = text.closeFence(of: atoms[atom]), let index = character(atom),
      text.characters[index].codeSpan >= 0, close.lowerBound > 0,
      source[close.lowerBound - 1] == .tab
    else { return false }
    let open = text.tokens[text.characters[index].codeSpan].source
    return CodeFence(reading: source[open]).isPadded
      && !CodeFence(reading: source[close]).isPadded
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

  /// Whether the last atom of a range is a line ending in a code span, as in `` `a⏎` ``.
  private func endsWithLineEnding(_ range: Range<Int>) -> Bool {
    isLineEnding(inCode: range.upperBound - 1)
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

  /// The lengths that a fence of this code span cannot have.
  ///
  /// A literal run of backticks before the span would pair with a fence of the same length. After
  /// libcmark 0.30.2 has searched in vain for the end of such a run, it remembers only the last run
  /// of each length. So each length can be used only once in the rest of the leaf.
  func fenceLengthsTaken(
    for range: Range<Int>, _ backticks: BacktickRuns
  ) -> RunLengths {
    guard backticks.hasLiteral else { return RunLengths() }
    if sums.fences.isEmpty { sums.fences = laterFences() }
    let taken = backticks.lengths.union(sums.fences[range.upperBound])
    guard isEscapedBacktick(range.lowerBound - 1) else { return taken }
    // To an earlier run, the backtick of an escape belongs to the fence after it.
    return taken.union(backticks.lengths.shortened)
  }

  /// Whether an atom is a backtick that is or will be written as an escape: `` \` ``.
  private func isEscapedBacktick(_ atom: Int) -> Bool {
    guard atom >= 0, let index = character(atom), text.characters[index].scalar == "`" else {
      return false
    }
    if case .character(_, .escape) = text.tokens[text.characters[index].token].kind { return true }
    return respelled.contains(atom)
  }

  /// For each atom and the end, the lengths of all later fences, and of runs in images' code spans.
  private func laterFences() -> ContiguousArray<RunLengths> {
    var result = ContiguousArray(repeating: RunLengths(), count: atoms.count + 1)
    for index in atoms.indices.reversed() {
      result[index] = result[index + 1]
      if let fence = text.openFence(of: atoms[index]) {
        result[index].insert(CodeFence(reading: source[fence]).length)
      } else if case .opaque = atoms[index].kind {
        for span in codeSpans(in: atoms[index]) {
          result[index].formUnion(RunLengths(in: source[span]))
        }
      }
    }
    return result
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
      if place.isEmpty, let last = chunks.indices.last {
        // The second scalar of a reference, which has one spelling with the first.
        chunks[last].bytes += Escaping.utf8(scalar)
      } else {
        chunks.append(Chunk(source: place, bytes: Escaping.utf8(scalar)))
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
        text.openFence(of: atoms[range.lowerBound]).map { CodeFence(reading: source[$0]).isPadded },
        text.closeFence(of: atoms[range.upperBound - 1]).map {
          CodeFence(reading: source[$0]).isPadded || isPaddedByTab(range.upperBound - 1)
        },
      ].compactMap { $0 }
      fence.isPadded = !ends.isEmpty && ends.allSatisfy { $0 } && !joinsCode
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
