#if compiler(>=6.2) && canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import MarkdownSyntax
  import SwiftUI
  import TextEditing

  /// `MarkdownTextView` in SwiftUI: Markdown of any length that is styled while you type. On iOS it
  /// has the bar above its keyboard.
  ///
  ///     @State private var note = MarkdownText("# Seeds")
  ///
  ///     MarkdownTextEditor(text: $note) { $0.theme?.delimiters = .hidden }
  ///
  /// With a `MarkdownText`, a key costs only the text around it; a `String` is copied at each key.
  @MainActor public struct MarkdownTextEditor {
    let text: TextBinding
    let dialect: Dialect
    let options: EditingOptions
    let configure: @MainActor (MarkdownTextView) -> Void

    /// Creates an editor from a text.
    ///
    /// - Parameter configure: called once to set up the view, for example its theme and bar.
    public init(
      text: Binding<MarkdownText>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      self.init(TextBinding(text), dialect, options, configure)
    }

    /// Creates an editor from a string.
    ///
    /// - Parameter configure: called once to set up the view, for example its theme and bar.
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

    /// Passes on changes of the view.
    @MainActor public final class Coordinator: NSObject {
      fileprivate var text: TextBinding
      /// The view's text, which is compared with the binding's text without reading it.
      private var shown: TextValue

      fileprivate init(_ text: TextBinding) {
        self.text = text
        shown = text.value()
      }

      /// Passes on the view's text.
      func hand(_ view: MarkdownTextView) {
        shown = shown.taking(view)
        text.set(shown)
      }

      /// The text of a binding, if it differs from the view's and the view is not busy.
      func newText(of text: TextBinding, unless isBusy: Bool) -> String? {
        self.text = text
        guard !isBusy, !shown.isSame(as: text.value()) else { return nil }
        shown = text.value()
        return shown.string
      }

      var string: String { shown.string }
    }
  }

  /// The text of a binding to a `String` or a `MarkdownText`.
  enum TextValue {
    case string(String)
    case text(MarkdownText)

    var string: String {
      switch self {
      case .string(let string): string
      case .text(let text): text.string
      }
    }

    /// The text of a view, in the same representation.
    @MainActor func taking(_ view: MarkdownTextView) -> TextValue {
      switch self {
      case .string: .string(view.markdownEditor.text)
      case .text: .text(MarkdownText(view.markdownEditor.buffer))
      }
    }

    /// Whether two values have the same text; O(1) for a string that was passed on, or a version.
    func isSame(as other: TextValue) -> Bool {
      switch (self, other) {
      case (.string(let first), .string(let second)): first == second
      case (.text(let first), .text(let second)): first == second
      default: false
      }
    }
  }

  /// A binding to a `String` or a `MarkdownText`.
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
