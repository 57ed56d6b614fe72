import KeyboardGeometry

/// Plays a recording through the driver of the adapters. Between the events, the list does what UIKit
/// and an adapter would do.
struct RecordingPlayer {
  let list: TestList
  private let standIn: InteractiveDismissal.StandIn
  private var window, view: LayoutRect
  private var host: TestHost?

  init(_ recording: Recording) throws {
    let scene = recording.scene
    let screen = LayoutRect(size: try scene.size("screen"))
    (window, view) = (screen, screen)
    list = TestList(
      screen,
      adjuster: KeyboardInsetAdjuster(
        followsUndocked: scene["followsUndocked"] == .truth(true),
        ignoresNonLocal: scene["ignoresNonLocal"] == .truth(true)))
    list.isMute = true
    list.rowMaxY = try scene["dismissal"]?.number("rowMaxY")
    standIn = scene["dismissal"]?["standIn"] == .word("plainPanel") ? .plainPanel : .snapshot
    if scene["insets"] != nil { list.insets = try scene.insets("insets") }
    host = try scene["height"].map { try TestHost($0, screen: screen.size) }
    try set(scene)
  }

  /// Plays an event, and returns the values that a reader and the app see after it.
  mutating func play(_ step: Recording.Step) throws -> [String: Value] {
    let (happenings, changes) = (list.happenings.count, list.changes.count)
    let event = step.event
    if let transition = step.transition {
      list.guide = transition.event.isHide ? nil : try event.rect("guide") ?? list.guide
      list.post(transition)
    } else {
      try play(step.name, event)
    }
    // A keyboard that is hidden, or has a substitute, is invisible, whatever its frame is.
    let tracker = list.driver.tracker
    let isAway =
      tracker.posture == .hidden || list.driver.dismissal.swallowsKeyboardNotifications
    let phase =
      switch list.phase {
      case .idle: "idle"
      case .ready: "ready"
      case .tracking: "tracking"
      case .settling(let outcome): outcome.rawValue
      }
    let happening = list.happenings.dropFirst(happenings).last?.rawValue ?? ""
    var facts: [String: Value] = [
      "happening": .word(happening), "phase": .word(phase),
      "posture": .word((isAway ? KeyboardPosture.hidden : tracker.posture).rawValue),
      "bottom": .number(list.insets.content.bottom), "visibleBottom": .number(list.visibleBottom),
      "changes": .truth(list.changes.count > changes), "offset": .number(list.offset.y),
    ]
    if let host {
      facts["heights"] = .list(host.heights.map { .number($0) })
      facts["conflicts"] = .number(Double(host.conflicts))
      facts["keys"] = host.keys.map { .number($0.height) }
    }
    guard list.rowMaxY != nil else { return facts }
    // In the window, like the upper edge of the keyboard or of its substitute.
    facts["row"] = .number(list.row - window.y)
    let keyboard = isAway ? nil : tracker.frame.map { $0.y - window.y }
    facts["top"] = (list.standIn ?? keyboard).map { .number($0) }
    return facts
  }

  private mutating func play(_ name: String, _ event: Value) throws {
    switch name {
    case "layout":
      try set(event)
      list.layOut()
    case "insets": list.insets = try event.insets("insets")
    case "touch": list.touch(standIn)
    case "move": list.scroll(to: try event.number("to"))
    case "lift": list.lift(event["velocity"] == nil ? nil : try event.number("velocity"))
    case "settle": list.arrive(steps: 1)
    default:
      try set(event)
      try host?.play(name, event)
      guard let height = host?.height, height > 0 else { return }
      let screen = list.screen
      list.post(.willChangeFrame, rect(0, screen.maxY - height, screen.width, height))
    }
  }

  /// Changes screen, window and view. What the value omits stays, but a new screen or window is
  /// filled.
  private mutating func set(_ layout: Value) throws {
    if layout["screen"] != nil {
      list.screen = LayoutRect(size: try layout.size("screen"))
      (window, view) = (list.screen, list.screen)
    }
    if let frame = try layout.rect("window") {
      (window, view) = (frame, LayoutRect(size: frame.size))
    }
    view = try layout.rect("view") ?? view
    let space = CoordinateSpace.screen(list.screen.size).child(frame: window).child(frame: view)
    (list.frame, list.container) = (space.frameInScreen, window)
    list.safeArea = try layout.number("safeAreaBottom", default: list.safeArea)
    if let offset = layout["contentOffset"] {
      list.offset = LayoutPoint(x: try offset.number("x"), y: try offset.number("y"))
    }
    if layout["slideOver"] == .truth(true) { list.slideOver = window }
  }
}

