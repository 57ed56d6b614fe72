#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  #if canImport(UIKit)
    import UIKit

    typealias PlatformFont = UIFont
    typealias PlatformFontDescriptor = UIFontDescriptor
    typealias PlatformColor = UIColor

    extension UIFontDescriptor.SymbolicTraits {
      fileprivate static let (bold, italic) = (Self.traitBold, Self.traitItalic)
    }

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
  #else
    import AppKit

    typealias PlatformFont = NSFont
    typealias PlatformFontDescriptor = NSFontDescriptor
    typealias PlatformColor = NSColor

    extension NSColor {
      /// Creates a theme's colour, which follows the appearance of the view.
      convenience init(_ color: MarkdownTheme.Color) {
        self.init(name: nil) { appearance in
          let isDark = appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua
          return NSColor(rgb: isDark ? color.dark : color.light)
        }
      }

      private convenience init(rgb: UInt32) {
        self.init(
          srgbRed: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
          blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
      }
    }
  #endif

  extension PlatformFont {
    /// The size of text: that of the theme, which Dynamic Type scales, or that of the body style.
    @MainActor static func bodySize(of theme: MarkdownTheme) -> CGFloat {
      guard let size = theme.textSize else { return preferredFont(forTextStyle: .body).pointSize }
      #if canImport(UIKit)
        return UIFontMetrics(forTextStyle: .body).scaledValue(for: CGFloat(size))
      #else
        return CGFloat(size)
      #endif
    }

    /// The font in bold, in italics, or both; the font itself if there is no such font.
    func with(isBold: Bool, isItalic: Bool) -> PlatformFont {
      guard isBold || isItalic else { return self }
      let traits: PlatformFontDescriptor.SymbolicTraits =
        isBold && isItalic ? [.bold, .italic] : isBold ? [.bold] : [.italic]
      // Each is optional in one of the kits.
      let descriptor: PlatformFontDescriptor? = fontDescriptor.withSymbolicTraits(traits)
      let font: PlatformFont? = descriptor.flatMap { PlatformFont(descriptor: $0, size: pointSize) }
      return font ?? self
    }
  }
#endif
