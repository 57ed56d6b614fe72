#if compiler(>=6.2) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import MarkdownSyntax
  import SwiftUI
  import TextEditing

  /// `MarkdownTextView` in SwiftUI: Markdown that is styled as it is written, at any length; on iOS with the bar above
  /// its keyboard.
  ///
  ///     @State private var note = MarkdownText("# Seeds")
  ///
  ///     MarkdownTextEditor(text: $note) { $0.theme?.delimiters = .hidden }
  ///
  /// With a `MarkdownText`, a key costs what the slices around it cost. A `String` is copied at each key.
  @MainActor public struct MarkdownTextEditor {
    let text: TextBinding
    let dialect: Dialect
    let options: EditingOptions
    let configure: @MainActor (MarkdownTextView) -> Void

    /// Creates an editor from a text.
    ///
    /// - Parameter configure: sets up the view, once: its theme, its bar.
    public init(
      text: Binding<MarkdownText>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      self.init(TextBinding(text), dialect, options, configure)
    }

    /// Creates an editor from a string.
    ///
    /// - Parameter configure: sets up the view, once: its theme, its bar.
    public init(
      text: Binding<String>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      self.init(TextBinding(text), dialect, options, configure)
    }

    private init(
      _ text: TextBinding, _ dialect: Dialect, _ options: EditingOptions,
      _ configure: @escaping @MainActor (MarkdownTextView) -> Void
    ) {
      self.text = text
      self.dialect = dialect
      self.options = options
      self.configure = configure
    }

    /// Makes the delegate.
    public func makeCoordinator() -> Coordinator { Coordinator(text) }

    /// Hands changes of the view on.
    @MainActor public final class Coordinator: NSObject {
      fileprivate var text: TextBinding
      /// The text as the view has it, which is compared with the binding's without reading it.
      private var shown: TextValue

      fileprivate init(_ text: TextBinding) {
        self.text = text
        shown = text.value()
      }

      /// Hands the view's text on.
      func hand(_ view: MarkdownTextView) {
        shown = shown.taking(view)
        text.set(shown)
      }

      /// The text of a binding, if it is not the one that is shown, and the view can take it.
      func newText(of text: TextBinding, unless isBusy: Bool) -> String? {
        self.text = text
        guard !isBusy, !shown.isSame(as: text.value()) else { return nil }
        shown = text.value()
        return shown.string
      }

      /// The text that is shown.
      var string: String { shown.string }
    }
  }

  /// The text of a binding, of either kind.
  enum TextValue {
    case string(String)
    case text(MarkdownText)

    var string: String {
      switch self {
      case .string(let string): string
      case .text(let text): text.string
      }
    }

    /// The text of a view, as the same kind.
    @MainActor func taking(_ view: MarkdownTextView) -> TextValue {
      switch self {
      case .string: .string(view.markdownEditor.text)
      case .text: .text(MarkdownText(view.markdownEditor.buffer))
      }
    }

    /// Whether two values are the same text. A string that was handed on is compared with itself, which
    /// costs O(1).
    func isSame(as other: TextValue) -> Bool {
      switch (self, other) {
      case (.string(let first), .string(let second)): first == second
      case (.text(let first), .text(let second)): first == second
      default: false
      }
    }
  }

  /// A binding to a text of either kind.
  @MainActor struct TextBinding {
    let value: @MainActor () -> TextValue
    let set: @MainActor (TextValue) -> Void

    init(_ binding: Binding<String>) {
      value = { .string(binding.wrappedValue) }
      set = { binding.wrappedValue = $0.string }
    }

    init(_ binding: Binding<MarkdownText>) {
      value = { .text(binding.wrappedValue) }
      set = { if case .text(let text) = $0 { binding.wrappedValue = text } }
    }
  }
#endif
