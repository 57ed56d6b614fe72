extension SourceReader {
  mutating func matchOpenLink(_ event: Int, _ place: Int) -> Bool {
    if case .openImage = rendered.events[event].kind {
      guard byte(place) == UInt8(ascii: "!"), byte(place + 1) == UInt8(ascii: "[") else {
        return false
      }
      return proceed(event, place..<place + 2)
    }
    if byte(place) == UInt8(ascii: "<") { return proceed(event, place..<place + 1, .autolink) }
    return byte(place) == UInt8(ascii: "[") && proceed(event, place..<place + 1)
  }

  /// Matches the closing part of a link; the visible text after it decides where that ends.
  mutating func matchCloseLink(_ event: Int, _ place: Int) -> Bool {
    if byte(place) == UInt8(ascii: ">") { return proceed(event, place..<place + 1) }
    guard byte(place) == UInt8(ascii: "]") else { return false }
    for end in [inlineTail(place + 1), labelTail(place + 1), place + 1] {
      if let end, proceed(event, place..<end) { return true }
    }
    return false
  }

  /// Returns the end of `[label]` or `[]` at `place`.
  private func labelTail(_ place: Int) -> Int? {
    guard byte(place) == UInt8(ascii: "[") else { return nil }
    var end = place + 1
    while let byte = byte(end) {
      switch byte {
      case UInt8(ascii: "\\"): end += 2
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "]"): return end + 1
      default: end += 1
      }
    }
    return nil
  }

  /// Returns the end of `(destination "title")` at `place` (CommonMark 0.30 §6.3).
  private func inlineTail(_ place: Int) -> Int? {
    guard byte(place) == UInt8(ascii: "(") else { return nil }
    guard let destination = destinationEnd(skipSpace(place + 1)) else { return nil }
    var end = skipSpace(destination)
    if end > destination, let title = titleEnd(end) { end = skipSpace(title) }
    return byte(end) == UInt8(ascii: ")") ? end + 1 : nil
  }

  private func skipSpace(_ place: Int) -> Int {
    var end = skipTrimmed(place)
    while let line = Lines.ending(at: end, in: source) {
      end = skipTrimmed(afterPrefix(line).first ?? line)
    }
    return end
  }

  private func destinationEnd(_ place: Int) -> Int? {
    let isBracketed = byte(place) == UInt8(ascii: "<")
    var end = isBracketed ? place + 1 : place
    var depth = 0
    while let byte = byte(end) {
      switch byte {
      case UInt8(ascii: "\\") where self.byte(end + 1).map { $0 > 0x20 } ?? false: end += 1
      case UInt8(ascii: ">") where isBracketed: return end + 1
      case 0x0A, 0x0D: return isBracketed ? nil : end
      // NUL has already become U+FFFD when libcmark reads the destination.
      case 0x01...0x20, 0x7F: if !isBracketed { return end }
      case UInt8(ascii: "(") where !isBracketed: depth += 1
      case UInt8(ascii: ")") where !isBracketed:
        if depth == 0 { return end }
        depth -= 1
      default: break
      }
      end += 1
    }
    return nil
  }

  private func titleEnd(_ place: Int) -> Int? {
    let closer: UInt8
    switch byte(place) {
    case UInt8(ascii: "\""): closer = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): closer = UInt8(ascii: "'")
    case UInt8(ascii: "("): closer = UInt8(ascii: ")")
    default: return nil
    }
    var end = place + 1
    while let byte = byte(end) {
      if byte == closer { return end + 1 }
      end += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
