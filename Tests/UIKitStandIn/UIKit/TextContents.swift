import Foundation

/// A position in a text of the stand-in, in UTF-16 code units from its start.
final class TextPosition: UITextPosition {
  let offset: Int
  init(_ offset: Int) { self.offset = offset }
}
final class TextRange: UITextRange {
  let range: NSRange
  init(_ range: NSRange) { self.range = range }
  override var isEmpty: Bool { range.length == 0 }
  override var start: UITextPosition { TextPosition(range.location) }
  override var end: UITextPosition { TextPosition(range.location + range.length) }
}
final class SelectionRect: UITextSelectionRect {
  private let frame: CGRect
  private let isFirst: Bool
  private let isLast: Bool
  init(_ frame: CGRect, isFirst: Bool, isLast: Bool) {
    self.frame = frame
    self.isFirst = isFirst
    self.isLast = isLast
  }
  override var rect: CGRect { frame }
  override var writingDirection: NSWritingDirection { .leftToRight }
  override var containsStart: Bool { isFirst }
  override var containsEnd: Bool { isLast }
}

/// The text, selection and marked text of a text view or field, with the places of its characters.
/// Each is 8 points wide and 20 high, and each line feed starts a new line.
@MainActor final class TextContents {
  static let character = CGSize(width: 8, height: 20)
  let storage = NSTextStorage(string: "")
  let undoManager = UndoManager()
  var selection = NSRange(location: 0, length: 0)
  var marked: NSRange?
  /// Called after each edit of the text by the view itself, and after each undo.
  var changed: @MainActor () -> Void = {}
  var selectionChanged: @MainActor () -> Void = {}

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

  func deleteBackward() {
    if selection.length > 0 { return replace(selection, with: "") }
    guard selection.location > 0 else { return }
    let before = storage.attributedSubstring(
      from: NSRange(location: 0, length: selection.location)
    ).string
    let count = before.last.map { $0.utf16.count } ?? 0
    replace(NSRange(location: selection.location - count, length: count), with: "")
  }

  func setMarked(_ text: String, selected: NSRange) {
    let range = marked ?? selection
    storage.replaceCharacters(in: range, with: text)
    let count = (text as NSString).length
    marked = count == 0 ? nil : NSRange(location: range.location, length: count)
    selection = NSRange(location: range.location + selected.location, length: selected.length)
    selectionChanged()
    changed()
  }

  func string(in range: NSRange) -> String? {
    guard range.location >= 0, range.location + range.length <= length else { return nil }
    return storage.attributedSubstring(from: range).string
  }

  // MARK: Positions

  func range(from first: Int, to second: Int) -> TextRange {
    TextRange(NSRange(location: min(first, second), length: abs(second - first)))
  }
  func position(_ start: Int, _ count: Int) -> TextPosition? {
    let (target, overflow) = start.addingReportingOverflow(count)
    return !overflow && (0...length).contains(target) ? TextPosition(target) : nil
  }
  func order(_ first: Int, _ second: Int) -> ComparisonResult {
    first == second ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
  }
  func selectionRects(_ range: NSRange) -> [UITextSelectionRect] {
    let rects = rects(range)
    return rects.enumerated().map { number, rect in
      SelectionRect(rect, isFirst: number == 0, isLast: number == rects.count - 1)
    }
  }
  func closest(to point: CGPoint, in range: NSRange) -> TextPosition {
    TextPosition(min(max(offset(at: point), range.location), range.location + range.length))
  }
  func character(at point: CGPoint) -> TextRange? {
    let offset = offset(at: point)
    return offset < length ? TextRange(NSRange(location: offset, length: 1)) : nil
  }

  // MARK: Geometry

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
  func rects(_ range: NSRange) -> [CGRect] {
    let end = range.location + range.length
    return lines.enumerated().compactMap { number, line in
      let from = max(range.location, line.location)
      let to = min(end, line.location + line.length)
      guard from < to || (from == to && range.length == 0) else { return nil }
      return CGRect(
        x: CGFloat(from - line.location) * Self.character.width,
        y: CGFloat(number) * Self.character.height,
        width: CGFloat(to - from) * Self.character.width, height: Self.character.height)
    }
  }
  func offset(at point: CGPoint) -> Int {
    let number = min(max(Int(point.y / Self.character.height), 0), lines.count - 1)
    let column = max(Int((point.x / Self.character.width).rounded()), 0)
    return lines[number].location + min(column, lines[number].length)
  }
  func moved(_ offset: Int, _ direction: UITextLayoutDirection, _ count: Int) -> Int? {
    switch direction {
    case .left: return offset - count >= 0 ? offset - count : nil
    case .right: return offset + count <= length ? offset + count : nil
    case .up, .down:
      let caret = caretRect(offset)
      let number = line(of: offset) + (direction == .up ? -count : count)
      guard lines.indices.contains(number) else { return nil }
      return self.offset(at: CGPoint(x: caret.minX, y: CGFloat(number) * Self.character.height))
    }
  }
}
