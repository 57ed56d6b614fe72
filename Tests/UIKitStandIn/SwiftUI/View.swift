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
  public var text: Binding<String>?
  public var selection: Binding<TextSelection?>?

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

public struct EmptyView: View, Primitive {
  public typealias Body = Never
  public nonisolated init() {}
  public var body: Never { fatalError("a view without a body") }
  func render() -> [Element] { [] }
}
public struct _ConditionalContent<First, Second> {
  let first: First?
  let second: Second?
}
extension _ConditionalContent: View where First: View, Second: View {
  public var body: Never { fatalError("a view without a body") }
}
extension _ConditionalContent: Primitive where First: View, Second: View {
  func render() -> [Element] {
    if let first { return SwiftUI.render(first) }
    return second.map { SwiftUI.render($0) } ?? []
  }
}
public struct _Pair<First, Second> {
  let first: First
  let second: Second
}
extension _Pair: View where First: View, Second: View {
  public var body: Never { fatalError("a view without a body") }
}
extension _Pair: Primitive where First: View, Second: View {
  func render() -> [Element] { SwiftUI.render(first) + SwiftUI.render(second) }
}
public struct _Optional<Content> {
  let content: Content?
}
extension _Optional: View where Content: View {
  public var body: Never { fatalError("a view without a body") }
}
extension _Optional: Primitive where Content: View {
  func render() -> [Element] { content.map { SwiftUI.render($0) } ?? [] }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }
  public static func buildPartialBlock<First: View, Second: View>(
    accumulated: First, next: Second
  ) -> _Pair<First, Second> { _Pair(first: accumulated, second: next) }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(first: first, second: nil) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(first: nil, second: second) }
  public static func buildOptional<Content: View>(_ content: Content?) -> _Optional<Content> {
    _Optional(content: content)
  }
}
