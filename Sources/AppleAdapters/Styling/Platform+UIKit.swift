#if compiler(>=6.2) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
  import UIKit

  typealias PlatformFont = UIFont
  typealias PlatformColor = UIColor

  extension UIColor {
    /// Creates a theme's colour, which follows the appearance of the view.
    convenience init(_ color: MarkdownTheme.Color) {
      self.init { UIColor(rgb: $0.userInterfaceStyle == .dark ? color.dark : color.light) }
    }

    private convenience init(rgb: UInt32) {
      self.init(
        red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
        blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
    }
  }

  extension UIFont {
    /// The size of text: that of the theme, scaled by Dynamic Type, or that of the body style.
    @MainActor static func bodySize(of theme: MarkdownTheme) -> CGFloat {
      guard let size = theme.textSize else {
        return UIFont.preferredFont(forTextStyle: .body).pointSize
      }
      return UIFontMetrics(forTextStyle: .body).scaledValue(for: CGFloat(size))
    }

    /// The font in bold, in italics, or both; the font itself if there is no such font.
    func with(isBold: Bool, isItalic: Bool) -> UIFont {
      var traits = UIFontDescriptor.SymbolicTraits()
      if isBold { traits.insert(.traitBold) }
      if isItalic { traits.insert(.traitItalic) }
      guard !traits.isEmpty, let found = fontDescriptor.withSymbolicTraits(traits) else {
        return self
      }
      return UIFont(descriptor: found, size: pointSize)
    }
  }
#endif
