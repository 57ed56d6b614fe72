#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import KeyboardGeometry
  import MarkdownSyntax
  import TextEditing
  import UIKit

  /// A text view for Markdown: with the bar above its keyboard, the bar's keys on a hardware keyboard,
  /// and an index of its text, so that neither a tap nor a move of the caret reads all of it.
  open class MarkdownTextView: UITextView {
    /// The text with its index: what the commands and the bar read.
    public var markdownEditor: MarkdownEditor
    /// The dialect of the text: that of the bar at first.
    public var dialect: Dialect {
      get { markdownEditor.dialect }
      set {
        markdownEditor.dialect = newValue
        bar.refresh()
      }
    }
    /// The bar.
    public let bar: MarkdownInputAccessoryView
    private var mirror: TextStorageMirror?
    private var trailingGroups: [UIBarButtonItemGroup] = []

    /// Where the buttons are.
    public enum BarPlacement: Hashable, Sendable {
      /// In a bar of their own above the keyboard.
      case aboveKeyboard
      /// In the shortcut bar of an iPad, which is there with a hardware keyboard too. A second bar
      /// with the same buttons would stand above it.
      case shortcutBar
    }

    /// Where the buttons are; the keyboard changes at once.
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
      apply(KeyboardTraits.markdown)
      let mirror = TextStorageMirror { [weak self] range, growth in
        self?.mirrorEdit(range, growth: growth)
      }
      textStorage.delegate = mirror
      self.mirror = mirror
      inputAccessoryView = bar
      bar.attach(toIndexed: self)
    }

    /// Text views are made in code.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
      fatalError("MarkdownTextView is made in code, not from an archive")
    }

    /// Refreshes the bar: call it from `textViewDidChangeSelection(_:)`. While Writing Tools rewrite
    /// the text the bar waits.
    open func refreshBar() {
      guard !isBeingRewritten else { return }
      bar.refresh()
    }

    /// Bold in Markdown: ⌘B, and the button of the edit menu.
    open override func toggleBoldface(_ sender: Any?) { bar.tap(Mark.strong.name) }
    /// Italic in Markdown: ⌘I, and the button of the edit menu.
    open override func toggleItalics(_ sender: Any?) { bar.tap(Mark.emphasis.name) }

    /// Offers bold and italic where the bar does.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
      switch action {
      case Selector(("toggleBoldface:")): bar.bar[Mark.strong.name]?.isEnabled ?? false
      case Selector(("toggleItalics:")): bar.bar[Mark.emphasis.name]?.isEnabled ?? false
      default: super.canPerformAction(action, withSender: sender)
      }
    }

    /// The bar's keys, before those of UIKit.
    open override var keyCommands: [UIKeyCommand]? {
      bar.keyCommands(action: Selector(("markdownKeyPressed:"))) + (super.keyCommands ?? [])
    }

    /// Does what a key command of the bar means.
    #if canImport(ObjectiveC)
      @objc(markdownKeyPressed:)
    #endif
    open func markdownKeyPressed(_ command: UIKeyCommand) {
      if let identifier = bar.identifier(of: command) { bar.tap(identifier) }
    }

    /// Makes the change in the index that was made in the text storage.
    ///
    /// - Parameters:
    ///   - range: what was edited, in UTF-16 code units of the text afterwards.
    ///   - growth: by how many it grew.
    private func mirrorEdit(_ range: NSRange, growth: Int) {
      let old = range.location..<(range.location + range.length - growth)
      let text = (textStorage.string as NSString).substring(with: range)
      if let utf8 = markdownEditor.buffer.utf8Range(ofUTF16: old),
        (try? markdownEditor.apply(TextEdit([.init(utf8, with: text)]), kind: .typing)) != nil
      {
        return
      }
      // An edit in the middle of a surrogate pair, or a text that is not handed to libcmark.
      let new = try? MarkdownEditor(textStorage.string, dialect: dialect)
      markdownEditor = new ?? .empty(in: dialect)
    }
  }

  extension MarkdownTextView: @MainActor IndexedTextInput {}

  extension MarkdownEditor {
    /// An editor of no text.
    fileprivate static func empty(in dialect: Dialect) -> MarkdownEditor {
      guard let empty = try? MarkdownEditor("", dialect: dialect) else {
        preconditionFailure("libcmark reads an empty text")
      }
      return empty
    }
  }

  /// Tells of every change of a text storage, typing and undo among them.
  private final class TextStorageMirror: NSObject, NSTextStorageDelegate {
    private let changed: @MainActor (NSRange, Int) -> Void

    init(_ changed: @escaping @MainActor (NSRange, Int) -> Void) { self.changed = changed }

    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: NSRange, changeInLength delta: Int
    ) {
      guard editedMask.contains(.editedCharacters) else { return }
      // A view's storage is edited where the view is: on the main actor.
      let changed = changed
      MainActor.assumeIsolated { changed(editedRange, delta) }
    }
  }
#endif
