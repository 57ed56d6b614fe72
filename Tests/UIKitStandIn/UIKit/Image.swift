import Foundation

open class UIImage: NSObject {
  open class SymbolConfiguration: NSObject {
    public convenience init(textStyle: UIFont.TextStyle) { self.init() }
  }
  @_spi(StandIn) public private(set) var symbolName: String?
  /// How often a symbol was looked up.
  @_spi(StandIn) @MainActor public static var lookups = 0

  /// Finds any symbol except those named "no.…". BarArrangementTests checks that the bar's exist.
  public convenience init?(systemName name: String) {
    self.init()
    MainActor.assumeIsolated { UIImage.lookups += 1 }
    if name.isEmpty || name.hasPrefix("no.") { return nil }
    symbolName = name
  }
}

@MainActor open class UIFontMetrics: NSObject {
  /// The factor by which sizes grow: 1 at the usual text size.
  @_spi(StandIn) public static var factor: CGFloat = 1
  public init(forTextStyle textStyle: UIFont.TextStyle) {}
  open func scaledValue(for value: CGFloat) -> CGFloat { value * UIFontMetrics.factor }
}
