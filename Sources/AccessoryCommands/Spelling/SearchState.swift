import MarkdownSyntax

/// The openers at the end of what is written that hold nothing markable yet, innermost last.
struct EmptyOpeners: Hashable {
  private var count: UInt32 = 0
  /// For each, from the lowest bit up for the innermost, whether the source has it not.
  private var edited: UInt32 = 0

  mutating func push(isEdited: Bool) {
    count = min(count + 1, 32)
    edited = edited << 1 | (isEdited ? 1 : 0)
  }

  /// Closes the innermost; nil where every opener holds something.
  mutating func pop() -> Bool? {
    guard count > 0 else { return nil }
    defer {
      count -= 1
      edited >>= 1
    }
    return edited & 1 != 0
  }
}

/// A state of the search: what the reading of the rest of the leaf depends on, and the cost so far.
///
/// Nothing in it counts references: states are copied at every choice.
struct SearchState {
  var stack = DelimiterStack()
  /// The delimiter run being written, not yet ended.
  var run: DelimiterRun?
  /// The scalar written last.
  var last: Unicode.Scalar = "\n"
  /// Whether a lone backslash was written last: punctuation after it would be escaped.
  var endsInBackslash = false
  /// Whether only plain text stands on the line so far.
  var isPlainLine = true
  /// Whether the piece before is an escape that nothing before it asks for: a delimiter behind it
  /// may, or it is a distant one.
  var endsInLoneEscape = false
  /// The openers behind which nothing markable stands.
  var emptyOpeners = EmptyOpeners()
  /// Whether other marks' delimiters changed since all marks were closed, in the source too, and
  /// whether a run was cut because of such a node: only one that stays as it is excuses that.
  private(set) var hasChangedOthers = false
  private var hasCrossed = false
  /// Whether a code span was written last.
  var endsInCode = false
  /// Whether a shortcut reference was written last.
  var endsInShortcut = false
  /// Whether something changed in the link that is open.
  var isLinkChanged = false
  /// The mark that white space between selected characters should have.
  var wantsInside: MarkSet?
  var cost = 0
  /// Whether the spelling so far breaks a rule of what a toggle writes.
  var breaksRule = false
  /// Whether a delimiter of the source is gone, where the search tells such spellings apart.
  var hasRemoved = false
  /// Whether a reference took its full form because of a link behind it: what would become its label
  /// is known to libcmark alone.
  private var hasFullForm = false
  /// The last choice of the search that led here, or -1.
  var choice = -1

  /// Whether two states have the same future, and the one no broken rule in its past that the other
  /// has not.
  func isSame(as other: SearchState, in arena: DelimiterArena) -> Bool {
    last == other.last && flags == other.flags && run == other.run
      && emptyOpeners == other.emptyOpeners
      && arena.areEqual(stack, other.stack)
  }

  /// What is true or false of a state, as bits.
  private var flags: UInt64 {
    var bits: UInt64 = isPlainLine ? 1 : 0
    if endsInBackslash { bits |= 2 }
    if endsInLoneEscape { bits |= 4 }
    if hasChangedOthers { bits |= 8 }
    if hasCrossed { bits |= 16 }
    if endsInShortcut { bits |= 32 }
    if endsInCode { bits |= 64 }
    if isLinkChanged { bits |= 128 }
    if breaksRule { bits |= 256 }
    if hasRemoved { bits |= 512 }
    if hasFullForm { bits |= 1024 }
    return bits
  }

