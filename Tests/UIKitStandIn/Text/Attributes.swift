import Foundation

// Attributes of characters, the same for UIKit and AppKit.

extension NSAttributedString.Key {
  public static let font = NSAttributedString.Key("NSFont")
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}

public struct NSUnderlineStyle: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let single = NSUnderlineStyle(rawValue: 1)
}

open class NSParagraphStyle: NSObject {
  open fileprivate(set) var headIndent: CGFloat = 0
  open fileprivate(set) var paragraphSpacingBefore: CGFloat = 0
  open fileprivate(set) var paragraphSpacing: CGFloat = 0
}
open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var headIndent: CGFloat {
    get { super.headIndent }
    set { super.headIndent = newValue }
  }
  open override var paragraphSpacingBefore: CGFloat {
    get { super.paragraphSpacingBefore }
    set { super.paragraphSpacingBefore = newValue }
  }
  open override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set { super.paragraphSpacing = newValue }
  }
}

extension NSAttributedString {
  /// Returns the size: each code unit is half as wide as the font is large.
  public func size() -> CGSize {
    let size =
      length == 0
      ? 0 : (attribute(.font, at: 0, effectiveRange: nil) as? KitFont)?.pointSize ?? 12
    return CGSize(width: CGFloat(length) * size / 2, height: size * 1.2)
  }
}

// Fonts, which UIKit and AppKit name differently.

open class KitFontDescriptor: NSObject {
  public struct SymbolicTraits: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    static let kitItalic = SymbolicTraits(rawValue: 1)
    static let kitBold = SymbolicTraits(rawValue: 2)
  }
  open private(set) var symbolicTraits: SymbolicTraits = []
  fileprivate var name = ""

  convenience init(_ name: String, _ traits: SymbolicTraits) {
    self.init()
    self.name = name
    symbolicTraits = traits
  }
  func with(_ traits: SymbolicTraits) -> KitFontDescriptor { KitFontDescriptor(name, traits) }
}

open class KitFont: NSObject {
  public enum TextStyle: Sendable { case body }
  public enum Weight: Sendable { case regular, bold }
  open private(set) var pointSize: CGFloat
  open private(set) var fontName: String
  open private(set) var fontDescriptor: KitFontDescriptor

  init(kit descriptor: KitFontDescriptor, size pointSize: CGFloat) {
    fontName = descriptor.name
    fontDescriptor = descriptor
    self.pointSize = pointSize
  }
  /// Finds a font by name; two families are installed.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard ["Georgia", "Menlo"].contains(fontName) else { return nil }
    self.init(kit: KitFontDescriptor(fontName, []), size: fontSize)
  }
  open func withSize(_ fontSize: CGFloat) -> KitFont {
    KitFont(kit: fontDescriptor, size: fontSize)
  }
  static func system(_ name: String, _ size: CGFloat, _ weight: Weight) -> KitFont {
    let traits: KitFontDescriptor.SymbolicTraits = weight == .bold ? .kitBold : []
    return KitFont(kit: KitFontDescriptor(name, traits), size: size)
  }
}
