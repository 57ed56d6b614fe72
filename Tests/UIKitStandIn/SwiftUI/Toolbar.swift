import Foundation

@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: ToolbarContent {}
extension ToolbarContent where Body == Never {
  public var body: Never { fatalError("content without a body") }
}
public enum ToolbarItemPlacement: Sendable { case keyboard }
public struct ToolbarItemGroup<Content: View>: ToolbarContent, Primitive {
  public typealias Body = Never
  private let placement: ToolbarItemPlacement
  private let content: Content
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  func render() -> [Element] {
    let element = Element("group", children: SwiftUI.render(content))
    element.placement = placement
    return [element]
  }
}
