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
  var line: Int
  var character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Reads a position; nil if `tree` is not a position.
  init?(_ tree: JSONTree?) {
    guard let line = tree?["line"]?.integer, let character = tree?["character"]?.integer, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("line")
      writer.number(line)
      writer.key("character")
      writer.number(character)
    }
  }
}

extension TextBuffer {
  /// Returns the UTF-8 offset of a position. A character after the end of a line means the end of the line, and a line
  /// after the last means the end of the text.
  ///
  /// - Complexity: O(log *n*).
  func utf8Offset(
    of position: Position, _ encoding: PositionEncoding
  ) throws(Misplaced) -> Int {
    guard position.line < lineCount, let range = utf8Range(ofLine: position.line + 1) else {
      return utf8Count
    }
    let start = offset(ofUTF8: range.lowerBound, in: encoding.unit)
    let end = offset(ofUTF8: range.upperBound, in: encoding.unit)
    if position.character >= end - start { return range.upperBound }
    return try utf8Offset(of: start + position.character, in: encoding.unit)
  }

  /// Returns the position of a UTF-8 offset.
  ///
  /// - Complexity: O(log *n*).
  func position(ofUTF8 utf8Offset: Int, _ encoding: PositionEncoding) -> Position {
    let line = line(ofUTF8: utf8Offset)
    let start = self.utf8Offset(ofLine: line) ?? 0
    let character =
      offset(ofUTF8: utf8Offset, in: encoding.unit) - offset(ofUTF8: start, in: encoding.unit)
    return Position(line: line - 1, character: character)
  }

  /// Returns the UTF-8 range of a range of positions; nil if `tree` is not a range, or if the range ends before it
  /// begins or splits a character.
  func utf8Range(of tree: JSONTree?, _ encoding: PositionEncoding) -> Range<Int>? {
    guard let start = Position(tree?["start"]), let end = Position(tree?["end"]) else { return nil }
    do throws(Misplaced) {
      let first = try utf8Offset(of: start, encoding)
      let last = try utf8Offset(of: end, encoding)
      return first <= last ? first..<last : nil
    } catch { return nil }
  }
}

/// A text, and the unit in which its positions are written.
struct Places {
  let buffer: TextBuffer
  let encoding: PositionEncoding

  func write(_ range: Range<Int>, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("start")
      buffer.position(ofUTF8: range.lowerBound, encoding).write(to: &writer)
      writer.key("end")
      buffer.position(ofUTF8: range.upperBound, encoding).write(to: &writer)
    }
  }

  func write(_ edit: TextEdit, to writer: inout JSONWriter) {
    writer.array { writer in
      for replacement in edit.replacements {
        writer.object { writer in
          writer.key("range")
          write(replacement.range, to: &writer)
          writer.key("newText")
          writer.string(replacement.bytes)
        }
      }
    }
  }
}
