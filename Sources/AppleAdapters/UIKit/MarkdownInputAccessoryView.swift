#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// The bar of Markdown buttons above a keyboard: the `inputAccessoryView` of a text view.
  ///
  /// It does not keep its input alive. Call `refresh()` when the selection or the text has changed.
  /// A button's highlighted state is VoiceOver's selected trait, and is said by nothing else; its
  /// size follows Dynamic Type, up to a limit from which the large content viewer shows it.
  open class MarkdownInputAccessoryView: UIInputView {
    /// The buttons of the marks. Those that the dialect does not have are not shown.
    public var rows: [BarRow] {
      didSet { refresh() }
    }
    /// The policies of the commands.
    public var policies: MarkPolicies {
      didSet { refresh() }
    }
    /// The dialect of the input's text. An input with an editor of its own has its editor's dialect.
    public var dialect: Dialect {
      didSet { refresh() }
    }
    /// What the catalogue's commands go by.
    public var commandPolicies = CommandPolicies.standard {
      didSet { refresh() }
    }
    /// Whether the bar has the catalogue's commands besides the marks: headings, lists, quotes, links,
    /// tables, lines.
    public var showsCommands = true {
      didSet { refresh() }
    }
    /// Whether as many buttons stand on the bar as there is room for, or three; the others are in the
    /// menu of the last one, by groups.
    public var style = AccessoryBar.Style.full {
      didSet { setNeedsLayout() }
    }
    /// What a button is given that takes something, as an address for a link; nil for nothing. A link
    /// without one leaves the caret where the address is typed; an address that is pasted has no button
    /// without this.
    public var argument: (@MainActor (AccessoryBar.Item) -> String?)? {
      didSet { refresh() }
    }
    /// The words of the spoken labels and of the menu.
    public var wording = AccessoryBar.Wording() {
      didSet { refresh() }
    }
    /// What became of the last tap, for a host that wants to say so; called after it.
    public var onOutcome: (@MainActor (AccessoryBar.Outcome) -> Void)?
    /// The bar's value, as last shown.
    public private(set) var bar = AccessoryBar(FormattingState(of: [], in: []))

    private var connection: BarConnection?
    var buttons: [String: UIButton] = [:]
    lazy var overflowButton = makeOverflowButton()
    /// The buttons of an iPad's shortcut bar, once somebody has asked for them, and whose they are.
    var shortcutBarGroup: UIBarButtonItemGroup?
    var shortcutBarIdentifiers: [String] = []

    /// Creates a bar with these buttons.
    public init(
      rows: [BarRow] = BarRow.standard, dialect: Dialect = .gitHub,
      policies: MarkPolicies = .standard
    ) {
      self.rows = rows
      self.dialect = dialect
      self.policies = policies
      super.init(frame: .zero, inputViewStyle: .keyboard)
      allowsSelfSizing = true
      autoresizingMask = .flexibleWidth
      addInteraction(UILargeContentViewerInteraction())
      registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
        (bar: MarkdownInputAccessoryView, _: UITraitCollection) in
        bar.invalidateIntrinsicContentSize()
        bar.setNeedsLayout()
      }
      refresh()
    }

    /// Bars are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("MarkdownInputAccessoryView is made in code, not from an archive")
    }

    /// Lets the buttons act on an input, which is not kept alive.
    ///
    /// The whole text is read at each refresh and at each tap; a `MarkdownTextView`, or another input
    /// that keeps a `MarkdownEditor`, is read around its selection alone.
    ///
    /// - Parameter registersUndo: whether the bar registers the undo of a tap, because the input
    ///   registers none of its own. `UITextView` and `UITextField` do.
    public func attach<Input: UIResponder & UITextInput>(
      to input: Input, registersUndo: Bool = false
    ) {
      connection = BarConnection(input, registersUndo: registersUndo)
      refresh()
    }

    /// Lets the buttons act on an input that keeps an editor of its text; it is not kept alive.
    public func attach<Input: UIResponder & IndexedTextInput>(toIndexed input: Input) {
      connection = BarConnection(indexed: input)
      refresh()
    }

    /// Shows how the selection stands to the marks and the commands now. While an input method is composing the bar
    /// stays as it is, but that nothing applies.
    public func refresh() {
      let dialect = connection?.dialect() ?? dialect
      let state = connection?.state(dialect, policies) ?? FormattingState(of: [], in: [])
      let commands = showsCommands ? connection?.commands(dialect, commandPolicies) : nil
      var new = AccessoryBar(
        state, commands: commands ?? [], rows: rows, wording: wording, dialect: dialect,
        policies: policies, commandPolicies: commandPolicies)
      if argument == nil { new = new.withoutNeeds }
      guard new != bar || buttons.isEmpty else { return }
      bar = new
      show(new)
      if let shortcutBarGroup { show(new, in: shortcutBarGroup) }
    }

    /// Does what a tap on a button does.
    public func tap(_ identifier: String) {
      guard let item = bar[identifier],
        let outcome = connection?.perform(
          bar, item, item.argument.isEmpty ? nil : argument?(item))
      else { return }
      refresh()
      onOutcome?(outcome)
    }

    /// As high as a row of text needs, within limits, and the safe area below: a bar that stays when
    /// the keyboard goes stands at the lower edge of the screen.
    open override var intrinsicContentSize: CGSize {
      let scaled = UIFontMetrics(forTextStyle: .body).scaledValue(for: AccessoryBar.leastHeight)
      let height = AccessoryBar.height(
        scaled: Double(scaled), safeAreaBottom: Double(safeAreaInsets.bottom))
      return CGSize(width: UIView.noIntrinsicMetric, height: height)
    }

    /// Grows by the safe area below it.
    open override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      invalidateIntrinsicContentSize()
    }

    /// Lays out the buttons; those that do not fit go into the menu of the last one.
    open override func layoutSubviews() {
      super.layoutSubviews()
      layOut(bar)
    }
  }
#endif
