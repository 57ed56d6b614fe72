import MarkdownSyntax

/// A state of the search: what the reading of the rest of the leaf depends on, and the cost so far.
///
/// Nothing in it counts references: states are copied at every choice.
struct SearchState {
  var stack = DelimiterStack()
  /// The delimiter run being written, not yet ended.
  var run: WrittenRun?
  /// The scalar written last.
  var last: Unicode.Scalar = "\n"
  /// Whether a lone backslash was written last: punctuation after it would be escaped. Behind `a\`
  /// it was.
  var endsInBackslash = false
  /// Whether the piece before is an escape that nothing before it asks for: a delimiter behind it
  /// may, or it is a distant one. Behind the `\]` of `a\]` it is.
  var endsInLoneEscape = false
  /// The openers behind which nothing markable stands.
  var emptyOpeners = EmptyOpeners()
  /// Whether delimiters of other marks changed since all marks were closed, in the source too. For
  /// strong it is so once `_` is written for the `*` of `*a*`.
  var hasChangedOthers = false
  /// Whether a run was cut because of such a node, as at the emphasis of `**a** ***b** c*`: only
  /// one that stays as it is excuses that.
  var hasCrossed = false
  /// Whether a code span was written last. Behind `` `a` `` it was.
  var endsInCode = false
  /// Whether a shortcut reference was written last. Behind the reference `[a]` it was.
  var endsInShortcut = false
  /// Whether something changed in the link that is open. In `[*a*](/u)` where the emphasis goes.
  var isLinkChanged = false
  /// The mark that white space between selected characters should have.
  var wantsInside: MarkSet?
  var cost = 0
  /// Whether the spelling so far breaks a rule of what a toggle writes. As `**a** **b**` does for
  /// one run.
  var breaksRule = false
  /// Whether a delimiter of the source is gone, where the search tells such spellings apart. From
  /// `*a* b` to `a b` one is.
  var hasRemoved = false
  /// Whether a reference took its full form because of a link behind it: what would become its
  /// label is known to libcmark alone. `[a][a][b](/u)` for `[a]*[b](/u)*` without emphasis.
  var hasFullForm = false
  /// The last choice of the search that led here, or -1; and the one that this step made besides, which
  /// is only written down where the state is kept, or -1.
  var choice = -1
  var made: Int32 = -1

  /// Whether two states have the same future, and the one no broken rule in its past that the other
  /// has not. Asked only where the digests are the same; in line it would be 37 kB of code. The
  /// states behind `*a` and `_a` are not: their stacks differ.
  @inline(never)
  func isSame(as other: SearchState, in arena: DelimiterArena) -> Bool {
    last == other.last && flags == other.flags && run == other.run
      && emptyOpeners == other.emptyOpeners
      && arena.areEqual(stack, other.stack)
  }

  /// What is true or false of a state, as bits.
  private var flags: UInt64 {
    var bits: UInt64 = 0
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

  /// Charges for a cut because of a link or another mark's node, which could be written otherwise.
  mutating func cross(_ piece: Piece.Outline) {
    cost += Cost.crossing
    if !piece[.mustPause] { hasCrossed = true }
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
    let opened = gap.opened
    let strong = depth(of: .strong, in: arena) + opened.strong
    let emphasis = depth(of: .emphasis, in: arena) + opened.emphasis
    return (strong > 0) == wanted.contains(.strong) && (emphasis > 0) == wanted.contains(.emphasis)
  }
}
