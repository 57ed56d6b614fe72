import TextEditing

/// Checks clause 7: the edit changes only delimiters and, if CommonMark leaves no other way, an
/// escape or reference beside one. It may also change the form of a link whose text changes.
struct Smallness {
  let before: Reading
  let after: Reading
  let order: Order
  let replacements: [TextEdit.Replacement]
  let oracle: ReferenceOracle
  /// Whether references and escapes beside a removed delimiter become characters again.
  var dereferences = false

  /// The pairs of events, before and after, that show the same thing in a leaf.
  private var pairs: [(Int, Int)] {
    before.rendered.aligned(with: after.rendered).filter {
      !before.spans[$0.0].isEmpty || !after.spans[$0.1].isEmpty
    }
  }

  /// Checks the whole clause.
  ///
  /// - Parameter mayBecome: Whether another text, which satisfies clauses 1 to 4, would also be a
  ///   permitted result.
  func violations(_ mayBecome: (Reading) -> Bool) -> [Violation] {
    var respelled: [(Int, Int)] = []
    var violations: [Violation] = []
    for (one, other) in pairs where spelling(before, one) != spelling(after, other) {
      respelled.append((one, other))
      if let violation = violation(one, other, mayBecome) { violations.append(violation) }
    }
    if rest(before) != rest(after) {
      violations.append(
        Violation(.bytes, "bytes outside the leaves changed, or blanks, or a marker"))
    }
    violations += touched(except: respelled.map(\.0))
    if violations.isEmpty { violations += leftReferences() }
    if violations.isEmpty { violations += needless(respelled, mayBecome) }
    return violations
  }

  private func spelling(_ reading: Reading, _ event: Int) -> ArraySlice<UInt8> {
    reading.source[reading.spans[event]]
  }

