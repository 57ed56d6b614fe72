import CommonMark
import MarkdownSyntax

/// The effect of a piece, and of the delimiters before it, on a state.
extension SearchState {
  /// Writes delimiters instead of the source's `old`. Returns false if they would be misread.
  mutating func write(
    _ gap: Gap, replacing old: Gap, isEdited: Bool, in arena: inout DelimiterArena
  ) -> Bool {
    guard !gap.isEmpty else { return true }
    if endsInBackslash { return false }
    guard follows(gap, isEdited: isEdited) else { return false }
    noteEmptyPairs(gap, old)
    for delimiter in gap {
      let scalar = Unicode.Scalar(delimiter.character)
      if let current = run, current.character != delimiter.character {
        guard end(current, before: scalar, in: &arena) else { return false }
      }
      var current = run ?? WrittenRun(character: delimiter.character, before: last)
      if delimiter.isStrong { current.width = Int32(truncatingIfNeeded: delimiter.length) }
      if delimiter.isOpening {
        if delimiter.isStrong {
          current.openingStrong += 1
        } else {
          current.openingEmphasis += 1
        }
      } else {
        guard !current.isOpening, current.literals == 0 else { return false }
        if delimiter.isStrong {
          current.closingStrong += 1
        } else {
          current.closingEmphasis += 1
        }
      }
      current.isEdited = current.isEdited || isEdited
      run = current
      if delimiter.character != .tilde { last = scalar }
    }
    return true
  }

  /// Charges for new pairs of delimiters around nothing, and notes the openers of a gap.
  private mutating func noteEmptyPairs(_ gap: Gap, _ old: Gap) {
    let kept = gap == old ? (first: gap.count, last: gap.count) : gap.commonEnds(with: old)
    for (place, delimiter) in gap.enumerated() {
      if delimiter.isOpening {
        emptyOpeners.push(isEdited: place < gap.count - kept.last)
      } else if let isEdited = emptyOpeners.pop(), isEdited || place >= kept.first {
        breakRule(at: Cost.emptyPair)
      }
    }
  }

  mutating func end(
    _ current: WrittenRun, before scalar: Unicode.Scalar, in arena: inout DelimiterArena
  ) -> Bool {
    guard stack.end(current, after: scalar, in: &arena) else { return false }
    if current.isEdited, Self.dependsOnRenderer(current, before: scalar) {
      cost += Cost.rendererDependent
    }
    run = nil
    return true
  }

  /// Whether CommonMark 0.30 and 0.31 may read a run differently, because of symbols.
  private static func dependsOnRenderer(_ run: WrittenRun, before scalar: Unicode.Scalar) -> Bool {
    guard isPunctuationSince031(run.before) || isPunctuationSince031(scalar) else { return false }
    let other = DelimiterStack.flanking(
      run, after: scalar, symbolsArePunctuation: !ParsingLibrary.isSince31)
    if run.isClosing && !other.canClose { return true }
    if run.isOpening && !other.canOpen { return true }
    return run.literals > 0 && other != DelimiterStack.flanking(run, after: scalar)
  }

  /// Notes how a piece touches the text before it. Returns false if the two cannot touch.
  private mutating func meet(
    _ piece: Piece.Outline, takesAlternative: Bool, isEmptyGap: Bool
  ) -> Bool {
    if endsInCode, isEmptyGap, piece[.isCode] { return false }
    endsInCode = piece[.isCode]
    if endsInShortcut, isEmptyGap, piece.first == "[", !takesAlternative { return false }
    endsInShortcut = piece[.meetsBracket] && !takesAlternative
    return true
  }

