#if compiler(>=6.2) && canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import SwiftUI
  import UIKit

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
#endif
