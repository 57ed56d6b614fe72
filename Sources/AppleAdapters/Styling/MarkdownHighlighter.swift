#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownEditing
  import MarkdownSyntax
  import TextEditing

  /// Styles the Markdown in a text storage with a theme. A `MarkdownTextView` has a highlighter.
  /// For your own view, call ``style(_:of:in:revealing:sparing:)`` with the result of
  /// `MarkdownEditor.takeChanges()`: see <doc:StyleMarkdownAsItIsWritten>.
  ///
  /// It sets only attributes that differ from the existing ones, and does not touch other kinds. It
  /// does not use the delegate of the storage. Do not call it while the storage processes an edit.
  @MainActor public final class MarkdownHighlighter {
    /// The theme. After a change, style the text again.
    public var theme: MarkdownTheme { didSet { forget() } }
    /// Returns the colours of the code in a block, with ranges in UTF-16 code units of the code; nil to
    /// show code in one colour. It is called when the code changes. After a change, style the text
    /// again.
    public var codeHighlighter: CodeHighlighter? { didSet { found = [:] } }
    /// Returns the colours of a code in a language, such as `"swift"`; the language may be empty.
    public typealias CodeHighlighter =
      @MainActor (_ code: String, _ language: String) -> [(
        range: Range<Int>, color: MarkdownTheme.Color
      )]
    /// The images to draw, by their source.
    var images: [String: PlatformImage] = [:] { didSet { forgetImages() } }
    /// The width that an image may have.
    var lineWidth = CGFloat(0) { didSet { if lineWidth != oldValue { forgetImages() } } }
    /// Called with the source and the lines of each image that is alone in its paragraph.
    var imageIsSeen: (String, Range<Int>) -> Void = { _, _ in }
    /// Whether the view draws ornaments.
    var draws = false
    /// The colours of code that was seen lately.
    private var found: [Code: [(range: Range<Int>, color: MarkdownTheme.Color)]] = [:]
    private var appearances: [TextLook: Appearance] = [:]
    private var fontSize: CGFloat?
    /// The widths of the markers before wrapped lines.
    private var widths: [String: CGFloat] = [:]

    /// Creates a highlighter with a theme.
    public init(theme: MarkdownTheme = .standard) { self.theme = theme }

    /// Discards the fonts, so that they get the system's current size. Then style the text again.
    public func forget() {
      appearances = [:]
      widths = [:]
      fontSize = nil
    }

    private func forgetImages() {
      appearances = appearances.filter { $0.key.line.image == nil }
    }

    /// The attributes of text without markup, which the caret has in an empty text.
    public var textAttributes: [NSAttributedString.Key: Any] {
      appearance(of: theme.look(ofLevel: 0)).attributes
    }

    /// Styles the lines of a range.
    ///
    /// - Parameters:
    ///   - storage: the storage whose text the editor has.
    ///   - editor: the editor, which determines the dialect.
    ///   - range: the range, in UTF-16 code units.
    ///   - selection: the range whose lines show their delimiters under the policy
    ///     ``MarkdownTheme/Delimiters-swift.enum/hidden``.
    ///   - marked: the range of an input method, whose attributes do not change.
    /// - Returns: the range of the styled lines; empty if `range` is not in the editor's text.
    /// - Complexity: that of `MarkdownDocument.tokens(of:in:)` for the range.
    @discardableResult public func style(
      _ storage: NSTextStorage, of editor: MarkdownEditor, in range: NSRange,
      revealing selection: NSRange? = nil,
      sparing marked: NSRange? = nil
    ) -> NSRange {
      let buffer = editor.buffer
      func wholeLines(_ range: NSRange) -> Range<Int>? {
        buffer.utf8Range(ofUTF16: range.location..<range.location + range.length)
          .map { buffer.lines(ofUTF8: $0) }
      }
      guard let lines = wholeLines(range) else {
        return NSRange(location: range.location, length: 0)
      }
      style(
        storage, of: editor, lines: lines, revealing: selection.flatMap(wholeLines) ?? 0..<0,
        sparing: marked, always: false)
      return NSRange(buffer.utf16Range(ofUTF8: lines))
    }

    /// Styles whole lines, in UTF-8 offsets; `always` sets attributes that were set before.
    func style(
      _ storage: NSTextStorage, of editor: MarkdownEditor, lines: Range<Int>,
      revealing revealed: Range<Int>,
      sparing marked: NSRange?, always: Bool
    ) {
      let buffer = editor.buffer
      guard buffer.utf16Count == storage.length else { return }
      let found = try? editor.document.tokensAndDrawnBlocks(of: lines, in: editor.dialect)
      let looks = LineLooks(
        of: Array(buffer.text(utf8: lines).utf8), at: lines.lowerBound,
        utf16Start: buffer.utf16Offset(ofUTF8: lines.lowerBound), tokens: found?.tokens ?? [],
        revealed: revealed, theme: theme,
        blocks: found?.blocks.compactMap { block($0, in: buffer) } ?? [], draws: draws)
      storage.beginEditing()
      for run in looks.runs {
        for range in run.range.parts(outside: marked) {
          set(appearance(of: run.look), in: NSRange(range), of: storage, always: always)
        }
      }
      storage.endEditing()
    }

    /// Removes the attributes of the highlighter.
    public func clear(_ storage: NSTextStorage) {
      let whole = NSRange(location: 0, length: storage.length)
      storage.beginEditing()
      for key in Appearance.keys { storage.removeAttribute(key, range: whole) }
      storage.endEditing()
    }

    private func block(_ block: DrawnBlock, in buffer: TextBuffer) -> LineLooks.Block? {
      switch block.kind {
      case .code(let language):
        return .init(range: block.range, colors: colors(of: block, language, in: buffer))
      case .image(let source):
        guard draws else { return nil }
        imageIsSeen(source, block.range)
        return images[source].map { _ in .init(range: block.range, image: source) }
      }
    }

    /// The colours of a block of code, in UTF-8 offsets of the text.
    private func colors(
      of block: DrawnBlock, _ language: String, in buffer: TextBuffer
    ) -> [(range: Range<Int>, color: MarkdownTheme.Color)] {
      guard let codeHighlighter, !block.lines.isEmpty else { return [] }
      let lines = block.lines.map { buffer.text(utf8: $0) }
      let code = Code(text: lines.joined(separator: "\n"), language: language)
      if found[code] == nil {
        if found.count >= 64 { found = [:] }
        found[code] = codeHighlighter(code.text, language)
          .sorted { $0.range.lowerBound < $1.range.lowerBound }
      }
      var starts = [0]
      for line in lines { starts.append(starts[starts.count - 1] + line.utf16.count + 1) }
      func offset(_ utf16: Int) -> Int {
        let number = min(max(starts.partitionPoint { $0 > utf16 }, 1), lines.count) - 1
        let (line, units) = (lines[number], lines[number].utf16)
        let index = units.index(
          units.startIndex, offsetBy: min(max(utf16 - starts[number], 0), units.count))
        return block.lines[number].lowerBound
          + line.utf8.distance(from: line.startIndex, to: index)
      }
      // A range across lines also has the markers of containers, which are not code.
      return found[code]?.map {
        (offset($0.range.lowerBound)..<offset($0.range.upperBound), $0.color)
      } ?? []
    }

    private func set(
      _ appearance: Appearance, in range: NSRange, of storage: NSTextStorage, always: Bool
    ) {
      var same = NSRange()
      let found = storage.attribute(
        .appearance, at: range.location, longestEffectiveRange: &same, in: range)
      if !always, found as? Appearance === appearance, same == range { return }
      for key in Appearance.keys where appearance.attributes[key] == nil {
        storage.removeAttribute(key, range: range)
      }
      storage.addAttributes(appearance.attributes, range: range)
      storage.addAttribute(.appearance, value: appearance, range: range)
    }

    // MARK: Attributes

    /// The appearance of a look; the same object for the same look, until `forget()`.
    private func appearance(of look: TextLook) -> Appearance {
      if let found = appearances[look] { return found }
      let style = NSMutableParagraphStyle()
      style.paragraphSpacingBefore = size * CGFloat(look.line.spacing)
      style.headIndent = width(of: look.line.hanging)
      let image = look.line.image.flatMap { images[$0] }
      let imageSize = image?.size.fitting(lineWidth) ?? .zero
      if image != nil { style.paragraphSpacing = imageSize.height + 2 * Ornament.imageMargin }
      let ground =
        look.background ?? (look.line.code == nil ? MarkdownTheme.page : theme.codeBackground)
      let font = look.isHidden ? PlatformFont.systemFont(ofSize: 0.01) : font(of: look)
      var attributes: [NSAttributedString.Key: Any] = [
        .font: font, .paragraphStyle: style,
        .foregroundColor: look.isHidden || look.sign != nil
          ? PlatformColor.clear : PlatformColor(look.color, on: ground),
      ]
      if look.sign != nil || look.line.code != nil || image != nil {
        let ornament = Ornament()
        ornament.sign = look.sign
        ornament.color = PlatformColor(look.color, on: ground)
        ornament.code = look.line.code
        ornament.background = PlatformColor(theme.codeBackground)
        (ornament.image, ornament.imageSize) = (image, imageSize)
        attributes[.ornament] = ornament
      }
      if !look.isHidden {
        attributes[.backgroundColor] = look.background.map { PlatformColor($0) }
        let line = NSUnderlineStyle.single.rawValue
        if look.isUnderlined { attributes[.underlineStyle] = line }
        if look.isStruck { attributes[.strikethroughStyle] = line }
        if look.isRaised { attributes[.baselineOffset] = font.pointSize / 3 }
      }
      let appearance = Appearance(attributes)
      appearances[look] = appearance
      return appearance
    }

    private var size: CGFloat {
      let size = fontSize ?? PlatformFont.bodySize(of: theme)
      fontSize = size
      return size
    }

    private func font(of look: TextLook) -> PlatformFont {
      let size = size * CGFloat(look.scale) * (look.isRaised ? 0.75 : 1)
      if let font = look.isMonospaced ? theme.codeFont : theme.font {
        return font.withSize(size).with(isBold: look.isBold, isItalic: look.isItalic)
      }
      let weight: PlatformFont.Weight = look.isBold ? .bold : .regular
      let font =
        look.isMonospaced
        ? PlatformFont.monospacedSystemFont(ofSize: size, weight: weight)
        : PlatformFont.systemFont(ofSize: size, weight: weight)
      return look.isItalic ? font.with(isBold: look.isBold, isItalic: true) : font
    }

    private func width(of markers: String) -> CGFloat {
      if markers.isEmpty { return 0 }
      if let width = widths[markers] { return width }
      let font = font(of: theme.look(ofLevel: 0))
      let width = NSAttributedString(string: markers, attributes: [.font: font]).size().width
      widths[markers] = width
      return width
    }
  }

  /// A code with its language.
  private struct Code: Hashable {
    var text: String
    var language: String
  }

  extension CGSize {
    /// The size of an image that is made smaller to fit a width.
    fileprivate func fitting(_ width: CGFloat) -> CGSize {
      guard width > 0, self.width > width else { return self }
      return CGSize(width: width, height: (height * width / self.width).rounded(.up))
    }
  }

  /// The attributes of a look. The object is itself an attribute, which marks text as styled.
  private final class Appearance: NSObject {
    static let keys: [NSAttributedString.Key] = [
      .appearance, .font, .foregroundColor, .backgroundColor, .underlineStyle, .strikethroughStyle,
      .baselineOffset, .paragraphStyle, .ornament,
    ]
    let attributes: [NSAttributedString.Key: Any]

    init(_ attributes: [NSAttributedString.Key: Any]) { self.attributes = attributes }
  }

  extension NSAttributedString.Key {
    fileprivate static let appearance = NSAttributedString.Key("MarkdownAppearance")
  }

  extension TextBuffer {
    /// The whole lines of a range, as UTF-8 offsets.
    ///
    /// - Complexity: O(log *n*).
    func lines(ofUTF8 range: Range<Int>) -> Range<Int> {
      let start = utf8Offset(ofLine: line(ofUTF8: range.lowerBound)) ?? range.lowerBound
      let last = line(ofUTF8: Swift.max(range.lowerBound, range.upperBound - 1))
      return start..<(utf8Offset(ofLine: last + 1) ?? utf8Count)
    }
  }

  extension Range<Int> {
    /// The parts of the range outside another range.
    fileprivate func parts(outside other: NSRange?) -> [Range<Int>] {
      guard let other = other.flatMap({ Range($0) }), overlaps(other) else { return [self] }
      return [
        lowerBound..<Swift.max(lowerBound, other.lowerBound),
        Swift.min(upperBound, other.upperBound)..<upperBound,
      ].filter { !$0.isEmpty }
    }
  }
#endif
