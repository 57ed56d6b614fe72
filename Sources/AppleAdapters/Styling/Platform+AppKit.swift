#if compiler(>=6.2) && canImport(AppKit) && !canImport(UIKit)
  import AppKit

  typealias PlatformFont = NSFont
  typealias PlatformColor = NSColor

  extension NSColor {
    /// Creates a theme's colour, which follows the appearance of the view.
    convenience init(_ color: MarkdownTheme.Color) {
      self.init(name: nil) { appearance in
        NSColor(
          rgb: appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua
            ? color.dark : color.light)
      }
    }

    private convenience init(rgb: UInt32) {
      self.init(
        srgbRed: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
        blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
    }
  }

  extension NSFont {
    /// The size of text: that of the theme, or that of the body style.
    @MainActor static func bodySize(of theme: MarkdownTheme) -> CGFloat {
      theme.textSize.map { CGFloat($0) } ?? NSFont.preferredFont(forTextStyle: .body).pointSize
    }

    /// The font in bold, in italics, or both; the font itself if there is no such font.
    func with(isBold: Bool, isItalic: Bool) -> NSFont {
      var traits = NSFontDescriptor.SymbolicTraits()
      if isBold { traits.insert(.bold) }
      if isItalic { traits.insert(.italic) }
      guard !traits.isEmpty else { return self }
      return NSFont(descriptor: fontDescriptor.withSymbolicTraits(traits), size: pointSize) ?? self
    }
  }
#endif
