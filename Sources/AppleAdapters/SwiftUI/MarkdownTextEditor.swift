#if compiler(>=6.2) && canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
  import MarkdownSyntax
  import SwiftUI
  import TextEditing
  import UIKit

  /// `MarkdownTextView` in SwiftUI: with the bar above its keyboard and its index, for long texts.
  ///
  /// With a `MarkdownText`, a key costs what the slices around it cost. A `String` is copied at each key.
  public struct MarkdownTextEditor: UIViewRepresentable {
    private let text: TextBinding
    private let dialect: Dialect
    private let options: EditingOptions
    private let configure: @MainActor (MarkdownInputAccessoryView) -> Void

    /// Creates an editor from a text.
    ///
    /// - Parameter configure: sets up the bar, once: its order, its words, its options.
    public init(
      text: Binding<MarkdownText>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownInputAccessoryView) -> Void = { _ in }
    ) {
      self.init(TextBinding(text), dialect, options, configure)
    }

    /// Creates an editor from a string.
    ///
    /// - Parameter configure: sets up the bar, once: its order, its words, its options.
    public init(
      text: Binding<String>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownInputAccessoryView) -> Void = { _ in }
    ) {
      self.init(TextBinding(text), dialect, options, configure)
    }

    private init(
      _ text: TextBinding, _ dialect: Dialect, _ options: EditingOptions,
      _ configure: @escaping @MainActor (MarkdownInputAccessoryView) -> Void
    ) {
      self.text = text
      self.dialect = dialect
      self.options = options
      self.configure = configure
    }

    /// Makes the view.
    public func makeUIView(context: Context) -> MarkdownTextView {
      let bar = MarkdownInputAccessoryView(dialect: dialect, options: options)
      configure(bar)
      let view = MarkdownTextView(bar: bar)
      view.delegate = context.coordinator
      context.coordinator.shown = text.value()
      view.text = context.coordinator.shown.string
      return view
    }

    /// Takes over a text that changed elsewhere. While an input method is composing, or Writing Tools
    /// rewrite, the view keeps its own: setting the text would end both.
    public func updateUIView(_ view: MarkdownTextView, context: Context) {
      let coordinator = context.coordinator
      coordinator.text = text
      if view.dialect != dialect { view.dialect = dialect }
      if view.bar.options != options { view.bar.options = options }
      guard !coordinator.shown.isSame(as: text.value()), view.markedTextRange == nil,
        !view.isBeingRewritten
      else { return }
      coordinator.shown = text.value()
      view.text = coordinator.shown.string
    }

    /// Makes the delegate.
    public func makeCoordinator() -> Coordinator { Coordinator(text) }

    /// Hands changes of the view on.
    @MainActor public final class Coordinator: NSObject, UITextViewDelegate {
      fileprivate var text: TextBinding
      /// The text as the view has it, which is compared with the binding's without reading it.
      fileprivate var shown: TextValue

      fileprivate init(_ text: TextBinding) {
        self.text = text
        shown = text.value()
      }

      /// Hands the text on.
      public func textViewDidChange(_ textView: UITextView) {
        guard let view = textView as? MarkdownTextView else { return }
        shown = shown.taking(view)
        text.set(shown)
      }

      /// Refreshes the bar.
      public func textViewDidChangeSelection(_ textView: UITextView) {
        (textView as? MarkdownTextView)?.refreshBar()
      }
    }
  }

  /// The text of a binding, of either kind.
  private enum TextValue {
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
      case .string: .string(view.text)
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
  @MainActor private struct TextBinding {
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
