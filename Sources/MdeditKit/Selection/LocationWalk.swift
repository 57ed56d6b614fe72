import TextEditing

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
      line = Substring(text.buffer.text(inUTF8: offset..<lineEnd))
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
