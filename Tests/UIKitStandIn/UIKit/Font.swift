import Foundation

open class UIFontDescriptor: NSObject {
  public struct SymbolicTraits: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let traitItalic = SymbolicTraits(rawValue: 1)
    public static let traitBold = SymbolicTraits(rawValue: 2)
  }
  open private(set) var symbolicTraits: SymbolicTraits = []
  fileprivate var name = ""

  fileprivate convenience init(_ name: String, _ traits: SymbolicTraits) {
    self.init()
    self.name = name
    symbolicTraits = traits
  }
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    UIFontDescriptor(name, symbolicTraits)
  }
}

open class UIFont: NSObject, SizedFont {
  public enum TextStyle: Sendable { case body }
  public enum Weight: Sendable { case regular, bold }
  open private(set) var pointSize: CGFloat
  open private(set) var fontName: String
  open private(set) var fontDescriptor: UIFontDescriptor

  private init(_ name: String, _ traits: UIFontDescriptor.SymbolicTraits, _ size: CGFloat) {
    fontName = name
    fontDescriptor = UIFontDescriptor(name, traits)
    pointSize = size
  }
  public init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    fontName = descriptor.name
    fontDescriptor = descriptor
    self.pointSize = pointSize
  }
  /// Finds a font by name; two families are installed.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard ["Georgia", "Menlo"].contains(fontName) else { return nil }
    self.init(fontName, [], fontSize)
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight = .regular) -> UIFont {
    UIFont(".SFUI", weight == .bold ? .traitBold : [], fontSize)
  }
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
    UIFont(".SFUIMono", weight == .bold ? .traitBold : [], fontSize)
  }
  open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont {
    systemFont(ofSize: 17 * MainActor.assumeIsolated { UIFontMetrics.factor })
  }
}
