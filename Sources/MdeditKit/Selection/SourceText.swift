import TextEditing

/// The unit of a request's offsets; an alias, so that the tool need not import `TextEditing`.
package typealias OffsetUnit = TextEditing.OffsetUnit
package typealias Misplaced = TextEditing.Misplaced

/// The text of a document as it was read, and its name for messages.
package struct SourceText: Hashable, Sendable {
  package let name: String
  package let bytes: [UInt8]
  package let buffer: TextBuffer

  package init(_ bytes: [UInt8], name: String) throws(Failure) {
    self.name = name
    self.bytes = bytes
    do {
      buffer = try TextBuffer(utf8: bytes)
    } catch {
      let offset = error.byteOffset
      let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      if isUTF16 || bytes.prefix(512).contains(0) {
        let what = isUTF16 ? "UTF-16" : "binary"
        throw Failure(.badInput, "\(name): this is \(what), and only text in UTF-8 can be read.")
      }
      throw Failure(
        .badInput,
        "\(name): the bytes at offset \(offset) (from 0) are not UTF-8: \(sample(bytes, offset)).")
    }
  }

  private var hasByteOrderMark: Bool { bytes.byteOrderMarkCount > 0 }

  /// The line and column of the UTF-8 offset `offset`.
  ///
  /// - Complexity: O(log *n*), plus the length of the line.
  package func location(ofUTF8 offset: Int) -> TextLocation {
    var location = buffer.location(ofUTF8: offset)
    if location.line == 1, hasByteOrderMark {
      location.graphemeColumn = max(1, location.graphemeColumn - 1)
    }
    return location
  }

  /// The UTF-8 offset of `location`.
  ///
  /// - Complexity: O(log *n*), plus the length of the line.
  package func utf8Offset(of location: TextLocation) throws(Failure) -> Int {
    let shift = location.line == 1 && hasByteOrderMark ? 1 : 0
    var shifted = location
    // Avoids an overflow; such a column is past the end of every line anyway.
    shifted.graphemeColumn = min(location.graphemeColumn, Int.max - 1) + shift
    if let offset = buffer.utf8Offset(of: shifted) { return offset }
    let place = "\(name):\(location.written)"
    guard let line = buffer.utf8Range(ofLine: location.line) else {
      throw Failure(
        .badInput,
        "\(place): the text has \(counted(buffer.lineCount, "line")), "
          + "so there is no line \(location.line).")
    }
    let count = buffer.text(utf8: line).count - shift
    throw Failure(
      .badInput,
      "\(place): line \(location.line) has \(counted(count, "character")), "
        + "so the column at its end is \(count + 1).")
  }
}

extension TextLocation {
  package var written: String { "\(line):\(graphemeColumn)" }

  /// Parses a position, for example `3:5`.
  package init(parsing text: some StringProtocol) throws(Failure) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let line = wholeNumber(parts[0]), let column = wholeNumber(parts[1]),
      line > 0, column > 0
    else {
      throw Failure(
        .usage, "“\(text)” is not a line and a column, both counted from 1, as in 3:5.")
    }
    self.init(line: line, graphemeColumn: column)
  }
}

func wholeNumber(_ text: some StringProtocol) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
  return Int(text)
}

/// A number with its noun, for example “1 line” or “2 lines”.
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

private func sample(_ bytes: [UInt8], _ offset: Int) -> String {
  bytes[offset...].prefix(3).map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }.joined(separator: " ")
}

/// Finds the lines and columns of ascending offsets in one walk over a text.
///
/// - Complexity: O(*n*) for a whole walk; going back costs a search in the line.
struct LocationWalk {
  private let text: SourceText
  private var line = Substring()
  /// The UTF-8 offset, line and column of the start of `line`.
  private var offset = Int.max
  private var location = TextLocation(line: 0, graphemeColumn: 1)
  private var lineEnd = -1

  init(over text: SourceText) { self.text = text }

  mutating func location(ofUTF8 target: Int) -> TextLocation {
    if target > lineEnd || target < offset {
      location = text.location(ofUTF8: target)
      let whole = text.buffer.utf8Range(ofLine: location.line) ?? target..<target
      lineEnd = max(whole.upperBound, target)
      offset = target
      line = Substring(text.buffer.text(utf8: offset..<lineEnd))
      return location
    }
    while let character = line.first, offset + character.utf8.count <= target {
      offset += character.utf8.count
      location.graphemeColumn += 1
      line.removeFirst()
    }
    return location
  }
}
