#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS) && !os(visionOS)
  import Foundation
  import MarkdownEditing
  import MarkdownHTML
  import MarkdownSyntax
  import TextEditing

  /// A picture that is pasted or dropped into a text view.
  public struct PastedImage: Hashable, Sendable {
    /// The picture as it came, for example the contents of a PNG file.
    public var data: Data
    /// The uniform type identifier of the data, such as `public.png`.
    public var type: String

    /// Creates a picture from its data, and the identifier of the data's type.
    public init(data: Data, type: String) { (self.data, self.type) = (data, type) }
  }

  /// The contents of a clipboard or of a drop, in the types that a text view understands.
  struct ClipboardContents {
    static let markdown = "net.daringfireball.markdown"
    static let html = "public.html"
    static let images = [
      "public.png", "public.jpeg", "public.heic", "public.tiff", "com.compuserve.gif",
    ]

    var markdown: String?
    var html: String?
    var text: String?
    var address: String?
    var image: PastedImage?

    init(_ image: PastedImage) { self.image = image }

    /// Reads the types of a clipboard. `data` returns the data of a type.
    init(text: String?, address: String?, data: (String) -> Data?) {
      func string(_ type: String) -> String? { data(type).flatMap { Self.string($0) } }
      (self.text, self.address) = (text, address)
      markdown = string(Self.markdown)
      html = string(Self.html)
      // A word processor copies its text as a picture, too.
      if text == nil, html == nil {
        for type in Self.images where image == nil {
          image = data(type).map { PastedImage(data: $0, type: type) }
        }
      }
    }

    /// Some apps write HTML in UTF-16, with or without a byte order mark.
    private static func string(_ data: Data) -> String? {
      let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
      if !isUTF16, !data.prefix(64).contains(0), let text = String(data: data, encoding: .utf8) {
        return text
      }
      return String(data: data, encoding: isUTF16 ? .utf16 : .utf16LittleEndian)
    }

    /// The command that pastes the contents: an address over a selection becomes its link, Markdown
    /// stays as it is, and HTML becomes Markdown. Nil if there is no text.
    func command(overSelection hasSelection: Bool, isInCode: Bool) -> EditingCommand? {
      if let address, hasSelection { return .paste(address) }
      if let markdown { return .paste(markdown) }
      guard let text = text ?? address ?? (html == nil ? nil : "") else { return nil }
      return isInCode && !text.isEmpty ? .paste(text) : .paste(text, html: html)
    }
  }

  extension IndexedTextInput {
    /// Pastes contents over the selection.
    ///
    /// - Returns: whether the text was changed.
    func paste(_ contents: ClipboardContents, options: EditingOptions) -> Bool {
      guard let selection = selectedTextRange else { return false }
      let states = commandStates([.marks, .blocks], options: options)
      let isInCode = ["code", "code-block"].contains { states[$0]?.presence == .on }
      let command = contents.command(overSelection: !selection.isEmpty, isInCode: isInCode)
      return command.map { perform($0.with(options)).plan != nil } ?? false
    }

    /// The selected Markdown, without an inline prediction; nil if nothing is selected.
    var selectedMarkdown: String? {
      guard predictedTextRange == nil, let range = selectedTextRange, !range.isEmpty else {
        return nil
      }
      return text(in: range)
    }

    /// The HTML of a part of the text, for other apps. The selection is what it shows in the text: its
    /// links may be defined elsewhere.
    func html(of markdown: String) -> String? {
      let (buffer, dialect) = (textBuffer(), markdownEditor.dialect)
      guard let selection = buffer.selectedTextRange, buffer.text(in: selection) == markdown else {
        return try? renderHTML(markdown, in: dialect)
      }
      let range = selection.start.utf8Offset..<selection.end.utf8Offset
      let html = try? renderHTML(buffer.utf8Bytes, selecting: [range], in: dialect)
      return html.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  extension MarkdownTextView {
    /// Pastes contents over the selection, as one step of undo.
    ///
    /// - Returns: whether they are of a type that the view takes.
    @discardableResult
    func paste(_ contents: ClipboardContents) -> Bool {
      guard barrier(options) == nil else { return false }
      if paste(contents, options: options) {
        undoManager?.setActionName(wording["paste"])
        scrollRangeToVisible(selectedNSRange)
        return true
      }
      guard let image = contents.image, let onPasteImage else { return false }
      Task { [weak self] in
        guard let address = await onPasteImage(image), let self else { return }
        perform(.image(at: address).with(options))
      }
      return true
    }
  }
#endif
