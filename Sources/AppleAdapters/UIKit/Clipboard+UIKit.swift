#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import MarkdownEditing
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

  /// Drags the selected Markdown with its types, and turns what is dropped into Markdown.
  ///
  /// A move within the view deletes the text in its old place, so that a drop inserts only the text
  /// itself.
  @MainActor final class TextTransfer: NSObject, UITextDragDelegate, UITextPasteDelegate {
    private weak var view: MarkdownTextView?

    init(of view: MarkdownTextView) {
      self.view = view
      super.init()
      view.textDragDelegate = self
      view.pasteDelegate = self
    }

    func textDraggableView(
      _ textDraggableView: any UIView & UITextDraggable,
      itemsForDrag dragRequest: any UITextDragRequest
    ) -> [UIDragItem] {
      guard let view, let markdown = view.text(in: dragRequest.dragRange) else { return [] }
      let provider = NSItemProvider()
      for (type, value) in view.items(of: markdown) {
        let data = value as? Data ?? Data(markdown.utf8)
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { complete in
          complete(data, nil)
          return nil
        }
      }
      return [UIDragItem(itemProvider: provider)]
    }

    func textPasteConfigurationSupporting(
      _ textPasteConfigurationSupporting: any UITextPasteConfigurationSupporting,
      transform item: any UITextPasteItem
    ) {
      let provider = item.itemProvider
      let types = [ClipboardContents.markdown, ClipboardContents.html]
      guard let type = types.first(where: provider.hasItemConformingToTypeIdentifier) else {
        return item.setDefaultResult()
      }
      // The item is used on the main actor alone.
      nonisolated(unsafe) let item = item
      _ = provider.loadDataRepresentation(forTypeIdentifier: type) { [weak self] data, _ in
        Task { @MainActor in self?.transform(item, data, of: type) }
      }
    }

    private func transform(_ item: any UITextPasteItem, _ data: Data?, of type: String) {
      let contents = ClipboardContents(text: nil, address: nil) { $0 == type ? data : nil }
      // HTML that only colours the text is dropped as text.
      guard let view, contents.html.map(EditingCommand.hasMarkup) != false,
        let command = contents.command(overSelection: false, isInCode: false)
      else { return item.setDefaultResult() }
      item.setResult(string: command.pastedMarkdown(in: view.dialect))
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