  /// Writes a piece, or returns false if it cannot be here. Not inlined into its two callers.
  @inline(never)
  mutating func write(
    _ piece: Piece.Outline, takesAlternative: Bool, isEmptyGap: Bool, isEdited: Bool,
    in arena: inout DelimiterArena
  ) -> Bool {
    guard meet(piece, takesAlternative: takesAlternative, isEmptyGap: isEmptyGap) else {
      return false
    }
    var first = piece.first
    var final = piece.last
    if takesAlternative, piece.kind != .linkClose {
      first = piece[.alternativeIsReference] ? "&" : "\\"
      final = piece[.alternativeIsReference] ? ";" : piece.last
      cost += piece.alternativeCost
    }
    if endsInBackslash, piece.kind != .end, Escaping.isASCIIPunctuation(first) || first == "\n" {
      // Before an escape, the two backslashes form one, and the escaped character becomes plain.
      guard piece[.beginsWithEscape], first == "\\", !takesAlternative else { return false }
    }
    guard follows(piece, first, takesAlternative: takesAlternative) else { return false }
    var isDelimiter = false
    if case .delimiter(let character) = piece.kind, !takesAlternative {
      isDelimiter = true
      guard literal(character, in: &arena) else { return false }
    } else if let current = run, !end(current, before: first, in: &arena) {
      guard !takesAlternative, endThroughTildes(current, piece, in: &arena) else { return false }
    }
    let open = open(in: arena)
    guard settle(piece, open) else { return false }
    if isEdited || piece.hasChunks || (takesAlternative && piece.kind != .linkClose),
      stack.isInLink(arena)
    {
      isLinkChanged = true
    }
    endsInBackslash = piece[.endsInBackslash] && !takesAlternative
    leave(piece, isDelimiter || takesAlternative && piece[.isTransparent] ? first : final)
    return cross(piece, open, takesAlternative: takesAlternative, in: &arena)
  }

  /// Checks the open marks at a piece, and charges for white space that they leave out.
  private mutating func settle(_ piece: Piece.Outline, _ open: MarkSet) -> Bool {
    if let wanted = piece.wanted {
      guard wanted == open else { return false }
      emptyOpeners = EmptyOpeners()
    }
    let hasChanged = hasChangedOthers
    if open.isEmpty {
      if piece[.isOutsideOthers] { hasChangedOthers = false }
      hasCrossed = false
    }
    if piece[.isBetween], let mark = wantsInside, !open.contains(mark) {
      if !piece[.isCrossed] || (hasChanged && !piece[.mustPause]) {
        breakRule(at: Cost.partedWhiteSpace)
      } else if piece.kind == .plain {
        cross(piece)
      }
    }
    return true
  }

  private mutating func literal(_ character: UInt8, in arena: inout DelimiterArena) -> Bool {
    if let current = run, current.character != character {
      guard end(current, before: Unicode.Scalar(character), in: &arena) else { return false }
    }
    var current = run ?? WrittenRun(character: character, before: last)
    if current.isOpening { return false }
    current.literals += 1
    run = current
    return true
  }

  /// Enters or leaves a link, or ends the leaf.
  private mutating func cross(
    _ piece: Piece.Outline, _ open: MarkSet, takesAlternative: Bool,
    in arena: inout DelimiterArena
  ) -> Bool {
    switch piece.kind {
    case .linkOpen:
      guard open.isSubset(of: piece.common) else { return false }
      stack.openLink(in: &arena)
      if !piece[.isElement] { isLinkChanged = piece.hasChunks }
    case .linkClose:
      let wasChanged = isLinkChanged
      let depth = stack.count
      let isClosed = stack.closeLink(in: arena)
      arena.walked += Int(depth - stack.count)
      guard isClosed else { return false }
      if piece[.isElement] { return true }
      // A shortcut gets its full form if its text changed, or if a bracket or link may follow it.
      if piece.hasAlternative, wasChanged != takesAlternative {
        guard takesAlternative, piece[.meetsBracket] || piece[.meetsLink] else { return false }
        hasFullForm = hasFullForm || piece[.meetsLink]
        cost += Cost.reform
      }
      if takesAlternative { cost += piece.alternativeCost }
      isLinkChanged = false
    case .end: return stack.open(in: arena) == (0, 0)
    case .plain, .delimiter: break
    }
    return true
  }
}
