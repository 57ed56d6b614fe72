#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  #if canImport(UIKit)
    import UIKit
  #else
    import AppKit
  #endif
  import MarkdownSyntax
  import TextEditing

  struct LineLooks {
    struct Run: Hashable {
      /// The range, in UTF-16 code units of the text.
      var range: Range<Int>
      var look: TextLook
    }

    /// A block that is drawn as a whole, with what an app's hooks return for it.
    struct Block {
      /// The whole lines, in UTF-8 offsets of the text.
      var range: Range<Int>
      /// The colours of code: ascending ranges, in UTF-8 offsets of the text.
      var colors: [(range: Range<Int>, color: MarkdownTheme.Color)] = []
      /// The source of the image to draw below the block; nil for code.
      var image: String?
    }

    private let theme: MarkdownTheme
    /// Whether bullets, boxes and the background of code blocks are drawn instead of characters.
    private let draws: Bool
    private let bytes: [UInt8]
    /// The UTF-8 offset of the bytes in the text.
    private let start: Int
    /// The runs: ascending and adjacent, they cover the bytes.
    private(set) var runs: [Run] = []
    /// The end of the runs, in UTF-16 code units of the text.
    private var end: Int
    /// The end of the runs, in bytes.
    private var position = 0

    /// Finds the looks of whole lines, which begin at an offset of the text in UTF-8 and UTF-16. The
    /// lines of the range `revealed`, in UTF-8 offsets, show their delimiters. The blocks are
    /// ascending; those outside the lines have no effect.
    ///
    /// - Complexity: O(*n*).
    init(
      of bytes: [UInt8], at start: Int, utf16Start: Int, tokens: [SyntaxToken],
      revealed: Range<Int>, theme: MarkdownTheme, blocks: [Block], draws: Bool
    ) {
      self.theme = theme
      self.draws = draws
      self.bytes = bytes
      self.start = start
      end = utf16Start
      var (next, nextBlock) = (0, 0)
      while position < bytes.count {
        let lineStart = position
        let lineEnd =
          bytes[position...].firstIndex { $0 == .lineFeed || $0 == .carriageReturn } ?? bytes.count
        let first = next
        while next < tokens.count, tokens[next].range.lowerBound < start + lineEnd { next += 1 }
        while nextBlock < blocks.count, blocks[nextBlock].range.upperBound <= start + lineStart {
          nextBlock += 1
        }
        let block =
          nextBlock < blocks.count && blocks[nextBlock].range.contains(start + lineStart)
          ? blocks[nextBlock] : nil
        let isPair = bytes[lineEnd...].starts(with: [.carriageReturn, .lineFeed])
        let newEnd = min(lineEnd + (isPair ? 2 : 1), bytes.count)
        var line = LineLook()
        if let block {
          let isLast = block.range.upperBound <= start + newEnd
          if let image = block.image {
            line.image = isLast ? image : nil
          } else if draws {
            line.code = .init(
              isFirst: block.range.lowerBound == start + lineStart, isLast: isLast)
          }
        }
        addLine(
          tokens[first..<next], to: lineEnd, isRevealed: revealed.contains(start + lineStart), line,
          colors: block?.colors ?? [], isCode: block.map { $0.image == nil } ?? false)
        // The whole paragraph has the style of its first character, which may be the line ending.
        var ending = theme.look(ofLevel: 0)
        ending.line = line
        add(ending, to: newEnd)
      }
    }

    private mutating func addLine(
      _ tokens: ArraySlice<SyntaxToken>, to lineEnd: Int, isRevealed: Bool, _ line: LineLook,
      colors: [(range: Range<Int>, color: MarkdownTheme.Color)], isCode: Bool
    ) {
      let isTable = tokens.contains { $0.kind == .tablePipe || $0.kind == .tableRule }
      let markers = tokens.prefix { [.quoteMarker, .listMarker, .taskBox].contains($0.kind) }
      // A line shows its delimiters if nothing else would be left of it, and if it is a definition
      // or a fence.
      let isHiding =
        !isRevealed && !isCode && !tokens.contains { $0.kind == .definition }
        && tokens.dropFirst(markers.count).contains { !theme.hides($0) }
      var base = theme.look(ofLevel: tokens.first { $0.level > 0 }?.level ?? 0)
      let spacing = base.line.spacing
      base.line = line
      base.line.spacing = spacing
      let signs = isRevealed && theme.delimiters == .hidden ? [:] : signs(in: markers)
      if theme.hangsMarkers, !isTable, let last = markers.last {
        // The markers, with the spaces and tabs after them.
        var end = last.range.upperBound - start
        while end < lineEnd, bytes[end] == .space || bytes[end] == .tab { end += 1 }
        base.line.hanging = String(decoding: bytes[position..<end], as: UTF8.self)
      }
      // The brackets of a footnote are its marker.
      let label = tokens.first { $0.kind == .footnoteLabel }?.range
      let firstText = tokens.dropFirst(markers.count + 1).first
      var wasHidden = false
      for token in tokens {
        let isOfLabel =
          label.map {
            token.range.upperBound == $0.lowerBound || token.range.lowerBound == $0.upperBound
          } ?? false
        let isHidden = isHiding && !isOfLabel && theme.hides(token)
        var gap = base
        // The white space after a heading's `#`, or between an address and a title.
        gap.isHidden = wasHidden && (isHidden || token.level > 0 && token == firstText)
        if isTable { gap.isMonospaced = true }
        add(gap, to: token.range.lowerBound - start)
        var look = theme.look(of: token)
        (look.line, look.isHidden) = (base.line, isHidden)
        look.sign = signs[token.range.lowerBound]
        // `[ ]` and `[x]` are equally wide, so that boxes line up.
        if token.kind == .taskBox, look.sign != nil { look.isMonospaced = true }
        if line.code != nil { look.background = nil }
        if isTable { look.isMonospaced = true }
        let tokenEnd = min(token.range.upperBound - start, lineEnd)
        if token.kind == .escape, position < tokenEnd {
          var backslash = look
          if theme.delimiters != .shown { backslash.color = theme.delimiter }
          add(backslash, to: position + 1)
        }
        for part in colors
        where token.kind == .codeBlock && part.range.upperBound > start + position {
          guard part.range.lowerBound < start + tokenEnd else { break }
          add(look, to: part.range.lowerBound - start)
          var colored = look
          colored.color = part.color
          add(colored, to: min(part.range.upperBound - start, tokenEnd))
        }
        add(look, to: tokenEnd)
        wasHidden = isHidden
      }
      if isTable { base.isMonospaced = true }
      add(base, to: lineEnd)
    }

    /// The signs that are drawn instead of bullets and boxes, by the offset of their token.
    private func signs(in markers: ArraySlice<SyntaxToken>) -> [Int: TextLook.Sign] {
      guard draws, theme.delimiters != .shown else { return [:] }
      var signs: [Int: TextLook.Sign] = [:]
      var bullet: Int?
      for token in markers {
        let first = bytes[token.range.lowerBound - start]
        if token.kind == .listMarker {
          bullet = [.hyphen, .asterisk, .plusSign].contains(first) ? token.range.lowerBound : nil
          if let bullet { signs[bullet] = .bullet }
        } else if token.kind == .taskBox, token.range.count == 3 {
          let state = bytes[token.range.lowerBound - start + 1]
          // A dialect may have other states, which have no picture.
          guard state == .space || state | 0x20 == UInt8(ascii: "x") else { continue }
          signs[token.range.lowerBound] = state == .space ? .box : .checkedBox
          if let bullet { signs[bullet] = .blank }
        }
      }
      return signs
    }

    /// Adds characters up to an offset; the last run is extended if they look the same.
    private mutating func add(_ look: TextLook, to newPosition: Int) {
      guard newPosition > position else { return }
      let newEnd = bytes[position..<newPosition].reduce(end) { count, byte in
        // Only bytes that begin a scalar count; scalars of four bytes are two code units.
        count + (byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1)
      }
      if let last = runs.last, last.look == look {
        runs[runs.count - 1].range = last.range.lowerBound..<newEnd
      } else {
        runs.append(Run(range: end..<newEnd, look: look))
      }
      (position, end) = (newPosition, newEnd)
    }
  }

  /// The look of a whole line, which each of its characters has.
  struct LineLook: Hashable {
    /// The position of a line in its code block.
    struct Code: Hashable {
      var isFirst: Bool
      var isLast: Bool
    }
    /// The space above the line, as a multiple of the text size.
    var spacing = 0.0
    /// The markers at the start of the line; wrapped lines begin below their end.
    var hanging = ""
    /// Not nil if the background of a code block is drawn behind the line.
    var code: Code?
    /// The source of the image that is drawn below the line.
    var image: String?
  }

  /// The look of characters, which a theme derives from a token.
  struct TextLook: Hashable {
    var scale = 1.0
    var isBold = false
    var isItalic = false
    var isMonospaced = false
    var isUnderlined = false
    var isStruck = false
    /// Whether the characters are raised, as in a reference to a footnote.
    var isRaised = false
    /// Whether the characters take no space.
    var isHidden = false
    var color: MarkdownTheme.Color
    var background: MarkdownTheme.Color?
    /// The sign that is drawn in the place of the characters, which are not drawn.
    var sign: Sign?
    var line = LineLook()

    enum Sign: Hashable { case bullet, box, checkedBox, blank }
  }

  extension MarkdownTheme {
    func look(of token: SyntaxToken) -> TextLook {
      var look = look(ofLevel: token.level)
      let marks = token.marks
      if marks.contains(.quote) { look.color = quote }
      if marks.contains(.strong) || marks.contains(.tableHeader) { look.isBold = true }
      look.isItalic = marks.contains(.emphasis)
      look.isStruck = marks.contains(.strikethrough)
      if marks.contains(.highlight) { look.background = highlightBackground }
      if marks.contains(.code) {
        (look.isMonospaced, look.color, look.background) = (true, code, codeBackground)
      }
      switch token.kind {
      case .delimiter, .quoteMarker, .tablePipe, .tableRule, .rule, .hardBreak:
        if delimiters != .shown || token.kind != .delimiter { look.color = delimiter }
      case .linkText, .autolink, .mention, .wikiLink:
        (look.color, look.isUnderlined) = (link, true)
      case .definition, .footnoteLabel: look.color = link
      case .footnoteReference: (look.color, look.isRaised) = (link, true)
      case .info: look.color = delimiters == .shown ? secondary : delimiter
      case .destination, .title, .label, .comment, .blockIdentifier, .attributes, .reference:
        look.color = secondary
      case .htmlInline, .htmlBlock, .frontMatter, .template, .directive, .math:
        (look.color, look.isMonospaced) = (secondary, true)
      case .listMarker, .taskBox: look.color = accent
      case .alertName: (look.color, look.isBold) = (accent, true)
      case .text, .codeSpan, .codeBlock, .escape, .emoji: break
      }
      return look
    }

    /// The look of text in a heading of a level; 0 is not a heading.
    func look(ofLevel level: UInt8) -> TextLook {
      var look = TextLook(color: text)
      guard level > 0 else { return look }
      if headingScales.indices.contains(Int(level) - 1) {
        look.scale = headingScales[Int(level) - 1]
      }
      look.isBold = true
      look.line.spacing = headingSpacing
      return look
    }

    /// Whether a token can be hidden, for example `**` in `**a**`, or `](/b)` in `[a](/b)`.
    func hides(_ token: SyntaxToken) -> Bool {
      guard delimiters == .hidden, !token.marks.contains(.image) else { return false }
      switch token.kind {
      case .delimiter: return true
      case .destination, .title, .label: return token.marks.contains(.link)
      default: return false
      }
    }
  }

  /// The look of Markdown in an editor: colours, fonts, sizes and the treatment of delimiters.
  ///
  /// A theme changes only attributes, never the text: see <doc:StyleMarkdownAsItIsWritten>.
  public struct MarkdownTheme: Hashable, Sendable {
    /// A colour in light appearance, and one in dark appearance.
    public struct Color: Hashable, Sendable {
      /// Red, green and blue, as `0xRRGGBB`.
      public var light: UInt32
      /// Red, green and blue, as `0xRRGGBB`.
      public var dark: UInt32

      /// Creates a colour from two numbers like `0xRRGGBB`.
      public init(light: UInt32, dark: UInt32) {
        self.light = light
        self.dark = dark
      }

      /// The ratio of the luminances of two colours like `0xRRGGBB`, from 1 to 21 (WCAG 2.2).
      static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
        func luminance(_ color: UInt32) -> Double {
          let parts = [16, 8, 0].map { shift in
            let part = Double(color >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
          }
          return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let lights = (luminance(first) + 0.05, luminance(second) + 0.05)
        return max(lights.0, lights.1) / min(lights.0, lights.1)
      }

      /// The colour as `0xRRGGBB` in an appearance. For Increase Contrast it is moved towards black or
      /// white, until the contrast with the background is at least 7:1.
      func value(isDark: Bool, increasingContrastOn background: Color?) -> UInt32 {
        let color = isDark ? dark : light
        guard let background else { return color }
        let end: UInt32 = isDark ? 0xFF : 0
        for step in 0...16 as ClosedRange<UInt32> {
          let value = [16, 8, 0].reduce(0 as UInt32) { value, shift in
            value | (((color >> shift & 0xFF) * (16 - step) + end * step) / 16) << shift
          }
          if Self.contrast(value, isDark ? background.dark : background.light) >= 7 { return value }
        }
        return isDark ? 0xFFFFFF : 0
      }
    }

    /// The treatment of delimiters: `**`, `#`, backticks, and the brackets and address of a link.
    public enum Delimiters: Hashable, Sendable, CaseIterable {
      /// They look like the text around them.
      case shown
      /// They are shown in the colour ``MarkdownTheme/delimiter``.
      case dimmed
      /// They are visible, and dimmed, only on lines of the selection; elsewhere they take no
      /// space. Item and quote markers, pipes, and lines with only delimiters are always visible.
      case hidden
    }

    /// The default theme of a text view.
    public static let standard = MarkdownTheme()

    /// The treatment of delimiters.
    public var delimiters = Delimiters.dimmed
    /// The colour of text.
    public var text = Color(light: 0x000000, dark: 0xFFFFFF)
    /// The colour of delimiters, pipes and the markers of quotes.
    public var delimiter = Color(light: 0x767680, dark: 0x8E8E98)
    /// The colour of HTML, metadata, comments, and the address of a link.
    public var secondary = Color(light: 0x6A6A72, dark: 0x9E9EA6)
    /// The colour of links and references.
    public var link = Color(light: 0x0060CC, dark: 0x5AB0FF)
    /// The colour of items' markers, task boxes and the names of alerts.
    public var accent = Color(light: 0xA33800, dark: 0xFFA860)
    /// The colour of the text of quotes.
    public var quote = Color(light: 0x4B5A4B, dark: 0xB4C8B4)
    /// The colours of code.
    public var code = Color(light: 0x7A1F5C, dark: 0xF2A7D6)
    /// The background of code.
    public var codeBackground = Color(light: 0xF2F2F5, dark: 0x26262B)
    /// The background of highlighted text.
    public var highlightBackground = Color(light: 0xFFF0A8, dark: 0x5A4B00)
    /// The colour of a page, on which text is read.
    static let page = Color(light: 0xFFFFFF, dark: 0x000000)
    /// The size of text in points, before Dynamic Type scales it; nil for that of `font`, or for the
    /// system's body size.
    public var textSize: Double?
    var (textFont, monospacedFont): (ThemeFont?, ThemeFont?)
    /// The sizes of headings from level 1 on, as multiples of the text size; missing ones are 1.
    public var headingScales = [1.6, 1.4, 1.2, 1.1, 1, 1]
    /// The space above a heading, as a multiple of the text size.
    public var headingSpacing = 0.5
    /// Whether wrapped lines begin below the text of their item or quote, instead of at the margin.
    public var hangsMarkers = true

    /// Creates the standard theme.
    public init() {}
  }
#endif
