#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownBar
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// The bar of Markdown buttons above a keyboard: the `inputAccessoryView` of a text view, or a
  /// part of a keyboard extension.
  ///
  /// It does not retain its input; without one it has only the app's own buttons. Call `refresh()`
  /// after a change of the selection. VoiceOver speaks a button's title, its state and the reason
  /// why it is disabled. The height follows Dynamic Type up to a limit, above which the large
  /// content viewer shows the buttons.
  open class MarkdownInputAccessoryView: KeyboardInputView {
    /// The options of the buttons and of the keys.
    public var options: EditingOptions { didSet { refresh() } }
    /// The dialect of the input's text; an input with its own editor has the editor's dialect.
    public var dialect: Dialect { didSet { refresh() } }
    /// The first buttons, in order: see `AccessoryBar.arranged`. `headings` is a button with a
    /// menu; `undo`, `redo`, `paste` and `hideKeyboard` are buttons too. For example,
    /// `[.strong, .link, .headings, .own("date"), .paste]`.
    public var order = AccessoryBar.standardOrder { didSet { refresh() } }
    /// Whether buttons that are not in `order` follow.
    public var showsOthers = true { didSet { refresh() } }
    /// The app's own buttons; a tap calls `onOwnItem`.
    public var ownItems: [AccessoryBar.Item] = [] { didSet { refresh() } }
    /// The identifiers in `order` that no button has, for example misspelt ones.
    public var unknownItems: [AccessoryBar.ItemID] {
      order.filter { id in
        AccessoryBar.ItemID(named: id.name) == nil && !ownItems.contains { $0.id == id }
      }
    }
    /// Runs a button of the app, given its identifier.
    public var onOwnItem: (@MainActor (AccessoryBar.ItemID) -> Void)?
    /// The style of the bar: as many buttons as fit, or three, with a menu of the others; or all of
    /// them in a scrolling row.
    public var style = AccessoryBar.Style.full { didSet { setNeedsLayout() } }
    /// Returns the argument of a button that takes one, for example an address; nil for none.
    /// Without an address, a link leaves the caret where it is typed. Without this closure, the
    /// button that pastes an address is not shown, and the button `date` inserts today's date.
    public var argument: (@MainActor (AccessoryBar.Item) -> String?)? { didSet { refresh() } }
    /// The wording of all titles, spoken labels and sentences.
    public var wording = AccessoryBar.Wording() { didSet { refresh() } }
    /// Called after each tap with its outcome, for hosts that report it.
    public var onOutcome: (@MainActor (Outcome) -> Void)?
    /// The bar as last shown.
    public private(set) var bar = AccessoryBar([])

    private var connection: BarConnection?
    private var isTakingKey = false
    private var textObserver: NotificationTokens?
    private var clipboardObserver: NotificationTokens?
    let scroller = BarScrollView(frame: .zero)
    var buttons: [String: UIButton] = [:]
    var repeats: [String: KeyRepeat] = [:]
    var shownItems: [String: AccessoryBar.Item] = [:]
    /// The button with the menu of buttons that do not fit, and the contents of that menu.
    lazy var overflowButton = makeMenuButton { [weak self] in self?.overflow ?? [] }
    var overflow: [AccessoryBar.Section] = []
    var keyCommandCache: (keys: [AccessoryBar.Item], action: Selector, commands: [UIKeyCommand])?
    /// The buttons of an iPad's shortcut bar, after they were requested, and their identifiers.
    var shortcutBarGroup: UIBarButtonItemGroup?
    var shortcutBarIdentifiers: [String] = []
    lazy var shortcutBarMenuButton = makeMenuButton { [weak self] in self?.shortcutBarMenu ?? [] }

    /// Creates a bar.
    public init(dialect: Dialect = .gitHub, options: EditingOptions = .standard) {
      self.dialect = dialect
      self.options = options
      super.init(
        frame: CGRect(x: 0, y: 0, width: 0, height: AccessoryBar.minimumHeight),
        inputViewStyle: .keyboard)
      setUp()
    }

    /// Creates a bar from an archive, such as a storyboard, with the dialect of GitHub.
    public required init?(coder: NSCoder) {
      dialect = .gitHub
      options = .standard
      super.init(coder: coder)
      setUp()
    }

    private func setUp() {
      scroller.showsHorizontalScrollIndicator = false
      // The bar leaves the safe area out itself.
      scroller.contentInsetAdjustmentBehavior = .never
      addSubview(scroller)
      addInteraction(UILargeContentViewerInteraction())
      registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
        (bar: MarkdownInputAccessoryView, _: UITraitCollection) in
        bar.invalidateIntrinsicContentSize()
        bar.setNeedsLayout()
      }
      // The clipboard may have changed in another app.
      clipboardObserver = NotificationTokens([
        UIPasteboard.changedNotification, UIApplication.didBecomeActiveNotification,
      ]) { [weak self] _ in
        if let self, bar[.paste] != nil { refresh() }
      }
      refresh()
    }

    /// Connects the buttons to an input, which is not retained.
    ///
    /// The bar follows the text of a text view or text field. Call `refresh()` when the selection
    /// changes: in `textViewDidChangeSelection(_:)` or `textFieldDidChangeSelection(_:)` of the
    /// delegate, since UIKit posts no notification.
    ///
    /// The whole text is read at each refresh and tap. A `MarkdownTextView`, or another input with
    /// a `MarkdownEditor`, is read only around its selection.
    ///
    /// - Parameter registersUndo: whether the bar registers the undo of a tap. `UITextView` and
    ///   `UITextField` do so themselves.
    public func attach<Input: UIResponder & UITextInput>(
      to input: Input, registersUndo: Bool = false
    ) {
      connection = BarConnection(input, registersUndo: registersUndo)
      textObserver = NotificationTokens(
        [UITextView.textDidChangeNotification, UITextField.textDidChangeNotification], of: input
      ) { [weak self] _ in
        guard let self else { return }
        if !isTakingKey { connection?.textChanged(bar.dialect) }
        refresh()
      }
      refresh()
    }

    /// Connects the buttons to an input that keeps an editor of its text; it is not retained.
    public func attach<Input: UIResponder & UITextInput & IndexedTextInput>(
      toIndexed input: Input
    ) where Input.InputUTF16Range == NSRange {
      connection = BarConnection(indexed: input)
      refresh()
    }

    /// Connects the buttons to the document that a keyboard extension types into. Call `refresh()`
    /// in the controller's `textDidChange(_:)` and `selectionDidChange(_:)`.
    ///
    /// - Parameters:
    ///   - wholeBelow: see `DocumentProxy.perform(_:dialect:wholeBelow:linesBelow:)`.
    ///   - linesBelow: see there. For example, 300 for apps whose lines are paragraphs.
    public func attach(
      toDocumentOf controller: UIInputViewController, wholeBelow: Int = 0, linesBelow: Int = 0
    ) {
      connection = BarConnection(controller, wholeBelow: wholeBelow, linesBelow: linesBelow)
      // Here, the controller places the bar, and the keyboard's height must not stretch it.
      autoresizingMask = .flexibleWidth
      refresh()
    }

    /// Shows the state of the selection. While an input method is composing, no command applies.
    /// While Writing Tools are rewriting the text, the bar does not change.
    public func refresh() {
      if connection?.isBusy() == true { return }
      let dialect = connection?.dialect() ?? dialect
      // An input always has the states of the marks.
      let chosen: [CommandRow.Group] = order.compactMap {
        $0 == .headings ? .headings : CommandRow(named: $0.name)?.group
      }
      let groups: [CommandRow.Group] = showsOthers ? .ofBars : [.marks] + chosen
      let states = connection?.states(groups, dialect, options) ?? []
      var new = AccessoryBar(states, dialect: dialect, options: options)
      if argument == nil { new = new.withoutNeeds }
      var own = ownItems
      // Without an input, its own buttons would have nothing to act on.
      if !states.isEmpty {
        let undo = connection?.isEditable() == false ? nil : connection?.undoManager()
        own += [
          .undo(isEnabled: undo?.canUndo ?? false), .redo(isEnabled: undo?.canRedo ?? false),
          .hideKeyboard,
        ]
        if connection?.paste != nil, showsOthers || order.contains(.paste) {
          own.append(.paste(isEnabled: connection?.canPaste() ?? false))
        }
      }
      new = new.arranged(order, own: own, addsOthers: showsOthers).worded(wording)
      guard new != bar || buttons.isEmpty else { return }
      bar = new
      show(new)
      if let shortcutBarGroup { show(new, in: shortcutBarGroup) }
    }

    /// Runs a button. Nothing is changed while Writing Tools are rewriting the text.
    ///
    /// - Returns: whether the text was changed, or the host acted.
    @discardableResult
    public func tap(_ id: AccessoryBar.ItemID) -> Bool {
      guard let item = bar[id] else { return false }
      if item.command == nil {
        guard item.isEnabled, item.menu.isEmpty, connection?.isBusy() != true else { return false }
        switch id {
        case .undo: connection?.undoManager()?.undo()
        case .redo: connection?.undoManager()?.redo()
        case .paste where connection?.paste != nil: connection?.paste?()
        case .hideKeyboard: connection?.hideKeyboard()
        default: onOwnItem?(id)
        }
        refresh()
        return true
      }
      guard let connection else { return false }
      let argument = item.argument.isEmpty ? nil : argument?(item)
      let outcome = bar.tap(id, argument: argument) { connection.perform($0.dated, bar.dialect) }
      guard let outcome else { return false }
      // If only the selection has moved, there is no undo step to name.
      if outcome.plan?.edit.isEmpty == false {
        connection.undoManager()?.setActionName(item.title)
      }
      refresh()
      if let sentence = sentence(for: outcome) {
        UIAccessibility.post(notification: .announcement, argument: sentence)
      }
      onOutcome?(outcome)
      return outcome.plan != nil
    }

    /// The sentence for an outcome that changed nothing, in the bar's words; nil for a plan.
    public func sentence(for outcome: Outcome) -> String? {
      // Only a refusal names a place of the text, which may be read for it.
      guard case .refused = outcome else { return wording.sentence(outcome, in: TextBuffer()) }
      return wording.sentence(outcome, in: connection?.text(bar.dialect) ?? TextBuffer())
    }

    /// Runs the command of Return, Backspace or Tab, of typing over a selection, or of typing with
    /// pending marks. Call it from
    /// `textView(_:shouldChangeTextIn:replacementText:)` of an input's delegate, which then returns
    /// false. A `MarkdownTextView` calls it by itself.
    ///
    /// - Parameters:
    ///   - range: the range that the input is about to replace, in UTF-16 code units.
    ///   - text: the text that it is about to insert.
    /// - Returns: whether a command was run; for example false for a letter, which the input types.
    public func takesKey(replacing range: NSRange, with text: String) -> Bool {
      guard !isTakingKey, let connection else { return false }
      isTakingKey = true
      defer { isTakingKey = false }
      return connection.takesKey(range, text, bar.dialect, options)
    }

    /// The height for a row of text, within limits.
    open override var contentHeight: Double? {
      let scaled = UIFontMetrics(forTextStyle: .body).scaledValue(for: AccessoryBar.minimumHeight)
      return AccessoryBar.height(scaled: Double(scaled))
    }

    open override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      setNeedsLayout()
    }

    /// Lays out the buttons; those that do not fit go into the menu of the last one.
    open override func layoutSubviews() {
      super.layoutSubviews()
      layOut(bar)
    }
  }
#endif
