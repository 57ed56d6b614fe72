extension TextBuffer: Hashable {
  /// Whether text, selection and marked text are equal.
  ///
  /// - Complexity: O(*n*) if the lengths are equal, otherwise O(1).
  public static func == (first: TextBuffer, second: TextBuffer) -> Bool {
    first.selection == second.selection && first.marked == second.marked
      && first.hasSameText(as: second)
  }

  /// Whether the text equals that of `other`, byte by byte, for any selections.
  ///
  /// - Complexity: O(*n*) if the lengths are equal, otherwise O(1).
  package func hasSameText(as other: TextBuffer) -> Bool {
    guard storage.summary == other.storage.summary else { return false }
    var offset = 0
    var isSame = true
    storage.forEachChunk(in: 0..<utf8Count) { chunk in
      var index = 0
      other.storage.forEachChunk(in: offset..<offset + chunk.count) { piece in
        isSame = piece.elementsEqual(chunk[index..<index + piece.count])
        index += piece.count
        return isSame
      }
      offset += chunk.count
      return isSame
    }
    return isSame
  }

  /// Hashes the selection, the length in every unit, and the ends of the text.
  ///
  /// - Complexity: O(log *n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(selection)
    hasher.combine(marked)
    hasher.combine(storage.summary)
    hasher.combine(bytes(in: 0..<min(utf8Count, 256)))
    hasher.combine(bytes(in: max(0, utf8Count - 256)..<utf8Count))
  }
}
