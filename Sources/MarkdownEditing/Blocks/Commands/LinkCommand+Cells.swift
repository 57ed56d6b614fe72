import MarkdownSyntax
import TextEditing

extension BlockTree {
  /// Returns the edit of a command in a cell, which is read separately.
  ///
  /// - Parameters:
  ///   - content: the cell without the blanks around it.
  ///   - make: makes the edit in a tree of the cell, at the selection there.
  func wanted(
    inCell content: Range<Int>, of path: BlockPath, selecting selection: Range<Int>,
    _ make: (_ text: BlockTree, _ selection: Range<Int>) throws(Outcome.Unchanged) ->
      LinkCommand.Wanted
  ) throws(Outcome.Unchanged) -> LinkCommand.Wanted {
    // A word before the cell keeps its text from beginning a block.
    let before = Array("a ".utf8)
    guard let text = try? BlockTree(before + source[content], in: dialect) else { throw .inTable }
    let shift = before.count - content.lowerBound
    var wanted = try make(text, selection.clamped(to: content).shifted(by: shift))
    if let units = wanted.units {
      guard let read = try? BlockTree(wanted.edit.applying(to: text.source), in: dialect),
        read.shows(units, at: 0)
      else { throw .noSpelling }
      wanted.units = nil
    }
    wanted.root = nil
    wanted.edit = wanted.edit.shifted(by: -shift)
    wanted.selection = wanted.selection.shifted(by: -shift)
    wanted.path = path
    return wanted
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, source[start].isWhite { start += 1 }
    while end > start, source[end - 1].isWhite { end -= 1 }
    return start..<end
  }
}
