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
  var action: (@MainActor () -> Void)?

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
    guard !isDisabled else { return }
    if let isOn { isOn.wrappedValue = !isOn.wrappedValue }
    action?()
  }
}

/// Renders a view, or the content of a toolbar or of the menu bar.
@_spi(StandIn) @MainActor public func render<Content: View>(_ view: Content) -> [Element] {
  (view as? any Primitive)?.render() ?? render(view.body)
}
@_spi(StandIn) @MainActor public func renderToolbar<Content: ToolbarContent>(
  _ content: Content
) -> [Element] {
  (content as? any Primitive)?.render() ?? renderToolbar(content.body)
}

@_spi(StandIn) @MainActor public func renderCommands<Content: Commands>(
  _ content: Content
) -> [Element] {
  (content as? any Primitive)?.render() ?? renderCommands(content.body)
}

public struct TupleView<First: View, Second: View>: View, Primitive {
  public typealias Body = Never
  let first: First
  let second: Second
  func render() -> [Element] { SwiftUI.render(first) + SwiftUI.render(second) }
}
extension Optional: View, Primitive where Wrapped: View {
  public typealias Body = Never
  func render() -> [Element] { map { SwiftUI.render($0) } ?? [] }
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
  @MainActor public static func buildBlock<First: View, Second: View>(
    _ first: First, _ second: Second
  ) -> TupleView<First, Second> { TupleView(first: first, second: second) }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View, Primitive {
  public typealias Body = Never
  private let data: Data
  private let content: (Data.Element) -> Content
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
  }
  func render() -> [Element] { data.flatMap { SwiftUI.render(content($0)) } }
}

public struct Label: View, Primitive {
  public typealias Body = Never
  private let title: String
  private let systemImage: String
  public init(_ title: some StringProtocol, systemImage name: String) {
    self.title = String(title)
    systemImage = name
  }
  func render() -> [Element] {
    let element = Element("label", title)
    element.systemImage = systemImage
    return [element]
  }
}
public struct VStack<Content: View>: View, Primitive {
  public typealias Body = Never
  private let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func render() -> [Element] { SwiftUI.render(content) }
}
public struct Text: View, Primitive {
  public typealias Body = Never
  private let text: String
  public init(_ content: some StringProtocol) { text = String(content) }
  func render() -> [Element] { [Element("text", text)] }
}
public struct Button<Label: View>: View, Primitive {
  public typealias Body = Never
  private let action: @MainActor () -> Void
  private let label: Label
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }
  func render() -> [Element] {
    let element = Element("button", SwiftUI.render(label).first?.title ?? "")
    element.action = action
    return [element]
  }
}
public struct Section<Content: View>: View, Primitive {
  public typealias Body = Never
  private let title: String
  private let content: Content
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.content = content()
  }
  func render() -> [Element] { [Element("section", title, children: SwiftUI.render(content))] }
}
public struct Toggle<Label: View>: View, Primitive {
  public typealias Body = Never
  private let isOn: Binding<Bool>
  private let label: Label
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
  func render() -> [Element] {
    let element = Element("toggle", children: SwiftUI.render(label))
    element.title = element.children.first?.title ?? ""
    element.systemImage = element.children.first?.systemImage
    element.isOn = isOn
    return [element]
  }
}
public struct Menu<Label: View, Content: View>: View, Primitive {
  public typealias Body = Never
  private let content: Content
  private let label: Label
  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
  func render() -> [Element] {
    let element = Element("menu", children: SwiftUI.render(content))
    let label = SwiftUI.render(label).first
    element.title = label?.title ?? ""
    element.systemImage = label?.systemImage
    return [element]
  }
}
@MainActor @preconcurrency public protocol ToggleStyle {}
public struct ButtonToggleStyle: ToggleStyle {}
extension ToggleStyle where Self == ButtonToggleStyle {
  public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

public struct KeyEquivalent: Equatable, Sendable {
  public var character: Character
  public init(_ character: Character) { self.character = character }
}
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let shift = EventModifiers(rawValue: 2)
  public static let control = EventModifiers(rawValue: 4)
  public static let option = EventModifiers(rawValue: 8)
  public static let command = EventModifiers(rawValue: 16)
}
public struct KeyboardShortcut: Equatable, Sendable {
  public let key: KeyEquivalent
  public let modifiers: EventModifiers
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    self.key = key
    self.modifiers = modifiers
  }
}

/// A view whose elements are changed after they are rendered.
struct Modified<Content: View>: View, Primitive {
  typealias Body = Never
  let content: Content
  let change: @MainActor (Element) -> Void
  func render() -> [Element] {
    let elements = SwiftUI.render(content)
    for element in elements { change(element) }
    return elements
  }
}
extension View {
  public func toggleStyle(_ style: some ToggleStyle) -> some View {
    Modified(content: self) { $0.style = "\(type(of: style))" }
  }
  public func disabled(_ disabled: Bool) -> some View {
    Modified(content: self) { $0.isDisabled = $0.isDisabled || disabled }
  }
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    Modified(content: self) { $0.shortcut = shortcut }
  }
  public func accessibilityValue(_ value: some StringProtocol) -> some View {
    Modified(content: self) { $0.spokenValue = String(value) }
  }
  public func accessibilityHint(_ hint: some StringProtocol) -> some View {
    Modified(content: self) { $0.spokenHint = String(hint) }
  }
  public func accessibilityInputLabels(_ labels: [some StringProtocol]) -> some View {
    Modified(content: self) { $0.inputLabels = labels.map { String($0) } }
  }
  public func toolbar(content: () -> some ToolbarContent) -> some View {
    let toolbar = content()
    return Modified(content: self) { $0.children += renderToolbar(toolbar) }
  }
}

@MainActor @preconcurrency public protocol Commands {
  associatedtype Body: Commands
  @MainActor @preconcurrency var body: Body { get }
}
extension Never: Commands {}
extension Commands where Body == Never {
  public var body: Never { fatalError("commands without a body") }
}
public struct CommandMenu<Content: View>: Commands, Primitive {
  public typealias Body = Never
  private let name: String
  private let content: Content
  public init(_ name: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.name = String(name)
    self.content = content()
  }
  func render() -> [Element] { [Element("menu", name, children: SwiftUI.render(content))] }
}

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

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  // SwiftUI calls these on the main actor.
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = unsafeBitCast(get, to: (@Sendable () -> Value).self)
    self.set = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
  }
  init(reading get: @escaping () -> Value, writing set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(reading: { value }, writing: { _ in })
  }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding<Subject>(
      reading: { wrappedValue[keyPath: keyPath] },
      writing: { wrappedValue[keyPath: keyPath] = $0 })
  }
}

private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
@propertyWrapper public struct State<Value> {
  private let box: Box<Value>
  public init(wrappedValue value: Value) { box = Box(value) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
  public var projectedValue: Binding<Value> {
    Binding(reading: { [box] in box.value }, writing: { [box] in box.value = $0 })
  }
}
