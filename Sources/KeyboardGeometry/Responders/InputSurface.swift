/// The name of a responder.
public struct ResponderID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public var rawValue: String

  /// Makes a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

/// A view that takes input: a keyboard of your own, or a bar above a keyboard.
public struct InputSurface: Hashable, Sendable {
  /// Its name.
  public var id: String
  /// Its height, in points; nil if it takes the system keyboard's (as an accessory: none).
  public var height: Double?
  /// Whom its keys act on: a reference that does not keep the responder alive.
  public var target: ResponderID?

  /// Makes a surface.
  public init(id: String, height: Double? = nil, target: ResponderID? = nil) {
    self.id = id
    self.height = height
    self.target = target
  }
}

/// What a responder says of its `inputView` or `inputAccessoryView`.
public enum InputProvision: Hashable, Sendable {
  /// Nothing: UIResponder's own property, read-only, which leaves it to the next responder.
  case inherited
  /// A property that can be set, as text views have it. A stored nil leaves it to the next.
  case stored(InputSurface?)
  /// A getter of your own, read-only. A nil leaves it to the next responder.
  case computed(InputSurface?)

  /// The view, if there is one.
  public var surface: InputSurface? {
    switch self {
    case .inherited: nil
    case .stored(let surface), .computed(let surface): surface
    }
  }

  /// Whether it can be set.
  public var isSettable: Bool {
    if case .stored = self { true } else { false }
  }
}

/// A responder: a view or a view controller.
public struct KeyboardResponder: Hashable, Sendable {
  /// Its name.
  public var id: ResponderID
  /// The next one up the chain.
  public var next: ResponderID?
  /// Whether it can become first responder.
  public var canBecomeFirst: Bool
  /// Whether it gives the role up.
  public var canResign: Bool
  /// Whether it takes keys (`UIKeyInput`), so that the system keyboard comes for it.
  public var takesKeys: Bool
  /// Its input view.
  public var input: InputProvision
  /// Its input accessory view.
  public var accessory: InputProvision

  /// Makes a responder.
  public init(
    id: ResponderID, next: ResponderID? = nil, canBecomeFirst: Bool = false,
    canResign: Bool = true, takesKeys: Bool = false, input: InputProvision = .inherited,
    accessory: InputProvision = .inherited
  ) {
    self.id = id
    self.next = next
    self.canBecomeFirst = canBecomeFirst
    self.canResign = canResign
    self.takesKeys = takesKeys
    self.input = input
    self.accessory = accessory
  }

  /// A text view or text field: it takes keys, and both its views can be set.
  public static func textView(
    _ id: ResponderID, next: ResponderID? = nil, input: InputSurface? = nil,
    accessory: InputSurface? = nil
  ) -> KeyboardResponder {
    KeyboardResponder(
      id: id, next: next, canBecomeFirst: true, takesKeys: true, input: .stored(input),
      accessory: .stored(accessory))
  }
}
