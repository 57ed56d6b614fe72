#if compiler(>=6.2) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import SwiftUI
  import TextEditing

  /// `MarkdownTextView` in SwiftUI: Markdown of any length that is styled while you type. On iOS it
  /// has the bar above its keyboard: see <doc:MarkdownInSwiftUI>.
  ///
  /// The binding has what is typed, also by an input method. A text that changes elsewhere is shown
  /// by ``MarkdownTextView/show(_:)``; while Writing Tools are rewriting the text, afterwards.
  @MainActor public struct MarkdownTextEditor {
    /// The height of an editor.
    public enum Height: Hashable, Sendable {
      /// That of the place; the text scrolls.
      case filling
      /// That of the text, between two numbers of lines; longer text scrolls.
      case lines(ClosedRange<Int>)
    }

    fileprivate let text: TextBinding
    fileprivate let selection: Binding<NSRange>?
    fileprivate let isFocused: Binding<Bool>?
    fileprivate let dialect: Dialect
    fileprivate let options: EditingOptions
    fileprivate let isEditable: Bool
    fileprivate let theme: MarkdownTheme?
    fileprivate let placeholder: String?
    fileprivate let height: Height
    fileprivate var onLinkTap: (@MainActor (String) -> Void)?
    fileprivate var onPasteImage: (@MainActor (PastedImage) async -> String?)?
    fileprivate let configure: @MainActor (MarkdownTextView) -> Void

    /// Creates an editor.
    ///
    /// - Parameters:
    ///   - text: the text, a `String` or a `MarkdownText`.
    ///   - selection: the selection, in UTF-16 code units.
    ///   - isFocused: whether the editor is first responder; setting it shows or hides the keyboard.
    ///   - theme: the style of the text; nil for the view's own font and colour.
    ///   - placeholder: the words in an empty editor.
    ///   - configure: called for each new value, for everything else about the view, such as its bar.
    public init(
      text: Binding<some MarkdownTextValue>, selection: Binding<NSRange>? = nil,
      isFocused: Binding<Bool>? = nil, dialect: Dialect = .gitHub,
      options: EditingOptions = .standard, isEditable: Bool = true,
      theme: MarkdownTheme? = .standard, placeholder: String? = nil, height: Height = .filling,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      self.text = TextBinding(text)
      (self.selection, self.isFocused) = (selection, isFocused)
      (self.dialect, self.options, self.isEditable) = (dialect, options, isEditable)
      (self.theme, self.placeholder, self.height) = (theme, placeholder, height)
      self.configure = configure
    }

    /// Calls a closure with the destination of a tapped link, as written in the text. On the Mac, a
    /// link is clicked with ⌘.
    public func onLinkTap(_ follow: @escaping @MainActor (String) -> Void) -> Self {
      var editor = self
      editor.onLinkTap = follow
      return editor
    }

    /// Lets pictures be pasted and dropped. The closure stores a picture and returns its address,
    /// which is inserted as an image; nil inserts nothing.
    public func onPasteImage(
      _ store: @escaping @MainActor (PastedImage) async -> String?
    ) -> Self {
      var editor = self
      editor.onPasteImage = store
      return editor
    }

    /// Makes the object that passes changes of the view on.
    public func makeCoordinator() -> Coordinator { Coordinator(self) }

    /// Passes changes of the view on, and shows those of the bindings.
    @MainActor public final class Coordinator {
      private var editor: MarkdownTextEditor
      /// The value of the binding when it last had the view's text.
      private var seen: any MarkdownTextValue
      /// The values that were passed on since then, oldest first.
      private var passed: [any MarkdownTextValue] = []
      /// Whether the model returns a value as soon as it is set. Another one may return `seen` or one
      /// of `passed` late, which is not a change from elsewhere.
      private var isImmediate = false
      private var seenSelection: NSRange?
      private var isNew = true
      private var isUpdating = false

      fileprivate init(_ editor: MarkdownTextEditor) {
        self.editor = editor
        seen = editor.text.get()
      }

      fileprivate func connect(_ view: MarkdownTextView) {
        view.text = seen.buffer.description
        view.textChanged = { [weak self, weak view] in
          if let view { self?.textChanged(view) }
        }
        view.selectionChanged = { [weak self, weak view] in
          if let view { self?.selectionChanged(view) }
        }
        view.focusChanged = { [weak self] isFocused in
          guard let binding = self?.editor.isFocused, binding.wrappedValue != isFocused else {
            return
          }
          binding.wrappedValue = isFocused
        }
      }

      private var current: any MarkdownTextValue { passed.last ?? seen }

      private func textChanged(_ view: MarkdownTextView) {
        guard !isUpdating else { return }
        let typed = view.typedText
        // The text does not change when a prediction appears or disappears.
        if view.predictedTextRange != nil, current.buffer.hasSameText(as: typed) { return }
        let value = editor.text.set(typed)
        passed.append(value)
        if passed.count > 16 { passed.removeFirst() }
        isImmediate = editor.text.get().isSame(as: value)
      }

      private func selectionChanged(_ view: MarkdownTextView) {
        guard !isUpdating, let binding = editor.selection, view.selectedTextRange != nil else {
          return
        }
        let selected = view.selectedNSRange
        seenSelection = selected
        if binding.wrappedValue != selected { binding.wrappedValue = selected }
      }

      fileprivate func update(
        _ view: MarkdownTextView, to new: MarkdownTextEditor, isEnabled: Bool
      ) {
        let old = isNew ? nil : editor
        (editor, isNew, isUpdating) = (new, false, true)
        // Compared with the value before, because `configure` may set the same properties.
        if old?.dialect != new.dialect { view.dialect = new.dialect }
        if old?.options != new.options { view.options = new.options }
        if old == nil || old?.theme != new.theme { view.theme = new.theme }
        if old?.placeholder != new.placeholder { view.placeholder = new.placeholder }
        let isEditable = new.isEditable && isEnabled
        if view.isEditable != isEditable { view.isEditable = isEditable }
        (view.onLinkTap, view.onPasteImage) = (new.onLinkTap, new.onPasteImage)
        new.configure(view)
        showText(view)
        showSelection(view)
        isUpdating = false
        // SwiftUI allows neither a binding nor the first responder to change during an update.
        Task { @MainActor [weak self, weak view] in
          guard let self, let view else { return }
          selectionChanged(view)
          guard let isFocused = editor.isFocused?.wrappedValue, view.hasFocus != isFocused else {
            return
          }
          view.setFocus(isFocused)
        }
      }

      private func showText(_ view: MarkdownTextView) {
        let new = editor.text.get()
        let isLate =
          !isImmediate && (seen.isSame(as: new) || passed.contains { $0.isSame(as: new) })
        if current.isSame(as: new) || !isLate && view.show(new.buffer) {
          (seen, passed) = (new, [])
        }
      }

      private func showSelection(_ view: MarkdownTextView) {
        guard let new = editor.selection?.wrappedValue, new != seenSelection,
          !view.isBeingRewritten, !view.isComposing,
          let start = view.position(from: view.beginningOfDocument, offset: new.location),
          let end = view.position(from: start, offset: new.length)
        else { return }
        seenSelection = new
        view.selectedTextRange = view.textRange(from: start, to: end)
      }

      /// The size of the view for a width, and whether the text is higher; nil if it does not grow.
      fileprivate func size(
        width: CGFloat?, of view: MarkdownTextView
      ) -> (size: CGSize, scrolls: Bool)? {
        guard case .lines(let lines) = editor.height, let width, width.isFinite else { return nil }
        let attributes = view.styling.highlighter.textAttributes
        let line = NSAttributedString(string: "x", attributes: attributes).size().height
        let (text, edges) = (view.textHeight(forWidth: width), view.heightOfEdges)
        let least = line * CGFloat(max(1, lines.lowerBound)) + edges
        let most = line * CGFloat(max(1, lines.upperBound)) + edges
        return (CGSize(width: width, height: min(max(text, least), most)), text > most)
      }
    }
  }

  #if canImport(UIKit)
    extension MarkdownTextEditor: UIViewRepresentable {
      /// Makes the view.
      public func makeUIView(context: Context) -> MarkdownTextView {
        let bar = MarkdownInputAccessoryView(dialect: dialect, options: options)
        let view = MarkdownTextView(bar: bar)
        context.coordinator.connect(view)
        return view
      }

      /// Shows what has changed.
      public func updateUIView(_ view: MarkdownTextView, context: Context) {
        context.coordinator.update(view, to: self, isEnabled: context.environment.isEnabled)
      }

      /// The height of the text, if the editor grows with it.
      public func sizeThatFits(
        _ proposal: ProposedViewSize, uiView view: MarkdownTextView, context: Context
      ) -> CGSize? {
        guard let (size, scrolls) = context.coordinator.size(width: proposal.width, of: view) else {
          return nil
        }
        if view.isScrollEnabled != scrolls { view.isScrollEnabled = scrolls }
        return size
      }
    }
  #else
    extension MarkdownTextEditor: NSViewRepresentable {
      /// Makes the view, in a scroll view.
      public func makeNSView(context: Context) -> NSScrollView {
        let view = MarkdownTextView(dialect: dialect)
        context.coordinator.connect(view)
        let scrollView = NSScrollView(frame: .zero)
        scrollView.hasVerticalScroller = true
        scrollView.documentView = view
        return scrollView
      }

      /// Shows what has changed.
      public func updateNSView(_ scrollView: NSScrollView, context: Context) {
        guard let view = scrollView.documentView as? MarkdownTextView else { return }
        context.coordinator.update(view, to: self, isEnabled: context.environment.isEnabled)
      }

      /// The height of the text, if the editor grows with it.
      public func sizeThatFits(
        _ proposal: ProposedViewSize, nsView scrollView: NSScrollView, context: Context
      ) -> CGSize? {
        guard let view = scrollView.documentView as? MarkdownTextView else { return nil }
        return context.coordinator.size(width: proposal.width, of: view)?.size
      }
    }
  #endif

  extension MarkdownTextValue {
    /// Whether both texts have the same bytes; for two strings, `==` compares characters.
    fileprivate func isSame(as other: any MarkdownTextValue) -> Bool {
      if let first = self as? String, let second = other as? String {
        return first.utf8.elementsEqual(second.utf8)
      }
      return other as? Self == self
    }
  }

  @MainActor private struct TextBinding {
    let get: () -> any MarkdownTextValue
    /// Sets a text, and returns it as a value of the binding's type.
    let set: (TextBuffer) -> any MarkdownTextValue

    init<Text: MarkdownTextValue>(_ binding: Binding<Text>) {
      get = { binding.wrappedValue }
      set = { text in
        let text = Text(text)
        binding.wrappedValue = text
        return text
      }
    }
  }
#endif