  /// The same for two states that are the same; most others differ.
  func digest(in arena: DelimiterArena) -> UInt64 {
    var word = stack.top < 0 ? 0 : arena[stack.top].digest
    let floors = UInt64(UInt32(bitPattern: stack.floors.wrappedSum()))
    word = (word ^ UInt64(last.value) ^ floors << 24 ^ flags << 40).mixed
    if let run {
      var length = UInt64(UInt32(bitPattern: run.closingStrong))
      length = length << 8 ^ UInt64(UInt32(bitPattern: run.closingEmphasis))
      length = length << 8 ^ UInt64(UInt32(bitPattern: run.literals))
      length = length << 8 ^ UInt64(UInt32(bitPattern: run.openingStrong))
      length = length << 8 ^ UInt64(UInt32(bitPattern: run.openingEmphasis))
      word = (word ^ length << 8 ^ UInt64(run.character)).mixed
    }
    return word
  }

  /// Writes delimiters where the source has `old`; false where they cannot be read as meant.
  mutating func write(
    _ gap: Gap, replacing old: Gap, isEdited: Bool, in arena: inout DelimiterArena
  ) -> Bool {
    guard !gap.isEmpty else { return true }
    if endsInBackslash { return false }
    isPlainLine = false
    noteEmptyPairs(gap, old)
    for delimiter in gap {
      let scalar = Unicode.Scalar(delimiter.character)
      if let current = run, current.character != delimiter.character {
        guard end(current, before: scalar, in: &arena) else { return false }
      }
      var current = run ?? DelimiterRun(character: delimiter.character, before: last)
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
      last = scalar
    }
    return true
  }

  /// Charges for new pairs of delimiters around nothing, and remembers what a gap opens.
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

  /// Charges for a cut because of a link or another mark's node, which could be written otherwise.
  mutating func cross(_ piece: Piece.Outline) {
    cost += Cost.crossing
    if !piece[.isParted] { hasCrossed = true }
  }

  /// Remembers that other marks' delimiters changed.
  mutating func changeOthers() {
    if hasCrossed, !hasChangedOthers { breakRule(at: Cost.interruption) }
    hasChangedOthers = true
  }

  /// Charges for what a toggle only writes where nothing else is left.
  mutating func breakRule(at cost: Int) {
    self.cost += cost
    breaksRule = true
  }

  /// Ends the run before a scalar.
  private mutating func end(
    _ current: DelimiterRun, before scalar: Unicode.Scalar, in arena: inout DelimiterArena
  ) -> Bool {
    guard stack.end(current, after: scalar, in: &arena) else { return false }
    if current.isEdited, Self.dependsOnRenderer(current, before: scalar) {
      cost += Cost.rendererDependent
    }
    run = nil
    return true
  }

  /// Whether CommonMark 0.31, to which symbols are punctuation, may read a run otherwise.
  private static func dependsOnRenderer(_ run: DelimiterRun, before scalar: Unicode.Scalar) -> Bool
  {
    guard isSymbol0_31(run.before) || isSymbol0_31(scalar) else { return false }
    let newer = DelimiterStack.flanking(run, after: scalar, symbolsArePunctuation: true)
    if run.isClosing && !newer.canClose { return true }
    if run.isOpening && !newer.canOpen { return true }
    return run.literals > 0 && newer != DelimiterStack.flanking(run, after: scalar)
  }

