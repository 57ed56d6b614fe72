import Foundation

open class UIImage: NSObject {
  open class Configuration: NSObject {}
  open class SymbolConfiguration: Configuration {
    public convenience init(textStyle: UIFont.TextStyle) { self.init() }
  }
  public enum Orientation: Int, Sendable { case up, down, left, right }
  open private(set) var cgImage: CGImage?
  open private(set) var scale: CGFloat = 1
  open private(set) var imageOrientation = Orientation.up
  @_spi(StandIn) public private(set) var symbolName: String?
  /// How often a symbol was looked up.
  @_spi(StandIn) @MainActor public static var lookups = 0

  public override init() {}
  public init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {
    self.cgImage = cgImage
    self.scale = scale
    imageOrientation = orientation
  }
  public convenience init?(systemName name: String) {
    self.init()
    MainActor.assumeIsolated { UIImage.lookups += 1 }
    guard Symbols.names.contains(name) else { return nil }
    symbolName = name
  }
}

// Part of Core Graphics on Apple platforms.
public final class CGImage {
  @_spi(StandIn) public let bounds: CGRect
  @_spi(StandIn) public init(bounds: CGRect) { self.bounds = bounds }
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(bounds)
    return part.isEmpty ? nil : CGImage(bounds: part)
  }
}

@MainActor open class UIFontMetrics: NSObject {
  /// The factor by which sizes grow: 1 at the usual text size.
  @_spi(StandIn) public static var factor: CGFloat = 1
  public init(forTextStyle textStyle: UIFont.TextStyle) {}
  open func scaledValue(for value: CGFloat) -> CGFloat { value * UIFontMetrics.factor }
}
