#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  import MarkdownSyntax

  /// The look of characters, which a theme derives from a token.
  struct TextLook: Hashable {
    /// The size, as a multiple of the text size.
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
    /// The space above the line, as a multiple of the text size.
    var spacing = 0.0
    /// The markers at the start of the line; wrapped lines begin below their end.
    var hanging = ""
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
      case .destination, .title, .label, .info, .comment, .blockIdentifier, .attributes, .reference:
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
      look.spacing = headingSpacing
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
#endif
