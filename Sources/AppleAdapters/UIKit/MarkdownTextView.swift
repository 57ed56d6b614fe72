#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import KeyboardGeometry
  import MarkdownBar
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// A text view for Markdown, styled while you type, with the bar above its keyboard. Return,
  /// Backspace, Tab and the bar's shortcuts on a hardware keyboard work as commands, and task boxes
  /// can be tapped. Its index spares reading all of the text at a key or a move of the caret.
  ///
  /// The app can set the delegates of the view and of its text storage.
  open class MarkdownTextView: UITextView {
    /// The text with its index, for the commands and the bar.
    public var markdownEditor: MarkdownEditor
    /// The dialect of the text; initially that of the bar.
    public var dialect: Dialect {
      get { markdownEditor.dialect }
      set {
        markdownEditor.dialect = newValue
        bar.refresh()
        setNeedsLayout()
      }
    }
    /// The bar.
    public let bar: MarkdownInputAccessoryView
    /// The options of buttons, keys and shortcuts.
    public var options: EditingOptions {
      get { bar.options }
      set { if bar.options != newValue { bar.options = newValue } }
    }
    /// The words of buttons and menus.
    public var wording: AccessoryBar.Wording {
      get { bar.wording }
      set { if bar.wording != newValue { bar.wording = newValue } }
    }
    /// Whether Return, Backspace, Tab, and typing over a selection are commands. If a command does
    /// not apply, the view does what it usually does.
    public var performsKeys = true
    /// Stores a picture that is pasted or dropped, and returns its address, which is inserted as an
    /// image; nil inserts nothing. Without this closure, pictures cannot be pasted.
    public var onPasteImage: (@MainActor (PastedImage) async -> String?)?
    /// The words in an empty view; nil for none.
    public var placeholder: String? {
      didSet { setNeedsLayout() }
    }
    private lazy var placeholderLabel = UILabel(frame: .zero)
    /// The style of the text; nil for the view's own font and colour.
    public var theme: MarkdownTheme? = .standard {
      didSet { if theme != oldValue { restyle() } }
    }
    /// Whether a tap on the box of a task checks it, instead of placing the caret there.
    public var togglesTasks = true
    /// Called with the destination of a link that is tapped, instead of placing the caret there; nil
    /// to only edit. A tap on a link that contains the caret moves the caret.
    public var onLinkTap: ((_ destination: String) -> Void)?
    let styling = LiveStyling()
    let ornaments = OrnamentLayout()
    private var tap: MarkupTap?
    private var transfer: TextTransfer?
    private var mirror: NotificationTokens?
    private var observers: [NotificationTokens] = []
    private var trailingGroups: [UIBarButtonItemGroup] = []
    private var shown: Moment?
    var markedKind = MarkedText()
    /// Called after each change of the text by the person, an input method or a command.
    var textChanged: () -> Void = {}
    var selectionChanged: () -> Void = {}
    var focusChanged: (Bool) -> Void = { _ in }

    /// The placement of the buttons.
    public enum BarPlacement: Hashable, Sendable {
      /// In a separate bar above the keyboard.
      case aboveKeyboard
      /// In the shortcut bar of an iPad, also with a hardware keyboard. Without a shortcut bar, for
      /// example with Shortcuts switched off in Settings, the buttons are above the keyboard.
      case shortcutBar
    }

    /// The placement of the buttons; the keyboard changes at once.
    public var barPlacement = BarPlacement.aboveKeyboard {
      didSet {
        guard barPlacement != oldValue else { return }
        let isInShortcutBar = barPlacement == .shortcutBar
        if isInShortcutBar { trailingGroups = inputAssistantItem.trailingBarButtonGroups }
        inputAssistantItem.trailingBarButtonGroups =
          trailingGroups + (isInShortcutBar ? [bar.barButtonGroup()] : [])
        inputAccessoryView = isInShortcutBar ? nil : bar
        if isFirstResponder { reloadInputViews() }
      }
    }

    /// Creates a text view with a bar.
    public init(frame: CGRect = .zero, bar: MarkdownInputAccessoryView = .init()) {
      self.bar = bar
      markdownEditor = .empty(in: bar.dialect)
      super.init(frame: frame, textContainer: nil)
      setUp()
    }

    /// Creates a text view from an archive, with a bar of its own.
    public required init?(coder: NSCoder) {
      bar = MarkdownInputAccessoryView()
      markdownEditor = .empty(in: bar.dialect)
      super.init(coder: coder)
      setUp()
      try? readAgain()
    }

    private func setUp() {
      turnOffSmartTyping()
      mirror = mirrorStorage()
      tap = MarkupTap(on: self)
      transfer = TextTransfer(of: self)
      textLayoutManager?.delegate = ornaments
      accessibilityCustomRotors = [headingRotor()]
      styling.start { [weak self] in self?.setNeedsLayout() }
      registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) { (view: Self, _) in
        view.restyle()
      }
      inputAccessoryView = bar
      bar.attach(toIndexed: self)
      observers = [
        NotificationTokens([UITextView.textDidChangeNotification], of: self) { [weak self] _ in
          guard let self else { return }
          // This also tells a composition that begins from a prediction.
          let isPredicting = predictedTextRange != nil
          if !isPredicting, undoManager?.isUndoing != true { markTypedText() }
          textChanged()
          refreshBar()
        },
        NotificationTokens([UIResponder.keyboardDidShowNotification]) { [weak self] _ in
          self?.placeBar()
        },
      ]
    }

    /// The text, without an inline prediction. Setting it replaces everything, without a step of undo;
    /// ``show(_:)`` keeps caret, undo and scrolling.
    open override var text: String! {
      get { predictedTextRange == nil ? super.text : typedText.description }
      set { super.text = newValue }
    }

    /// Whether a person may change the text. If not, no button, key, menu or task box changes it.
    open override var isEditable: Bool {
      didSet { refreshBar() }
    }

    /// Sets all text, of a view that is only for reading.
    func replaceAll(with text: String, selecting range: NSRange) {
      let offset = contentOffset
      self.text = text
      selectedRange = range
      contentOffset = offset
    }

    /// Refreshes the bar. The view calls it after its text or selection has changed. It does nothing
    /// if text, selection and marked text have not changed.
    open func refreshBar() {
      let moment = moment
      guard moment != shown else { return }
      let isMoved = moment.selection != shown?.selection
      shown = moment
      bar.refresh()
      setNeedsLayout()
      if isMoved { selectionChanged() }
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

    var hasFocus: Bool { isFirstResponder }

    func setFocus(_ isFocused: Bool) {
      _ = isFocused ? becomeFirstResponder() : resignFirstResponder()
    }

    func textHeight(forWidth width: CGFloat) -> CGFloat {
      sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
    }

    var heightOfEdges: CGFloat { textContainerInset.top + textContainerInset.bottom }

    // UIKit has no notification of a change of the selection. Taps and keys use one of the setters;
    // whatever changes it otherwise, the view is then asked where to draw it.

    /// The selection; setting it refreshes the bar, and the delimiters that are shown.
    open override var selectedTextRange: UITextRange? { didSet { refreshBar() } }
    /// The selection, in UTF-16 code units; setting it refreshes the bar, and the delimiters that are
    /// shown.
    open override var selectedRange: NSRange { didSet { refreshBar() } }

    /// The frame of the caret. If the selection has changed, the bar is refreshed with the next layout.
    open override func caretRect(for position: UITextPosition) -> CGRect {
      if shown?.selection != selectedRange { setNeedsLayout() }
      return super.caretRect(for: position)
    }

    /// The frames of a selection. If it has changed, the bar is refreshed with the next layout.
    open override func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
      if shown?.selection != selectedRange { setNeedsLayout() }
      return super.selectionRects(for: range)
    }

    /// Refreshes the bar, and styles changed text before it is drawn.
    open override func layoutSubviews() {
      refreshBar()
      styleChanges()
      super.layoutSubviews()
      layOutPlaceholder()
    }

    private func layOutPlaceholder() {
      placeholderLabel.isHidden = placeholder == nil || hasText
      guard let placeholder, !hasText else { return }
      if placeholderLabel.superview == nil { addSubview(placeholderLabel) }
      placeholderLabel.text = placeholder
      placeholderLabel.font = typingAttributes[.font] as? UIFont ?? font
      placeholderLabel.textColor = .placeholderText
      placeholderLabel.numberOfLines = 0
      let padding = textContainer.lineFragmentPadding
      var frame = bounds.inset(by: textContainerInset).insetBy(dx: padding, dy: 0)
      frame.size.height = placeholderLabel.sizeThatFits(frame.size).height
      placeholderLabel.frame = frame
    }

    /// Bold in Markdown: ⌘B, and the button of the edit menu.
    open override func toggleBoldface(_ sender: Any?) { bar.tap(.strong) }
    /// Italic in Markdown: ⌘I, and the button of the edit menu.
    open override func toggleItalics(_ sender: Any?) { bar.tap(.emphasis) }

    /// Offers bold and italic if the bar does, and what changes the text only if it may be changed.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
      switch action {
      case Selector(("toggleBoldface:")): bar.bar[.strong]?.isEnabled ?? false
      case Selector(("toggleItalics:")): bar.bar[.emphasis]?.isEnabled ?? false
      case Selector(("paste:")):
        barrier() == nil && UIPasteboard.general.hasContents(onPasteImage != nil)
      case Selector(("cut:")):
        barrier() == nil && super.canPerformAction(action, withSender: sender)
      default: super.canPerformAction(action, withSender: sender)
      }
    }

    /// Adds the commands to the edit menu, by groups.
    open override func buildMenu(with builder: any UIMenuBuilder) {
      super.buildMenu(with: builder)
      guard builder.system == .context, barrier() == nil else { return }
      builder.insertSibling(bar.menu(), afterMenu: .standardEdit)
    }

    // MARK: The clipboard

    /// Copies the selected Markdown, and its HTML for apps that show formatted text.
    open override func copy(_ sender: Any?) {
      guard let markdown = selectedMarkdown else { return }
      UIPasteboard.general.setItems([items(of: markdown)])
    }

    /// Copies the selected Markdown as ``copy(_:)`` does, and deletes it.
    open override func cut(_ sender: Any?) {
      guard barrier() == nil, selectedMarkdown != nil else { return }
      copy(sender)
      deleteBackward()
    }

    /// Pastes the clipboard as Markdown: HTML is converted, an address over a selection becomes a
    /// link, cells of a spreadsheet become a table, and a picture goes to ``onPasteImage``.
    open override func paste(_ sender: Any?) { paste(ClipboardContents(.general)) }

    /// The bar's keys, before those of UIKit.
    open override var keyCommands: [UIKeyCommand]? {
      bar.keyCommands(action: Selector(("markdownKeyPressed:"))) + (super.keyCommands ?? [])
    }

    /// Runs a key command of the bar.
    #if canImport(ObjectiveC)
      @objc(markdownKeyPressed:)
    #endif
    open func markdownKeyPressed(_ command: UIKeyCommand) {
      if let identifier = bar.identifier(of: command) { bar.tap(identifier) }
    }

    /// Types a text; Return, Tab, and a text over a selection are tried as commands first. The
    /// delegate was asked before, in `textView(_:shouldChangeTextIn:replacementText:)`.
    open override func insertText(_ text: String) {
      guard performsKeys, bar.takesKey(replacing: selectedRange, with: text) else {
        return super.insertText(text)
      }
    }

    /// Deletes backward; the command of Backspace is tried first.
    open override func deleteBackward() {
      var range = selectedRange
      if range.length == 0 { range = NSRange(location: range.location - 1, length: 1) }
      guard performsKeys, bar.takesKey(replacing: range, with: "") else {
        return super.deleteBackward()
      }
    }

    private func placeBar() {
      guard barPlacement == .shortcutBar, isFirstResponder else { return }
      let accessory = bar.isInShortcutBar ? nil : bar
      guard inputAccessoryView !== accessory else { return }
      inputAccessoryView = accessory
      reloadInputViews()
    }

    // MARK: Styling

    var selectedNSRange: NSRange { selectedRange }

    func setNeedsStyling() { setNeedsLayout() }

    private func styleChanges() {
      guard theme != nil, !isBeingRewritten else { return }
      let first = closestPosition(to: bounds.origin) ?? beginningOfDocument
      let last = closestPosition(to: CGPoint(x: bounds.maxX, y: bounds.maxY)) ?? first
      style(
        visible: textRange(from: first, to: last).map { nsRange($0) } ?? NSRange(),
        lineWidth: bounds.inset(by: textContainerInset).width
          - 2 * textContainer.lineFragmentPadding,
        top: { self.caretRect(for: first).minY }, scroll: { self.contentOffset.y += $0 })
    }

    /// Actions of VoiceOver for the box and the link at the caret.
    open override var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
      get {
        (super.accessibilityCustomActions ?? [])
          + caretActions.map { action in
            UIAccessibilityCustomAction(name: action.name) { _ in action.perform() }
          }
      }
      set { super.accessibilityCustomActions = newValue }
    }

    // MARK: Taps

    /// The UTF-16 offset of the character under a point of the view; nil if there is none.
    private func character(at point: CGPoint) -> Int? {
      guard let character = characterRange(at: point),
        firstRect(for: character).insetBy(dx: -4, dy: -4).contains(point)
      else { return nil }
      return offset(from: beginningOfDocument, to: character.start)
    }

    /// The task box at a point of the view, in UTF-8 offsets of the text; nil if there is none.
    func taskBox(at point: CGPoint) -> Range<Int>? {
      guard togglesTasks, barrier() == nil else { return nil }
      return character(at: point).flatMap { markdownEditor.taskBox(atUTF16: $0) }
    }

    /// The destination of the link to follow at a point of the view; nil if there is none.
    func link(at point: CGPoint) -> String? {
      guard onLinkTap != nil, let link = character(at: point).flatMap(markdownEditor.link) else {
        return nil
      }
      let caret = NSRange(markdownEditor.buffer.utf16Range(ofUTF8: link.range))
      let isEdited =
        isFirstResponder && isEditable && selectedRange.location >= caret.location
        && selectedRange.location + selectedRange.length <= caret.location + caret.length
      return isEdited ? nil : link.destination
    }

    /// Checks or unchecks the task whose box was tapped, or follows the link.
    #if canImport(ObjectiveC)
      @objc(markdownTapped:)
    #endif
    public func markdownTapped(_ tap: UITapGestureRecognizer) {
      let point = tap.location(in: self)
      if let box = taskBox(at: point) {
        perform(.toggleTask.with(bar.options), utf8: box)
      } else if let link = link(at: point) {
        onLinkTap?(link)
      }
    }
  }

  /// Recognizes taps on task boxes and links, and leaves all other touches to the view.
  @MainActor final class MarkupTap: NSObject, UIGestureRecognizerDelegate {
    private weak var view: MarkdownTextView?

    init(on view: MarkdownTextView) {
      self.view = view
      super.init()
      let tap = UITapGestureRecognizer(target: view, action: Selector(("markdownTapped:")))
      tap.delegate = self
      view.addGestureRecognizer(tap)
    }

    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
    {
      guard let view, case let point = touch.location(in: view) else { return false }
      return view.taskBox(at: point) != nil || view.link(at: point) != nil
    }

    /// Makes the view's own recognizers wait, so that such a tap does not move the caret.
    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { true }
  }

  // Everything that is newer than the deployment target, iOS 17.

  extension UITextView {
    /// Whether Writing Tools are rewriting the text (iOS 18). They hold ranges of it, and an edit
    /// or a new selection would end them.
    public var isBeingRewritten: Bool {
      if #available(iOS 18, macCatalyst 18, *) { return isWritingToolsActive }
      return false
    }
  }
#endif
