#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// Styles a view's text while you type: before the view is drawn, visible text first.
  @MainActor final class LiveStyling {
    let highlighter: MarkdownHighlighter
    /// The ranges that need styling, in UTF-8 offsets.
    private var pending = IndexSet()
    /// The part of `pending` that was marked text. Its attributes are set unconditionally.
    private var returned = IndexSet()
    /// The lines with visible delimiters, in UTF-8 offsets.
    private var revealed = IndexSet()
    /// The number of invisible bytes to style at once, rounded up to whole lines.
    private static let share = 32_768

    init(theme: MarkdownTheme) { highlighter = MarkdownHighlighter(theme: theme) }

    /// Returns the styling of a view after a change of the theme or the text size; all text needs
    /// styling then. Without a theme, removes the attributes from the storage and returns nil.
    static func restyling(
      _ styling: LiveStyling?, by theme: MarkdownTheme?, _ storage: NSTextStorage,
      of editor: MarkdownEditor
    ) -> LiveStyling? {
      guard let theme else {
        styling?.highlighter.clear(storage)
        return nil
      }
      let styling = styling ?? LiveStyling(theme: theme)
      // This makes the highlighter create its fonts again.
      styling.highlighter.theme = theme
      styling.pending = IndexSet(integersIn: 0..<editor.buffer.utf8Count)
      return styling
    }

    /// Styles all visible changes, and a part of the others; nothing while an input method composes.
    /// The text that it composes or predicts, `marked`, keeps its attributes.
    ///
    /// - Returns: whether changes remain for the next call, for example in a long new text.
    func update(
      _ storage: NSTextStorage, of editor: inout MarkdownEditor, visible: NSRange,
      selection: NSRange, marked: NSRange?, isComposing: Bool
    ) -> Bool {
      take(editor.takeChanges())
      let buffer = editor.buffer
      guard buffer.utf16Count == storage.length else { return false }
      pending.remove(integersIn: buffer.utf8Count..<Int.max)
      if !isComposing {
        // The lines of the selection show their delimiters, and the previous ones hide them.
        let lines = buffer.lines(ofUTF16: selection)
        let new = IndexSet(integersIn: lines)
        if highlighter.theme.delimiters == .hidden, new != revealed {
          pending.formUnion(revealed)
          pending.formUnion(new)
        }
        revealed = new
        let seen = pending.intersection(IndexSet(integersIn: buffer.lines(ofUTF16: visible)))
        var parts = seen.rangeView.map { $0.lowerBound..<$0.upperBound }
        if let rest = pending.subtracting(seen).rangeView.first {
          parts.append(rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.share))
        }
        for part in parts {
          let part = buffer.lines(ofUTF8: part)
          highlighter.style(
            storage, of: editor, lines: part, revealing: lines, sparing: marked,
            always: returned.intersects(integersIn: part))
          pending.remove(integersIn: part)
          returned.remove(integersIn: part)
        }
      }
      let isLeft = !isComposing && !pending.isEmpty
      // When marked text is accepted, it becomes normal text without a further edit.
      if let marked {
        let lines = buffer.lines(ofUTF16: marked)
        pending.insert(integersIn: lines)
        returned.insert(integersIn: lines)
      }
      return isLeft
    }

    /// Moves the ranges with the text, and adds changes to those that need styling.
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
    /// The whole lines around a range of UTF-16 code units, clamped to the text; in UTF-8 offsets.
    fileprivate func lines(ofUTF16 range: NSRange) -> Range<Int> {
      func offset(_ utf16: Int) -> Int {
        let utf16 = Swift.min(Swift.max(utf16, 0), utf16Count)
        // An offset inside a character counts as its start.
        return utf8Offset(ofUTF16: utf16) ?? utf8Offset(ofUTF16: utf16 - 1) ?? 0
      }
      return lines(ofUTF8: offset(range.location)..<offset(range.location + range.length))
    }
  }

  extension MarkdownEditor {
    /// The task box that contains a character, in UTF-8 offsets; nil if there is none.
    ///
    /// - Complexity: that of the tokens of the line.
    func taskBox(atUTF16 offset: Int) -> Range<Int>? {
      guard let start = buffer.utf8Offset(ofUTF16: offset) else { return nil }
      let tokens = try? document.tokens(of: buffer.lines(ofUTF8: start..<start), in: dialect)
      return tokens?.first { $0.kind == .taskBox && $0.range.contains(start) }?.range
    }
  }
#endif
