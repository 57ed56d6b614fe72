extension TextEdit {
  /// The offsets from the first replacement's start to the last one's end; nil if there is none.
  package var hull: ClosedRange<Int>? {
    guard let first = replacements.first, let last = replacements.last else { return nil }
    return first.range.lowerBound...last.range.upperBound
  }

  /// The range from the first replacement to the last, in the text before.
  package var stretch: Range<Int> { hull.map { $0.lowerBound..<$0.upperBound } ?? 0..<0 }

  /// The edit as a single replacement: its range in the text before, and in the text after.
  package func asOne(
    from before: TextBuffer, to after: TextBuffer
  ) -> (old: Range<Int>, new: Range<Int>) {
    let end = stretch.upperBound + after.utf8Count - before.utf8Count
    return (stretch, stretch.lowerBound..<end)
  }
}
