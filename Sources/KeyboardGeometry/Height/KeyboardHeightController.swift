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
  /// The height asked for so far, in points; nil before there is a constraint.
  public private(set) var installedHeight: Double?
  private var viewHasSize = false
  private var edges = OnceGuard()
  private var subviews = OnceGuard()
  private var layout = SizeChangeGuard()

  /// Makes a controller for a view that was not shown yet.
  public init(
    policy: KeyboardHeightPolicy, environment: KeyboardEnvironment, strategy: Strategy = .ownEdges
  ) {
    self.policy = policy
    self.environment = environment
    self.strategy = strategy
  }

  /// Takes in an event; the effects are to be carried out in order.
  public mutating func handle(_ event: KeyboardLifecycleEvent) -> [KeyboardHeightEffect] {
    switch event {
    case .viewWillAppear(let hasSuperview):
      let pins = strategy == .ownEdges && edges.fire(if: hasSuperview)
      return (pins ? [.pinEdges] : []) + heightEffects()
    case .viewDidAppear:
      return subviews.fire() ? [.installSubviewConstraints] : []
    case .updateViewConstraints(let size):
      viewHasSize = !size.isEmpty
      return heightEffects()
    case .viewDidLayoutSubviews(let size):
      viewHasSize = !size.isEmpty
      return layout.shouldRelayout(for: size) ? [.relayout(size)] : []
    case .environmentChanged(let new):
      environment = new
      return heightEffects()
    }
  }

  /// Makes or changes the height constraint, where the wanted height is one and differs.
  private mutating func heightEffects() -> [KeyboardHeightEffect] {
    let wanted = policy.height(in: environment)
    guard viewHasSize, wanted > 0, wanted.isFinite else { return [] }
    if let installedHeight {
      if installedHeight == wanted { return [] }
      self.installedHeight = wanted
      return [.updateHeight(wanted)]
    }
    guard policy != .system, strategy == .belowRequired || edges.hasFired else { return [] }
    installedHeight = wanted
    return [.installHeight(wanted, strategy.heightPriority)]
  }
}
