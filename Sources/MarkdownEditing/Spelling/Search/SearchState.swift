import MarkdownSyntax

/// A state of the search: the cost so far, and everything that the reading of the rest depends on.
///
/// Nothing in it counts references, because every choice copies the state.
struct SearchState {
  var stack = DelimiterStack()
  /// The delimiter run that has not ended yet.
  var run: WrittenRun?
  /// The scalar written last.
  var last: Unicode.Scalar = "\n"
  /// The delimiter of another mark that the text ends in, which the next scalar lets flank or not.
  var tag: Tag?
  /// Whether the text ends in a link without brackets and no blank has followed, as after
  /// `http://a.b`: text that is written next belongs to the address (GFM 0.29 §6.9).
  var isInAddress = false
  /// Whether GitHub looks from a run, through tildes, to the next piece, which must be punctuation.
  var wantsPunctuation = false
  /// Whether the text ends in a lone backslash, which would escape punctuation, as after `a\`.
  var endsInBackslash = false
  /// The openers without markable contents so far.
  var emptyOpeners = EmptyOpeners()
  /// Whether delimiters of other marks have changed since the last place without marks, in the
  /// source too. For strong, they have after `_` replaces the `*` of `*a*`.
  var hasChangedOthers = false
  /// Whether a run was split because of another mark, as at the emphasis of `**a** ***b** c*`. That
  /// is only allowed if the other mark's delimiters stay.
  var hasCrossed = false
  /// Whether the text ends in a code span, as after `` `a` ``.
  var endsInCode = false
  /// Whether the text ends in a shortcut reference, such as `[a]`.
  var endsInShortcut = false
  /// Whether the open link has changed, as `[*a*](/u)` does if the emphasis is removed.
  var isLinkChanged = false
  /// The mark that white space between selected characters should have.
  var wantsInside: MarkSet?
  var cost = 0
  /// Whether the spelling breaks a rule for runs, as `**a** **b**` does for one run.
  var breaksRule = false
  /// Whether a delimiter was removed, as from `*a* b`, if the search distinguishes such spellings.
  var hasRemoved = false
  /// Whether a reference got its full form because of a link after it. Only libcmark knows what
  /// becomes its label: `[a][a][b](/u)` for `[a]*[b](/u)*` without emphasis.
  var hasFullForm = false
  /// The index of the last choice, or -1. `made` is the choice of the current step, or -1, which is
  /// stored only if the state is kept.
  var choice = -1
  var made: Int32 = -1

  /// Whether two states have the same future and broken rules, unlike those after `*a` and `_a`.
  /// Called only for equal digests. Not inlined, because that would be 37 kB of code.
  @inline(never)
  func isSame(as other: SearchState, in arena: DelimiterArena) -> Bool {
    last == other.last && tag == other.tag && flags == other.flags && run == other.run
      && emptyOpeners == other.emptyOpeners
      && arena.areEqual(stack, other.stack)
  }

  private var flags: UInt64 {
    var bits: UInt64 = 0
    if endsInBackslash { bits |= 2 }
    if hasChangedOthers { bits |= 8 }
    if hasCrossed { bits |= 16 }
    if endsInShortcut { bits |= 32 }
    if endsInCode { bits |= 64 }
    if isLinkChanged { bits |= 128 }
    if breaksRule { bits |= 256 }
    if hasRemoved { bits |= 512 }
    if hasFullForm { bits |= 1024 }
    if wantsPunctuation { bits |= 2048 }
    if isInAddress { bits |= 4096 }
    return bits
  }

  /// A hash. It is equal for two states that are the same, and different for most others.
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

  /// Charges for splitting a run because of a link or another mark.
  mutating func cross(_ piece: Piece.Outline) {
    cost += Cost.crossing
    if !piece[.mustPause] { hasCrossed = true }
  }

  mutating func changeOthers() {
    if hasCrossed, !hasChangedOthers { breakRule(at: Cost.interruption) }
    hasChangedOthers = true
  }

  /// Charges for something that a toggle writes only as a last resort.
  mutating func breakRule(at cost: Int) {
    self.cost += cost
    breaksRule = true
  }

  /// The marks that should be open, including those of the current run.
  func open(in arena: DelimiterArena) -> MarkSet {
    var marks: MarkSet = []
    if depth(of: .strong, in: arena) > 0 { marks.insert(.strong) }
    if depth(of: .emphasis, in: arena) > 0 { marks.insert(.emphasis) }
    return marks
  }

  /// The number of open nodes of the mark, including those of the current run.
  func depth(of mark: MarkSet, in arena: DelimiterArena) -> Int {
    let (strong, emphasis) = stack.open(in: arena)
    let depth = mark == .strong ? strong : emphasis
    guard let run else { return Int(depth) }
    return Int(
      depth
        + (mark == .strong
          ? run.openingStrong - run.closingStrong : run.openingEmphasis - run.closingEmphasis))
  }

  /// Whether only the marks `wanted` are open after a gap, if it is read as intended.
  func has(_ wanted: MarkSet, after gap: Gap, in arena: DelimiterArena) -> Bool {
    let opened = gap.opened
    let strong = depth(of: .strong, in: arena) + opened.strong
    let emphasis = depth(of: .emphasis, in: arena) + opened.emphasis
    return (strong > 0) == wanted.contains(.strong) && (emphasis > 0) == wanted.contains(.emphasis)
  }
}
