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
  /// has the bar above its keyboard.
  ///
  ///     @State private var note = MarkdownText("# Seeds")
  ///
  ///     MarkdownTextEditor(text: $note) { $0.theme?.delimiters = .hidden }
  ///
  /// With a `MarkdownText`, a key costs only the text around it; a `String` is copied at each key.
  @MainActor public struct MarkdownTextEditor {
    private let text: TextBinding
    private let dialect: Dialect
    private let options: EditingOptions
    private let configure: @MainActor (MarkdownTextView) -> Void

    /// Creates an editor from a text.
    ///
    /// - Parameter configure: called once to set up the view, for example its theme and bar.
    public init(
      text: Binding<MarkdownText>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      (self.text, self.dialect, self.options) = (TextBinding(text), dialect, options)
      self.configure = configure
    }

    /// Creates an editor from a string.
    ///
    /// - Parameter configure: called once to set up the view, for example its theme and bar.
    public init(
      text: Binding<String>, dialect: Dialect = .gitHub, options: EditingOptions = .standard,
      configure: @escaping @MainActor (MarkdownTextView) -> Void = { _ in }
    ) {
      (self.text, self.dialect, self.options) = (TextBinding(text), dialect, options)
      self.configure = configure
    }

    /// Makes the delegate.
    public func makeCoordinator() -> Coordinator { Coordinator(text) }

    /// Passes on changes of the view.
    @MainActor public final class Coordinator: NSObject {
      private var text: TextBinding
      /// The view's text, which is compared with the binding's text without reading it.
      private var shown: any EditedText
      fileprivate var string: String { shown.string }

      fileprivate init(_ text: TextBinding) {
        self.text = text
        shown = text.get()
      }

      fileprivate func hand(_ view: MarkdownTextView) { shown = text.take(view) }

      /// The text of a binding, if it differs from the view's and the view is not busy.
      fileprivate func newText(of text: TextBinding, unless isBusy: Bool) -> String? {
        self.text = text
        let new = text.get()
        guard !isBusy, !shown.isSame(as: new) else { return nil }
        shown = new
        return new.string
      }
    }
  }

  #if canImport(UIKit)
    extension MarkdownTextEditor: UIViewRepresentable {
      /// Makes the view.
      public func makeUIView(context: Context) -> MarkdownTextView {
        let view = MarkdownTextView(
          bar: MarkdownInputAccessoryView(dialect: dialect, options: options))
        configure(view)
        view.delegate = context.coordinator
        view.text = context.coordinator.string
        return view
      }

      /// Applies a text that changed elsewhere. While an input method or Writing Tools are active,
      /// the view keeps its text, since setting it would end them.
      public func updateUIView(_ view: MarkdownTextView, context: Context) {
        if view.dialect != dialect { view.dialect = dialect }
        if view.bar.options != options { view.bar.options = options }
        let isBusy = view.markedTextRange != nil || view.isBeingRewritten
        if let new = context.coordinator.newText(of: text, unless: isBusy) { view.text = new }
      }
    }

    extension MarkdownTextEditor.Coordinator: UITextViewDelegate {
      /// Passes the text on.
      public func textViewDidChange(_ textView: UITextView) {
        if let view = textView as? MarkdownTextView { hand(view) }
      }

      /// Refreshes the bar.
      public func textViewDidChangeSelection(_ textView: UITextView) {
        (textView as? MarkdownTextView)?.refreshBar()
      }
    }
  #else
    extension MarkdownTextEditor: NSViewRepresentable {
      /// Makes the view, in a scroll view.
      public func makeNSView(context: Context) -> NSScrollView {
        let view = MarkdownTextView(dialect: dialect)
        view.options = options
        configure(view)
        view.delegate = context.coordinator
        view.string = context.coordinator.string
        let scrollView = NSScrollView(frame: .zero)
        scrollView.hasVerticalScroller = true
        scrollView.documentView = view
        return scrollView
      }

      /// Applies a text that changed elsewhere. While an input method is composing, the view keeps
      /// its text, since setting it would end the composition.
      public func updateNSView(_ scrollView: NSScrollView, context: Context) {
        guard let view = scrollView.documentView as? MarkdownTextView else { return }
        if view.dialect != dialect { view.dialect = dialect }
        view.options = options
        if let new = context.coordinator.newText(of: text, unless: view.hasMarkedText()) {
          view.string = new
        }
      }
    }

    extension MarkdownTextEditor.Coordinator: NSTextViewDelegate {
      /// Passes the text on.
      public func textDidChange(_ notification: Notification) {
        if let view = notification.object as? MarkdownTextView { hand(view) }
      }
    }
  #endif

  private protocol EditedText: Equatable {
    @MainActor init(of view: MarkdownTextView)
    var string: String { get }
  }

  extension EditedText {
    /// Whether both are the same text; O(1) for a string that was passed on, or a version.
    fileprivate func isSame(as other: any EditedText) -> Bool { other as? Self == self }
  }

  extension String: EditedText {
    fileprivate init(of view: MarkdownTextView) { self = view.markdownEditor.text }
    fileprivate var string: String { self }
  }

  extension MarkdownText: EditedText {
    fileprivate init(of view: MarkdownTextView) { self.init(view.markdownEditor.buffer) }
  }

  @MainActor private struct TextBinding {
    let get: () -> any EditedText
    /// Passes a view's text on, and returns it.
    let take: (MarkdownTextView) -> any EditedText

    init<Text: EditedText>(_ binding: Binding<Text>) {
      get = { binding.wrappedValue }
      take = { view in
        let text = Text(of: view)
        binding.wrappedValue = text
        return text
      }
    }
  }
#endif
