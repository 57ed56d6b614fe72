import CommonMark

/// A run of `*` or `_` that may open or close emphasis (CommonMark 0.30 §6.2).
struct DelimiterRun {
  let byte: UInt8
  let canOpen: Bool
  let canClose: Bool
  /// The length of the run as written, for the rule of three.
  let length: Int
  let position: Int
  /// The token of the first unused character of the run.
  var token: Int
  var remaining: Int
  /// The neighbours among the runs that may still be paired, or -1.
  var previous: Int
  var next = -1
}

extension InlineScan {
  mutating func readDelimiterRun() {
    let byte = text[position]
    let start = position
    let end = text.skipping(from: start + 1) { $0 == byte }
    let (before, after) = neighbours(of: start..<end)
    let token = tokens.count
    emitCharacters(to: end)
    push(byte, Flanking(of: byte, before: before, after: after), start..<end, token: token)
  }

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
    guard lastDelimiter >= 0 else { return }
    var closer = -1
    var candidate = lastDelimiter
    while candidate >= 0, delimiters[candidate].position >= bottom {
      closer = candidate
      candidate = delimiters[candidate].previous
    }
    // The offset below which no opener is left, for each kind of closer.
    var bottoms = [Int](repeating: bottom, count: 19)
    while closer >= 0 {
      let run = delimiters[closer]
      guard run.canClose else {
        closer = run.next
        continue
      }
      let slot = slot(of: run)
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

  /// The kind of a closer, of those that libcmark distinguishes. cmark-gfm 0.29.0.gfm.6 ignores
  /// whether a closer can open, but distinguishes the lengths of `_`: `**a*b****` has no strong
  /// there, and `_]__*s*_` is emphasis. libcmark 0.30 has only one kind of `_`, although the rule of
  /// three also applies to it; 0.31 uses both properties for `_` too: `_((__))_` is emphasis.
  private func slot(of closer: DelimiterRun) -> Int {
    let isGitHubs = syntax?.pairsAsGitHub == true
    switch closer.byte {
    case .underscore where isGitHubs: return 4 + closer.length % 3
    case .asterisk where isGitHubs: return 1 + closer.length % 3
    case .underscore where ParsingLibrary.isSince31:
      return 13 + (closer.canOpen ? 3 : 0) + closer.length % 3
    case .underscore: return 0
    case .asterisk: return 1 + (closer.canOpen ? 3 : 0) + closer.length % 3
    case let byte: return 7 + Int(byte & 1) * 3 + closer.length % 3
    }
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

package struct Flanking: Hashable, Sendable {
  package private(set) var canOpen: Bool
  package private(set) var canClose: Bool

  /// Reads the scalars before and after a run of `byte`, which is `*` or `_`. The ends of the
  /// content count as line endings. In CommonMark 0.31 symbols are punctuation too.
  package init(
    of byte: UInt8, before: Unicode.Scalar, after: Unicode.Scalar,
    symbolsArePunctuation: Bool = ParsingLibrary.isSince31
  ) {
    let spaceBefore = isUnicodeWhitespace(before)
    let spaceAfter = isUnicodeWhitespace(after)
    let punctuationBefore =
      isUnicodePunctuation(before) || (symbolsArePunctuation && isPunctuationSince031(before))
    let punctuationAfter =
      isUnicodePunctuation(after) || (symbolsArePunctuation && isPunctuationSince031(after))
    let isLeft = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
    let isRight = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
    canOpen = isLeft
    canClose = isRight
    if byte == .underscore {
      canOpen = isLeft && (!isRight || punctuationBefore)
      canClose = isRight && (!isLeft || punctuationAfter)
    }
  }
}
