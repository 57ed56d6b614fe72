extension SourceReader {
  /// Returns the number of events that the spelling at `place` produces, which may be two for a
  /// reference, and its end. Returns nil if it is not the expected spelling.
  func matchCharacters(
    _ event: Int, _ place: Int, _ surroundings: Surroundings
  ) -> (count: Int, offset: Int)? {
    guard let scalar = rendered.events[event].scalar, let byte = byte(place) else { return nil }
    switch (surroundings, byte) {
    case (_, 0x0A), (_, 0x0D): return nil
    case (.text, UInt8(ascii: "\\")):
      if let next = self.byte(place + 1), Unicode.Scalar(next).isASCIIPunctuation {
        return scalar == Unicode.Scalar(next) ? (1, place + 2) : nil
      }
    case (.text, UInt8(ascii: "&")), (.autolink, UInt8(ascii: "&")):
      if let reference = oracle.reference(at: place, in: source) {
        let range = event..<min(event + reference.scalars.count, leaf.events.upperBound)
        let expected = range.compactMap { rendered.events[$0].scalar }
        return expected == reference.scalars ? (expected.count, reference.end) : nil
      }
    default: break
    }
    return matchPlain(scalar, place)
  }

  /// Whether a container may have consumed the first columns of the tab at `place`: on a lazy line,
  /// after only blanks and quote markers. libcmark shows the remaining columns as blanks.
  func isCutTab(_ place: Int) -> Bool {
    guard place >= 0, byte(place) == 0x09 else { return false }
    return source[lines.starts[lines.number(at: place) - 1]..<place].allSatisfy {
      $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">")
    }
  }

  /// Matches the blanks of a cut tab from `event`, and everything after it. The source after the
  /// tab determines the number of blanks, with one more if one of them is the padding of code.
  mutating func matchCutTab(_ event: Int, _ place: Int, _ surroundings: Surroundings) -> Bool {
    let blanks = (event..<leaf.events.upperBound).prefix { rendered.events[$0].scalar == " " }
    let likely = blanks.count - blanksSpelled(from: place + 1, surroundings)
    for count in [likely, likely + 1] where (1...min(3, blanks.count)).contains(count) {
      guard match(event + count, place + 1, surroundings) else { continue }
      for index in event..<event + count { spans[index] = place..<place + 1 }
      return true
    }
    return false
  }

  /// Returns the number of blanks spelled from `start`, literally or, in text, as references.
  private func blanksSpelled(from start: Int, _ surroundings: Surroundings) -> Int {
    var isText = false
    if case .text = surroundings { isText = true }
    var place = start
    var count = 0
    while let byte = byte(place) {
      if byte == 0x20 {
        place += 1
      } else if isText, byte == UInt8(ascii: "&"),
        let found = oracle.reference(at: place, in: source), found.scalars == [" "]
      {
        place = found.end
      } else {
        return count
      }
      count += 1
    }
    return count
  }

  private func matchPlain(_ scalar: Unicode.Scalar, _ place: Int) -> (count: Int, offset: Int)? {
    if byte(place) == 0 { return scalar == "\u{FFFD}" ? (1, place + 1) : nil }
    var end = place
    for byte in String(scalar).utf8 {
      guard self.byte(end) == byte else { return nil }
      end += 1
    }
    return (1, end)
  }
}