/// The host of a custom keyboard: UIKit between the events of a view controller.
///
/// A host lays out with its own required height, and then with the keyboard's. A required height of
/// the keyboard breaks beside it, and one below required gives way once. Pinned edges end that.
struct TestHost {
  private var controller: KeyboardHeightController
  private let isRequired: Bool
  private let launch: [Value]
  private var screen: LayoutSize
  private var systemHeight: Double
  /// The first height in a layout: the system's, until the host has adopted another.
  private var hostHeight: Double
  private var wanted: Double?
  private var isPinned = false
  private var isOpen = false
  private(set) var height = 0.0
  /// What came of the last event: the heights one after the other, the size of the keys, and the
  /// number of constraints that were broken.
  private(set) var heights: [Double] = []
  private(set) var keys: LayoutSize?
  private(set) var conflicts = 0

  init(_ scene: Value, screen: LayoutSize) throws {
    self.screen = screen
    systemHeight = try scene.number("systemHeight")
    hostHeight = systemHeight
    isRequired = scene["strategy"] == .word("required")
    if case .list(let guesses) = scene["launch"] { launch = guesses } else { launch = [] }
    // The size of the screen is unknown before the view is in a window.
    controller = KeyboardHeightController(
      policy: try scene.policy("policy"), environment: KeyboardEnvironment(screenSize: .zero),
      strategy: scene["strategy"] == .word("ownEdges") ? .ownEdges : .belowRequired)
  }

  mutating func play(_ name: String, _ event: Value) throws {
    (heights, conflicts) = ([], 0)
    switch name {
    case "load": send(.updateViewConstraints(.zero))
    case "appear":
      send(.environmentChanged(KeyboardEnvironment(screenSize: screen)))
      send(.viewWillAppear(hasSuperview: true))
      for case .number(let guess) in launch { lay(guess) }
      layOut()
      send(.viewDidAppear)
      layOut()
    case "rotate":
      screen = try event.size("screen")
      systemHeight = try event.number("systemHeight")
      hostHeight = systemHeight
      send(.environmentChanged(KeyboardEnvironment(screenSize: screen)))
      layOut()
    case "bar": send(.barChanged(height: try event.number("height")))
    case "policy":
      controller.policy = try event.policy("policy")
      layOut()
    default: throw Value.Mistake(words: "there is no event \(name)")
    }
  }

  /// Repeats the layout until nothing changes. Measuring, installing and settling need three passes.
  private mutating func layOut() {
    for _ in 0..<6 {
      let before = (wanted, isPinned)
      isOpen = false
      send(.updateViewConstraints(LayoutSize(width: height > 0 ? screen.width : 0, height: height)))
      if isRequired, !isPinned, wanted ?? hostHeight != hostHeight {
        conflicts += 1
        wanted = nil
      }
      // The controller may change its constraint during a layout, which counts from the next one on.
      let final = wanted ?? hostHeight
      lay(isPinned ? final : hostHeight)
      lay(final)
      hostHeight = final
      if before == (wanted, isPinned), !isOpen { return }
    }
  }

  private mutating func lay(_ height: Double) {
    self.height = height
    if heights.last != height { heights.append(height) }
    send(.viewDidLayoutSubviews(LayoutSize(width: screen.width, height: height)))
  }

  private mutating func send(_ event: KeyboardLifecycleEvent) {
    for effect in controller.handle(event) {
      switch effect {
      case .installHeight(let height, _), .updateHeight(let height): wanted = height
      case .removeHeight: (wanted, hostHeight) = (nil, systemHeight)
      case .pinEdges: isPinned = true
      case .unpinEdges: isPinned = false
      case .installSubviewConstraints: break
      case .layOutAgain: isOpen = true
      case .relayout(let size): keys = size
      }
    }
  }
}
