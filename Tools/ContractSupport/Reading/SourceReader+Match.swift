extension SourceReader {
  /// Finds the events from `first` in the source from `offset`, and records their ranges.
  mutating func match(_ first: Int, _ offset: Int, _ surroundings: Surroundings) -> Bool {
    var event = first
    var place = offset
    while event < leaf.events.upperBound {
      switch rendered.events[event].kind {
      case .character:
        if case .code = surroundings, let line = Lines.ending(at: place, in: source) {
          return matchLineEnding(event, place, line, surroundings)
        }
        if rendered.events[event].scalar == " ", isCutTab(place) {
          return matchCutTab(event, place, surroundings)
        }
        guard let end = matchCharacters(event, place, surroundings) else { return false }
        for index in event..<event + end.count { spans[index] = place..<end.offset }
        event += end.count
        place = end.offset
      case .openMark(.code): return matchOpenCode(event, place)
      case .closeMark(.code): return matchCloseCode(event, place, surroundings)
      case .openMark(let mark), .closeMark(let mark):
        guard let end = matchDelimiter(mark, place) else { return false }
        spans[event] = place..<end
        event += 1
        place = end
      case .html(let literal):
        return matchHTML(event, place, literal)
      case .softBreak, .hardBreak: return matchBreak(event, place)
      case .openLink, .openImage: return matchOpenLink(event, place)
      case .closeLink, .closeImage: return matchCloseLink(event, place)
      case .openBlock, .closeBlock, .opaqueBlock: return false
      }
    }
    return endsLeaf(place)
  }

  /// Matches the events after `event` and, if that succeeds, records its range.
  mutating func proceed(
    _ event: Int, _ span: Range<Int>, _ surroundings: Surroundings = .text
  ) -> Bool {
    guard match(event + 1, span.upperBound, surroundings) else { return false }
    spans[event] = span
    return true
  }

  func matchDelimiter(_ mark: MarkSet, _ place: Int) -> Int? {
    guard let byte = byte(place), byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") else {
      return nil
    }
    if mark == .emphasis { return place + 1 }
    return self.byte(place + 1) == byte ? place + 2 : nil
  }

  mutating func matchOpenCode(_ event: Int, _ place: Int) -> Bool {
    var end = place
    while byte(end) == UInt8(ascii: "`") { end += 1 }
    let fence = end - place
    guard fence > 0 else { return false }
    // Tries padding first: a code span that begins and ends with a blank has it.
    if !isBlankCode(event) {
      let padded = Surroundings.code(fence: fence, isPadded: true)
      if byte(end) == 0x20, proceed(event, place..<end + 1, padded) { return true }
      if let line = Lines.ending(at: end, in: source) {
        for after in afterPrefix(line) where proceed(event, place..<after, padded) { return true }
      }
    }
    return proceed(event, place..<end, .code(fence: fence, isPadded: false))
  }

  /// Whether a code span shows only blanks, which are not padding (CommonMark 0.30 §6.1).
  private func isBlankCode(_ open: Int) -> Bool {
    rendered.events[(open + 1)..<leaf.events.upperBound]
      .prefix { $0.kind != .closeMark(.code) }
      .allSatisfy { $0.scalar == " " }
  }

  mutating func matchCloseCode(
    _ event: Int, _ place: Int, _ surroundings: Surroundings
  ) -> Bool {
    guard case .code(let fence, let isPadded) = surroundings else { return false }
    var starts = [place]
    if isPadded {
      if byte(place) == 0x20 || isCutTab(place) {
        starts = [place + 1]
      } else if isCutTab(place - 1) {
        // The last column of the tab is the padding.
        starts = [place]
      } else if let line = Lines.ending(at: place, in: source) {
        starts = afterPrefix(line)
      } else {
        return false
      }
    }
    for start in starts {
      var end = start
      while byte(end) == UInt8(ascii: "`") { end += 1 }
      if end - start == fence, proceed(event, place..<end) { return true }
    }
    return false
  }

  /// Matches a line ending inside a code span, which is read as a space.
  mutating func matchLineEnding(
    _ event: Int, _ place: Int, _ line: Int, _ surroundings: Surroundings
  ) -> Bool {
    guard rendered.events[event].scalar == " " else { return false }
    for after in afterPrefix(line) where proceed(event, place..<after, surroundings) {
      return true
    }
    return false
  }

  mutating func matchBreak(_ event: Int, _ place: Int) -> Bool {
    let isHard = rendered.events[event].kind == .hardBreak
    var end = skipTrimmed(place)
    if isHard, byte(end) == UInt8(ascii: "\\") { end += 1 }
    guard let line = Lines.ending(at: end, in: source) else { return false }
    for after in afterPrefix(line) where proceed(event, place..<after) { return true }
    return false
  }

  /// Matches raw HTML, whose literal lacks the prefixes of the lines after the first.
  mutating func matchHTML(_ event: Int, _ place: Int, _ literal: [UInt8]) -> Bool {
    for end in htmlEnds(place, literal[...]) where proceed(event, place..<end) { return true }
    return false
  }

  private func htmlEnds(_ place: Int, _ literal: ArraySlice<UInt8>) -> [Int] {
    var place = place
    var rest = literal
    while let first = rest.first {
      // libcmark shows each line ending as a line feed, and NUL as the replacement character.
      guard
        byte(place) == first || (first == 0x0A && byte(place) == 0x0D)
          || (first == 0xEF && byte(place) == 0)
      else { return [] }
      rest = rest.dropFirst(byte(place) == 0 ? 3 : 1)
      if let line = Lines.ending(at: place, in: source) {
        return afterPrefix(line).flatMap { htmlEnds($0, rest) }
      }
      place += 1
    }
    return [place]
  }
}
