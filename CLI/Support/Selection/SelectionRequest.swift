import TextEditing

/// A selection as it is asked for on the command line.
package enum SelectionRequest: Hashable, Sendable {
  /// From one place to another; the same twice is a caret.
  case places(TextLocation, TextLocation)
  /// An occurrence of a text, counted from 1; occurrences do not overlap.
  case occurrence(of: String, number: Int)
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
  /// second offset is behind the range.
  package static func offsets(parsing text: String, _ unit: OffsetUnit) throws(Failure) -> Self {
    let digits = text.prefix { $0 != "." && $0 != "-" }
    let rest = text.dropFirst(digits.count)
    let separator = rest.prefix { "..<-".contains($0) }
    guard separator == "-" || separator == "..<", let start = wholeNumber(digits),
      let end = wholeNumber(rest.dropFirst(separator.count))
    else {
      let hint = rest == ".." ? " A shell needs quotes around it: “<” redirects there." : ""
      throw Failure(.usage, "“\(text)” is not a range of offsets, as in 12-20 or 12..<20.\(hint)")
    }
    guard start <= end else { throw Failure(.usage, "“\(text)” ends before it begins.") }
    return .offsets(start..<end, unit)
  }

  /// Joins texts to find with the numbers of their occurrences.
  ///
  /// - Throws: a ``Failure`` of status `usage` unless there are no numbers, or one for each text.
  package static func occurrences(
    of texts: [String], numbers: [Int]
  ) throws(Failure) -> [Self] {
    guard numbers.isEmpty || numbers.count == texts.count else {
      throw Failure(
        .usage,
        "--nth is given \(counted(numbers.count, "time")) and --find "
          + "\(counted(texts.count, "time")); give --nth once for each --find, or not at all.")
    }
    guard !texts.contains("") else { throw Failure(.usage, "--find needs a text to find.") }
    guard numbers.allSatisfy({ $0 > 0 }) else {
      throw Failure(.usage, "--nth counts from 1.")
    }
    return texts.indices.map { index in
      .occurrence(of: texts[index], number: numbers.isEmpty ? 1 : numbers[index])
    }
  }
}
