// A working model of the parts of UIKit that the adapters use. Names, labels, types and isolation
// are UIKit's, and a declaration does only what UIKit documents. Only tests use it. It must not be
// a target of the package, because a module named UIKit would change `canImport` for all others.
//
// Declarations that UIKit does not have are `@_spi(StandIn)`, so the adapters cannot see them.
// Tests use them to look inside and to act as the user.
//
// Names and labels were compared with published listings of UIKit. Documentation/AppleAdapters.md
// says which, and what could not be compared.
@_exported import Foundation

public struct UIEdgeInsets: Equatable, Sendable {
  public var top: CGFloat
  public var left: CGFloat
  public var bottom: CGFloat
  public var right: CGFloat
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
  public static var zero: UIEdgeInsets { UIEdgeInsets() }
}

extension CGRect {
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom)
  }
}

extension NSValue {
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
  public var cgRectValue: CGRect { rectValue }
}
