import Foundation

open class UIColor: NSObject {
  @_spi(StandIn) public private(set) var components: [CGFloat] = [0, 0, 0, 1]
  private var provider: ((UITraitCollection) -> UIColor)?

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha]
  }
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    provider = dynamicProvider
  }
  open class var systemBackground: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
  open class var clear: UIColor { UIColor(red: 0, green: 0, blue: 0, alpha: 0) }
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    provider?(traitCollection) ?? self
  }
}
