import JSONText
import TextEditing

/// The unit of a position's character (Language Server Protocol 3.17, “PositionEncodingKind”).
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  var unit: OffsetUnit {
    switch self {
    case .utf8: .utf8
    case .utf16: .utf16
    case .utf32: .scalar
    }
  }
}

/// A line and a character on it, both counted from 0.
struct Position: Hashable, Sendable {
  var line = 0
  var character = 0

  var tree: JSONTree { ["line": .integer(line), "character": .integer(character)] }
}

extension Position {
  /// Reads a position; nil if `tree` is not a position.
  init?(_ tree: JSONTree?) {
    guard let line = tree?["line"]?.integer, let character = tree?["character"]?.integer, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }
}

/// A text, and the unit in which its positions are written.
struct Places {
  let buffer: TextBuffer
  let encoding: PositionEncoding

  /// Returns the UTF-8 offset of a position. A character after the end of a line means the end of the line, and a line
  /// after the last means the end of the text.
  ///
  /// - Complexity: O(log *n*).
  func utf8Offset(of position: Position) throws(Misplaced) -> Int {
    guard position.line < buffer.lineCount, let range = buffer.utf8Range(ofLine: position.line + 1)
    else { return buffer.utf8Count }
    let start = buffer.offset(ofUTF8: range.lowerBound, in: encoding.unit)
    let end = buffer.offset(ofUTF8: range.upperBound, in: encoding.unit)
    if position.character >= end - start { return range.upperBound }
    return try buffer.utf8Offset(of: start + position.character, in: encoding.unit)
  }

  /// Returns the UTF-8 range of a range of positions; nil if `tree` is not a range, or if the range ends before it
  /// begins or splits a character.
  func utf8Range(of tree: JSONTree?) -> Range<Int>? {
    guard let start = Position(tree?["start"]), let end = Position(tree?["end"]),
      let first = try? utf8Offset(of: start), let last = try? utf8Offset(of: end), first <= last
    else { return nil }
    return first..<last
  }

  /// Returns the position of a UTF-8 offset.
  ///
  /// - Complexity: O(log *n*).
  func position(ofUTF8 offset: Int) -> Position {
    let line = buffer.line(ofUTF8: offset)
    let start = buffer.utf8Offset(ofLine: line) ?? 0
    let character =
      buffer.offset(ofUTF8: offset, in: encoding.unit)
      - buffer.offset(ofUTF8: start, in: encoding.unit)
    return Position(line: line - 1, character: character)
  }

  subscript(_ range: Range<Int>) -> JSONTree {
    [
      "start": position(ofUTF8: range.lowerBound).tree,
      "end": position(ofUTF8: range.upperBound).tree,
    ]
  }

  subscript(_ ranges: [Range<Int>]) -> JSONTree { .array(ranges.map { self[$0] }) }

  subscript(_ edit: TextEdit) -> JSONTree {
    .array(
      edit.replacements.map { replacement in
        let text = String(decoding: replacement.bytes, as: UTF8.self)
        return ["range": self[replacement.range], "newText": .string(text)]
      })
  }
}
