import Foundation

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
