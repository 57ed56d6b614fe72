import Foundation

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
    element.title = SwiftUI.render(label).first?.title ?? ""
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
