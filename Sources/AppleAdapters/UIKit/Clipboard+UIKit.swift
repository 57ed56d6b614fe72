#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import UIKit

  extension ClipboardContents {
    /// Reads a clipboard, which makes the system ask the person unless they have pressed Paste.
    @MainActor init(_ pasteboard: UIPasteboard) {
      self.init(text: pasteboard.string, address: pasteboard.url?.absoluteString) {
        pasteboard.data(forPasteboardType: $0)
      }
    }
  }

  extension UIPasteboard {
    /// Whether there is something to paste, without reading it.
    func hasContents(_ takesImages: Bool) -> Bool {
      hasStrings || hasURLs || contains(pasteboardTypes: [ClipboardContents.html])
        || takesImages && hasImages
    }
  }

  extension MarkdownTextView {
    /// The types of a selected text for the clipboard and for a drag.
    func items(of markdown: String) -> [String: Any] {
      var item: [String: Any] = [
        "public.utf8-plain-text": markdown, ClipboardContents.markdown: Data(markdown.utf8),
      ]
      if let html = html(of: markdown) { item[ClipboardContents.html] = Data(html.utf8) }
      return item
    }
  }
#endif