  /// Writes a piece; false where it cannot stand here so.
  mutating func write(
    _ piece: Piece.Outline, takesAlternative: Bool, isEmptyGap: Bool, isEdited: Bool,
    in arena: inout DelimiterArena
  ) -> Bool {
    if piece[.startsLine] { isPlainLine = isEmptyGap }
    if endsInLoneEscape, isEmptyGap { cost += Cost.distance }
    endsInLoneEscape =
      takesAlternative && isEmptyGap && piece.alternativeCost == Cost.escape
      && !piece[.isBesideChange]
    var first = piece.first
    var final = piece.last
    if endsInCode, isEmptyGap, piece[.isCode] { return false }
    endsInCode = piece[.isCode]
    if endsInShortcut, isEmptyGap, first == "[", !takesAlternative { return false }
    endsInShortcut = piece[.meetsBracket] && !takesAlternative
    if takesAlternative, piece.kind != .linkClose, !piece[.isShortcut] {
      if !piece[.isCode] {
        first = piece[.alternativeIsReference] ? "&" : "\\"
        final = piece[.alternativeIsReference] ? ";" : piece.last
      }
      cost += piece.alternativeCost
    } else if piece[.isHazardous], isPlainLine {
      return false
    }
    if endsInBackslash, piece.kind != .end, Escaping.isASCIIPunctuation(first) || first == "\n" {
      // Before an escape the two backslashes are one, and the character is itself.
      guard piece[.beginsWithEscape], first == "\\", !takesAlternative else { return false }
    }
    let isDelimiter: Bool
    if case .delimiter(let character) = piece.kind, !takesAlternative {
      isDelimiter = true
      guard literal(character, in: &arena) else { return false }
    } else {
      isDelimiter = false
      if let current = run {
        guard end(current, before: first, in: &arena) else { return false }
      }
    }
    let open = open(in: arena)
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
      if !piece[.isCrossed] || (hasChanged && !piece[.isParted]) {
        breakRule(at: Cost.partedWhiteSpace)
      } else if piece.kind == .plain {
        cross(piece)
      }
    }
    if isEdited || piece.hasChunks || (takesAlternative && piece.kind != .linkClose),
      stack.isInLink(arena)
    {
      isLinkChanged = true
    }
    endsInBackslash = piece[.endsInBackslash] && !takesAlternative
    last = isDelimiter ? first : final
    return cross(piece, open, takesAlternative: takesAlternative, in: &arena)
  }

  private mutating func literal(_ character: UInt8, in arena: inout DelimiterArena) -> Bool {
    if let current = run, current.character != character {
      guard end(current, before: Unicode.Scalar(character), in: &arena) else { return false }
    }
    var current = run ?? DelimiterRun(character: character, before: last)
    if current.isOpening { return false }
    current.literals += 1
    run = current
    return true
  }

  /// The marks meant to be open, those of a run not yet ended among them.
  func open(in arena: DelimiterArena) -> MarkSet {
    var marks: MarkSet = []
    if depth(of: .strong, in: arena) > 0 { marks.insert(.strong) }
    if depth(of: .emphasis, in: arena) > 0 { marks.insert(.emphasis) }
    return marks
  }

  /// How many nodes of the mark are open, those of a run not yet ended among them.
  func depth(of mark: MarkSet, in arena: DelimiterArena) -> Int {
    let (strong, emphasis) = stack.open(in: arena)
    let depth = mark == .strong ? strong : emphasis
    guard let run else { return Int(depth) }
    return Int(
      depth
        + (mark == .strong
          ? run.openingStrong - run.closingStrong : run.openingEmphasis - run.closingEmphasis))
  }

  /// Whether just the marks `wanted` are open after a gap that does what it is meant to.
  func has(_ wanted: MarkSet, after gap: Gap, in arena: DelimiterArena) -> Bool {
    var strong = depth(of: .strong, in: arena)
    var emphasis = depth(of: .emphasis, in: arena)
    for delimiter in gap {
      let step = delimiter.isOpening ? 1 : -1
      if delimiter.isStrong { strong += step } else { emphasis += step }
    }
    return (strong > 0) == wanted.contains(.strong) && (emphasis > 0) == wanted.contains(.emphasis)
  }

  /// Links and the end of the leaf.
  private mutating func cross(
    _ piece: Piece.Outline, _ open: MarkSet, takesAlternative: Bool,
    in arena: inout DelimiterArena
  ) -> Bool {
    switch piece.kind {
    case .linkOpen:
      guard open.isSubset(of: piece.common) else { return false }
      stack.openLink(in: &arena)
      isLinkChanged = piece.hasChunks
      isPlainLine = false
    case .linkClose:
      let wasChanged = isLinkChanged
      guard stack.closeLink(in: arena) else { return false }
      // A shortcut whose text changed takes its full form, and only then.
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
