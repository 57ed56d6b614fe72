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
    let highlighter = MarkdownHighlighter()
    /// The ranges that need styling, in UTF-8 offsets.
    private var pending = IndexSet()
    /// The part of `pending` that was marked text. Its attributes are set unconditionally.
    private var returned = IndexSet()
    /// The lines with visible delimiters, in UTF-8 offsets.
    private var revealed = IndexSet()
    /// The number of invisible bytes to style at once, rounded up to whole lines.
    private static let share = 32_768

    /// The lines of images that are alone in their paragraphs, in UTF-8 offsets.
    private var pictured = IndexSet()
    private var isOn = true
    /// The app's hook for images. Each source is asked for once.
    var imageForSource: (@MainActor (String) async -> PlatformImage?)? {
      didSet {
        asked = []
        highlighter.images = [:]
      }
    }
    private var asked: Set<String> = []

    /// A view, as far as its text is styled by it.
    struct Screen {
      var visible: NSRange
      /// The selection, whose lines show their delimiters; nil if the text is only for reading.
      var selection: NSRange?
      /// What an input method composes or predicts, which keeps its attributes.
      var marked: NSRange?
      var isComposing: Bool
      /// Whether the view draws ornaments, and the width that an image may have.
      var draws: Bool
      var lineWidth: CGFloat
      /// The distance of the first visible character from the start of the text.
      var top: () -> CGFloat
      var scroll: (_ distance: CGFloat) -> Void
    }

    /// Styles all text after a change of the theme, the text size or a hook. Without a theme, removes
    /// the attributes from the storage.
    func restyle(_ storage: NSTextStorage, of editor: MarkdownEditor, by theme: MarkdownTheme?) {
      isOn = theme != nil
      guard let theme else { return highlighter.clear(storage) }
      // This makes the highlighter create its fonts again.
      highlighter.theme = theme
      pending = IndexSet(integersIn: 0..<editor.buffer.utf8Count)
    }

    /// Asks the view to call `update` again: when an image was loaded, and for the rest of a long text.
    private var needsUpdate: @MainActor () -> Void = {}
    private var isWaiting = false

    func start(_ needsUpdate: @escaping @MainActor () -> Void) {
      self.needsUpdate = needsUpdate
      highlighter.imageIsSeen = { [weak self] source, lines in
        guard let self else { return }
        pictured.insert(integersIn: lines)
        guard let imageForSource, asked.insert(source).inserted else { return }
        Task { @MainActor [weak self] in
          guard let image = await imageForSource(source), let self, asked.contains(source) else {
            return
          }
          highlighter.images[source] = image
          pending.formUnion(pictured)
          self.needsUpdate()
        }
      }
    }

    /// Styles all visible changes, and a part of the others; nothing while an input method composes.
    /// If text above the visible part becomes higher, the view scrolls, so that nothing moves. Parts
    /// that cannot be seen are styled one at a time, also if the view is laid out more often.
    func update(_ storage: NSTextStorage, of editor: inout MarkdownEditor, on screen: Screen) {
      take(editor.takeChanges())
      let buffer = editor.buffer
      guard isOn, buffer.utf16Count == storage.length else { return }
      if highlighter.draws != screen.draws {
        highlighter.draws = screen.draws
        pending.insert(integersIn: 0..<buffer.utf8Count)
      }
      if highlighter.lineWidth != screen.lineWidth {
        highlighter.lineWidth = screen.lineWidth
        pending.formUnion(pictured)
      }
      pending.remove(integersIn: buffer.utf8Count..<Int.max)
      if !screen.isComposing {
        // The lines of the selection show their delimiters, and the previous ones hide them.
        let lines = screen.selection.map { buffer.lines(ofUTF16: $0) } ?? 0..<0
        let new = IndexSet(integersIn: lines)
        if highlighter.theme.delimiters == .hidden, new != revealed {
          pending.formUnion(revealed)
          pending.formUnion(new)
        }
        revealed = new
        let visible = buffer.lines(ofUTF16: screen.visible)
        let seen = pending.intersection(IndexSet(integersIn: visible))
        var parts = seen.rangeView.map { $0.lowerBound..<$0.upperBound }
        if !isWaiting, let rest = pending.subtracting(seen).rangeView.first {
          parts.append(rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.share))
        }
        let isAbove = parts.contains { $0.lowerBound < visible.lowerBound }
        let top = isAbove ? screen.top() : 0
        for part in parts {
          let part = buffer.lines(ofUTF8: part)
          highlighter.style(
            storage, of: editor, lines: part, revealing: lines, sparing: screen.marked,
            always: returned.intersects(integersIn: part))
          pending.remove(integersIn: part)
          returned.remove(integersIn: part)
        }
        if isAbove, case let distance = screen.top() - top, distance != 0 {
          screen.scroll(distance)
        }
      }
      if !screen.isComposing, !pending.isEmpty, !isWaiting {
        isWaiting = true
        Task { @MainActor [weak self] in
          self?.isWaiting = false
          self?.needsUpdate()
        }
      }
      // When marked text is accepted, it becomes normal text without a further edit.
      if let marked = screen.marked {
        let lines = buffer.lines(ofUTF16: marked)
        pending.insert(integersIn: lines)
        returned.insert(integersIn: lines)
      }
    }

    /// The attributes for text that is typed on an empty line, which would otherwise have those of the
    /// line before, for example the height of a heading; nil if they have the text's font already.
    func typingAttributes(
      insteadOf current: [NSAttributedString.Key: Any], at selection: NSRange,
      in storage: NSTextStorage
    ) -> [NSAttributedString.Key: Any]? {
      let text = storage.mutableString
      func isLineEnding(_ index: Int) -> Bool {
        guard (0..<text.length).contains(index) else { return true }
        return text.character(at: index) == 0x0A || text.character(at: index) == 0x0D
      }
      let attributes = highlighter.textAttributes
      guard isOn, selection.length == 0, isLineEnding(selection.location - 1),
        isLineEnding(selection.location),
        current[.font] as? PlatformFont != attributes[.font] as? PlatformFont
      else { return nil }
      return attributes
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
      move(&pictured)
      for change in changes { pending.insert(integersIn: change.utf8Range) }
    }
  }

  extension MarkdownTextView {
    /// Styles all text again.
    func restyle() {
      let storage: NSTextStorage? = textStorage
      guard let storage else { return }
      styling.restyle(storage, of: markdownEditor, by: theme)
      setNeedsStyling()
      guard theme == nil else { return }
      // Setting these applies them to all text.
      font = font
      textColor = textColor
    }

    /// Styles what has changed, before the view is drawn: see ``LiveStyling/Screen``.
    func style(
      visible: NSRange, lineWidth: CGFloat, top: @escaping () -> CGFloat,
      scroll: @escaping (CGFloat) -> Void
    ) {
      let storage: NSTextStorage? = textStorage
      guard let storage else { return }
      let screen = LiveStyling.Screen(
        visible: visible, selection: isEditable ? selectedNSRange : nil,
        marked: markedTextRange.flatMap { $0.isEmpty ? nil : nsRange($0) },
        isComposing: isComposing,
        draws: textLayoutManager.map { $0.delegate === ornaments } ?? false,
        lineWidth: lineWidth, top: top, scroll: scroll)
      styling.update(storage, of: &markdownEditor, on: screen)
      if !screen.isComposing,
        let attributes = styling.typingAttributes(
          insteadOf: typingAttributes, at: selectedNSRange, in: storage)
      {
        typingAttributes = attributes
      }
    }

    /// Returns the colours of the code in a code block; nil to show code in one colour. It is called
    /// when the code changes: see ``MarkdownHighlighter/codeHighlighter``.
    public var codeHighlighter: MarkdownHighlighter.CodeHighlighter? {
      get { styling.highlighter.codeHighlighter }
      set {
        styling.highlighter.codeHighlighter = newValue
        restyle()
      }
    }

    /// Returns the image of a source, such as `cress.png` in `![](cress.png)`; nil to show no images.
    ///
    /// An image that is alone in its paragraph is drawn below it, and made smaller if it is too wide. The
    /// view calls the closure once for each source; after it is set again, it asks again.
    public var imageForSource: (@MainActor (_ source: String) async -> PlatformImage?)? {
      get { styling.imageForSource }
      set {
        styling.imageForSource = newValue
        restyle()
      }
    }
  }

  extension TextBuffer {
    /// The whole lines around a range of UTF-16 code units, clamped to the text; in UTF-8 offsets.
    func lines(ofUTF16 range: NSRange) -> Range<Int> {
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

    /// The link or definition that contains a character, with its UTF-8 range; nil if there is none.
    /// The destination of a wiki link is the name of its page.
    ///
    /// - Complexity: that of the syntax tree of the block.
    func link(atUTF16 offset: Int) -> (destination: String, range: Range<Int>)? {
      guard let start = buffer.utf8Offset(ofUTF16: offset),
        let tree = try? document.syntaxTree(of: start..<start, in: dialect)
      else { return nil }
      for node in tree.nodes.reversed() where node.range.contains(start) {
        if node.kind == .island, node.syntax == .wikiLinks {
          let text = buffer.text(utf8: node.range).drop { $0 == "!" || $0 == "[" }
          return (String(text.prefix { $0 != "|" && $0 != "]" }), node.range)
        }
        if node.kind == .link || node.kind == .definition, let link = tree.link(of: node) {
          return (String(decoding: link.destination, as: UTF8.self), node.range)
        }
      }
      return nil
    }
  }
#endif
