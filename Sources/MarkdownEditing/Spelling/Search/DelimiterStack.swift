import CommonMark
import MarkdownSyntax

/// A delimiter run that is being written: closers, then literal characters, then openers.
struct WrittenRun: Hashable {
  var character: UInt8
  /// The length of a delimiter of strong, or of a dialect's mark.
  var width: Int32 = 2
  /// Whether the run differs from the source's, as `***` does if strong is added to `*a*`.
  var isEdited = false
  /// The scalar before the run.
  var before: Unicode.Scalar
  var closingStrong: Int32 = 0
  var closingEmphasis: Int32 = 0
  var literals: Int32 = 0
  var openingStrong: Int32 = 0
  var openingEmphasis: Int32 = 0

  init(character: UInt8, before: Unicode.Scalar) {
    self.character = character
    self.before = before
  }

  var length: Int32 {
    width * (closingStrong + openingStrong) + closingEmphasis + openingEmphasis + literals
  }
  /// Whether it closes a mark, as the last run of `*a*` does.
  var isClosing: Bool { closingStrong + closingEmphasis > 0 }
  /// Whether it opens a mark, as the first run of `*a*` does.
  var isOpening: Bool { openingStrong + openingEmphasis > 0 }
}

/// An entry of the delimiter stack (CommonMark 0.30, "An algorithm for parsing nested emphasis"): a
/// run that may open emphasis, or a link's bracket, which emphasis cannot cross.
struct DelimiterEntry: Hashable {
  /// `*`, `_`, `~`, `=`, or 0 for a bracket.
  var character: UInt8
  /// Whether the run may close emphasis, too, like the `*` of `a*b`.
  var canClose = false
  /// The length of the whole run, for the rule of three.
  var length: Int32 = 0
  /// The number of characters that are still unused.
  var remaining: Int32 = 0
  /// The numbers of marks that its characters should open.
  var strong: Int32 = 0
  var emphasis: Int32 = 0

  static let bracket = DelimiterEntry(character: 0)
  /// Whether its characters should open a mark: the `*` of `*a*`, not that of `2*3`.
  var isMeant: Bool { strong + emphasis > 0 }
}

/// The delimiter stack of the specification's algorithm, with what each run should do.
///
/// A spelling is right if every run does what it should and no more. The search keeps only such
/// spellings, and libcmark checks the result. Stacks share entries in a ``DelimiterArena``.
struct DelimiterStack {
  /// The index of the uppermost entry in the arena, or -1.
  private(set) var top: Int32 = -1
  private(set) var count: Int32 = 0
  /// For each kind of closer, the index below which it does not look for openers again.
  ///
  /// These are the specification's `openers_bottom` with libcmark 0.30.2's kinds: one for `_`, and
  /// six for `*`, by the length modulo 3 and by whether the run can also open. The specification
  /// has more kinds for `_`, but libcmark decides.
  private(set) var floors = SIMD8<Int32>()
  private static func kind(
    of run: WrittenRun, _ flanking: Flanking, _ arena: DelimiterArena
  ) -> Int {
    let length = Int(run.length % 3)
    if arena.pairsAsGitHub { return 1 + (run.character == .underscore ? 3 : 0) + length }
    return run.character == .underscore ? 0 : 1 + (flanking.canOpen ? 3 : 0) + length
  }

  /// The flanking of a run, with symbols as punctuation (0.31) or not (0.30).
  static func flanking(
    _ run: WrittenRun, after: Unicode.Scalar, symbolsArePunctuation: Bool = ParsingLibrary.isSince31
  ) -> Flanking {
    Flanking(
      of: run.character, before: run.before, after: after,
      symbolsArePunctuation: symbolsArePunctuation)
  }

  /// Ends a run before the scalar `after`, closing and opening marks as the algorithm does. Returns
  /// false if the run would do something else than it should.
  mutating func end(
    _ run: WrittenRun, after: Unicode.Scalar, in arena: inout DelimiterArena
  ) -> Bool {
    let flanking = Self.flanking(run, after: after)
    if run.isClosing && !flanking.canClose { return false }
    if run.isOpening && !flanking.canOpen { return false }
    if run.character != .asterisk, run.character != .underscore {
      return endMark(run, flanking, &arena)
    }
    var remaining = run.length
    if flanking.canClose {
      guard close(run, flanking, &remaining, &arena) else { return false }
    }
    if remaining > 0 && flanking.canOpen {
      var entry = DelimiterEntry(character: run.character)
      entry.canClose = flanking.canClose
      entry.length = run.length
      entry.remaining = remaining
      entry.strong = run.openingStrong
      entry.emphasis = run.openingEmphasis
      push(entry, &arena)
    }
    return true
  }

