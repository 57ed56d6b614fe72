import CommonMark

/// A run of `*` or `_` that may open or close emphasis (CommonMark 0.30 §6.2).
struct DelimiterRun {
  let byte: UInt8
  /// Whether it may open emphasis: the first run of `*a*`.
  let canOpen: Bool
  /// Whether it may close emphasis: the last run of `*a*`.
  let canClose: Bool
  /// The length of the run as written, for the rule of three.
  let length: Int
  /// The logical offset after the run.
  let position: Int
  /// The token of the first unused character of the run.
  var token: Int
  /// The number of unused characters.
  var remaining: Int
  /// The neighbours among the runs that may still be paired, or -1.
  var previous: Int
  var next = -1
}

extension InlineScan {
  /// Reads a delimiter run: its characters, and an entry on the stack if it flanks.
  mutating func readDelimiterRun() {
    let byte = text[position]
    let start = position
    var end = start + 1
    while end < text.count, text[end] == byte { end += 1 }
    let (before, after) = neighbours(of: start..<end)
    let token = tokens.count
    emitCharacters(to: end)
    push(byte, Flanking(of: byte, before: before, after: after), start..<end, token: token)
  }

  /// Pushes a run onto the stack if it flanks.
  mutating func push(_ byte: UInt8, _ flanking: Flanking, _ run: Range<Int>, token: Int) {
    guard flanking.canOpen || flanking.canClose else { return }
    if delimiters.isEmpty { delimiters.reserveCapacity(8) }
    if lastDelimiter >= 0 { delimiters[lastDelimiter].next = delimiters.count }
    delimiters.append(
      DelimiterRun(
        byte: byte, canOpen: flanking.canOpen, canClose: flanking.canClose, length: run.count,
        position: run.upperBound, token: token, remaining: run.count, previous: lastDelimiter))
    lastDelimiter = delimiters.count - 1
  }

  /// Pairs the runs after `bottom`, a logical offset, and removes them from the stack.
  mutating func pairDelimiters(above bottom: Int) {
    var closer = -1
    var candidate = lastDelimiter
    while candidate >= 0, delimiters[candidate].position >= bottom {
      closer = candidate
      candidate = delimiters[candidate].previous
    }
    var bottoms = OpenersBottom(bottom)
    let isGitHubs = syntax?.pairsAsGitHub == true
    while closer >= 0 {
      let run = delimiters[closer]
      guard run.canClose else {
        closer = run.next
        continue
      }
      let slot = OpenersBottom.slot(of: run, asGitHub: isGitHubs)
      if let opener = opener(of: run, above: bottoms[slot]) {
        closer =
          run.byte == .asterisk || run.byte == .underscore
          ? pair(opener, with: closer) : pairMark(opener, with: closer)
      } else {
        bottoms[slot] = run.position
        if !run.canOpen { remove(closer) }
        closer = run.next
      }
    }
    while lastDelimiter >= 0, delimiters[lastDelimiter].position >= bottom { remove(lastDelimiter) }
  }

  /// The nearest run that `closer` can close; the condition includes rules 9 and 10 of §6.2.
  private func opener(of closer: DelimiterRun, above bottom: Int) -> Int? {
    var candidate = closer.previous
    while candidate >= 0, delimiters[candidate].position >= bottom {
      let run = delimiters[candidate]
      if run.canOpen, run.byte == closer.byte,
        !(closer.canOpen || run.canClose) || closer.length % 3 == 0
          || (run.length + closer.length) % 3 != 0
      {
        return candidate
      }
      candidate = run.previous
    }
    return nil
  }

  /// Makes the nodes of one pair. Returns the next run to examine.
  private mutating func pair(_ opener: Int, with closer: Int) -> Int {
    let isStrong = delimiters[opener].remaining >= 2 && delimiters[closer].remaining >= 2
    let width = isStrong ? 2 : 1
    delimiters[opener].remaining -= width
    let openingToken = delimiters[opener].token + delimiters[opener].remaining
    makeNode(isStrong ? .openStrong : .openEmphasis, at: openingToken, width: width)
    makeNode(
      isStrong ? .closeStrong : .closeEmphasis, at: delimiters[closer].token, width: width)
    delimiters[closer].token += width
    delimiters[closer].remaining -= width
    // The runs between the two can no longer be paired.
    delimiters[opener].next = closer
    delimiters[closer].previous = opener
    if delimiters[opener].remaining == 0 { remove(opener) }
    guard delimiters[closer].remaining == 0 else { return closer }
    remove(closer)
    return delimiters[closer].next
  }

  mutating func remove(_ index: Int) {
    let (previous, next) = (delimiters[index].previous, delimiters[index].next)
    if next >= 0 { delimiters[next].previous = previous } else { lastDelimiter = previous }
    if previous >= 0 { delimiters[previous].next = next }
  }
}

/// The offset below which no opener is left, for each kind of closer that libcmark distinguishes.
/// `_` has only one slot, although the rule of three also applies to it.
private struct OpenersBottom {
  private var offsets: (Int, Int, Int, Int, Int, Int, Int)
  private let bottom: Int
  /// The offsets for the marks of extensions, and for `_` since 0.31; empty until one is set.
  private var marks: [Int] = []

  init(_ bottom: Int) {
    offsets = (bottom, bottom, bottom, bottom, bottom, bottom, bottom)
    self.bottom = bottom
  }

  /// The slot of a closer. cmark-gfm 0.29.0.gfm.6 ignores whether a closer can open, but
  /// distinguishes the lengths of `_`: `**a*b****` has no strong there, and `_]__*s*_` is emphasis.
  /// libcmark 0.31 uses both properties for `_` too: `_((__))_` is emphasis.
  static func slot(of closer: DelimiterRun, asGitHub: Bool) -> Int {
    switch closer.byte {
    case .underscore where asGitHub: 4 + closer.length % 3
    case .asterisk where asGitHub: 1 + closer.length % 3
    case .underscore where ParsingLibrary.isSince31:
      13 + (closer.canOpen ? 3 : 0) + closer.length % 3
    case .underscore: 0
    case .asterisk: 1 + (closer.canOpen ? 3 : 0) + closer.length % 3
    case let byte: 7 + Int(byte & 1) * 3 + closer.length % 3
    }
  }

  subscript(slot: Int) -> Int {
    get {
      switch slot {
      case 0: offsets.0
      case 1: offsets.1
      case 2: offsets.2
      case 3: offsets.3
      case 4: offsets.4
      case 5: offsets.5
      case 6: offsets.6
      default: marks.isEmpty ? bottom : marks[slot - 7]
      }
    }
    set {
      switch slot {
      case 0: offsets.0 = newValue
      case 1: offsets.1 = newValue
      case 2: offsets.2 = newValue
      case 3: offsets.3 = newValue
      case 4: offsets.4 = newValue
      case 5: offsets.5 = newValue
      case 6: offsets.6 = newValue
      default:
        if marks.isEmpty { marks = [Int](repeating: bottom, count: 12) }
        marks[slot - 7] = newValue
      }
    }
  }
}
