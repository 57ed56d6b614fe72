/// Responders, the first among them, and the views that are up for it.
///
/// What is up changes only when a responder becomes first, resigns, reloads or is removed; setting a
/// property alone shows nothing.
public struct ResponderChain: Hashable, Sendable {
  /// The first responder; nil if there is none.
  public private(set) var first: ResponderID?
  /// What is up.
  public private(set) var presented: PresentedInputs = .nothing
  private var responders: [ResponderID: KeyboardResponder] = [:]

  /// Makes a chain of responders.
  public init(_ responders: [KeyboardResponder] = []) {
    for responder in responders { add(responder) }
  }

  /// Adds a responder, or puts it in place of the one with its name.
  public mutating func add(_ responder: KeyboardResponder) {
    responders[responder.id] = responder
  }

  /// Takes a responder out. Nothing is first if it was; otherwise what is up is resolved anew.
  ///
  /// - Returns: what changed of what is up; nil if nothing did.
  @discardableResult
  public mutating func remove(_ id: ResponderID) -> InputChange? {
    guard responders.removeValue(forKey: id) != nil else { return nil }
    if first == id { first = nil }
    return present(animated: false)
  }

  /// The responder with this name; nil if there is none.
  public subscript(_ id: ResponderID) -> KeyboardResponder? { responders[id] }

  /// The way up the chain, from the responder itself; a cycle ends it.
  ///
  /// - Complexity: O(*n*) for the *n* responders on the way.
  public func path(from id: ResponderID) -> [ResponderID] {
    var path: [ResponderID] = []
    var seen: Set<ResponderID> = []
    var next: ResponderID? = id
    while let current = next, let responder = responders[current],
      seen.insert(current).inserted
    {
      path.append(current)
      next = responder.next
    }
    return path
  }

  /// What would be up if this responder were first: the nearest input view and the nearest accessory
  /// view up the chain, each on its own; without an input view the system keyboard, if the
  /// responder itself takes keys.
  public func resolve(for id: ResponderID) -> PresentedInputs {
    var resolved = PresentedInputs.nothing
    if let responder = responders[id], responder.takesKeys { resolved.input = .systemKeyboard }
    var hasInput = false
    for current in path(from: id) {
      guard let responder = responders[current] else { break }
      if !hasInput, let surface = responder.input.surface {
        resolved.input = .custom(surface, from: current)
        hasInput = true
      }
      if resolved.accessory == nil, let surface = responder.accessory.surface {
        resolved.accessory = surface
        resolved.accessoryFrom = current
      }
    }
    return resolved
  }

  /// Whom the keys of a surface act on; nil once that responder is gone.
  public func target(of surface: InputSurface) -> ResponderID? {
    surface.target.flatMap { responders[$0]?.id }
  }

  /// Sets the input view of a responder that stores one; shows it only after a reload.
  public mutating func setInput(
    _ surface: InputSurface?, of id: ResponderID
  ) throws(ResponderError) {
    guard var responder = responders[id] else { throw .unknown(id) }
    guard responder.input.isSettable else { throw .readOnly(id) }
    responder.input = .stored(surface)
    responders[id] = responder
  }

  /// Sets the accessory view of a responder that stores one; shows it only after a reload.
  public mutating func setAccessory(
    _ surface: InputSurface?, of id: ResponderID
  ) throws(ResponderError) {
    guard var responder = responders[id] else { throw .unknown(id) }
    guard responder.accessory.isSettable else { throw .readOnly(id) }
    responder.accessory = .stored(surface)
    responders[id] = responder
  }

  /// Makes a responder first; the one that was has to give the role up.
  ///
  /// - Returns: what changed of what is up; nil if nothing did.
  @discardableResult
  public mutating func becomeFirst(
    _ id: ResponderID, animated: Bool = true
  ) throws(ResponderError) -> InputChange? {
    guard let responder = responders[id] else { throw .unknown(id) }
    if first == id { return nil }
    guard responder.canBecomeFirst else { throw .cannotBecomeFirst(id) }
    if let first, let before = responders[first], !before.canResign {
      throw .cannotResign(first)
    }
    first = id
    return present(animated: animated)
  }

  /// Takes the role of the first responder from whoever has it.
  ///
  /// - Returns: what changed of what is up; nil if nothing did.
  @discardableResult
  public mutating func resignFirst(
    animated: Bool = true
  ) throws(ResponderError) -> InputChange? {
    guard let id = first else { return nil }
    if let responder = responders[id], !responder.canResign { throw .cannotResign(id) }
    first = nil
    return present(animated: animated)
  }

  /// Shows at once what the responder's views are now; does nothing unless it is first.
  ///
  /// - Returns: what changed of what is up; nil if nothing did.
  @discardableResult
  public mutating func reloadInputs(of id: ResponderID) -> InputChange? {
    first == id ? present(animated: false) : nil
  }

  private mutating func present(animated: Bool) -> InputChange? {
    let before = presented
    presented = first.map { resolve(for: $0) } ?? .nothing
    return presented == before
      ? nil : InputChange(from: before, to: presented, animated: animated)
  }
}
