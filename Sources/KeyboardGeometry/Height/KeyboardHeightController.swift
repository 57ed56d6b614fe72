/// An event of a keyboard's view controller.
package enum KeyboardLifecycleEvent: Hashable, Sendable {
  /// `viewWillAppear`: whether the view has a superview.
  case viewWillAppear(hasSuperview: Bool)
  case viewDidAppear
  /// `updateViewConstraints`: the view's size, in points.
  case updateViewConstraints(LayoutSize)
  /// `viewDidLayoutSubviews`: the view's size, in points.
  case viewDidLayoutSubviews(LayoutSize)
  /// The traits or the screen changed: a rotation, Split View, another prediction row.
  case environmentChanged(KeyboardEnvironment)
  /// The bar above the keys, inside the root view, has a new height, in points; 0 without a bar.
  /// The root view's size need not change.
  case barChanged(height: Double)
}

/// A task for a keyboard's view controller.
package enum KeyboardHeightEffect: Hashable, Sendable {
  /// Create and activate a height constraint with this constant, in points, and a priority of Auto
  /// Layout. Occurs once, and again only after `removeHeight`.
  case installHeight(Double, priority: Double)
  /// Set the constant of that constraint, in points.
  case updateHeight(Double)
  /// Deactivate and discard that constraint: the system's height is wanted or must be measured.
  case removeHeight
  /// Turn the root view's autoresizing mask off and pin its left, right and lower edges to its
  /// superview. Occurs once, and again only after `unpinEdges`.
  case pinEdges
  /// Deactivate the constraints of those edges and turn the mask on again.
  case unpinEdges
  /// Activate the constraints of the subviews. Occurs once, before the keyboard first appears.
  case installSubviewConstraints
  /// Lay out the view once more, after the current layout, because its height is being measured.
  case layOutAgain
  /// Lay out the keys for this size, in points: that of the root view without the bar.
  case relayout(LayoutSize)
}

/// Decides when a keyboard's height constraint is created and changed.
///
/// It is created once and changed when the requested height differs, but never while the view has
/// no size. The effects are data; the view controller carries them out in order.
public struct KeyboardHeightController: Hashable, Sendable {
  /// The way to avoid a conflict with the host's height.
  public enum Strategy: String, Hashable, Sendable, CaseIterable {
    /// The autoresizing mask is turned off, the edges are pinned, and the height is required. The
    /// height is created after the edges are pinned, since it would conflict before.
    case ownEdges
    /// The mask stays, and the height has priority 999. The host lays out once with its own height.
    case belowRequired

    package var heightPriority: Double { self == .ownEdges ? 1000 : 999 }
  }

  /// The policy for the height; a new one takes effect with the next event.
  package var policy: KeyboardHeightPolicy
  package private(set) var environment: KeyboardEnvironment
  package let strategy: Strategy
  /// The requested height, in points; nil while there is no constraint.
  package private(set) var installedHeight: Double?
  /// The height of the bar above the keys, in points; 0 without a bar.
  package private(set) var barHeight = 0.0
  private var size = LayoutSize.zero
  private var hasSuperview = false
  private var hasAppeared = false
  private var isPinned = false
  private var hasConstrainedSubviews = false
  /// The size of the last layout of the keys; nil before the first.
  private var laidOut: LayoutSize?
  private var measuring: SystemHeightMeasuring

  /// Creates a controller with heights that were measured when a keyboard appeared earlier.
  package init(
    policy: KeyboardHeightPolicy, environment: KeyboardEnvironment, strategy: Strategy = .ownEdges,
    measuredHeights: [String: Double] = [:]
  ) {
    measuring = SystemHeightMeasuring(measuredHeights)
    self.policy = policy
    self.environment = environment
    self.strategy = strategy
  }

  /// The system's height here, in points, from the environment or measured; nil if unknown.
  package var systemHeight: Double? {
    environment.systemHeight ?? measuredHeights[environment.key]
  }

  /// The measured heights of the system's keyboard, in points, by `KeyboardEnvironment.key`.
  package var measuredHeights: [String: Double] { measuring.heights }

