import KeyboardGeometry

/// Simulates a host with a custom keyboard.
///
/// Between the events of a view controller it plays the part of UIKit, with the library's models.
/// It also carries out the controller's requests.
struct KeyboardHost: Hashable, Sendable {
  /// The result of one event.
  struct Report: Hashable, Sendable {
    /// The successive heights of the view in layout, in points.
    var heights: [Double] = []
    /// The size of the last layout of the keys.
    var keys: LayoutSize?
    /// The console's reports of broken constraints.
    var conflicts: [ConstraintConflict] = []
    /// The controller's requests, in words.
    var effects: [String] = []
  }

  private(set) var controller: KeyboardHeightController
  private let scene: KeyboardScene.Height
  private var screen: LayoutSize
  private var systemHeight: Double
  /// The first height in a layout: the system's, until the host has adopted another.
  private var hostHeight: Double
  private var constraint: RootConstraint?
  private var isPinned = false
  private var isOpen = false
  private(set) var height = 0.0
  private var keys: LayoutSize?
  private var report = Report()

  init(_ scene: KeyboardScene.Height, screen: LayoutSize) {
    self.scene = scene
    self.screen = screen
    systemHeight = scene.systemHeight
    hostHeight = scene.systemHeight
    // The size of the screen is unknown before the view is in a window.
    controller = KeyboardHeightController(
      policy: scene.policy, environment: KeyboardEnvironment(screenSize: .zero),
      strategy: scene.strategy == .ownEdges ? .ownEdges : .belowRequired)
  }

  mutating func play(_ event: KeyboardScene.HostEvent) -> Report {
    report = Report()
    switch event {
    case .load: send(.updateViewConstraints(.zero))
    case .appear:
      send(.environmentChanged(environment))
      send(.viewWillAppear(hasSuperview: true))
      for guess in scene.launch { lay(guess) }
      layOut()
      send(.viewDidAppear)
      layOut()
    case .rotate(let screen, let systemHeight):
      self.screen = screen
      self.systemHeight = systemHeight
      hostHeight = systemHeight
      send(.environmentChanged(environment))
      layOut()
    case .bar(let height):
      send(.barChanged(height: height))
    case .policy(let policy):
      controller.policy = policy
      layOut()
    }
    report.keys = keys
    return report
  }

  private var environment: KeyboardEnvironment {
    KeyboardEnvironment(
      screenSize: screen, horizontalSizeClass: .unspecified,
      verticalSizeClass: screen.width > screen.height ? .compact : .regular,
      systemHeight: scene.knowsSystemHeight ? systemHeight : nil)
  }

  /// Repeats the layout until nothing changes: the host negotiates, the view controller answers.
  private mutating func layOut() {
    // Each pass can change the height once; measuring, installing and settling need three.
    for _ in 0..<6 {
      let before = (constraint, isPinned)
      isOpen = false
      send(.updateViewConstraints(LayoutSize(width: height > 0 ? screen.width : 0, height: height)))
      let outcome = HostNegotiation(
        systemHeight: hostHeight, translatesAutoresizingMask: !isPinned, constraints: constraints
      ).run()
      note(outcome.conflicts)
      lay(outcome.firstHeight)
      lay(outcome.finalHeight)
      hostHeight = outcome.finalHeight
      if before == (constraint, isPinned), !isOpen { return }
    }
  }

  private mutating func lay(_ height: Double) {
    self.height = height
    if report.heights.last != height { report.heights.append(height) }
    send(.viewDidLayoutSubviews(LayoutSize(width: screen.width, height: height)))
  }

  /// Records conflicts. A broken constraint is removed, since it is logged only once.
  private mutating func note(_ conflicts: [ConstraintConflict]) {
    report.conflicts += conflicts
    if conflicts.contains(where: { $0.broken == constraint }) { constraint = nil }
  }

  private var constraints: [RootConstraint] {
    let edges = [RootConstraint.Attribute.left, .right, .bottom].map {
      RootConstraint(id: "edge", attribute: $0)
    }
    return (isPinned ? edges : []) + (constraint.map { [$0] } ?? [])
  }

  private mutating func send(_ event: KeyboardLifecycleEvent) {
    for effect in controller.handle(event) {
      switch effect {
      case .installHeight(let height, let priority):
        let priority = scene.strategy == .required ? .required : priority
        constraint = RootConstraint(
          id: "app", attribute: .height, constant: height, priority: priority)
        report.effects.append(
          "install \(Decimal.text(height)) @\(Decimal.text(priority.rawValue))")
      case .updateHeight(let height):
        constraint?.constant = height
        report.effects.append("height \(Decimal.text(height))")
      case .removeHeight:
        constraint = nil
        hostHeight = systemHeight
        report.effects.append("remove the height")
      case .pinEdges:
        isPinned = true
        report.effects.append("pin edges")
      case .unpinEdges:
        isPinned = false
        report.effects.append("unpin edges")
      case .installSubviewConstraints: report.effects.append("constrain subviews")
      case .layOutAgain: isOpen = true
      case .relayout(let size): keys = size
      }
    }
  }
}
