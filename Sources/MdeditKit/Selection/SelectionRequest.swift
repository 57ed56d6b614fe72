import MarkdownSyntax
import TextEditing

package enum SelectionRequest: Hashable, Sendable {
  /// From one position to another; the same position twice is a caret.
  case places(TextLocation, TextLocation)
  /// The occurrences of a text or a regular expression; they do not overlap.
  case search(TextSearch)
  /// Whole lines, counted from 1, without the ending of the last one.
  case lines(ClosedRange<Int>)
  case offsets(Range<Int>, OffsetUnit)

  /// Parses two positions, for example `3:5-3:12`.
  package static func places(parsing text: String) throws(Failure) -> Self {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw Failure(.usage, "“\(text)” is not a range of lines and columns, as in 3:5-3:12.")
    }
    let start = try TextLocation(parsing: parts[0])
    let end = try TextLocation(parsing: parts[1])
    guard start <= end else {
      throw Failure(.usage, "“\(text)” ends before it begins.")
    }
    return .places(start, end)
  }

  /// Parses one position for a caret, for example `3:5`.
  package static func caret(parsing text: String) throws(Failure) -> Self {
    let place = try TextLocation(parsing: text)
    return .places(place, place)
  }

  /// Parses a range of offsets, for example `12..<20`; `12-20` is the same and needs no quotes in a
  /// shell. The second offset is excluded. `12` is a caret.
  package static func offsets(parsing text: String, _ unit: OffsetUnit) throws(Failure) -> Self {
    let digits = text.prefix { $0 != "." && $0 != "-" }
    let rest = text.dropFirst(digits.count)
    let separator = rest.prefix { "..<-".contains($0) }
    guard rest.isEmpty || separator == "-" || separator == "..<", let start = wholeNumber(digits),
      let end = rest.isEmpty ? start : wholeNumber(rest.dropFirst(separator.count))
    else {
      let hint = rest == ".." ? " A shell needs quotes around it: “<” redirects there." : ""
      throw Failure(
        .usage,
        "“\(text)” is not an offset or a range of offsets, as in 12, 12-20 or 12..<20.\(hint)"
      )
    }
    guard start <= end else { throw Failure(.usage, "“\(text)” ends before it begins.") }
    return .offsets(start..<end, unit)
  }

  /// Parses lines counted from 1, for example `3-5` or `3`.
  package static func lines(parsing text: String) throws(Failure) -> Self {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first.flatMap({ wholeNumber($0) }),
      let last = parts.count == 1 ? first : wholeNumber(parts[1]), parts.count <= 2, first > 0
    else {
      throw Failure(.usage, "“\(text)” is not a range of lines, counted from 1, as in 3-5.")
    }
    guard first <= last else { throw Failure(.usage, "“\(text)” ends before it begins.") }
    return .lines(first...last)
  }

  /// Combines patterns with the numbers of their occurrences, or selects all occurrences.
  package static func searches(
    for patterns: [TextSearch.Pattern], numbers: [Int], isForAll: Bool, isOfWholeWords: Bool
  ) throws(Failure) -> [Self] {
    guard !isForAll || numbers.isEmpty else {
      throw Failure(.usage, "--all and --nth cannot be combined.")
    }
    guard numbers.isEmpty || numbers.count == patterns.count else {
      throw Failure(
        .usage,
        "--nth is given \(counted(numbers.count, "time")) and --find or --regex "
          + "\(counted(patterns.count, "time")); give --nth once for each, or not at all.")
    }
    guard !patterns.isEmpty || (!isForAll && !isOfWholeWords) else {
      throw Failure(.usage, "--all and --word need --find or --regex.")
    }
    guard !patterns.contains(.text("")), !patterns.contains(.expression("")) else {
      throw Failure(.usage, "--find and --regex need something to find.")
    }
    guard numbers.allSatisfy({ $0 > 0 }) else { throw Failure(.usage, "--nth counts from 1.") }
    return patterns.indices.map { index in
      let choice: TextSearch.Choice =
        isForAll ? .all : numbers.isEmpty ? .only : .number(numbers[index])
      return .search(TextSearch(patterns[index], choice, isOfWholeWords: isOfWholeWords))
    }
  }
}

extension SourceText {
  /// The UTF-8 ranges that `requests` select, in ascending order; overlapping ones are joined.
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
