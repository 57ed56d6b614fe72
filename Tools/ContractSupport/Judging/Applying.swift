import MarkdownEditing
import TextEditing

/// What replacements leave of a text; nil where they overlap, descend or leave the text.
///
/// The checker applies edits with its own hands, so that an error in `TextEdit` shows.
func applying(_ replacements: [TextEdit.Replacement], to source: [UInt8]) -> [UInt8]? {
  var result: [UInt8] = []
  var end = 0
  for replacement in replacements {
    guard end <= replacement.range.lowerBound, replacement.range.upperBound <= source.count else {
      return nil
    }
    result += source[end..<replacement.range.lowerBound]
    result += replacement.bytes
    end = replacement.range.upperBound
  }
  return result + source[end...]
}

/// Bytes as a person can read them.
func quoted(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self).debugDescription
}

extension MarkPlan {
  /// The text after, as the checker applies the edit; nil where the replacements overlap.
  package func applied(to source: [UInt8]) -> [UInt8]? {
    ContractSupport.applying(edit.replacements, to: source)
  }
}

extension [UInt8] {
  /// Whether these are the bytes of `other` with nothing but delimiters inserted.
  ///
  /// - Parameter countsReferences: whether numeric references of its characters may come too.
  func hasOnlyDelimitersMore(than other: [UInt8], countsReferences: Bool = false) -> Bool {
    var rest = other[...]
    var place = startIndex
    while place < endIndex {
      if self[place] == rest.first {
        rest.removeFirst()
        place += 1
      } else if countsReferences, let (length, character) = reference(at: place),
        rest.starts(with: character)
      {
        rest.removeFirst(character.count)
        place += length
      } else if "*_`".utf8.contains(self[place]) {
        place += 1
      } else {
        return false
      }
    }
    return rest.isEmpty
  }

  /// The length of the numeric reference at an offset, and the character that it spells.
  private func reference(at place: Int) -> (length: Int, character: [UInt8])? {
    guard self[place...].starts(with: "&#".utf8),
      let end = self[place...].firstIndex(of: UInt8(ascii: ";")),
      let value = UInt32(String(decoding: self[(place + 2)..<end], as: UTF8.self)),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (end + 1 - place, Array(String(scalar).utf8))
  }
}

extension [TextEdit.Replacement] {
  /// Whether nothing is taken away, and nothing but delimiters comes.
  var onlyInsertDelimiters: Bool {
    allSatisfy { $0.range.isEmpty && $0.bytes.allSatisfy("*_`".utf8.contains) }
  }

  /// The same where single characters may also have become numeric references.
  func onlyInsertDelimitersAndReferences(into source: [UInt8]) -> Bool {
    allSatisfy { replacement in
      if replacement.range.isEmpty { return replacement.bytes.allSatisfy("*_`".utf8.contains) }
      let old = String(decoding: source[replacement.range], as: UTF8.self).unicodeScalars
      let new = String(decoding: replacement.bytes, as: UTF8.self)
      guard old.count == 1, let match = new.wholeMatch(of: /[*_]*&#([0-9]+);[*_]*/) else {
        return false
      }
      return UInt32(match.output.1) == old.first?.value
    }
  }
}
