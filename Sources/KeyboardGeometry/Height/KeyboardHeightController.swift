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
    public var heightPriority: LayoutPriority {
      self == .ownEdges ? .required : .almostRequired
    }
  }

  /// How high the keyboard shall be; a new one takes effect with the next event.
  public var policy: KeyboardHeightPolicy
  /// What the height depends on.
  public private(set) var environment: KeyboardEnvironment
  /// How the conflict with the host's height is avoided.
  public let strategy: Strategy
  /// The height asked for, in points; nil while there is no constraint.
  public private(set) var installedHeight: Double?
  /// The height of the bar on top of the keys, in points; 0 without one.
  public private(set) var barHeight = 0.0
  private var size = LayoutSize.zero
  private var hasSuperview = false
  private var hasAppeared = false
  private var isPinned = false
  private var subviews = OnceGuard()
  private var layout = SizeChangeGuard()
  private var measuring = SystemHeightMeasuring()

  /// Makes a controller for a view that was not shown yet.
  public init(
    policy: KeyboardHeightPolicy, environment: KeyboardEnvironment, strategy: Strategy = .ownEdges
  ) {
    self.policy = policy
    self.environment = environment
    self.strategy = strategy
  }

  /// The system's height here, in points: what the environment says, else what was measured; nil
  /// before that.
  public var systemHeight: Double? { environment.systemHeight ?? measuring[environment.screenSize] }

  /// Takes in an event; the effects are to be carried out in order.
  public mutating func handle(_ event: KeyboardLifecycleEvent) -> [KeyboardHeightEffect] {
    switch event {
    case .viewWillAppear(let hasSuperview):
      self.hasSuperview = hasSuperview
      return heightEffects()
    case .viewDidAppear:
      hasAppeared = true
      return (subviews.fire() ? [.installSubviewConstraints] : []) + heightEffects()
    case .updateViewConstraints(let size):
      self.size = size
      return heightEffects()
    case .viewDidLayoutSubviews(let size):
      self.size = size
      measure()
      return heightEffects() + keyEffects()
    case .environmentChanged(let new):
      environment = new
      return heightEffects()
    case .barChanged(let height):
      barHeight = height
      return keyEffects()
    }
  }

  /// Has the keys laid out, where their size really changed.
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

  /// Takes the view's height for the system's while nothing of ours determines it.
  private mutating func measure() {
    guard policy.needsSystemHeight, systemHeight == nil, installedHeight == nil, !isPinned else {
      return
    }
    measuring.take(size, on: environment.screenSize, hasAppeared: hasAppeared)
  }
}