  /// Processes an event; the effects must be carried out in order.
  package mutating func handle(_ event: KeyboardLifecycleEvent) -> [KeyboardHeightEffect] {
    switch event {
    case .viewWillAppear(let hasSuperview):
      self.hasSuperview = hasSuperview
      return subviewEffects() + heightEffects()
    case .viewDidAppear:
      hasAppeared = true
      let measures = needsMeasuring && systemHeight == nil
      return subviewEffects() + (measures ? [.layOutAgain] : []) + heightEffects()
    case .updateViewConstraints(let size):
      self.size = size
      return heightEffects()
    case .viewDidLayoutSubviews(let size):
      self.size = size
      return measure() + heightEffects() + keyEffects()
    case .environmentChanged(let new):
      let screenSize = environment.screenSize
      environment = new
      // A view that left its window returns to the same screen.
      if new.screenSize.isEmpty { environment.screenSize = screenSize }
      return heightEffects()
    case .barChanged(let height):
      barHeight = height
      return keyEffects()
    }
  }

  private mutating func subviewEffects() -> [KeyboardHeightEffect] {
    if hasConstrainedSubviews { return [] }
    hasConstrainedSubviews = true
    return [.installSubviewConstraints]
  }

  /// Requests a layout of the keys if their size really changed. `viewDidLayoutSubviews` is called
  /// several times in a rotation. Width and height both count, since Split View changes the width.
  private mutating func keyEffects() -> [KeyboardHeightEffect] {
    let keys = LayoutSize(width: size.width, height: size.height - barHeight)
    if keys.isEmpty { return [] }
    // Half a pixel, at three pixels a point.
    let tolerance = 1.0 / 6
    if let laidOut, abs(keys.width - laidOut.width) <= tolerance,
      abs(keys.height - laidOut.height) <= tolerance
    {
      return []
    }
    laidOut = keys
    return [.relayout(keys)]
  }

  /// Pins the edges, and creates, changes or removes the height constraint.
  private mutating func heightEffects() -> [KeyboardHeightEffect] {
    if policy == .system { return withdraw() }
    if policy == .subviews { return removeHeight() + pinEdges() }
    var known = environment
    known.systemHeight = systemHeight
    guard let wanted = policy.height(in: known) else {
      return policy.needsSystemHeight ? withdraw() : []
    }
    let pins = pinEdges()
    guard !size.isEmpty, wanted > 0, wanted.isFinite, installedHeight != wanted,
      strategy == .belowRequired || isPinned
    else { return pins }
    let isNew = installedHeight == nil
    installedHeight = wanted
    return pins + [
      isNew
        ? .installHeight(wanted, priority: strategy.heightPriority) : .updateHeight(wanted)
    ]
  }

  private mutating func pinEdges() -> [KeyboardHeightEffect] {
    guard strategy == .ownEdges, hasSuperview, !isPinned else { return [] }
    isPinned = true
    return [.pinEdges]
  }

  private mutating func removeHeight() -> [KeyboardHeightEffect] {
    guard installedHeight != nil else { return [] }
    installedHeight = nil
    return [.removeHeight]
  }

  /// Leaves the height to the host. This needs the mask, through which the host's height works.
  private mutating func withdraw() -> [KeyboardHeightEffect] {
    if installedHeight != nil { measuring.leftWidth = size.width }
    let removal = removeHeight()
    guard isPinned else { return removal }
    isPinned = false
    return removal + [.unpinEdges]
  }

  private var needsMeasuring: Bool { policy.needsSystemHeight && environment.systemHeight == nil }

  /// Measures the system's height on the view, after the keyboard has appeared.
  private mutating func measure() -> [KeyboardHeightEffect] {
    guard needsMeasuring, hasAppeared else { return [] }
    if let installedHeight {
      measuring.correct(size, installed: installedHeight, in: environment)
    } else if systemHeight == nil, !isPinned {
      // With pinned edges, the host's height is no longer visible, so it is measured before.
      let isOpen = measuring.take(size, in: environment, twice: strategy == .ownEdges)
      return isOpen ? [.layOutAgain] : []
    }
    return []
  }
}
