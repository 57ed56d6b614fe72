#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// A text view for Markdown on the Mac, styled while you type. Return, Delete, Tab and shortcuts
  /// work as commands, and task boxes can be clicked. It keeps an index of its text, so that
  /// neither a key nor a move of the caret reads all of it.
  ///
  ///     let scrollView = NSScrollView()
  ///     let textView = MarkdownTextView()
  ///     scrollView.documentView = textView
  ///     textView.string = "- [ ] basil"
  ///     textView.perform(.toggle(.strong))
  ///
  /// The app can set the delegates of the view and of its text storage.
  open class MarkdownTextView: NSTextView {
    /// The text with its index, for the commands.
    public var markdownEditor: MarkdownEditor
    /// The dialect of the text.
    public var dialect: Dialect {
      get { markdownEditor.dialect }
      set {
        markdownEditor.dialect = newValue
        needsLayout = true
      }
    }
    /// The options of keys and shortcuts.
    public var options = EditingOptions.standard
    /// Whether Return, Delete, Tab, and typing over a selection are commands. If a command does not
    /// apply, the view does what it usually does.
    public var performsKeys = true
    /// Whether a click on the box of a task checks it, instead of placing the caret there.
    public var togglesTappedTasks = true
    /// Called with the destination of a link that is clicked with ⌘, or without it if the text cannot
    /// be edited.
    public var onLinkTap: ((_ destination: String) -> Void)?
    /// The style of the text; nil for the view's own font and colour.
    public var theme: MarkdownTheme? = .standard {
      didSet { if theme != oldValue { restyle() } }
    }
    let styling = LiveStyling()
    private let ornaments = OrnamentLayout()
    /// The content storage, which the view does not retain.
    private let content = NSTextContentStorage()
    private var mirror: TextStorageMirror?
    private var observers: NotificationTokens?

    /// Creates a text view that grows with its text, for the `documentView` of a scroll view.
    public init(frame: NSRect = .zero, dialect: Dialect = .gitHub) {
      markdownEditor = .empty(in: dialect)
      let layout = NSTextLayoutManager()
      let container = NSTextContainer(
        size: NSSize(width: 0, height: CGFloat.greatestFiniteMagnitude))
      container.widthTracksTextView = true
      content.addTextLayoutManager(layout)
      layout.textContainer = container
      super.init(frame: frame, textContainer: container)
      isVerticallyResizable = true
      autoresizingMask = [.width]
      isRichText = false
      allowsUndo = true
      turnOffSmartTyping()
      layout.delegate = ornaments
      styling.loadImages { [weak self] in self?.needsLayout = true }
      guard let textStorage else { return }
      mirror = TextStorageMirror(textStorage) { [weak self] range, growth in
        guard let self, let textStorage = self.textStorage else { return }
        mirrorEdit(range, growth: growth, of: textStorage)
        needsLayout = true
      }
      observers = NotificationTokens([NSTextView.didChangeSelectionNotification], of: self) {
        [weak self] _ in self?.needsLayout = true
      }
    }

    /// Not available: text views are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("MarkdownTextView is made in code, not from an archive")
    }

    /// Styles changed text before it is drawn.
    open override func layout() {
      styleChanges()
      super.layout()
    }

    func restyle() {
      guard let textStorage else { return }
      styling.restyle(textStorage, of: markdownEditor, by: theme)
      needsLayout = true
      guard theme == nil else { return }
      // Setting these applies them to all text.
      font = font
      textColor = textColor
    }

    private func styleChanges() {
      guard theme != nil, let textStorage else { return }
      let seen = visibleRect
      let start = characterIndexForInsertion(at: seen.origin)
      let end = characterIndexForInsertion(at: NSPoint(x: seen.maxX, y: seen.maxY))
      let screen = LiveStyling.Screen(
        visible: NSRange(location: start, length: max(0, end - start)),
        selection: selectedRange(), marked: hasMarkedText() ? markedRange() : nil,
        isComposing: isComposing,
        draws: textLayoutManager.map { $0.delegate === ornaments } ?? false,
        lineWidth: (textContainer?.size.width ?? 0) - 2 * (textContainer?.lineFragmentPadding ?? 0),
        // On the screen, y grows upwards.
        top: {
          -self.firstRect(
            forCharacterRange: NSRange(location: start, length: 0), actualRange: nil
          ).maxY
        }, scroll: { self.scroll(NSPoint(x: seen.minX, y: seen.minY + $0)) })
      let isLeft = styling.update(textStorage, of: &markdownEditor, on: screen)
      if !isComposing,
        let attributes = styling.typingAttributes(
          insteadOf: typingAttributes, at: selectedRange(), in: textStorage)
      {
        typingAttributes = attributes
      }
      if isLeft { Task { @MainActor [weak self] in self?.needsLayout = true } }
    }

    // MARK: Keys

    /// Gives pending marks to a text that was typed without a command, for example by an input method.
    open override func didChangeText() {
      super.didChangeText()
      if undoManager?.isUndoing != true { markTypedText() }
    }

    /// Types a text; over a selection, or with pending marks, it is tried as a command first.
    open override func insertText(_ string: Any, replacementRange: NSRange) {
      let range = replacementRange.location == NSNotFound ? selectedRange() : replacementRange
      let text = string as? String ?? (string as? NSAttributedString)?.string ?? ""
      if !takes(text, replacing: range) {
        super.insertText(string, replacementRange: replacementRange)
      }
    }

    /// Deletes backward; the command of Backspace is tried first.
    open override func deleteBackward(_ sender: Any?) {
      var range = selectedRange()
      if range.length == 0 { range = NSRange(location: range.location - 1, length: 1) }
      if !takes("", replacing: range) { super.deleteBackward(sender) }
    }

    /// Begins a new line; the command of Return is tried first.
    open override func insertNewline(_ sender: Any?) {
      if !takes("\n", replacing: selectedRange()) { super.insertNewline(sender) }
    }

    /// Moves to the next cell of a table, indents an item, or types a tab.
    open override func insertTab(_ sender: Any?) {
      if !takes("\t", replacing: selectedRange()) { super.insertTab(sender) }
    }

    /// Moves to the previous cell, or outdents an item.
    open override func insertBacktab(_ sender: Any?) {
      guard performsKeys,
        [EditingCommand.previousCell, .outdent].contains(where: {
          perform($0.with(options)).plan != nil
        })
      else { return super.insertBacktab(sender) }
    }

    private func takes(_ text: String, replacing range: NSRange) -> Bool {
      guard performsKeys,
        let key = key(
          replacing: range, with: text, hasPendingMarks: hasPendingMarks, options: options)
      else { return false }
      return perform(key)
    }

    /// Runs the command of a shortcut, for example ⌘B, if the view is first responder.
    open override func performKeyEquivalent(with event: NSEvent) -> Bool {
      guard window?.firstResponder === self, let key = event.characters(byApplyingModifiers: []),
        let item = AccessoryBar(commandStates(options: options)).item(
          ofKey: key, modifiers: Int(event.modifierFlags.rawValue)),
        let command = item.command
      else { return super.performKeyEquivalent(with: event) }
      if perform(command).plan?.edit.isEmpty == false { undoManager?.setActionName(item.title) }
      return true
    }

    // MARK: Clicks

    /// Checks or unchecks the task whose box is clicked, or follows a link.
    open override func mouseDown(with event: NSEvent) {
      guard let index = character(at: event.locationInWindow) else {
        return super.mouseDown(with: event)
      }
      if togglesTappedTasks, isEditable, let box = markdownEditor.taskBox(atUTF16: index) {
        perform(.toggleTask.with(options), onUTF8: box)
      } else if let onLinkTap, event.modifierFlags.contains(.command) || !isEditable,
        let link = markdownEditor.link(atUTF16: index)
      {
        onLinkTap(link.destination)
      } else {
        super.mouseDown(with: event)
      }
    }

    /// The UTF-16 offset of the character under a point of the window; nil if there is none.
    private func character(at point: NSPoint) -> Int? {
      guard let point = window?.convertPoint(toScreen: point),
        case let index = characterIndex(for: point), index < endOfDocument
      else { return nil }
      let frame = firstRect(
        forCharacterRange: NSRange(location: index, length: 1), actualRange: nil)
      return frame.insetBy(dx: -2, dy: -2).contains(point) ? index : nil
    }
  }

  extension MarkdownTextView: @MainActor IndexedTextInput {}

  extension AccessoryBar {
    fileprivate func item(ofKey key: String, modifiers: Int) -> Item? {
      // NSDeleteCharacter, NSUpArrowFunctionKey, NSDownArrowFunctionKey.
      let names = [
        "\t": "tab", "\r": "enter", "\u{7F}": "backspace", "\u{F700}": "up", "\u{F701}": "down",
      ]
      let all = KeyShortcut.Modifiers([.shift, .control, .option, .command]).rawValue
      let shortcut = KeyShortcut(
        names[key] ?? key, KeyShortcut.Modifiers(rawValue: modifiers & all))
      return keys.first { $0.shortcut == shortcut }
    }
  }
#endif
