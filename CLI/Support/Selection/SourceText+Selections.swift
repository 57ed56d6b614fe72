extension SourceText {
  /// The UTF-8 ranges that `requests` select: in ascending order, overlapping ones joined.
  ///
  /// - Throws: a ``Failure`` of status `badInput` that names the place which the text has not.
  package func selections(_ requests: [SelectionRequest]) throws(Failure) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for request in requests { ranges.append(try selection(request)) }
    ranges.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    var result: [Range<Int>] = []
    for range in ranges {
      guard let last = result.last, joins(last, range) else {
        result.append(range)
        continue
      }
      result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
    return result
  }

  /// The UTF-8 range that `request` selects.
  package func selection(_ request: SelectionRequest) throws(Failure) -> Range<Int> {
    switch request {
    case .places(let start, let end):
      let lower = try utf8Offset(of: start)
      return lower..<(try utf8Offset(of: end))
    case .occurrence(let text, let number):
      return try occurrence(of: Array(text.utf8), number: number)
    case .offsets(let range, let unit):
      let lower = try utf8Offset(of: range.lowerBound, unit)
      return lower..<(try utf8Offset(of: range.upperBound, unit))
    }
  }

  /// Whether two ranges, the first beginning no later, are one selection.
  private func joins(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    second.lowerBound < first.upperBound || first == second
      || (first.upperBound == second.lowerBound && (first.isEmpty || second.isEmpty))
  }

  private func utf8Offset(of offset: Int, _ unit: OffsetUnit) throws(Failure) -> Int {
    do {
      return try buffer.utf8Offset(of: offset, in: unit)
    } catch {
      switch error {
      case .outsideText(let count):
        let length = counted(count, unit.noun)
        throw Failure(
          .badInput, "\(name): offset \(offset) is outside the text, which has \(length).")
      case .insideCharacter:
        throw Failure(
          .badInput, "\(name): offset \(offset) (in \(unit.noun)s) is inside \(unit.whole).")
      }
    }
  }

  private func occurrence(of text: [UInt8], number: Int) throws(Failure) -> Range<Int> {
    var found = 0
    var index = 0
    while index + text.count <= bytes.count {
      if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) {
        found += 1
        if found == number { return index..<index + text.count }
        index += text.count
      } else {
        index += 1
      }
    }
    let shown = TerminalText.name(String(decoding: text, as: UTF8.self))
    throw Failure(
      .badInput,
      found == 0
        ? "\(name): “\(shown)” does not occur in the text."
        : "\(name): “\(shown)” occurs \(counted(found, "time")), "
          + "so there is no occurrence \(number).")
  }
}
