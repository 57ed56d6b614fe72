#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing

  extension MarkdownTextView {
    /// Returns the colours of the code in a code block; nil to show code in one colour. It is called
    /// when the code changes: see ``MarkdownHighlighter/codeHighlighter``.
    public var codeHighlighter: MarkdownHighlighter.CodeHighlighter? {
      get { styling.highlighter.codeHighlighter }
      set {
        styling.highlighter.codeHighlighter = newValue
        restyle()
      }
    }

    /// Returns the image of a source, such as `cress.png` in `![](cress.png)`; nil to show no images.
    ///
    ///     textView.imageForSource = { source in
    ///       await Task.detached { UIImage(named: source) }.value
    ///     }
    ///
    /// An image that is alone in its paragraph is drawn below it, and made smaller if it is too wide. The
    /// view calls the closure once for each source; after it is set again, it asks again.
    public var imageForSource: (@MainActor (_ source: String) async -> PlatformImage?)? {
      get { styling.imageForSource }
      set {
        styling.imageForSource = newValue
        restyle()
      }
    }
  }
#endif