  /// Ends a run of a dialect's mark, which is paired whole with a run of the same length.
  private mutating func endMark(
    _ run: WrittenRun, _ flanking: Flanking, _ arena: inout DelimiterArena
  ) -> Bool {
    let delimiters = run.closingStrong + run.openingStrong
    if delimiters > 0, delimiters > 1 || run.literals > 0 { return false }
    if flanking.canClose, let opener = opener(for: run, flanking, above: 0, &arena),
      arena[opener.node].entry.length == run.length
    {
      guard run.isClosing, !opener.passesMeant, arena[opener.node].entry.strong == 1 else {
        return false
      }
      top = arena[opener.node].below
      count = opener.index
      return true
    }
    guard flanking.canOpen else { return !run.isClosing }
    var entry = DelimiterEntry(character: run.character)
    entry.canClose = flanking.canClose
    (entry.length, entry.remaining, entry.strong) = (run.length, run.length, run.openingStrong)
    push(entry, &arena)
    return !run.isClosing
  }

  private mutating func push(_ entry: DelimiterEntry, _ arena: inout DelimiterArena) {
    top = arena.add(entry, on: top)
    count += 1
  }

  private mutating func close(
    _ run: WrittenRun, _ flanking: Flanking, _ remaining: inout Int32,
    _ arena: inout DelimiterArena
  ) -> Bool {
    var strong = run.closingStrong
    var emphasis = run.closingEmphasis
    let kind = Self.kind(of: run, flanking, arena)
    while remaining > 0 {
      guard let opener = opener(for: run, flanking, above: floors[kind], &arena) else {
        floors[kind] = count
        break
      }
      // Entries above the opener are dropped, so none of them may be there to open a mark.
      if opener.passesMeant { return false }
      var entry = arena[opener.node].entry
      // Both runs match two characters at a time, and then one, as long as characters are left.
      let used = min(remaining, entry.remaining)
      strong -= used / 2
      entry.strong -= used / 2
      emphasis -= used % 2
      entry.emphasis -= used % 2
      if entry.strong < 0 || entry.emphasis < 0 { return false }
      remaining -= used
      entry.remaining -= used
      top = arena[opener.node].below
      count = opener.index
      if entry.remaining > 0 { push(entry, &arena) }
      lowerFloors()
    }
    return strong == 0 && emphasis == 0
  }

  /// The nearest opener that matches a closing run by character and the rule of three, and whether
  /// an entry above it should open a mark.
  private func opener(
    for run: WrittenRun, _ flanking: Flanking, above floor: Int32, _ arena: inout DelimiterArena
  ) -> (node: Int32, index: Int32, passesMeant: Bool)? {
    var place = arena.nearest(run.character, from: top)
    let isMultipleOfThree = run.length % 3 == 0
    while place >= 0 {
      arena.walked += 1
      let node = arena[place]
      if node.depth < floor { return nil }
      let isOdd =
        !isMultipleOfThree && (node.entry.canClose || flanking.canOpen)
        && (node.entry.length + run.length) % 3 == 0
      if !isOdd {
        let inner = arena[top]
        return (place, node.depth, inner.strong + inner.emphasis > node.strong + node.emphasis)
      }
      place = node.same
    }
    return nil
  }

  /// Lowers the floors to the top, because entries added there are new.
  private mutating func lowerFloors() {
    let count = SIMD8(repeating: count)
    floors.replace(with: count, where: floors .> count)
  }

  mutating func openLink(in arena: inout DelimiterArena) {
    top = arena.addBracket(on: top, floors: floors)
    count += 1
    floors = SIMD8()
  }

  /// Leaves a link. Returns false if a mark that was opened in it is still open.
  mutating func closeLink(in arena: DelimiterArena) -> Bool {
    while top >= 0 {
      let node = arena[top]
      top = node.below
      count -= 1
      if node.entry.character == 0 {
        floors = arena.floors(outside: node)
        return true
      }
      if node.entry.isMeant { return false }
    }
    return false
  }

  /// The number of times that each mark should be open.
  func open(in arena: DelimiterArena) -> (strong: Int32, emphasis: Int32) {
    top < 0 ? (0, 0) : (arena[top].strong, arena[top].emphasis)
  }

  /// Whether a link is open, as after the `[` of `[a](/u)`.
  func isInLink(_ arena: DelimiterArena) -> Bool { top >= 0 && arena[top].links > 0 }
}
