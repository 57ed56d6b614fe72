/// The views that are up for a first responder.
public struct PresentedInputs: Hashable, Sendable {
  /// What takes the place of the keyboard.
  public enum Input: Hashable, Sendable {
    /// Nothing.
    case none
    /// The system's keyboard.
    case systemKeyboard
    /// A view of a responder's own.
    case custom(InputSurface, from: ResponderID)
  }

  /// What takes the place of the keyboard.
  public var input: Input
  /// The bar above it.
  public var accessory: InputSurface?
  /// Whose bar it is.
  public var accessoryFrom: ResponderID?

  /// Nothing is up.
  public static let nothing = PresentedInputs(input: .none)

  /// Makes presented views.
  public init(
    input: Input, accessory: InputSurface? = nil, accessoryFrom: ResponderID? = nil
  ) {
    self.input = input
    self.accessory = accessory
    self.accessoryFrom = accessoryFrom
  }

  /// The height of all that is up, in points.
  ///
  /// - Parameters:
  ///   - system: the height of the system keyboard, in points.
  ///   - hardwareKeyboard: whether one is connected: the system keyboard stays down then, a
  ///     keyboard of your own and the bar do not.
  public func height(system: Double, hardwareKeyboard: Bool = false) -> Double {
    let keys: Double =
      switch input {
      case .none: 0
      case .systemKeyboard: hardwareKeyboard ? 0 : system
      case .custom(let surface, from: _): surface.height ?? system
      }
    return keys + (accessory?.height ?? 0)
  }
}

/// One exchange of the presented views.
public struct InputChange: Hashable, Sendable {
  /// What was up before.
  public var from: PresentedInputs
  /// What is up afterwards.
  public var to: PresentedInputs
  /// Whether it is animated.
  public var animated: Bool

  /// Makes a change.
  public init(from: PresentedInputs, to: PresentedInputs, animated: Bool) {
    self.from = from
    self.to = to
    self.animated = animated
  }

  /// Whether the very same bar stays where it is.
  public var keepsAccessory: Bool {
    from.accessory != nil && from.accessory == to.accessory
      && from.accessoryFrom == to.accessoryFrom
  }
}

/// Why the responder chain did not do what was asked.
public enum ResponderError: Error, Hashable, Sendable {
  /// There is no such responder.
  case unknown(ResponderID)
  /// Its input view, or its accessory view, cannot be set: it is inherited or computed.
  case readOnly(ResponderID)
  /// It cannot become first responder.
  case cannotBecomeFirst(ResponderID)
  /// It is first responder and does not give the role up.
  case cannotResign(ResponderID)
}
