#if compiler(>=6.2) && canImport(SwiftUI) && canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import SwiftUI

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
