/// Decides when the height constraint of a keyboard is made, changed and left alone.
///
/// It is made once, changed when the wanted height differs, and neither while the view has no size.
/// The effects are data; the view controller carries them out in order.
public struct KeyboardHeightController: Hashable, Sendable {
  /// How the conflict with the host's own height is avoided.
  public enum Strategy: String, Hashable, Sendable, CaseIterable {
    /// The autoresizing mask is turned off, the edges are pinned, and the height is required. It is
    /// made only after the edges are pinned: before, it would conflict.
    case ownEdges
    /// The mask stays, and the height has priority 999: the host lays out once with its own.
    case belowRequired

    /// The priority of the height constraint.
    package var heightPriority: LayoutPriority {
      self == .ownEdges ? .required : .almostRequired
    }
  }

  /// How high the keyboard shall be; a new one takes effect with the next event.
  package var policy: KeyboardHeightPolicy
  /// What the height depends on.
  package private(set) var environment: KeyboardEnvironment
  /// How the conflict with the host's height is avoided.
  package let strategy: Strategy
  /// The height asked for, in points; nil while there is no constraint.
  package private(set) var installedHeight: Double?
  /// The height of the bar on top of the keys, in points; 0 without one.
  package private(set) var barHeight = 0.0
  private var size = LayoutSize.zero
  private var hasSuperview = false
  private var hasAppeared = false
  private var isPinned = false
  private var subviews = OnceGuard()
  private var layout = SizeChangeGuard()
  private var measuring = SystemHeightMeasuring()

  /// Makes a controller for a view that was not shown yet.
  package init(
    policy: KeyboardHeightPolicy, environment: KeyboardEnvironment, strategy: Strategy = .ownEdges
  ) {
    self.policy = policy
    self.environment = environment
    self.strategy = strategy
  }

  /// The system's height here, in points: what the environment says, else what was measured; nil
  /// before that.
  package var systemHeight: Double? {
    environment.systemHeight ?? measuring[environment.screenSize]
  }

  /// Takes in an event; the effects are to be carried out in order.
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
      // A view that has left its window returns to the same screen.
      if new.screenSize.isEmpty { environment.screenSize = screenSize }
      return heightEffects()
    case .barChanged(let height):
      barHeight = height
      return keyEffects()
    }
  }

  private mutating func subviewEffects() -> [KeyboardHeightEffect] {
    subviews.fire() ? [.installSubviewConstraints] : []
  }

  /// Has the keys laid out, if their size really changed.
  private mutating func keyEffects() -> [KeyboardHeightEffect] {
    let keys = LayoutSize(width: size.width, height: size.height - barHeight)
    return layout.shouldRelayout(for: keys) ? [.relayout(keys)] : []
  }

  /// Pins the edges, and makes, changes or removes the height constraint.
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
    return pins + [isNew ? .installHeight(wanted, strategy.heightPriority) : .updateHeight(wanted)]
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

  /// Leaves the height to the host: without a mask nothing of the host's would hold.
  private mutating func withdraw() -> [KeyboardHeightEffect] {
    if installedHeight != nil { measuring.leftWidth = size.width }
    let removal = removeHeight()
    guard isPinned else { return removal }
    isPinned = false
    return removal + [.unpinEdges]
  }

  private var needsMeasuring: Bool { policy.needsSystemHeight && environment.systemHeight == nil }

  /// Measures the system's height on the view, once the keyboard has appeared.
  private mutating func measure() -> [KeyboardHeightEffect] {
    guard needsMeasuring, hasAppeared else { return [] }
    let screen = environment.screenSize
    if let installedHeight {
      measuring.correct(size, installed: installedHeight, on: screen)
    } else if systemHeight == nil, !isPinned {
      // With pinned edges the host's height does not show any more: make sure of it before.
      let isOpen = measuring.take(size, on: screen, twice: strategy == .ownEdges)
      return isOpen ? [.layOutAgain] : []
    }
    return []
  }
}
