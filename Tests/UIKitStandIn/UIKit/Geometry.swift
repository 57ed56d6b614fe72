// A working model of UIKit, so far as the adapters use it: names, labels, types and isolation are
// UIKit's, and what a declaration does is what UIKit documents, no more. Only tests use it. It is never
// a target of the package: a module named UIKit would change `canImport` for all of them.
//
// Declarations that UIKit does not have, with which tests look inside and play the user's part, are
// `@_spi(StandIn)`: the adapters cannot see them.
//
// Compared by name and label with published listings of UIKit; Documentation/AppleAdapters.md says
// which, and what could not be compared.
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

// Foundation's own on Apple's platforms: a name of Objective-C.
public struct Selector: Hashable, Sendable {
  @_spi(StandIn) public let name: String
  public init(_ string: String) { name = string }
}

public enum NSWritingDirection: Int, Sendable {
  case natural = -1
  case leftToRight = 0
  case rightToLeft = 1
}
