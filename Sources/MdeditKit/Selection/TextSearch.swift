/// What `--find` and `--regex` look for, and which of the matches they select.
package struct TextSearch: Hashable, Sendable {
  /// What is looked for.
  package enum Pattern: Hashable, Sendable {
    /// A text, grapheme cluster by grapheme cluster: `é` is found however it is composed.
    case text(String)
    /// A regular expression of Swift's.
    case expression(String)
  }
  /// Which of the matches are selected.
  package enum Choice: Hashable, Sendable {
    /// The only one: several are an error.
    case only
    /// One of them, counted from 1.
    case number(Int)
    /// All of them.
    case all
  }

  /// What is looked for.
  package var pattern: Pattern
  /// Which of the matches are selected.
  package var choice: Choice
  /// Whether a match must begin and end where words do (UAX #29).
  package var isOfWholeWords: Bool

  /// Makes a search.
  package init(_ pattern: Pattern, _ choice: Choice = .only, isOfWholeWords: Bool = false) {
    self.pattern = pattern
    self.choice = choice
    self.isOfWholeWords = isOfWholeWords
  }

  /// The pattern as messages show it.
  package var shown: String {
    switch pattern {
    case .text(let text): "“\(TerminalText.name(text))”"
    case .expression(let expression): "/\(TerminalText.name(expression))/"
    }
  }
}

/// Finds a pattern in texts.
struct Matcher {
  private enum Kind {
    case characters([Character])
    case expression(Regex<AnyRegexOutput>)
  }
  private let kind: Kind
  private let isOfWholeWords: Bool

  /// - Throws: a ``Failure`` of status `usage` where a regular expression is none.
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

  /// The UTF-8 ranges of the matches in `text`, in ascending order and apart; empty ones are left out.
  ///
  /// - Parameter blankMatchesBreak: whether a blank that is looked for is found in a line ending too.
  /// - Complexity: O(*n*) times the length of the pattern; for a regular expression what it costs.
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
    // No other spelling of an ASCII letter or digit is canonically equivalent to it, but for the Kelvin
    // sign.
    let byte = first.asciiValue.flatMap {
      first.isLetter && first != "K" || first.isNumber ? $0 : nil
    }
    var index = text.startIndex
    while index < text.endIndex {
      if let byte {
        guard let next = text.utf8[index...].firstIndex(of: byte) else { break }
        index = next
        // An accent behind a letter is part of its cluster.
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
