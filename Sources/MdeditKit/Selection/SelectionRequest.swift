import TextEditing

/// A selection as it is asked for on the command line.
package enum SelectionRequest: Hashable, Sendable {
  /// From one place to another; the same twice is a caret.
  case places(TextLocation, TextLocation)
  /// Where a text or a regular expression occurs; occurrences do not overlap.
  case search(TextSearch)
  /// Whole lines, counted from 1, without the last one's ending.
  case lines(ClosedRange<Int>)
  /// A range of offsets.
  case offsets(Range<Int>, OffsetUnit)

  /// Reads two places as in `3:5-3:12`.
  ///
  /// - Throws: a ``Failure`` of status `usage` that says what is wrong.
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

  /// Reads one place, as in `3:5`, for a caret.
  package static func caret(parsing text: String) throws(Failure) -> Self {
    let place = try TextLocation(parsing: text)
    return .places(place, place)
  }

  /// Reads a range of offsets as in `12..<20` or `12-20`, which needs no quotes in a shell; the
  /// second offset is behind the range. `12` is a caret.
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

  /// Reads lines as in `3-5` or `3`, counted from 1.
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

  /// Joins patterns with the numbers of their occurrences, or with the wish for all of them.
  ///
  /// - Throws: a ``Failure`` of status `usage` unless there are no numbers, or one for each pattern.
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