  /// Returns the bytes outside all events of leaves: containers, markers, definitions, code blocks.
  private func rest(_ reading: Reading) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for span in reading.spans where span.upperBound > end {
      if span.lowerBound > end { result += reading.source[end..<span.lowerBound] }
      end = max(end, span.upperBound)
    }
    return result + reading.source[end...]
  }

  /// Returns the clause that the new spelling of an event breaks, or nil if it is allowed.
  private func violation(
    _ one: Int, _ other: Int, _ mayBecome: (Reading) -> Bool
  ) -> Violation? {
    let sentence =
      "\(quoted(spelling(before, one))) was respelled as \(quoted(spelling(after, other)))"
    switch before.events[one].kind {
    case .character:
      return mayRespell(one, other, mayBecome) ? nil : Violation(.small, sentence)
    case .openLink, .closeLink:
      let isMember = before.events[one].kind == .closeLink
      let open = isMember ? before.events[one].partner : one
      return mayReform(open) || isUntouched(one) || !hasAnotherWay(without: (one, other), mayBecome)
        ? nil : Violation(.small, sentence)
    case .openImage, .closeImage:
      return hasAnotherWay(without: (one, other), mayBecome) ? Violation(.small, sentence) : nil
    default: return Violation(order.mark == .code ? .small : .bytes, sentence)
    }
  }

  private func mayRespell(
    _ one: Int, _ other: Int, _ mayBecome: (Reading) -> Bool
  ) -> Bool {
    let had = before.events[one].marks.contains(.code)
    let has = after.events[other].marks.contains(.code)
    let old = spelling(before, one)
    let new = spelling(after, other)
    if becomesPadding(one, other) || isUntouched(one) { return true }
    // A literal character keeps its bytes: NUL, which libcmark reads as U+FFFD, stays NUL.
    if isPlain(before, one), isPlain(after, other), !isWhiteSpace(one) { return false }
    // A line ending in code becomes a blank only if the next line would begin another block. The
    // rest of a tab cut by a container becomes one only if it is no longer at the start of a line.
    if had, hasLineEnding(old) || (has && old == [0x09]), new == [0x20] {
      return reading(reverting: [(one, other)]) == nil
    }
    if had != has { return true }
    if dereferences, isSpelledOut(old), isPlain(after, other) {
      // Or the reference was for delimiters further away, and the text before needs it.
      return touchesMark(before, one)
        || isNeeded(TextEdit.Replacement(before.spans[one], with: Array(new)))
    }
    guard old.first != UInt8(ascii: "\\") || old.count == 1, new.count > old.count else {
      return false
    }
    guard old.first != UInt8(ascii: "&") || old.count == 1 else { return false }
    return touchesMark(before, one) || touchesMark(after, other) || isInReformedLink(one, other)
      || !hasAnotherWay(without: (one, other), mayBecome)
  }

  /// Whether a spelling is a numeric reference or an escape, which goes with a delimiter beside it.
  private func isSpelledOut(_ spelling: ArraySlice<UInt8>) -> Bool {
    spelling.starts(with: "&#".utf8) || spelling.count == 2 && spelling.first == 0x5C
  }

  /// Whether a character is spelled literally, not escaped or as a reference.
  private func isPlain(_ reading: Reading, _ event: Int) -> Bool {
    let bytes = spelling(reading, event)
    return bytes.count == 1 || bytes.first.map { !"\\&".utf8.contains($0) } ?? false
  }

  private func isWhiteSpace(_ event: Int) -> Bool {
    before.events[event].scalar?.isMarkdownSpace ?? false
  }

  /// Whether the bytes of an event's spelling are unchanged, even if they are read differently.
  /// Examples are the `\\]` left from a code span's `\` before an escaped `]`, and the three links
  /// of `[a]_[a][a]_` without `_`.
  private func isUntouched(_ event: Int) -> Bool {
    let span = before.spans[event]
    return !replacements.contains { replacement in
      let isInside = replacement.range.isEmpty && span.contains(replacement.range.lowerBound)
      let isBefore =
        replacement.range.upperBound == span.lowerBound && !replacement.bytes.isEmpty
      return replacement.range.overlaps(span) || isInside || isBefore
    }
  }

  /// Whether the edit wrote any part of an event's spelling. For example, the `\_` of `` `a_`\_ ``
  /// stays in `` `a`_\_ ``, where another `_` is text.
  func isWritten(_ event: Int) -> Bool {
    let span = after.spans[event]
    var growth = 0
    return replacements.contains { replacement in
      let start = replacement.range.lowerBound + growth
      growth += replacement.bytes.count - replacement.range.count
      return span.overlaps(start..<start + replacement.bytes.count)
    }
  }

  /// Whether a line ending in code, shown as a blank, became padding of a fence, with a blank
  /// beside it, or the reverse. The line ending itself stays.
  private func becomesPadding(_ one: Int, _ other: Int) -> Bool {
    let old = spelling(before, one)
    let new = spelling(after, other)
    if new == [0x20], hasLineEnding(old) { return isPaddedByLine(after, other) }
    if old == [0x20], hasLineEnding(new) { return isPaddedByLine(before, one) }
    return false
  }

  private func hasLineEnding(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.contains { $0 == 0x0A || $0 == 0x0D }
  }

  private func isPaddedByLine(_ reading: Reading, _ event: Int) -> Bool {
    [event - 1, event + 1].contains { index in
      reading.events.indices.contains(index) && reading.events[index].isMark
        && hasLineEnding(spelling(reading, index))
    }
  }

  /// Whether a delimiter is directly before or after the spelling of an event.
  private func touchesMark(_ reading: Reading, _ event: Int) -> Bool {
    let neighbours = [event - 1, event + 1].filter { reading.events.indices.contains($0) }
    return neighbours.contains { reading.events[$0].isMark }
  }

  private func isInReformedLink(_ one: Int, _ other: Int) -> Bool {
    pairs.contains { pair in
      guard case .openLink = before.events[pair.0].kind else { return false }
      return pair.0 < one && one < before.events[pair.0].partner
        && spelling(before, pair.0) != spelling(after, pair.1)
    }
  }

  /// Whether the link that begins at `open` must take another form: a part of it, or a code span in
  /// it, changes, and it is an autolink or has its text as its label.
  private func mayReform(_ open: Int) -> Bool {
    let close = before.events[open].partner
    let inside = (open..<close).filter { before.events[$0].isMarkable }
    let changed = inside.filter {
      order.marks(of: $0, before: before.events[$0].marks) != before.events[$0].marks
    }
    guard !changed.isEmpty else { return false }
    let isWhole = changed.count == inside.count
    let hasCode = order.mark == .code
    let tail = spelling(before, close)
    let isAuto = tail.first == UInt8(ascii: ">")
    let isNamedByText = tail.count == 1 || tail.elementsEqual("][]".utf8)
    let hadMarksInside = (open..<close).contains { before.events[$0].isMark }
    return (isAuto || isNamedByText)
      && (!isWhole || hasCode || hadMarksInside || isTight(open, close))
  }

  /// Whether text is directly before or after a link, where delimiters may not flank.
  private func isTight(_ open: Int, _ close: Int) -> Bool {
    isText(open - 1) || isText(close + 1)
  }

  private func isText(_ index: Int) -> Bool {
    guard index >= 0, index < before.events.count else { return false }
    guard let scalar = before.events[index].scalar else { return before.events[index].isEdge }
    return !scalar.isMarkdownSpace
  }

  /// Reports bytes that a replacement removed although they should not change.
  private func touched(except respelled: [Int]) -> [Violation] {
    var free = Set<Int>()
    for event in before.events.indices where before.events[event].isMark {
      if !before.events[event].isInImage { free.formUnion(before.spans[event]) }
    }
    for event in respelled { free.formUnion(before.spans[event]) }
    return replacements.compactMap { replacement in
      if before.source[replacement.range].elementsEqual(replacement.bytes) {
        return Violation(.small, "the replacement at \(replacement.range) changes nothing")
      }
      guard let byte = replacement.range.first(where: { !free.contains($0) }) else { return nil }
      return Violation(.small, "the replacement at \(replacement.range) takes the byte \(byte)")
    }
  }

  /// Reports respellings that neither CommonMark nor clause 6 requires.
  private func needless(
    _ respelled: [(Int, Int)], _ mayBecome: (Reading) -> Bool
  ) -> [Violation] {
    let characters = respelled.filter {
      before.events[$0.0].scalar != nil && !isUntouched($0.0) && isWritten($0.1)
        && !(dereferences && isSpelledOut(spelling(before, $0.0)))
    }
    // If only delimiters are inserted, a character that is now read differently keeps its spelling.
    guard !characters.isEmpty, !replacements.onlyInsertDelimiters else { return [] }
    // A reference may be needed for renderers of CommonMark 0.31 only.
    let common = characters.filter { !isBesideSymbol($0.1) }
    let unforced = common.filter {
      before.events[$0.0].marks.contains(.code) == after.events[$0.1].marks.contains(.code)
        && !becomesPadding($0.0, $0.1)
    }
    let trials = unforced.map { [$0] } + (isLosingCode && !common.isEmpty ? [common] : [])
    for trial in trials {
      guard let other = reading(reverting: trial), mayBecome(other) else { continue }
      let names = trial.map { quoted(spelling(after, $0.1)) }.joined(separator: ", ")
      return [Violation(.small, "\(names) need not be spelled so")]
    }
    return []
  }

  /// Reports numeric references that were beside a removed delimiter and are no longer needed.
  private func leftReferences() -> [Violation] {
    guard dereferences else { return [] }
    return pairs.compactMap { one, other in
      let spelling = spelling(after, other)
      guard let scalar = before.events[one].scalar, before.events[one].isMarkable,
        spelling.elementsEqual("&#\(scalar.value);".utf8),
        before.spans[one].count == spelling.count,
        touchesMark(before, one, order.mark), !touchesMark(after, other, order.mark),
        !scalar.isASCIIPunctuation,
        reading(of: [TextEdit.Replacement(after.spans[other], with: Array(String(scalar).utf8))])
          != nil,
        isNeeded(TextEdit.Replacement(before.spans[one], with: Array(String(scalar).utf8)))
      else { return nil }
      return Violation(.small, "\(quoted(spelling)) stays, and needs to be no reference")
    }
  }

  /// Whether the replacement would change what the text before shows.
  private func isNeeded(_ replacement: TextEdit.Replacement) -> Bool {
    let nothing = Order(mark: order.mark, adds: true, targets: [])
    guard let source = applying([replacement], to: before.source),
      let other = try? Reading(source, oracle: oracle)
    else { return true }
    return !contentViolations(before.rendered, other.rendered, nothing).isEmpty
  }

  private func touchesMark(_ reading: Reading, _ event: Int, _ mark: MarkSet) -> Bool {
    [event - 1, event + 1].contains {
      reading.events.indices.contains($0)
        && reading.events[$0].delimits(mark)
    }
  }

  /// Whether a character or its neighbour is a symbol. A spelling that CommonMark 0.30 and 0.31 read
  /// in the same way may need a reference.
  private func isBesideSymbol(_ event: Int) -> Bool {
    let left = (0..<event).last { !after.events[$0].isEdge }
    let right = (event + 1..<after.events.count).first { !after.events[$0].isEdge }
    return [left, event, right].contains { index in
      index.flatMap { after.events[$0].scalar }?.isSymbol ?? false
    }
  }

  private var isLosingCode: Bool { order.mark == .code && !order.adds }

  /// Returns the text with some of the original spellings, if it shows the same.
  private func reading(reverting pairs: [(Int, Int)]) -> Reading? {
    reading(
      of: pairs.sorted { $0.1 < $1.1 }.map {
        TextEdit.Replacement(after.spans[$0.1], with: Array(spelling(before, $0.0)))
      })
  }
}
