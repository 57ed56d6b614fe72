/// Reads a piece of a paragraph as far as its edges go: what is left open, and where to cut.
///
/// It overstates what may reach out, and never understates it: a construct counts as closed only
/// where it is closed however what stands around the piece, or a definition, may read.
struct ReachScan {
  let text: Bytes
  /// Where the paragraph, or what is looked at of it, ends.
  let end: Int
  /// Whether lines may begin with the markers of quotes. True of the paragraph in `> a⏎> b`.
  let isNested: Bool
  /// How far a construct is followed.
  let window: Int
  var position: Int
  var reach: InlineReach = []
  /// Delimiter runs that may open emphasis and are not closed.
  var delimiters = OpenDelimiters()
  /// The brackets that are open.
  var brackets: [OpenBracket] = []
  /// Angle brackets that are text, and how far was looked to know that: behind a cut other text may
  /// come. In `<b a` + `<c`, cut before the second `a`, the first is only one because of the other.
  var angles: [(offset: Int, limit: Int)] = []
  /// Whether a delimiter run that may open or close was read: behind `*a*`.
  var hasDelimiters = false
  /// Whether delimiters are no longer counted, since they may be paired with anything. As where `_`
  /// closes behind an open `*`.
  var isTangled = false
  /// Where the text of the line begins.
  private var lineText = 0
  /// From where on the line may be cut, since it is text whatever follows: from its start in `a - b`, nowhere
  /// in `- b`.
  private var firstPlace = Int.max

  /// A bracket that is open.
  struct OpenBracket {
    /// How many delimiters were open before it.
    let base: Int
    /// How few were open since: fewer, where one from before it is closed behind it, as in `*a [b*`.
    var least: Int
    /// Whether it holds other brackets. True of the first of `[[`.
    var hasInner = false
  }

  /// What libcmark remembers of backticks; nil where what ends a code span may stand behind the text.
  var backticks: BacktickMemory?
  /// The last code span that was read, where all of them are.
  var span: (range: Range<Int>, length: Int)?
  /// The lengths of code spans' fences, and below zero those of the runs that are text.
  var runs: [Int] = []

  /// Scans the paragraph of which a piece begins at `start`.
  ///
  /// - Parameter readsAllCode: whether the text holds all backticks of the paragraph from there on, so
  ///   that it is certain which of them open code.
  init(
    _ text: Bytes, from start: Int, to end: Int, isNested: Bool, window: Int,
    readsAllCode: Bool = false
  ) {
    backticks = readsAllCode ? BacktickMemory() : nil
    self.text = text
    self.end = end
    self.isNested = isNested
    self.window = window
    position = start
    lineText = start
    while isNested, lineText < end, text[lineText].isBlank || text[lineText] == 0x3E {
      lineText += 1
    }
    firstPlace = text.startOfText(inLineAt: start, to: end) ?? .max
  }

  /// What is open where the scan stands.
  var reachHere: InlineReach {
    var result = reach
    result.formUnion(delimiters.reach)
    if !brackets.isEmpty { result.insert(.opensBracket) }
    if hasDelimiters, !result.isDisjoint(with: [.opensBracket, .closesBracket]) {
      result.insert(.mixesBrackets)
    }
    return result
  }

  /// Reads to the end.
  mutating func finish() -> InlineReach {
    while position < end, reach != .all {
      step()
      skipPlain(to: end)
    }
    return reachHere
  }

  /// Goes on behind bytes that mean nothing by themselves, up to a limit.
  mutating func skipPlain(to limit: Int) {
    while position < limit, text[position].isPlainToReach { position += 1 }
  }

  /// The first place at or behind `target` at which nothing is open, else the first of those at which as
  /// little is open as at any: `a b` may be cut behind a stray `**`, but rather not inside of `*a b*`.
  mutating func cut(from target: Int) -> (offset: Int, reach: InlineReach)? {
    var best: (offset: Int, reach: InlineReach)?
    var least = Int.max
    while position < end, position < target + window || best == nil {
      let open = delimiters.count + brackets.count
      // Where no less is open nothing is of use, and no less is before the next byte that closes something.
      if open >= least, text[position].isPlainToReach {
        skipPlain(to: min(target + window, end))
        continue
      }
      if position >= target, open < least, isPlace {
        let isSettled = hasNoOpenAngles
        if open == 0 && isSettled { return (position, reachHere) }
        if isSettled || best == nil { best = (position, isSettled ? reachHere : .all) }
        if isSettled { least = open }
      }
      step()
      skipPlain(to: min(target, end))
    }
    return best
  }

