import MarkdownSyntax
import TextEditing

extension SourceText {
  /// The UTF-8 ranges that `requests` select, in ascending order; overlapping ones are joined.
  ///
  /// - Parameters:
  ///   - requests: the requested selections.
  ///   - dialect: the dialect in which a search reads the text.
  /// - Throws: a ``Failure`` of status `badInput` that names the position that is not in the text.
  package func selections(
    _ requests: [SelectionRequest], in dialect: Dialect
  ) throws(Failure) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for request in requests { ranges += try self.ranges(of: request, in: dialect) }
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

  private func ranges(
    of request: SelectionRequest, in dialect: Dialect
  ) throws(Failure) -> [Range<Int>] {
    switch request {
    case .places(let start, let end):
      let lower = try utf8Offset(of: start)
      return [lower..<(try utf8Offset(of: end))]
    case .search(let search): return try ranges(of: search, in: dialect)
    case .lines(let lines): return [try range(of: lines)]
    case .offsets(let range, let unit):
      let lower = try utf8Offset(of: range.lowerBound, unit)
      return [lower..<(try utf8Offset(of: range.upperBound, unit))]
    }
  }

  private func range(of lines: ClosedRange<Int>) throws(Failure) -> Range<Int> {
    guard let first = buffer.utf8Range(ofLine: lines.lowerBound),
      let last = buffer.utf8Range(ofLine: lines.upperBound)
    else {
      let wrong = buffer.utf8Range(ofLine: lines.lowerBound) == nil
      throw Failure(
        .badInput,
        "\(name): the text has \(counted(buffer.lineCount, "line")), "
          + "so there is no line \(wrong ? lines.lowerBound : lines.upperBound).")
    }
    return first.lowerBound..<last.upperBound
  }

  /// Whether two ranges form one selection; the first does not begin after the second.
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
}
