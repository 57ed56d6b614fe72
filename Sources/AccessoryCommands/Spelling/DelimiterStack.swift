import MarkdownSyntax

/// A delimiter run as it is being written: closers first, then literal characters, then openers.
struct DelimiterRun: Hashable {
  var character: UInt8
  /// The scalar before the run.
  var before: Unicode.Scalar
  var closingStrong = 0
  var closingEmphasis = 0
  var literals = 0
  var openingStrong = 0
  var openingEmphasis = 0
  /// Whether the run differs from the source's.
  var isEdited = false

  var length: Int {
    2 * (closingStrong + openingStrong) + closingEmphasis + openingEmphasis + literals
  }
  var isClosing: Bool { closingStrong + closingEmphasis > 0 }
  var isOpening: Bool { openingStrong + openingEmphasis > 0 }
}

/// An entry of the delimiter stack (CommonMark 0.30, "An algorithm for parsing nested emphasis"):
/// a run that may open emphasis, or the bracket of a link, which nothing crosses.
struct DelimiterEntry: Hashable {
  /// `*`, `_`, or 0 for a bracket.
  var character: UInt8
  /// The length of the whole run, for the rule of three.
  var length = 0
  /// The characters not used yet.
  var remaining = 0
  var canClose = false
  /// What its characters are meant to open.
  var strong = 0
  var emphasis = 0

  static let bracket = DelimiterEntry(character: 0)
  var isMeant: Bool { strong + emphasis > 0 }
}

/// The delimiter stack of the specification's algorithm, told what each run is meant to do.
///
/// A spelling is right exactly where every run does what it is meant to and no more; the search
/// keeps only such spellings. That libcmark agrees is proved afterwards on the whole result.
struct DelimiterStack: Hashable {
  private(set) var entries: [DelimiterEntry] = []
  /// Entries below these indices are not looked at again by closers of a kind that found none.
  ///
  /// The specification's `openers_bottom`, with libcmark 0.30.2's kinds: one for every `_`, and for
  /// `*` one for each length modulo 3, with or without being an opener too. For `_` that is
  /// coarser than the specification, and libcmark has the last word.
  private var floors = SIMD8<Int32>()
  /// The floors outside the links that are open.
  private var outerFloors: [SIMD8<Int32>] = []

  private static func kind(of run: DelimiterRun, _ flanking: Flanking) -> Int {
    run.character == UInt8(ascii: "_") ? 0 : 1 + (flanking.canOpen ? 3 : 0) + run.length % 3
  }

  /// The flanking of a run, with symbols counted as punctuation (0.31) or not (0.30).
  static func flanking(
    _ run: DelimiterRun, after: Unicode.Scalar, symbolsArePunctuation: Bool = false
  ) -> Flanking {
    Flanking(
      of: run.character, before: run.before, after: after,
      symbolsArePunctuation: symbolsArePunctuation)
  }

  /// Ends a run before the scalar `after`: closes and opens as the algorithm does.
  ///
  /// Returns false where the run would do something else than it is meant to.
  mutating func end(_ run: DelimiterRun, after: Unicode.Scalar) -> Bool {
    let flanking = Self.flanking(run, after: after)
    if run.isClosing && !flanking.canClose { return false }
    if run.isOpening && !flanking.canOpen { return false }
    var remaining = run.length
    if flanking.canClose {
      guard close(run, flanking, &remaining) else { return false }
    }
    if remaining > 0 && flanking.canOpen {
      entries.append(
        DelimiterEntry(
          character: run.character, length: run.length, remaining: remaining,
          canClose: flanking.canClose, strong: run.openingStrong, emphasis: run.openingEmphasis))
    }
    return true
  }

  private mutating func close(_ run: DelimiterRun, _ flanking: Flanking, _ remaining: inout Int)
    -> Bool
  {
    var strong = run.closingStrong
    var emphasis = run.closingEmphasis
    let kind = Self.kind(of: run, flanking)
    while remaining > 0 {
      guard let index = opener(for: run, flanking, above: Int(floors[kind])) else {
        floors[kind] = Int32(clamping: entries.count)
        break
      }
      // What stands above the opener is dropped; nothing there may be meant.
      if entries[(index + 1)...].contains(where: { $0.isMeant }) { return false }
      entries.removeSubrange((index + 1)...)
      let isStrong = remaining >= 2 && entries[index].remaining >= 2
      if isStrong {
        strong -= 1
        entries[index].strong -= 1
      } else {
        emphasis -= 1
        entries[index].emphasis -= 1
      }
      if entries[index].strong < 0 || entries[index].emphasis < 0 { return false }
      remaining -= isStrong ? 2 : 1
      entries[index].remaining -= isStrong ? 2 : 1
      if entries[index].remaining == 0 { entries.removeLast() }
      lowerFloors()
    }
    return strong == 0 && emphasis == 0
  }

  /// The nearest opener that a closing run matches, by character and the rule of three.
  private func opener(for run: DelimiterRun, _ flanking: Flanking, above floor: Int) -> Int? {
    for index in (min(floor, entries.count)..<entries.count).reversed() {
      let entry = entries[index]
      if entry.character == 0 { return nil }
      guard entry.character == run.character else { continue }
      let isOdd =
        (entry.canClose || flanking.canOpen) && run.length % 3 != 0
        && (entry.length + run.length) % 3 == 0
      if !isOdd { return index }
    }
    return nil
  }

  /// Nothing above the entries is excluded: what comes there is new.
  private mutating func lowerFloors() {
    let count = SIMD8(repeating: Int32(clamping: entries.count))
    floors.replace(with: count, where: floors .> count)
  }

  /// Enters a link.
  mutating func openLink() {
    entries.append(.bracket)
    outerFloors.append(floors)
    floors = SIMD8()
  }

  /// Leaves a link; false where something opened in it is not closed.
  mutating func closeLink() -> Bool {
    while let last = entries.popLast() {
      if last.character == 0 {
        floors = outerFloors.popLast() ?? SIMD8()
        return true
      }
      if last.isMeant { return false }
    }
    return false
  }

  /// Whether nothing that was meant to close is open.
  var isSettled: Bool { !entries.contains(where: { $0.isMeant }) }
}
