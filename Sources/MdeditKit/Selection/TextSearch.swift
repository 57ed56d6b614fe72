import MarkdownSyntax
import TextEditing

/// The pattern of `--find` or `--regex`, and which of its matches to select.
package struct TextSearch: Hashable, Sendable {
  package enum Pattern: Hashable, Sendable {
    /// A text, compared by grapheme clusters: `é` is found in each of its encodings.
    case text(String)
    case expression(String)
  }
  package enum Choice: Hashable, Sendable {
    case only
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

  package var shown: String {
    switch pattern {
    case .text(let text): "“\(TerminalText.name(text))”"
    case .expression(let expression): "/\(TerminalText.name(expression))/"
    }
  }
}

struct Matcher {
  private let search: TextSearch
  /// The regular expression, if the pattern is one.
  private let expression: Regex<AnyRegexOutput>?

  init(_ search: TextSearch) throws(Failure) {
    self.search = search
    guard case .expression(let pattern) = search.pattern else {
      expression = nil
      return
    }
    do { expression = try Regex(pattern).anchorsMatchLineEndings() } catch {
      throw Failure(.usage, "\(search.shown) is not a regular expression: \(error).")
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
      switch search.pattern {
      case .text(let pattern):
        Self.ranges(of: Array(pattern), in: text, blankMatchesBreak: blankMatchesBreak)
      case .expression: expression.map { text.ranges(of: $0).filter { !$0.isEmpty } } ?? []
      }
    let found = ranges.map { range in
      text.utf8.distance(
        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: range.upperBound)
    }
    guard search.isOfWholeWords, !found.isEmpty else { return found }
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

extension SourceText {
  /// The UTF-8 ranges that `search` selects.
  ///
  /// First, the visible text of the paragraphs and headings is searched, as a reader sees it. For
  /// example, `seed list` matches `[**seed** list](u)`, and a space matches a line ending. Each
  /// cell of a table is a separate text; front matter and the box of a task are not visible. If
  /// there is no match, the source is searched.
  package func ranges(
    of search: TextSearch, in dialect: Dialect
  ) throws(Failure) -> [Range<Int>] {
    let matcher = try Matcher(search)
    var found = visibleMatches(of: matcher, in: dialect)
    if found.isEmpty {
      found = matcher.matches(in: String(decoding: bytes, as: UTF8.self), blankMatchesBreak: false)
    }
    guard !found.isEmpty else {
      throw Failure(.badInput, "\(name): \(search.shown) does not occur in the text.")
    }
    switch search.choice {
    case .all: return found
    case .number(let number) where number <= found.count: return [found[number - 1]]
    case .number(let number):
      throw Failure(
        .badInput,
        "\(name): \(search.shown) occurs \(counted(found.count, "time")), "
          + "so there is no occurrence \(number).")
    case .only where found.count == 1: return found
    case .only:
      throw Failure(
        .badInput,
        "\(name): \(search.shown) occurs \(counted(found.count, "time")), at \(places(of: found)); "
          + "choose one with --nth, or all with --all.")
    }
  }

  private func places(of matches: [Range<Int>]) -> String {
    let few = matches.prefix(10).map { location(ofUTF8: $0.lowerBound).written }
    let rest = matches.count - few.count
    if rest > 0 { return few.joined(separator: ", ") + " and \(counted(rest, "other place"))" }
    return few.dropLast().joined(separator: ", ") + " and " + (few.last ?? "")
  }

  private func visibleMatches(of matcher: Matcher, in dialect: Dialect) -> [Range<Int>] {
    if bytes.count <= Self.stretch {
      return (try? SyntaxTree(bytes, in: dialect)).map {
        visibleMatches(of: matcher, in: $0, from: 0)
      } ?? []
    }
    guard let document = try? MarkdownDocument(buffer) else { return [] }
    var found: [Range<Int>] = []
    var offset = 0
    while offset < bytes.count {
      let end = nextScalar(from: min(offset + Self.stretch, bytes.count))
      var next = end
      if let tree = try? document.syntaxTree(of: offset..<end, in: dialect) {
        // The text before this range was searched already; the text after it is searched next.
        found += visibleMatches(of: matcher, in: tree, from: offset)
        next = max(end, tree.nodes[0].range.upperBound)
      }
      offset = next
    }
    return found
  }

  /// The number of bytes to read at once, so that a long document's tokens need little memory.
  private static let stretch = 1 << 16

  private func nextScalar(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  /// The matches in the paragraphs, headings and cells whose content begins at an offset or later.
  private func visibleMatches(
    of matcher: Matcher, in tree: SyntaxTree, from offset: Int
  ) -> [Range<Int>] {
    tree.nodes.indices.filter { index in
      let node = tree.nodes[index]
      return (node.kind == .paragraph || node.kind == .heading || node.kind == .cell)
        && node.content.lowerBound >= offset
    }.flatMap { leaf in
      let text = VisibleSource(of: leaf, in: tree, bytes)
      return matcher.matches(in: text.string, blankMatchesBreak: true).map(text.source)
    }
  }
}

func isInsideWord(_ offset: Int, of bytes: [UInt8]) -> Bool {
  guard let word = wordRange(around: offset, in: bytes) else { return false }
  return word.lowerBound < offset && offset < word.upperBound
}

/// The visible text of a leaf, and the source range of each of its scalars.
private struct VisibleSource {
  private(set) var string = ""
  /// The UTF-8 offset of each scalar in `string`; `sources` has their source ranges.
  private var starts: [Int] = []
  private var sources: [Range<Int>] = []

  init(of leaf: Int, in tree: SyntaxTree, _ bytes: [UInt8]) {
    var scalars = String.UnicodeScalarView()
    var count = 0
    func add(_ scalar: Unicode.Scalar, _ source: Range<Int>) {
      scalars.append(scalar)
      starts.append(count)
      sources.append(source)
      count += UTF8.width(scalar)
    }
    var index = leaf + 1
    while index < tree.nodes[leaf].endIndex {
      let node = tree.nodes[index]
      index += 1
      switch node.kind {
      case .text:
        var place = node.range.lowerBound
        for scalar in String(decoding: bytes[node.range], as: UTF8.self).unicodeScalars {
          add(scalar, place..<place + UTF8.width(scalar))
          place += UTF8.width(scalar)
        }
      case .escape, .reference: for scalar in node.scalars { add(scalar, node.range) }
      case .softBreak, .hardBreak: add("\n", node.range)
      // Images, HTML and islands separate the text before from the text after.
      case .image, .inlineHTML, .island, .footnoteReference:
        add("\u{FFFC}", node.range)
        index = node.endIndex
      case .taskBox, .alertName: index = node.endIndex
      default: break
      }
    }
    string = String(scalars)
  }

  func source(of range: Range<Int>) -> Range<Int> {
    let first = index(of: range.lowerBound)
    let last = index(of: range.upperBound - 1)
    return sources[first].lowerBound..<max(sources[first].upperBound, sources[last].upperBound)
  }

  /// The index of the scalar at a UTF-8 offset; O(log *n*).
  private func index(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
