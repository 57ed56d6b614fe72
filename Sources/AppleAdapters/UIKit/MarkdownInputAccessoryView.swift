#if canImport(UIKit)
  import AccessoryCommands
  import TextEditing
  import UIKit

  /// The bar of Markdown buttons above a keyboard: the `inputAccessoryView` of a text view.
  ///
  /// It does not keep its input alive. Call `refresh()` when the selection or the text has changed.
  /// A button's lit state is VoiceOver's selected trait; its size follows Dynamic Type.
  open class MarkdownInputAccessoryView: UIInputView {
    /// Which buttons there are.
    public var rows: [BarRow] {
      didSet { refresh() }
    }
    /// What the commands go by.
    public var policies: MarkPolicies {
      didSet { refresh() }
    }
    /// The words of the spoken labels.
    public var wording = AccessoryBar.Wording() {
      didSet { refresh() }
    }
    /// What became of the last tap, for a host that wants to say so; called after it.
    public var onOutcome: (@MainActor (MarkOutcome) -> Void)?

    private var connection: Connection?
    private var sizeChanges: NotificationTokens?
    private(set) var bar = AccessoryBar(FormattingState(of: [], in: []))
    var buttons: [String: UIButton] = [:]
    lazy var overflowButton = makeOverflowButton()

    /// How the bar reaches its input without keeping it alive.
    private struct Connection {
      var state: @MainActor (MarkPolicies) -> FormattingState?
      var perform: @MainActor (MarkCommand, String) -> MarkOutcome?
    }

    /// Makes a bar with these buttons.
    public init(rows: [BarRow] = BarRow.standard, policies: MarkPolicies = .standard) {
      self.rows = rows
      self.policies = policies
      super.init(frame: .zero, inputViewStyle: .keyboard)
      allowsSelfSizing = true
      autoresizingMask = .flexibleWidth
      followContentSize()
      refresh()
    }

    /// Bars are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("MarkdownInputAccessoryView is made in code, not from an archive")
    }

    /// Becomes as high as Dynamic Type wants, whenever that changes.
    private func followContentSize() {
      let token = NotificationCenter.default.addObserver(
        forName: UIContentSizeCategory.didChangeNotification, object: nil, queue: nil
      ) { [weak self] _ in
        MainActor.assumeIsolated {
          self?.invalidateIntrinsicContentSize()
          self?.setNeedsLayout()
        }
      }
      sizeChanges = NotificationTokens(center: .default, tokens: [token])
    }

    /// Lets the buttons act on an input, which is not kept alive.
    ///
    /// A tap undoes as one step, under the button's name.
    public func attach<Input: UIResponder & UITextInput>(to input: Input) {
      connection = Connection(
        state: { [weak input] policies in
          input.map { UITextInputBridge($0).formattingState(policies: policies) }
        },
        perform: { [weak input] command, name in
          guard let input else { return nil }
          return input.undoManager.groupingUndo(name) {
            var bridge = UITextInputBridge(input)
            return bridge.perform(command)
          }
        })
      refresh()
    }

    /// Shows how the selection stands to the marks now.
    public func refresh() {
      let state = connection?.state(policies) ?? FormattingState(of: [], in: [])
      bar = AccessoryBar(state, rows: rows, wording: wording, policies: policies)
      show(bar)
    }

    /// Does what a tap on a button does.
    public func tap(_ identifier: String) {
      guard let item = bar[identifier],
        let outcome = connection?.perform(item.command, item.title)
      else { return }
      refresh()
      onOutcome?(outcome)
    }

    /// As high as a row of text needs, 44 points at least.
    open override var intrinsicContentSize: CGSize {
      let height = UIFontMetrics(forTextStyle: .body).scaledValue(for: 44)
      return CGSize(width: UIView.noIntrinsicMetric, height: max(44, height))
    }

    /// Puts the buttons in their places; what has no room goes into the menu of the last one.
    open override func layoutSubviews() {
      super.layoutSubviews()
      layOut(bar)
    }
  }

  extension Optional where Wrapped == UndoManager {
    /// Makes changes as one step that can be undone, under a name.
    @MainActor func groupingUndo<Result>(_ name: String, _ changes: () -> Result) -> Result {
      self?.beginUndoGrouping()
      let result = changes()
      self?.endUndoGrouping()
      self?.setActionName(name)
      return result
    }
  }
#endif