  /// Whether no angle bracket before the position is text only for what follows there.
  /// False behind `<b ` in `<b a<c`.
  private var hasNoOpenAngles: Bool {
    mutating get {
      if angles.isEmpty { return true }
      let (text, position) = (Bytes(rebasing: text[..<position]), position)
      angles.removeAll {
        $0.limit <= position || !Self.isCutOff(in: text, at: $0.offset)
      }
      return angles.isEmpty
    }
  }

  /// Whether the text ends in the midst of what may become a tag or an autolink: `<b a`, not `<b a<`.
  private static func isCutOff(in text: Bytes, at start: Int) -> Bool {
    RawHTML.isCutOff(in: text, at: start) || Autolink.isCutOff(in: text, at: start)
  }

  /// Whether the text may be cut at the position: before a letter, behind a blank or at the start
  /// of a line, on a line that is surely text; between two ideographs, too. True before the `b` of
  /// `a b`, and before the second `語` of `語語`.
  private var isPlace: Bool {
    guard position >= firstPlace, position > lineText || position > 0,
      text.isCutLetter(at: position)
    else { return false }
    return position == lineText ? text.mayBeginPiece(at: position) : text.partsWords(at: position)
  }

  /// Reads one byte, or one construct.
  mutating func step() {
    let byte = text[position]
    switch byte {
    case 0x0A, 0x0D: beginLine(at: position + 1)
    case _ where reach == .all: position += 1
    case 0x5C: position += position + 1 < end && text[position + 1].isASCIIPunctuation ? 2 : 1
    case 0x60: readBackticks()
    case 0x3C: readAngle()
    case 0x5B:
      if !brackets.isEmpty { brackets[brackets.count - 1].hasInner = true }
      brackets.append(OpenBracket(base: delimiters.count, least: delimiters.count))
      position += 1
    case 0x5D: closeBracket()
    case 0x2A, 0x5F: readRun(byte)
    default: position += 1
    }
  }

  private mutating func beginLine(at start: Int) {
    position = start
    while position < end, text[position].isBlank || (isNested && text[position] == 0x3E) {
      position += 1
    }
    lineText = position
    firstPlace = text.startOfText(inLineAt: position, to: end) ?? .max
  }

  /// Goes on behind a construct.
  private mutating func skip(to next: Int) {
    var index = next
    while index > position {
      index -= 1
      if text[index] == 0x0A || text[index] == 0x0D {
        beginLine(at: index + 1)
        break
      }
    }
    position = next
  }

  private mutating func assumeAnything() {
    reach = .all
    position += 1
  }

  private mutating func readBackticks() {
    var start = position
    while start < end, text[start] == 0x60 { start += 1 }
    let length = start - position
    if backticks != nil {
      let text = Bytes(rebasing: text[..<end])
      guard let close = backticks?.closing(in: text, from: start, length: length) else {
        runs.append(-length)
        position = start
        return
      }
      runs.append(length)
      span = (position..<close + length, length)
      return skip(to: close + length)
    }
    let limit = min(end, start + window)
    var index = start
    while index < limit {
      guard text[index] == 0x60 else {
        index += 1
        continue
      }
      let run = index
      while index < end, text[index] == 0x60 { index += 1 }
      if index - run == length, length < 100 { return skip(to: index) }
    }
    assumeAnything()
  }

  /// The text to look for the end of a construct in: in containers its line only, since the
  /// markers of the next are not of it.
  private var near: Bytes {
    var limit = min(end, position + window)
    if isNested {
      var index = position
      while index < limit, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
      limit = index
    }
    return Bytes(rebasing: text[..<limit])
  }

