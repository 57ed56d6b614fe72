#if compiler(>=6.2) && (canImport(UIKit) || canImport(AppKit)) && !os(tvOS) && !os(watchOS)
  #if canImport(UIKit)
    import UIKit

    /// The font of the platform.
    public typealias PlatformFont = UIFont
    /// The colour of the platform.
    public typealias PlatformColor = UIColor
    /// The image of the platform.
    public typealias PlatformImage = UIImage
    typealias PlatformFontDescriptor = UIFontDescriptor

    extension UIFontDescriptor.SymbolicTraits {
      fileprivate static let (bold, italic) = (Self.traitBold, Self.traitItalic)
    }

    extension UIColor {
      /// Creates a theme's colour, which follows the appearance of the view. For Increase Contrast, it
      /// is readable on the background, if there is one.
      convenience init(_ color: MarkdownTheme.Color, on background: MarkdownTheme.Color? = nil) {
        self.init { traits in
          UIColor(
            rgb: color.value(
              isDark: traits.userInterfaceStyle == .dark,
              increasingContrastOn: traits.accessibilityContrast == .high ? background : nil))
        }
      }

      private convenience init(rgb: UInt32) {
        self.init(
          red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
          blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
      }

      @MainActor fileprivate func parts(isDark: Bool) -> [CGFloat] {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        _ = resolvedColor(with: UITraitCollection(userInterfaceStyle: isDark ? .dark : .light))
          .getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return [red, green, blue, alpha]
      }
    }
  #else
    import AppKit

    /// The font of the platform.
    public typealias PlatformFont = NSFont
    /// The colour of the platform.
    public typealias PlatformColor = NSColor
    /// The image of the platform.
    public typealias PlatformImage = NSImage
    typealias PlatformFontDescriptor = NSFontDescriptor

    extension NSColor {
      /// Creates a theme's colour, which follows the appearance of the view. For Increase Contrast, it
      /// is readable on the background, if there is one.
      convenience init(_ color: MarkdownTheme.Color, on background: MarkdownTheme.Color? = nil) {
        self.init(name: nil) { appearance in
          let high: [NSAppearance.Name] = [
            .accessibilityHighContrastAqua, .accessibilityHighContrastDarkAqua,
          ]
          let name = appearance.bestMatch(from: [.aqua, .darkAqua] + high) ?? .aqua
          return NSColor(
            rgb: color.value(
              isDark: name == .darkAqua || name == high[1],
              increasingContrastOn: high.contains(name) ? background : nil))
        }
      }

      private convenience init(rgb: UInt32) {
        self.init(
          srgbRed: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
          blue: CGFloat(rgb & 0xFF) / 255, alpha: 1)
      }

      @MainActor fileprivate func parts(isDark: Bool) -> [CGFloat] {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        NSAppearance(named: isDark ? .darkAqua : .aqua)?.performAsCurrentDrawingAppearance {
          usingColorSpace(.sRGB)?.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        }
        return [red, green, blue, alpha]
      }
    }
  #endif

  extension MarkdownTheme.Color {
    /// Creates a colour from a `UIColor` or an `NSColor`, for example `.systemTeal`, as it is in light
    /// and in dark appearance. A transparent colour is laid over white or black.
    @MainActor public init(_ color: PlatformColor) {
      func rgb(isDark: Bool) -> UInt32 {
        let parts = color.parts(isDark: isDark)
        return parts.prefix(3).reduce(0) { value, part in
          let part = min(max(part * parts[3] + (isDark ? 0 : 1 - parts[3]), 0), 1)
          return value << 8 | UInt32((part * 255).rounded())
        }
      }
      self.init(light: rgb(isDark: false), dark: rgb(isDark: true))
    }
  }

  extension MarkdownTheme {
    /// The text font, a `UIFont` or an `NSFont`; nil for that of `fontName`. Its size is the size of
    /// text, which Dynamic Type scales, unless there is a `textSize`.
    ///
    ///     theme.font = UIFont(name: "Georgia", size: 18)
    public var font: PlatformFont? {
      get { textFont?.font }
      set { textFont = newValue.map(ThemeFont.init) }
    }

    /// The font for code and tables; nil for that of `codeFontName`. It has the size of text.
    public var codeFont: PlatformFont? {
      get { monospacedFont?.font }
      set { monospacedFont = newValue.map(ThemeFont.init) }
    }
  }

  /// A font in a theme. Unchecked, because not all SDKs declare fonts as sendable; they are immutable.
  struct ThemeFont: Hashable, @unchecked Sendable {
    let font: PlatformFont
  }

  extension PlatformFont {
    /// The size of text: that of the theme, which Dynamic Type scales, or that of the body style.
    @MainActor static func bodySize(of theme: MarkdownTheme) -> CGFloat {
      guard let size = theme.textSize ?? theme.font.map({ Double($0.pointSize) }) else {
        return preferredFont(forTextStyle: .body).pointSize
      }
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
