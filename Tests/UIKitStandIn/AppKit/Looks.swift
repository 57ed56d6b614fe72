import Foundation

open class NSAppearance: NSObject {
  public enum Name: Sendable { case aqua, darkAqua }
  open private(set) var name: Name
  public init?(named name: Name) { self.name = name }
  open func bestMatch(from appearances: [Name]) -> Name? {
    appearances.contains(name) ? name : appearances.first
  }
}

open class NSColor: NSObject {
  public typealias Name = String
  @_spi(StandIn) public private(set) var components: [CGFloat] = [0, 0, 0, 1]
  private var provider: ((NSAppearance) -> NSColor)?

  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }
  public init(name colorName: Name?, dynamicProvider: @escaping (NSAppearance) -> NSColor) {
    provider = dynamicProvider
  }
  open class var clear: NSColor { NSColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
  @_spi(StandIn) public func resolved(in appearance: NSAppearance) -> NSColor {
    provider?(appearance) ?? self
  }
}

open class NSFontDescriptor: NSObject {
  public struct SymbolicTraits: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let italic = SymbolicTraits(rawValue: 1)
    public static let bold = SymbolicTraits(rawValue: 2)
  }
  open private(set) var symbolicTraits: SymbolicTraits = []
  fileprivate var name = ""

  fileprivate convenience init(_ name: String, _ traits: SymbolicTraits) {
    self.init()
    self.name = name
    symbolicTraits = traits
  }
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> NSFontDescriptor {
    NSFontDescriptor(name, symbolicTraits)
  }
}

open class NSFont: NSObject, SizedFont {
  public enum TextStyle: Sendable { case body }
  public enum Weight: Sendable { case regular, bold }
  open private(set) var pointSize: CGFloat
  open private(set) var fontName: String
  open private(set) var fontDescriptor: NSFontDescriptor

  private init(_ name: String, _ traits: NSFontDescriptor.SymbolicTraits, _ size: CGFloat) {
    fontName = name
    fontDescriptor = NSFontDescriptor(name, traits)
    pointSize = size
  }
  public convenience init?(descriptor fontDescriptor: NSFontDescriptor, size fontSize: CGFloat) {
    self.init(fontDescriptor.name, fontDescriptor.symbolicTraits, fontSize)
  }
  /// Finds a font by name; two families are installed.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard ["Georgia", "Menlo"].contains(fontName) else { return nil }
    self.init(fontName, [], fontSize)
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: NSFont.Weight = .regular) -> NSFont {
    NSFont(".SFNS", weight == .bold ? .bold : [], fontSize)
  }
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: NSFont.Weight) -> NSFont {
    NSFont(".SFNSMono", weight == .bold ? .bold : [], fontSize)
  }
  open class func preferredFont(forTextStyle style: NSFont.TextStyle) -> NSFont {
    systemFont(ofSize: 13)
  }
}