  private mutating func readAngle() {
    let near = near
    var missed = RawHTML.Missed()
    let found =
      Autolink.endOfURI(in: near, at: position) ?? Autolink.endOfEmail(in: near, at: position)
      ?? RawHTML.end(in: near, at: position, missed: &missed)
    if let found { return skip(to: found) }
    if Self.isCutOff(in: near, at: position) { return assumeAnything() }
    angles.append((position, near.count))
    position += 1
  }

  private mutating func closeBracket() {
    position += 1
    let next = position < end ? text[position] : 0
    guard let opener = brackets.popLast() else {
      reach.insert(.closesBracket)
      if next == 0x28 || next == 0x5B { reach = .all }
      return
    }
    noteOpen(opener.least)
    // If it is a link, nothing in it is paired with anything outside.
    if delimiters.count > opener.base || opener.least < opener.base { assumeAnyPairing() }
    if next == 0x28 {
      // With a link in its text a bracket may be none, and the tail then text.
      guard let tail = LinkTail.end(in: near, at: position),
        !opener.hasInner || isPlain(position..<tail)
      else { return assumeAnything() }
      skip(to: tail)
    } else if next == 0x5B {
      // A label is taken up, or a link of its own: it depends on what is defined.
      guard let label = near.firstIndex(of: 0x5D, from: position),
        isPlain(position + 1..<label)
      else { return assumeAnything() }
      skip(to: label + 1)
      if position < end, text[position] == 0x28 || text[position] == 0x5B { assumeAnything() }
    }
  }

  /// Notes that so few delimiters were open in the last bracket.
  private mutating func noteOpen(_ count: Int) {
    guard let last = brackets.indices.last, count < brackets[last].least else { return }
    brackets[last].least = count
  }

  /// Whether a range has no inline syntax but line endings and `&`: true of `a & b`, not of `a *b`.
  private func isPlain(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy { !$0.beginsInlineSyntax || $0 == lineFeed || $0 == 0x26 }
  }

  private mutating func assumeAnyPairing() {
    isTangled = true
    reach.formUnion([.opens, .closes, .tangles])
    delimiters.removeAll()
    brackets = brackets.map { OpenBracket(base: 0, least: 0, hasInner: $0.hasInner) }
  }

  private mutating func readRun(_ byte: UInt8) {
    let start = position
    while position < end, text[position] == byte { position += 1 }
    if isTangled { return }
    // Markers of quotes are not of the text: those of `>** a` close nothing.
    let before = start <= lineText ? "\n" : text.scalar(before: start)
    let after = position == text.count ? "\n" : text.scalar(at: position).scalar
    let flanking = Flanking(of: byte, before: before, after: after)
    guard flanking.canOpen || flanking.canClose else { return }
    hasDelimiters = true
    let isBoth = flanking.canOpen && flanking.canClose
    var run = OpenDelimiters.Run(byte, position - start, isBoth: isBoth)
    if flanking.canClose {
      guard let isMet = delimiters.close(&run) else { return assumeAnyPairing() }
      noteOpen(delimiters.count)
      if isMet { return }
      reach.formUnion(.closes(run.kind, tangles: !delimiters.isEmpty || flanking.canOpen))
    }
    if flanking.canOpen { delimiters.append(run) }
  }
}

extension UInt8 {
  /// Whether the byte has no meaning to the scan, which skips it: `a`, not `*`.
  fileprivate var isPlainToReach: Bool {
    switch self {
    case 0x0A, 0x0D, 0x2A, 0x3C, 0x5B...0x5D, 0x5F, 0x60: false
    default: true
    }
  }

  /// Whether no block begins, and none goes on, on a line of a paragraph whose text begins with the
  /// byte, whatever follows: `|`, `(`, a letter of any script. What may be a marker, a fence, an
  /// underline, a thematic break or HTML begins otherwise.
  var beginsNoBlock: Bool {
    switch self {
    // Controls and white space, and `#*+-_=>`, a backtick, `~<`, digits.
    case 0x00...0x20, 0x23, 0x2A, 0x2B, 0x2D, 0x30...0x39, 0x3C...0x3E, 0x5F, 0x60, 0x7E, 0x7F:
      false
    default: true
    }
  }

  /// Whether the byte begins an ideograph, a word by itself: `語`.
  var beginsIdeograph: Bool { (0xE5...0xE9).contains(self) }
}
