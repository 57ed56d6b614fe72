#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import MarkdownBar
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
  ///     textView.text = "- [ ] basil"
  ///     textView.perform(.toggle(.strong))
  ///
  /// The app can set the delegates of the view and of its text storage. Undo belongs to the view,
  /// unless the delegate has `undoManager(for:)`: the manager of a window would keep the steps of a
  /// view that no longer exists. When the view is deallocated, the delegate's manager is emptied.
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
    public var togglesTasks = true
    /// Stores a picture that is pasted or dropped, and returns its address, which is inserted as an
    /// image; nil inserts nothing. Without this closure, pictures cannot be pasted.
    public var onPasteImage: (@MainActor (PastedImage) async -> String?)? {
      didSet { if (onPasteImage == nil) != (oldValue == nil) { updateDragTypeRegistration() } }
    }
    /// The words in an empty view; nil for none.
    public var placeholder: String? {
      didSet {
        setAccessibilityPlaceholderValue(placeholder)
        needsDisplay = true
      }
    }
    /// The words of menus.
    public var wording = AccessoryBar.Wording()
    /// Called with the destination of a link that is clicked with ⌘, or without it if the text cannot
    /// be edited.
    public var onLinkTap: ((_ destination: String) -> Void)?
    /// The style of the text; nil for the view's own font and colour.
    public var theme: MarkdownTheme? = .standard {
      didSet { if theme != oldValue { restyle() } }
    }
    let styling = LiveStyling()
    let ornaments = OrnamentLayout()
    private lazy var headings = HeadingRotor(of: self)
    /// The content storage, which the view does not retain.
    private let content = NSTextContentStorage()
    private var mirror: NotificationTokens?
    private var observers: NotificationTokens?
    var markedKind = MarkedText()
    private let ownUndoManager = UndoManager()
    private let undoOfDelegate = UndoEnd()
    private var shownBar: (moment: Moment, bar: AccessoryBar)?
    private let contextItem = NSMenuItem(title: "Markdown", action: nil, keyEquivalent: "")
    private var isMovingText = false
    /// Called after each change of the text by the person, an input method or a command.
    var textChanged: () -> Void = {}
    var selectionChanged: () -> Void = {}
    var focusChanged: (Bool) -> Void = { _ in }

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
      setUp()
    }

    /// Creates a text view from an archive.
    public required init?(coder: NSCoder) {
      markdownEditor = .empty(in: .gitHub)
      super.init(coder: coder)
      setUp()
      try? readAgain()
    }

    private func setUp() {
      isVerticallyResizable = true
      autoresizingMask = [.width]
      isRichText = false
      allowsUndo = true
      turnOffSmartTyping()
      textLayoutManager?.delegate = ornaments
      styling.start { [weak self] in self?.needsLayout = true }
      mirror = mirrorStorage()
      observers = NotificationTokens([NSTextView.didChangeSelectionNotification], of: self) {
        [weak self] _ in
        guard let self else { return }
        needsLayout = true
        // Pending marks end when the caret moves, also if it comes back.
        followSelection()
        selectionChanged()
      }
    }

    /// The text, without an inline prediction. Setting it replaces everything, without a step of undo;
    /// ``show(_:)`` keeps caret, undo and scrolling.
    public var text: String {
      get { predictedTextRange == nil ? string : typedText.description }
      set { string = newValue }
    }

    /// The text with an inline prediction. Setting it removes the steps of undo, whose ranges would
    /// be outside the new text.
    open override var string: String {
      get { super.string }
      set {
        endInput()
        super.string = newValue
        manager?.removeAllActions()
      }
    }

    /// Whether a person may change the text. If not, no key, menu, drag or task box changes it.
    open override var isEditable: Bool {
      willSet { if !newValue { endInput() } }
    }

    /// Makes the text of an input method normal text, and tells the input method, which would enter
    /// it again; removes an inline prediction.
    func endInput() {
      guard hasMarkedText() else { return }
      endMarkedText()
      inputContext?.discardMarkedText()
    }

    /// Sets all text, of a view that is only for reading.
    func replaceAll(with text: String, selecting range: NSRange) {
      string = text
      setSelectedRange(range)
    }

    /// The undo manager of the view, or that of its delegate; nil while the text is only for reading.
    open override var undoManager: UndoManager? { isEditable ? manager : nil }

    private var manager: UndoManager? {
      let manager = super.undoManager
      return manager === window?.undoManager ? ownUndoManager : manager
    }

    /// Styles changed text before it is drawn.
    open override func layout() {
      styleChanges()
      super.layout()
    }

    var selectedNSRange: NSRange { selectedRange() }

    func setNeedsStyling() {
      needsLayout = true
      if placeholder != nil { needsDisplay = true }
    }

    private func styleChanges() {
      guard theme != nil else { return }
      let seen = visibleRect
      let start = characterIndexForInsertion(at: seen.origin)
      let end = characterIndexForInsertion(at: NSPoint(x: seen.maxX, y: seen.maxY))
      style(
        visible: NSRange(location: start, length: max(0, end - start)),
        lineWidth: (textContainer?.size.width ?? 0) - 2 * (textContainer?.lineFragmentPadding ?? 0),
        // On the screen, y grows upwards.
        top: {
          -self.firstRect(
            forCharacterRange: NSRange(location: start, length: 0), actualRange: nil
          ).maxY
        }, scroll: { self.scroll(NSPoint(x: seen.minX, y: seen.minY + $0)) })
    }

    /// Draws the placeholder of an empty view.
    open override func draw(_ dirtyRect: NSRect) {
      super.draw(dirtyRect)
      guard let placeholder, !hasText else { return }
      let margin = textContainerOrigin.x + (textContainer?.lineFragmentPadding ?? 0)
      let frame = bounds.insetBy(dx: margin, dy: textContainerOrigin.y)
      let attributes = typingAttributes.merging([.foregroundColor: NSColor.placeholderTextColor]) {
        $1
      }
      (placeholder as NSString).draw(in: frame, withAttributes: attributes)
    }

    // MARK: Focus and size, for SwiftUI

    open override func becomeFirstResponder() -> Bool {
      let isFirst = super.becomeFirstResponder()
      if isFirst { focusChanged(true) }
      return isFirst
    }

    open override func resignFirstResponder() -> Bool {
      let hasResigned = super.resignFirstResponder()
      if hasResigned { focusChanged(false) }
      return hasResigned
    }

    var hasFocus: Bool { window?.firstResponder === self }

    func setFocus(_ isFocused: Bool) { _ = window?.makeFirstResponder(isFocused ? self : nil) }

    func textHeight(forWidth width: CGFloat) -> CGFloat {
      guard let layout = textLayoutManager else { return frame.height }
      if frame.width != width { setFrameSize(NSSize(width: width, height: frame.height)) }
      layout.ensureLayout(for: layout.documentRange)
      return layout.usageBoundsForTextContainer.height + heightOfEdges
    }

    var heightOfEdges: CGFloat { textContainerInset.height * 2 }

    // MARK: Keys

    /// Gives pending marks to a text that was typed without a command, for example by an input method.
    open override func didChangeText() {
      super.didChangeText()
      let undo = manager
      undoOfDelegate.manager = undo
      if undo?.isUndoing != true, undo?.isRedoing != true { markTypedText() }
      textChanged()
    }

    /// Shows the text of an input method, or an inline prediction. AppKit reports neither.
    open override func setMarkedText(
      _ string: Any, selectedRange: NSRange, replacementRange: NSRange
    ) {
      super.setMarkedText(
        string, selectedRange: selectedRange, replacementRange: replacementRange)
      // This also tells a composition that begins from a prediction.
      if predictedTextRange == nil { textChanged() }
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
      if !presses("") { super.deleteBackward(sender) }
    }

    /// Begins a new line; the command of Return is tried first.
    open override func insertNewline(_ sender: Any?) {
      if !presses("\n") { super.insertNewline(sender) }
    }

    /// Moves to the next cell of a table, indents an item, or types a tab.
    open override func insertTab(_ sender: Any?) {
      if !presses("\t") { super.insertTab(sender) }
    }

    /// Moves to the previous cell, or outdents an item.
    open override func insertBacktab(_ sender: Any?) {
      guard performsKeys,
        [EditingCommand.previousCell, .outdent].contains(where: {
          perform($0.with(options)).plan != nil
        })
      else { return super.insertBacktab(sender) }
    }

    private func presses(_ key: String) -> Bool {
      if predictedTextRange != nil { endMarkedText() }
      var range = selectedRange()
      if key.isEmpty, range.length == 0 { range = NSRange(location: range.location - 1, length: 1) }
      return takes(key, replacing: range)
    }

    private func takes(_ text: String, replacing range: NSRange) -> Bool {
      performsKeys && !isMovingText && selectedRanges.count == 1
        && takesKey(replacing: range, with: text, undoManager: undoManager, options: options)
    }

    /// Runs the command of a shortcut, for example ⌘B, if the view is first responder and its text
    /// may be changed.
    open override func performKeyEquivalent(with event: NSEvent) -> Bool {
      guard window?.firstResponder === self, barrier(options) == nil,
        let item = accessoryBar.item(of: event)
      else { return super.performKeyEquivalent(with: event) }
      run(item)
      return true
    }

    private func run(_ item: AccessoryBar.Item) {
      guard let command = item.command else { return }
      shownBar = nil
      if perform(command.dated).plan?.edit.isEmpty == false {
        undoManager?.setActionName(item.title)
      }
    }

    // MARK: Menus

    /// The buttons of a bar, in the states of the selection. AppKit asks for each item of a menu.
    private var accessoryBar: AccessoryBar {
      let moment = moment
      if let shownBar, shownBar.moment == moment { return shownBar.bar.worded(wording) }
      let bar = AccessoryBar(commandStates(options: options), dialect: dialect, options: options)
        .withoutNeeds
      shownBar = (moment, bar)
      // Not longer than one event, because pending marks change, too.
      Task { @MainActor [weak self] in self?.shownBar = nil }
      return bar.worded(wording)
    }

    /// Creates a menu of all commands, for the menu bar or a context menu, with a submenu for each
    /// section. Its items act on the Markdown view that is first responder, and show the state of
    /// its selection.
    ///
    ///     let item = NSMenuItem(title: "Markdown", action: nil, keyEquivalent: "")
    ///     item.submenu = textView.markdownMenu()
    ///     NSApplication.shared.mainMenu?.addItem(item)
    public func markdownMenu() -> NSMenu {
      let menu = NSMenu(title: "Markdown")
      for section in accessoryBar.sections {
        let item = NSMenuItem(title: section.title, action: nil, keyEquivalent: "")
        let submenu = NSMenu(title: section.title)
        for item in section.items { submenu.addItem(NSMenuItem(item)) }
        item.submenu = submenu
        menu.addItem(item)
      }
      return menu
    }

    /// Adds the commands to the context menu, if the text may be changed.
    open override func menu(for event: NSEvent) -> NSMenu? {
      let menu = super.menu(for: event)
      // The menu is another one each time, or the app's own.
      contextItem.menu?.removeItem(contextItem)
      if barrier() == nil, let menu {
        contextItem.submenu = markdownMenu()
        menu.addItem(contextItem)
      }
      return menu
    }

    /// Runs the command of an item of ``markdownMenu()``.
    #if canImport(ObjectiveC)
      @objc(runMarkdownCommand:)
    #endif
    open func runMarkdownCommand(_ sender: Any?) {
      let name = (sender as? NSMenuItem)?.representedObject as? String
      if let item = name.flatMap({ accessoryBar[$0] }) { run(item) }
    }

    /// Enables an item of ``markdownMenu()`` if its command does something, and checks it if the
    /// selection has what it adds. Enables Cut and Paste if the text may be changed.
    open override func validateUserInterfaceItem(_ item: any NSValidatedUserInterfaceItem) -> Bool {
      let edits = ["cut:", "paste:", "pasteAsPlainText:"].map { Selector($0) }
      if edits.contains(where: { $0 == item.action }), barrier() != nil { return false }
      guard let menuItem = item as? NSMenuItem, menuItem.action == NSMenuItem.markdownAction,
        let name = menuItem.representedObject as? String
      else { return super.validateUserInterfaceItem(item) }
      let button = accessoryBar[name]
      menuItem.state = button?.isOn == true ? .on : button?.isMixed == true ? .mixed : .off
      return button?.isEnabled ?? false
    }

    // MARK: The clipboard, which also serves drags, drops and services

    /// The types of a selected text: Markdown, and HTML for apps that show formatted text.
    open override var writablePasteboardTypes: [NSPasteboard.PasteboardType] {
      [.string, .markdown, .html]
    }

    /// The types that are pasted and dropped, the best one first.
    open override var readablePasteboardTypes: [NSPasteboard.PasteboardType] {
      // A file of the Finder is also offered as text: its name.
      let texts: [NSPasteboard.PasteboardType] = [.markdown, .html, .string, .URL]
      return onPasteImage == nil ? texts : [.fileURL] + texts + pictures
    }

    private var pictures: [NSPasteboard.PasteboardType] {
      ClipboardContents.images.map { .init($0) }
    }

    /// Chooses the first of ``readablePasteboardTypes`` that is available and allowed.
    open override func preferredPasteboardType(
      from availableTypes: [NSPasteboard.PasteboardType],
      restrictedToTypesFrom allowedTypes: [NSPasteboard.PasteboardType]?
    ) -> NSPasteboard.PasteboardType? {
      readablePasteboardTypes.first {
        availableTypes.contains($0) && allowedTypes?.contains($0) ?? true
      }
    }

    /// Writes the selected Markdown, or its HTML, without the attributes of its style.
    open override func writeSelection(
      to pboard: NSPasteboard, type: NSPasteboard.PasteboardType
    ) -> Bool {
      guard selectedMarkdown != nil else { return false }
      let markdown = selectedRanges.compactMap { text(in: $0.rangeValue) }.joined(separator: "\n")
      switch type {
      case .string, .markdown: return pboard.setString(markdown, forType: type)
      case .html: return html(of: markdown).map { pboard.setString($0, forType: type) } ?? false
      default: return false
      }
    }

    /// Copies the selected Markdown, and deletes it.
    open override func cut(_ sender: Any?) {
      guard barrier() == nil, selectedMarkdown != nil else { return }
      copy(sender)
      deleteBackward(sender)
    }

    /// Pastes the clipboard as Markdown: HTML is converted, an address over a selection becomes a
    /// link, cells of a spreadsheet become a table, and a picture goes to ``onPasteImage``.
    open override func paste(_ sender: Any?) {
      _ = readSelection(from: .general, type: .markdown)
    }

    /// Pastes the text of the clipboard, without converting HTML.
    open override func pasteAsPlainText(_ sender: Any?) {
      _ = readSelection(from: .general, type: .string)
    }

    /// Reads what is pasted or dropped over the selection.
    open override func readSelection(
      from pboard: NSPasteboard, type: NSPasteboard.PasteboardType
    ) -> Bool {
      if isMovingText { return super.readSelection(from: pboard, type: .string) }
      let files = onPasteImage == nil ? [] : pboard.images
      if !files.isEmpty { return files.map { paste(ClipboardContents($0)) }.contains(true) }
      var contents = ClipboardContents(
        text: pboard.string(forType: .string), address: pboard.string(forType: .URL)
      ) { pboard.data(forType: .init($0)) }
      if type == .string { contents.html = nil }
      return paste(contents)
    }

    /// Accepts what can be dropped, also types that AppKit refuses for plain text.
    open override func dragOperation(
      for dragInfo: any NSDraggingInfo, type: NSPasteboard.PasteboardType
    ) -> NSDragOperation {
      if barrier() != nil { return [] }
      if onPasteImage != nil, type == .fileURL || pictures.contains(type) { return .copy }
      return super.dragOperation(for: dragInfo, type: type == .markdown ? .string : type)
    }

    /// Drops a text. One that is moved inside the view stays as it is, because AppKit removes it
    /// from its old place by itself.
    open override func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
      guard barrier() == nil else { return false }
      isMovingText = sender.draggingSource as AnyObject? === self
      defer { isMovingText = false }
      return super.performDragOperation(sender)
    }

    // MARK: VoiceOver

    /// Adds a rotor for headings.
    open override func accessibilityCustomRotors() -> [NSAccessibilityCustomRotor] {
      super.accessibilityCustomRotors()
        + [NSAccessibilityCustomRotor(rotorType: .heading, itemSearchDelegate: headings)]
    }

    /// Adds actions for the box and the link at the caret.
    open override func accessibilityCustomActions() -> [NSAccessibilityCustomAction]? {
      (super.accessibilityCustomActions() ?? [])
        + caretActions.map { NSAccessibilityCustomAction(name: $0.name, handler: $0.perform) }
    }

    // MARK: Clicks

    /// Checks or unchecks the task whose box is clicked, or follows a link.
    open override func mouseDown(with event: NSEvent) {
      guard let index = character(at: event.locationInWindow) else {
        return super.mouseDown(with: event)
      }
      if togglesTasks, barrier() == nil, let box = markdownEditor.taskBox(atUTF16: index) {
        perform(.toggleTask.with(options), utf8: box)
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

  extension NSTextView {
    /// Whether Writing Tools are rewriting the text (macOS 15). They hold ranges of it, and an edit
    /// or a new selection would end them.
    public var isBeingRewritten: Bool {
      if #available(macOS 15, *) { return isWritingToolsActive }
      return false
    }
  }

  extension NSPasteboard.PasteboardType {
    fileprivate static let markdown = Self(ClipboardContents.markdown)
  }

  extension NSMenuItem {
    fileprivate static let markdownAction = Selector(("runMarkdownCommand:"))

    /// Creates the item of a button, with its shortcut.
    fileprivate convenience init(_ item: AccessoryBar.Item) {
      let shortcut = item.shortcut.flatMap { $0.modifiers.contains(.command) ? $0 : nil }
      self.init(
        title: item.title, action: Self.markdownAction,
        keyEquivalent: shortcut.map { $0.key == "enter" ? "\r" : $0.key } ?? "")
      keyEquivalentModifierMask = NSEvent.ModifierFlags(
        rawValue: UInt(shortcut?.modifiers.rawValue ?? 0))
      representedObject = item.identifier
    }
  }

  /// Empties the undo manager of a delegate when the view no longer exists.
  private final class UndoEnd {
    weak var manager: UndoManager?
    deinit {
      // A view is deallocated on the main thread.
      nonisolated(unsafe) let manager = manager
      MainActor.assumeIsolated { manager?.removeAllActions() }
    }
  }

  extension NSPasteboard {
    /// The pictures among the files that are copied or dragged in the Finder.
    @MainActor fileprivate var images: [PastedImage] {
      let urls = readObjects(forClasses: [NSURL.self], options: [.urlReadingFileURLsOnly: true])
      return (urls as? [URL] ?? []).compactMap { url in
        let name = url.pathExtension.lowercased()
        let types = ["jpg": "public.jpeg", "tif": "public.tiff", "gif": "com.compuserve.gif"]
        let type = types[name] ?? "public." + name
        guard ClipboardContents.images.contains(type) else { return nil }
        return (try? Data(contentsOf: url)).map { PastedImage(data: $0, type: type) }
      }
    }
  }

  extension AccessoryBar {
    /// The button with the shortcut of a key, on any layout of the keyboard.
    ///
    /// With ⌘, a Cyrillic layout types Latin letters. Some layouts need Shift or Option for the
    /// character of a shortcut: on a French keyboard, `1` needs Shift, and counts without it, too.
    @MainActor fileprivate func item(of event: NSEvent) -> Item? {
      // NSDeleteCharacter, NSUpArrowFunctionKey, NSDownArrowFunctionKey.
      let names = [
        "\t": "tab", "\r": "enter", "\u{7F}": "backspace", "\u{F700}": "up", "\u{F701}": "down",
      ]
      let keys = keys
      let held = event.modifierFlags.intersection([.shift, .control, .option, .command])
      for typing: NSEvent.ModifierFlags in [.command, [], .shift, .option, [.shift, .option]] {
        guard let key = event.characters(byApplyingModifiers: typing),
          held.isSuperset(of: typing) || key.first?.isNumber == true
        else { continue }
        for modifiers in [held, held.subtracting(typing).union(held.intersection(.command))] {
          let shortcut = KeyShortcut(names[key] ?? key, .init(rawValue: Int(modifiers.rawValue)))
          if let item = keys.first(where: { $0.shortcut == shortcut }) { return item }
        }
      }
      return nil
    }
  }
#endif
