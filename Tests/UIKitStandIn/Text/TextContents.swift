import Foundation

/// The text, selection and marked text of any text view or field, with the places of its characters.
/// Each is 8 points wide and 20 high, and each line feed starts a new line.
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

  // MARK: Places of characters

  private var lines: [NSRange] {
    let text = storage.attributedSubstring(from: NSRange(location: 0, length: length)).string
    var start = 0
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      defer { start += line.utf16.count + 1 }
      return NSRange(location: start, length: line.utf16.count)
    }
  }
  private func line(of offset: Int) -> Int { lines.lastIndex { $0.location <= offset } ?? 0 }

  func caretRect(_ offset: Int) -> CGRect {
    let line = line(of: offset)
    return CGRect(
      x: CGFloat(offset - lines[line].location) * Self.character.width,
      y: CGFloat(line) * Self.character.height, width: 2, height: Self.character.height)
  }
  /// Returns the frame of the part of a range in its first line.
  func firstRect(_ range: NSRange) -> CGRect {
    var frame = caretRect(range.location)
    let rest = NSMaxRange(lines[line(of: range.location)]) - range.location
    frame.size.width = CGFloat(min(range.length, rest)) * Self.character.width
    return frame
  }
  func offset(at point: CGPoint) -> Int {
    let number = min(max(Int(point.y / Self.character.height), 0), lines.count - 1)
    let column = max(Int((point.x / Self.character.width).rounded()), 0)
    return lines[number].location + min(column, lines[number].length)
  }
}
