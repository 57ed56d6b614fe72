// A working model of the parts of SwiftUI that the adapters use. A view can be rendered into a tree
// of elements, whose actions a test calls. As in SwiftUI, modifiers return `some View`. See
// ../UIKit/Geometry.swift.
@_exported import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
  public var body: Never { fatalError("a view without a body") }
}
extension View where Body == Never {
  public var body: Never { fatalError("a view without a body") }
}

/// A view without a body that renders itself.
@MainActor protocol Primitive {
  func render() -> [Element]
}

@_spi(StandIn) @MainActor public final class Element {
  public let kind: String
  public var title = ""
  public var systemImage: String?
  public var children: [Element] = []
  public var isDisabled = false
  public var style: String?
  public var shortcut: KeyboardShortcut?
  public var spokenValue: String?
  public var spokenHint: String?
  public var inputLabels: [String] = []
  public var placement: ToolbarItemPlacement?
  public var isOn: Binding<Bool>?

  init(_ kind: String, _ title: String = "", children: [Element] = []) {
    self.kind = kind
    self.title = title
    self.children = children
  }
  /// Returns this element and its descendants of a kind.
  public func all(_ kind: String) -> [Element] {
    (self.kind == kind ? [self] : []) + children.flatMap { $0.all(kind) }
  }
  public func tap() {
    if let isOn, !isDisabled { isOn.wrappedValue = !isOn.wrappedValue }
  }
}

/// Renders a view, or the content of a toolbar.
@_spi(StandIn) @MainActor public func render<Content: View>(_ view: Content) -> [Element] {
  (view as? any Primitive)?.render() ?? render(view.body)
}
@_spi(StandIn) @MainActor public func renderToolbar<Content: ToolbarContent>(
  _ content: Content
) -> [Element] {
  (content as? any Primitive)?.render() ?? renderToolbar(content.body)
}

public enum _ConditionalContent<First: View, Second: View>: View, Primitive {
  public typealias Body = Never
  case first(First)
  case second(Second)
  func render() -> [Element] {
    switch self {
    case .first(let view): SwiftUI.render(view)
    case .second(let view): SwiftUI.render(view)
    }
  }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
}
