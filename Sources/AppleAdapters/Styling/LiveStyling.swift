#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// The styling of a view's text as it is written: what has changed is styled before the view is drawn, that which
  /// can be seen first.
  @MainActor final class LiveStyling {
    let highlighter: MarkdownHighlighter
    /// What is to be styled, as UTF-8 offsets.
    private var pending = IndexSet()
    /// The part of it that an input method or a prediction has had: its attributes are set whatever they were.
    private var returned = IndexSet()
    /// The lines that show their delimiters, as UTF-8 offsets.
    private var revealed = IndexSet()
    /// The most bytes, beside those of the last line, that are styled at once and cannot be seen.
    private static let share = 32_768

    init(theme: MarkdownTheme) { highlighter = MarkdownHighlighter(theme: theme) }

    /// Returns the styling of a view whose theme, or size of text, has changed: all of the text is to be styled again.
    /// Without a theme there is none, and what was set in the storage is removed.
    static func restyling(
      _ styling: LiveStyling?, by theme: MarkdownTheme?, _ storage: NSTextStorage,
      of editor: MarkdownEditor
    ) -> LiveStyling? {
      guard let theme else {
        styling?.highlighter.clear(storage)
        return nil
      }
      let styling = styling ?? LiveStyling(theme: theme)
      // The highlighter then makes its fonts again.
      styling.highlighter.theme = theme
      styling.pending = IndexSet(integersIn: 0..<editor.buffer.utf8Count)
      return styling
    }

    /// Styles what has changed: all of it that can be seen, and a share of the rest.
    ///
    /// - Parameters:
    ///   - storage: the text.
    ///   - editor: the editor that has the text.
    ///   - visible: the range that can be seen, in UTF-16 code units.
    ///   - selection: the selection of the view.
    ///   - marked: the range that an input method composes or predicts, whose attributes stay as they are.
    ///   - isComposing: whether an input method is composing: nothing is styled then.
    /// - Returns: whether something is left for the next time. For example, true after a long text was opened.
    func update(
      _ storage: NSTextStorage, of editor: inout MarkdownEditor, visible: NSRange,
      selection: NSRange,
      marked: NSRange?, isComposing: Bool
    ) -> Bool {
      take(editor.takeChanges())
      let buffer = editor.buffer
      guard buffer.utf16Count == storage.length else { return false }
      pending.remove(integersIn: buffer.utf8Count..<Int.max)
      if !isComposing {
        let lines = buffer.lines(ofUTF16: selection)
        reveal(lines)
        style(
          storage, of: editor, seen: buffer.lines(ofUTF16: visible), revealing: lines,
          sparing: marked)
      }
      let isLeft = !isComposing && !pending.isEmpty
      // Once it is accepted, this is text like the rest, and no edit says so.
      if let marked {
        let lines = buffer.lines(ofUTF16: marked)
        pending.insert(integersIn: lines)
        returned.insert(integersIn: lines)
      }
      return isLeft
    }

    /// Styles what can be seen, and a share of the rest.
    private func style(
      _ storage: NSTextStorage, of editor: MarkdownEditor, seen: Range<Int>,
      revealing lines: Range<Int>,
      sparing marked: NSRange?
    ) {
      let seen = pending.intersection(IndexSet(integersIn: seen))
      var parts = seen.rangeView.map { $0.lowerBound..<$0.upperBound }
      if let rest = pending.subtracting(seen).rangeView.first {
        parts.append(rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.share))
      }
      for part in parts {
        let part = editor.buffer.lines(ofUTF8: part)
        highlighter.style(
          storage, of: editor, lines: part, revealing: lines, sparing: marked,
          always: returned.intersects(integersIn: part))
        pending.remove(integersIn: part)
        returned.remove(integersIn: part)
      }
    }

    /// Shows the delimiters of the lines of the selection, and hides those of the lines before.
    private func reveal(_ lines: Range<Int>) {
      let new = IndexSet(integersIn: lines)
      if highlighter.theme.delimiters == .hidden, new != revealed {
        pending.formUnion(revealed)
        pending.formUnion(new)
      }
      revealed = new
    }

    /// Moves the ranges as changes have moved the text, and adds the changes to what is to be styled.
    private func take(_ changes: [ChangedRange]) {
      func move(_ ranges: inout IndexSet) {
        for change in changes.reversed() {
          ranges.remove(integersIn: change.before)
          ranges.shift(
            startingAt: change.before.upperBound, by: change.utf8Range.count - change.before.count)
        }
      }
      move(&pending)
      move(&returned)
      move(&revealed)
      for change in changes { pending.insert(integersIn: change.utf8Range) }
    }
  }

  extension TextBuffer {
    /// The whole lines, as UTF-8 offsets, of that part of a range of UTF-16 code units that is in the text.
    fileprivate func lines(ofUTF16 range: NSRange) -> Range<Int> {
      func offset(_ utf16: Int) -> Int {
        let utf16 = Swift.min(Swift.max(utf16, 0), utf16Count)
        // Half a character is taken with the rest of it.
        return utf8Offset(ofUTF16: utf16) ?? utf8Offset(ofUTF16: utf16 - 1) ?? 0
      }
      return lines(ofUTF8: offset(range.location)..<offset(range.location + range.length))
    }
  }

  extension MarkdownEditor {
    /// The box of a task that a character belongs to, as UTF-8 offsets; nil if it belongs to none.
    ///
    /// - Complexity: that of the tokens of the line.
    func taskBox(atUTF16 offset: Int) -> Range<Int>? {
      guard let start = buffer.utf8Offset(ofUTF16: offset) else { return nil }
      let tokens = try? document.tokens(of: buffer.lines(ofUTF8: start..<start), in: dialect)
      return tokens?.first { $0.kind == .taskBox && $0.range.contains(start) }?.range
    }
  }
#endif
