import MarkdownEditing
import TextEditing

/// Applies replacements to a text. Returns nil if they overlap, are out of order or leave the text.
///
/// The judge does not use `TextEdit` for this, so that errors in `TextEdit` are found.
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

func quoted(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self).debugDescription
}

extension Plan {
  /// Returns the text after the plan, or nil if its replacements overlap.
  package func applied(to source: [UInt8]) -> [UInt8]? {
    ContractSupport.applying(edit.replacements, to: source)
  }
}

extension [UInt8] {
  /// Whether these are the bytes of `other` with only delimiters inserted.
  ///
  /// - Parameter countsReferences: Whether characters may also become numeric references.
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

  /// Returns the length of the numeric reference at an offset, and its character in UTF-8.
  private func reference(at place: Int) -> (length: Int, character: [UInt8])? {
    guard let end = self[place...].firstIndex(of: UInt8(ascii: ";")),
      let character = character(ofReference: self[place...end])
    else { return nil }
    return (end + 1 - place, character)
  }
}

/// Returns the character in UTF-8 of a numeric reference such as `&#42;`, or nil if it is not one.
func character(ofReference spelled: ArraySlice<UInt8>) -> [UInt8]? {
  let digits = spelled.dropFirst(2).dropLast()
  guard spelled.starts(with: "&#".utf8), spelled.last == UInt8(ascii: ";"),
    let value = UInt32(String(decoding: digits, as: UTF8.self)),
    let scalar = Unicode.Scalar(value)
  else { return nil }
  return Array(String(scalar).utf8)
}

extension [TextEdit.Replacement] {
  var onlyInsertDelimiters: Bool {
    allSatisfy { $0.range.isEmpty && $0.bytes.allSatisfy("*_`".utf8.contains) }
  }

  /// Whether only delimiters are inserted and single characters replaced by numeric references.
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
