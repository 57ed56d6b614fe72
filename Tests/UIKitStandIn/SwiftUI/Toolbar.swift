import Foundation

@MainActor @preconcurrency public protocol ToolbarContent {
  associatedtype Body: ToolbarContent
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: ToolbarContent {}
@resultBuilder public struct ToolbarContentBuilder {
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content {
    content
  }
}
public struct ToolbarItemPlacement: Equatable, Sendable {
  private let name: String
  public static let automatic = ToolbarItemPlacement(name: "automatic")
  public static let keyboard = ToolbarItemPlacement(name: "keyboard")
}
public struct ToolbarItemGroup<Content: View>: ToolbarContent, Primitive {
  public typealias Body = Never
  private let placement: ToolbarItemPlacement
  private let content: Content
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  public var body: Never { fatalError("content without a body") }
  func render() -> [Element] {
    let element = Element("group", children: SwiftUI.render(content))
    element.placement = placement
    return [element]
  }
}
