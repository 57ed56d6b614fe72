import MarkdownSyntax

extension PieceBuilder {
  /// Whether only up to three spaces are before an atom on its line, as before the `b` of `a⏎ b`.
  func isFirstOnLine(_ atom: Int) -> Bool {
    var start = atom
    while start > 0, atom - start < Self.indentation, isSpace(start - 1) { start -= 1 }
    return start == 0 || isLineBreak(start - 1)
  }

  /// Whether an atom is a space that is removed at the ends of lines: `" "`, not `&#32;`.
  private func isSpace(_ atom: Int) -> Bool {
    isStrippable(atom) && source[atoms[atom].source].first == .space
  }

  /// The largest indentation of a block. With more spaces it is code (CommonMark 0.30 §4.4).
  private static var indentation: Int { 3 }

  /// Sets the properties of each piece that depend on the pieces around it.
  func settleNeighbours(_ pieces: inout [Piece], _ pieceAtoms: [Range<Int>]) {
    if text.view?.pairsAsGitHub == true { lookThroughTildes(&pieces) }
    if text.view != nil, text.hasLink {
      for index in pieces.indices {
        pieces[index][.endsAddress] = source[pieces[index].source].contains {
          $0.isWhite || $0 == .lessThan
        }
      }
    }
    countDepths(&pieces, pieceAtoms)
    activateGaps(&pieces)
    noteBrackets(&pieces)
    dropAlternatives(&pieces)
  }

  /// Finds the text beside each piece as GitHub sees it from `*`: as if tildes were not there.
  private func lookThroughTildes(_ pieces: inout [Piece]) {
    var beyond: Unicode.Scalar = "\n"
    for index in pieces.indices.reversed() {
      let isGone = pieces[index].chunks.first?.bytes.isEmpty ?? false
      pieces[index].beyond = pieces[index].first
      if isGone || pieces[index].first == "~" || pieces[index].last == "~" {
        let scalars = String(decoding: source[pieces[index].source], as: UTF8.self).unicodeScalars
        let begin = isGone ? nil : scalars.first { $0 != "~" }
        if isGone || pieces[index].first == "~" { pieces[index].beyond = begin ?? beyond }
        if alphabet == .stars {
          pieces[index][.isTransparent] = begin == nil && (isGone || pieces[index].chunks.isEmpty)
          pieces[index].first = pieces[index].beyond
          // `\~`
          pieces[index].last =
            pieces[index].chunks.isEmpty ? scalars.last { $0 != "~" } ?? "~" : "\\"
        }
      }
      beyond = pieces[index].beyond
    }
  }

  private func countDepths(_ pieces: inout [Piece], _ pieceAtoms: [Range<Int>]) {
    var depth = 0
    var others = 0
    for index in pieces.indices {
      // A code span includes its inner gaps, but nodes begin and end there. Other pieces have none.
      let all = pieceAtoms[index]
      for atom in pieces[index][.isCode] ? all : all.lowerBound..<all.lowerBound + 1 {
        if atoms[atom].hasGap {
          for delimiter in gap(atom) {
            let step = delimiter.isOpening ? 1 : -1
            if delimiter.mark == mark { depth += step } else { others += step }
          }
        }
        if atom == pieceAtoms[index].lowerBound {
          pieces[index].depth = depth
          pieces[index][.isOutsideOthers] = others == 0
        }
      }
    }
  }

  /// Finds the gaps where delimiters may change: with delimiters, or between different marks.
  private func activateGaps(_ pieces: inout [Piece]) {
    let hasMarks = pieces.indices.contains {
      !(pieces[$0].wanted ?? []).isEmpty || !pieces[$0].gap.isEmpty
    }
    var left: MarkSet = []
    var wantedBefore: [MarkSet] = []
    wantedBefore.reserveCapacity(pieces.count)
    for index in pieces.indices {
      wantedBefore.append(left)
      if let wanted = pieces[index].wanted { left = wanted }
    }
    var right: MarkSet = []
    for index in pieces.indices.reversed() {
      if let wanted = pieces[index].wanted { right = wanted }
      // Next to links, white space, breaks and HTML, a mark may have to pause.
      let isBesideFree =
        pieces[index].wanted == nil || (index > 0 && pieces[index - 1].wanted == nil)
      pieces[index][.isActive] =
        !pieces[index].gap.isEmpty || wantedBefore[index] != right || (isBesideFree && hasMarks)
    }
  }

  /// Notes whether a bracket or link follows a shortcut reference: `[a]` before `[`.
  private func noteBrackets(_ pieces: inout [Piece]) {
    for index in pieces.indices.dropLast() where pieces[index][.isShortcut] {
      let next = pieces[index + 1]
      pieces[index][.meetsBracket] =
        next.first == "[" && !(next.gap.isEmpty && next.chunks.isEmpty)
      pieces[index][.meetsLink] = offersReferences && next.kind == .linkOpen
    }
  }

  /// Removes alternatives of pieces that are not next to a gap where delimiters may change.
  private func dropAlternatives(_ pieces: inout [Piece]) {
    for index in pieces.indices where pieces[index].kind == .plain {
      let next = index + 1 < pieces.count && pieces[index + 1][.isActive]
      let isCandidate =
        pieces[index][.isActive] || next || pieces[index][.endsInBackslash]
        || pieces[index][.isBareLink]
        || index > 0 && pieces[index - 1][.isTag]
        || index + 1 < pieces.count && pieces[index + 1][.isTag]
        || pieces[index][.meetsBracket] || pieces[index][.meetsLink]
      if !isCandidate, pieces[index].alternativeCost >= Cost.escape {
        pieces[index].alternative = nil
      }
    }
  }
}
