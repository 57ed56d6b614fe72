// Declarations of ours with SwiftUI's names, labels and shapes, so far as the adapters use them. See
// UIKit.swift. Modifiers return `some View`, as SwiftUI's do.
import UIKit
@_exported import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
  public var body: Never { fatalError() }
}
public struct EmptyView: View {
  public typealias Body = Never
  public init() {}
  public var body: Never { fatalError() }
}
public struct _ConditionalContent<First, Second> {}
extension _ConditionalContent: View where First: View, Second: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { fatalError() }
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { fatalError() }
}

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
public struct ToolbarItemPlacement: Sendable {
  public static let keyboard = ToolbarItemPlacement()
}
public struct ToolbarItemGroup<Content: View>: ToolbarContent {
  public typealias Body = Never
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View where Content: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
  public var body: Never { fatalError() }
}

@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

public struct Text: View {
  public typealias Body = Never
  public init(_ content: some StringProtocol) {}
  public var body: Never { fatalError() }
}
public struct Image: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
public struct Label<Title: View, Icon: View>: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
extension Label where Title == Text, Icon == Image {
  public init(_ title: some StringProtocol, systemImage name: String) {}
}
public struct Toggle<Label: View>: View {
  public typealias Body = Never
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol ToggleStyle {}
public struct ButtonToggleStyle: ToggleStyle {}
extension ToggleStyle where Self == ButtonToggleStyle {
  public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}
public struct TextEditor: View {
  public typealias Body = Never
  public init(text: Binding<String>, selection: Binding<TextSelection?>) {}
  public init(
    text: Binding<AttributedString>, selection: Binding<AttributedTextSelection>
  ) {}
  public var body: Never { fatalError() }
}

public struct KeyEquivalent: Sendable {
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
public struct KeyboardShortcut: Sendable {
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {}
}

extension View {
  public func toggleStyle(_ style: some ToggleStyle) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View { self }
  public func accessibilityValue(_ value: some StringProtocol) -> some View { self }
  public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View {
    self
  }
}

public struct TextSelection: Hashable, Sendable {
  public enum Indices: Hashable, Sendable {
    case selection(Range<String.Index>)
    case multiSelection(RangeSet<String.Index>)
  }
  public var indices: Indices { fatalError() }
  public init(range: Range<String.Index>) {}
  public init(insertionPoint: String.Index) {}
}
public struct AttributedTextSelection: Equatable, Sendable {
  public enum Indices: Equatable, Sendable {
    case insertionPoint(AttributedString.Index)
    case ranges(RangeSet<AttributedString.Index>)
  }
  public init() {}
  public init(range: Range<AttributedString.Index>) {}
  public init(insertionPoint: AttributedString.Index) {}
  public func indices(in text: AttributedString) -> Indices { fatalError() }
}

public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public var coordinator: Representable.Coordinator { fatalError() }
}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
  @MainActor @preconcurrency func makeCoordinator() -> Coordinator
}
extension UIViewRepresentable {
  public var body: Never { fatalError() }
}
