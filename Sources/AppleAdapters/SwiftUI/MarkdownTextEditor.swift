#if compiler(>=6.2) && canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import AccessoryCommands
  import MarkdownSyntax
  import SwiftUI
  import UIKit

  /// `MarkdownTextView` in SwiftUI: with the bar above its keyboard and its index, for long texts.
  public struct MarkdownTextEditor: UIViewRepresentable {
    @Binding private var text: String
    private let dialect: Dialect
    private let policies: MarkPolicies

    /// Creates an editor from a text.
    public init(
      text: Binding<String>, dialect: Dialect = .gitHub, policies: MarkPolicies = .standard
    ) {
      _text = text
      self.dialect = dialect
      self.policies = policies
    }

    /// Makes the view.
    public func makeUIView(context: Context) -> MarkdownTextView {
      let bar = MarkdownInputAccessoryView(dialect: dialect, policies: policies)
      let view = MarkdownTextView(bar: bar)
      view.delegate = context.coordinator
      view.text = text
      return view
    }

    /// Takes over a text that changed elsewhere. While an input method is composing, or Writing Tools
    /// rewrite, the view keeps its own: setting the text would end both.
    public func updateUIView(_ view: MarkdownTextView, context: Context) {
      context.coordinator.text = $text
      if view.dialect != dialect { view.dialect = dialect }
      if view.bar.policies != policies { view.bar.policies = policies }
      guard view.text != text, view.markedTextRange == nil, !view.isBeingRewritten else { return }
      view.text = text
    }

    /// Makes the delegate.
    public func makeCoordinator() -> Coordinator { Coordinator(text: $text) }

    /// Hands changes of the view on.
    @MainActor public final class Coordinator: NSObject, UITextViewDelegate {
      var text: Binding<String>

      init(text: Binding<String>) { self.text = text }

      /// Hands the text on, and refreshes the bar.
      public func textViewDidChange(_ textView: UITextView) {
        text.wrappedValue = textView.text
        (textView as? MarkdownTextView)?.refreshBar()
      }

      /// Refreshes the bar.
      public func textViewDidChangeSelection(_ textView: UITextView) {
        (textView as? MarkdownTextView)?.refreshBar()
      }
    }
  }
#endif
