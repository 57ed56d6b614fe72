extension SourceReader {
  /// How many events the spelling at `place` stands for (a reference may stand for two) and
  /// where it ends; nil where it is not what is expected.
  func matchCharacters(
    _ event: Int, _ place: Int, _ surroundings: Surroundings
  ) -> (count: Int, offset: Int)? {
    guard let scalar = rendered.events[event].scalar, let byte = byte(place) else { return nil }
    switch (surroundings, byte) {
    case (_, 0x0A), (_, 0x0D): return nil
    case (_, 0x09) where scalar == " ": return matchCutTab(event, place)
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

  /// A tab of which a quote marker took the first column, on a lazy line: libcmark gives the other
  /// columns as blanks.
  private func matchCutTab(_ event: Int, _ place: Int) -> (count: Int, offset: Int)? {
    guard place > 0, source[place - 1] == UInt8(ascii: ">") else { return nil }
    var column = 0
    for byte in source[lines.starts[lines.number(at: place) - 1]..<place] {
      column = byte == 0x09 ? column / 4 * 4 + 4 : column + 1
    }
    let count = 3 - column % 4
    let range = event..<event + count
    guard count > 0, range.upperBound <= leaf.events.upperBound,
      range.allSatisfy({ rendered.events[$0].scalar == " " })
    else { return nil }
    return (count, place + 1)
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
