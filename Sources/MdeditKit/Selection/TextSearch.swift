/// The pattern of `--find` or `--regex`, and which of its matches to select.
package struct TextSearch: Hashable, Sendable {
  package enum Pattern: Hashable, Sendable {
    /// A text, compared by grapheme clusters: `é` is found in each of its encodings.
    case text(String)
    case expression(String)
  }
  package enum Choice: Hashable, Sendable {
    /// The only match; several are an error.
    case only
    /// The match with this number, counted from 1.
    case number(Int)
    case all
  }

  package var pattern: Pattern
  package var choice: Choice
  /// Whether a match must begin and end at a word boundary (UAX #29).
  package var isOfWholeWords: Bool

  package init(_ pattern: Pattern, _ choice: Choice = .only, isOfWholeWords: Bool = false) {
    self.pattern = pattern
    self.choice = choice
    self.isOfWholeWords = isOfWholeWords
  }

  /// The pattern as shown in messages.
  package var shown: String {
    switch pattern {
    case .text(let text): "“\(TerminalText.name(text))”"
    case .expression(let expression): "/\(TerminalText.name(expression))/"
    }
  }
}

struct Matcher {
  private enum Kind {
    case characters([Character])
    case expression(Regex<AnyRegexOutput>)
  }
  private let kind: Kind
  private let isOfWholeWords: Bool

  /// - Throws: a ``Failure`` of status `usage` if the regular expression is invalid.
  init(_ search: TextSearch) throws(Failure) {
    isOfWholeWords = search.isOfWholeWords
    switch search.pattern {
    case .text(let text): kind = .characters(Array(text))
    case .expression(let pattern):
      do {
        kind = .expression(try Regex(pattern).anchorsMatchLineEndings())
      } catch {
        throw Failure(.usage, "\(search.shown) is not a regular expression: \(error).")
      }
    }
  }

  /// The UTF-8 ranges of the matches in `text`: ascending, not overlapping, never empty.
  ///
  /// - Parameter blankMatchesBreak: whether a space in the pattern also matches a line ending.
  /// - Complexity: O(*n*) times the length of the pattern; a regular expression may cost more.
  func matches(in text: String, blankMatchesBreak: Bool) -> [Range<Int>] {
    var text = text
    text.makeContiguousUTF8()
    let ranges: [Range<String.Index>] =
      switch kind {
      case .characters(let characters):
        Self.ranges(of: characters, in: text, blankMatchesBreak: blankMatchesBreak)
      case .expression(let expression): text.ranges(of: expression).filter { !$0.isEmpty }
      }
    let found = ranges.map { range in
      text.utf8.distance(
        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: range.upperBound)
    }
    guard isOfWholeWords, !found.isEmpty else { return found }
    let bytes = Array(text.utf8)
    return found.filter {
      !isInsideWord($0.lowerBound, of: bytes) && !isInsideWord($0.upperBound, of: bytes)
    }
  }

  private static func ranges(
    of pattern: [Character], in text: String, blankMatchesBreak: Bool
  ) -> [Range<String.Index>] {
    guard let first = pattern.first else { return [] }
    var result: [Range<String.Index>] = []
    // Only the Kelvin sign is canonically equivalent to an ASCII letter or digit (`K`), so any
    // other can be searched for as a byte.
    let byte = first.asciiValue.flatMap {
      first.isLetter && first != "K" || first.isNumber ? $0 : nil
    }
    var index = text.startIndex
    while index < text.endIndex {
      if let byte {
        guard let next = text.utf8[index...].firstIndex(of: byte) else { break }
        index = next
        // A letter before an accent is only a part of a grapheme cluster.
        guard String.Index(index, within: text) != nil else {
          text.utf8.formIndex(after: &index)
          continue
        }
      }
      if let end = end(of: pattern, at: index, in: text, blankMatchesBreak: blankMatchesBreak) {
        result.append(index..<end)
        index = end
      } else {
        text.formIndex(after: &index)
      }
    }
    return result
  }

  private static func end(
    of pattern: [Character], at start: String.Index, in text: String, blankMatchesBreak: Bool
  ) -> String.Index? {
    var index = start
    for character in pattern {
      guard index < text.endIndex else { return nil }
      let other = text[index]
      guard
        character == other || (isLineEnding(character) && isLineEnding(other))
          || (blankMatchesBreak && character == " " && isLineEnding(other))
      else { return nil }
      text.formIndex(after: &index)
    }
    return index
  }

  private static func isLineEnding(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }
}
