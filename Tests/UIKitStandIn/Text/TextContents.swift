import Foundation

/// The text, selection and marked text of any text view or field, with the places of its characters.
/// Each is 8 points wide, and each line feed starts a new line.
@MainActor public final class TextContents {
  static let character = CGSize(width: 8, height: 20)
  let storage: NSTextStorage
  let undoManager = UndoManager()
  var selection = NSRange(location: 0, length: 0)
  var marked: NSRange?
  /// Called after each edit of the text by the view itself, and after each undo.
  var changed: @MainActor () -> Void = {}
  var selectionChanged: @MainActor () -> Void = {}

  init(_ storage: NSTextStorage = NSTextStorage(string: "")) { self.storage = storage }
  var length: Int { storage.length }

  func select(_ range: NSRange) {
    let start = min(max(range.location, 0), length)
    let new = NSRange(location: start, length: min(max(range.length, 0), length - start))
    guard new != selection else { return }
    selection = new
    selectionChanged()
  }

  /// Replaces a range as one step of undo, and puts the insertion point after the new text. Undo
  /// steps ignore edits of the storage alone, so a range may partly be outside the text.
  func replace(_ range: NSRange, with text: String) {
    let start = min(range.location, length)
    let range = NSRange(location: start, length: min(range.length, length - start))
    let old = (storage.attributedSubstring(from: range)).string
    let before = selection
    let inserted = NSRange(location: range.location, length: (text as NSString).length)
    undoManager.registerUndo(withTarget: self) { contents in
      MainActor.assumeIsolated {
        contents.replace(inserted, with: old)
        contents.select(before)
      }
    }
    storage.replaceCharacters(in: range, with: text)
    marked = nil
    selection = NSRange(location: inserted.location + inserted.length, length: 0)
    selectionChanged()
    changed()
  }

  /// Replaces everything without undo and without calling `changed`, as setting `text` does.
  func set(_ text: String) {
    undoManager.removeAllActions()
    marked = nil
    storage.replaceCharacters(in: NSRange(location: 0, length: length), with: text)
    select(NSRange(location: length, length: 0))
  }

  func insert(_ text: String) { replace(marked ?? selection, with: text) }

  /// The range that Backspace deletes.
  var rangeOfBackspace: NSRange {
    guard selection.length == 0 else { return selection }
    let before = string(in: NSRange(location: 0, length: selection.location))
    let count = before?.last?.utf16.count ?? 0
    return NSRange(location: selection.location - count, length: count)
  }
  func deleteBackward() {
    let range = rangeOfBackspace
    if range.length > 0 { replace(range, with: "") }
  }

  func setMarked(_ text: String, selected: NSRange, reports: Bool = true) {
    let range = marked ?? selection
    storage.replaceCharacters(in: range, with: text)
    let count = (text as NSString).length
    marked = count == 0 ? nil : NSRange(location: range.location, length: count)
    selection = NSRange(location: range.location + selected.location, length: selected.length)
    selectionChanged()
    if reports { changed() }
  }

  func string(in range: NSRange) -> String? {
    guard range.location >= 0, range.location + range.length <= length else { return nil }
    return storage.attributedSubstring(from: range).string
  }

  /// The attributes for text that is typed next, which each change of the selection sets again: those
  /// of the character before the caret, or of the first one.
  var typingAttributes: [NSAttributedString.Key: Any] {
    let model = max(selection.location - 1, 0)
    return model < length ? storage.attributes(at: model, effectiveRange: nil) : [:]
  }

  // MARK: Places of characters

  private struct Line {
    var range: NSRange
    /// The place of the characters, without the space above and below them.
    var (y, height): (CGFloat, CGFloat)
  }
  private var found: (lines: [Line], edits: Int)?

  /// The lines. Each is 20 points high if its largest font has 17 points.
  private var lines: [Line] {
    if let found, found.edits == storage.edits { return found.lines }
    let text = storage.plain
    var (start, y) = (0, CGFloat(0))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let range = NSRange(location: start, length: line.utf16.count)
      let end = min(start + range.length + 1, length)
      let sizes = (start..<end).compactMap {
        (storage.attribute(.font, at: $0, effectiveRange: nil) as? KitFont)?.pointSize
      }
      let style =
        start < end
        ? storage.attribute(.paragraphStyle, at: start, effectiveRange: nil) as? NSParagraphStyle
        : nil
      let height = sizes.max().map { $0 * 20 / 17 } ?? Self.character.height
      let top = y + (style?.paragraphSpacingBefore ?? 0)
      y = top + height + (style?.paragraphSpacing ?? 0)
      start += range.length + 1
      return Line(range: range, y: top, height: height)
    }
    found = (lines, storage.edits)
    return lines
  }
  var height: CGFloat { lines.last.map { $0.y + $0.height } ?? 0 }
  private func line(of offset: Int) -> Line {
    let lines = lines
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].range.location <= offset { low = middle } else { high = middle }
    }
    return lines[low]
  }

  func caretRect(_ offset: Int) -> CGRect {
    let line = line(of: offset)
    return CGRect(
      x: CGFloat(offset - line.range.location) * Self.character.width, y: line.y, width: 2,
      height: line.height)
  }
  /// Returns the frame of the part of a range in its first line.
  func firstRect(_ range: NSRange) -> CGRect {
    var frame = caretRect(range.location)
    let rest = NSMaxRange(line(of: range.location).range) - range.location
    frame.size.width = CGFloat(min(range.length, rest)) * Self.character.width
    return frame
  }
  private func line(at point: CGPoint) -> Line {
    let lines = lines
    return lines.first { point.y < $0.y + $0.height } ?? lines[lines.count - 1]
  }
  /// Returns the nearest place for a caret.
  func offset(at point: CGPoint) -> Int {
    let range = line(at: point).range
    let column = max(Int((point.x / Self.character.width).rounded()), 0)
    return range.location + min(column, range.length)
  }
  /// Returns the character under a point; at the end of a line, the line ending.
  func character(at point: CGPoint) -> Int {
    let range = line(at: point).range
    return range.location + min(max(Int(point.x / Self.character.width), 0), range.length)
  }
}
