import KeyboardGeometry

/// Plays a recording through the driver of the adapters. Between the events it does what UIKit and
/// an adapter would do.
struct RecordingPlayer {
  private let recording: Recording
  private var screen: LayoutSize
  private var turn: QuarterTurn?
  private var window, view: LayoutRect
  private var offset = LayoutPoint.zero
  private var safeAreaBottom = 0.0
  private var isSlideOver = false
  private var guide: LayoutRect?
  private(set) var insets: ScrollInsets
  private(set) var driver: KeyboardDriver
  private var host: HostPlayer?
  /// The upper edge of the view that replaces the keyboard during a drag; nil if there is none.
  private var standInTop: Double?
  /// The content offset to which the list scrolls by itself.
  private var target: Double?
  private var happening: KeyboardTracker.Happening?
  private var changes = false

  init(_ recording: Recording) {
    self.recording = recording
    screen = recording.layout.screen ?? .zero
    window = LayoutRect(origin: .zero, size: screen)
    view = window
    insets = recording.insets.map { ScrollInsets($0) } ?? .zero
    driver = KeyboardDriver(
      adjuster: KeyboardInsetAdjuster(
        followsUndocked: recording.followsUndocked ?? false,
        ignoresNonLocal: recording.ignoresNonLocal ?? false))
    host = recording.height.map { HostPlayer($0, screen: screen) }
    set(recording.layout)
  }

  mutating func play(_ step: Recording.Step) throws {
    (happening, changes) = (nil, false)
    let event = step.event
    if let transition = step.transition {
      guide = transition.event.isHide ? nil : event.guide ?? guide
      hear(transition)
      return
    }
    switch event.event {
    case "layout":
      set(step.layout)
      carryOut(driver.viewChanged(in: surroundings, insets: insets))
    case "insets": insets = ScrollInsets(try given(event.insets))
    case "touch":
      target = nil
      carryOut(driver.touch(recording.dismissal?.standIn ?? .snapshot, in: surroundings))
    case "move": move(to: try given(event.to))
    case "lift": carryOut(driver.lift(velocityY: event.velocity, insets: insets))
    case "settle": if let target { move(to: target) }
    default:
      if let size = event.screen { set(Recording.Layout(screen: size)) }
      try host?.play(event)
      guard let height = host?.height, height > 0 else { return }
      let frame = LayoutRect(x: 0, y: screen.height - height, width: screen.width, height: height)
      hear(KeyboardFrameTransition(event: .willChangeFrame, beginFrame: frame, endFrame: frame))
    }
  }

  /// The values that a reader and the app see after an event.
  var facts: [String: Fact] {
    // A keyboard that is hidden, or has a substitute, is invisible, whatever its frame is.
    let isAway =
      driver.tracker.posture == .hidden || driver.dismissal.swallowsKeyboardNotifications
    let keyboard = isAway ? nil : driver.tracker.frame
    let bounds = LayoutRect(origin: .zero, size: screen)
    let coverage =
      keyboard.map {
        KeyboardCoverage.of(
          keyboard: $0, in: space, screen: bounds,
          followsUndocked: driver.adjuster.followsUndocked, slideOverWindow: slideOverWindow)
      } ?? .none(.hidden)
    let guide = KeyboardGuide(followsUndocked: driver.adjuster.followsUndocked).frame(
      keyboard: keyboard, in: space, screen: bounds, safeAreaBottom: safeAreaBottom,
      slideOverWindow: slideOverWindow)
    let phase =
      switch driver.dismissal.phase {
      case .idle: "idle"
      case .ready: "ready"
      case .tracking: "tracking"
      case .settling(let outcome): outcome.rawValue
      }
    let end = min(space.frameInScreen.maxY, screen.height)
    var facts: [String: Fact] = [
      "happening": .word(happening?.rawValue ?? ""), "posture": .word(coverage.posture.rawValue),
      "covered": .number(coverage.coveredHeight), "bottom": .number(insets.content.bottom),
      // The lower edge of what is not covered, in the screen.
      "visibleBottom": .number(end - insets.content.bottom - safeAreaBottom),
      "changes": .truth(changes), "guideTop": .number(guide.minY), "offset": .number(offset.y),
      "phase": .word(phase),
    ]
    if let host { facts.merge(host.facts) { $1 } }
    guard let list = recording.dismissal else { return facts }
    // The lower edge of the last row and the upper edge of the keyboard, in the window.
    facts["row"] = .number(list.rowMaxY - offset.y + view.minY)
    facts["top"] = (standInTop ?? keyboard.map { $0.minY - window.minY }).map { .number($0) }
    return facts
  }

  private func given<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw RecordingMistake.missingValue }
    return value
  }

  private mutating func set(_ layout: Recording.Layout) {
    if let size = layout.screen {
      // On another screen, window and view fill it.
      (screen, window) = (size, LayoutRect(origin: .zero, size: size))
    }
    window = layout.window ?? window
    if layout.screen != nil || layout.window != nil {
      view = LayoutRect(origin: .zero, size: window.size)
    }
    view = layout.view ?? view
    offset = layout.contentOffset ?? offset
    safeAreaBottom = layout.safeAreaBottom ?? safeAreaBottom
    turn = layout.turn ?? turn
    isSlideOver = layout.slideOver ?? isSlideOver
  }

  private mutating func move(to y: Double) {
    offset.y = y
    carryOut(driver.scroll(in: surroundings, insets: insets))
  }

  private mutating func hear(_ reported: KeyboardFrameTransition) {
    var transition = reported
    if let turn {
      let isOnItsSide = turn == .clockwise || turn == .counterclockwise
      func frame(_ frame: LayoutRect) -> LayoutRect {
        ScreenFrameConvention.fixedPortrait(turn)
          .interfaceFrame(frame, portraitSize: isOnItsSide ? screen.turned : screen)
      }
      transition.beginFrame = frame(reported.beginFrame)
      transition.endFrame = frame(reported.endFrame)
    }
    carryOut(driver.handle(transition, in: surroundings, insets: insets))
  }

  private mutating func carryOut(_ effects: [KeyboardDriver.Effect]) {
    let restTop = driver.dismissal.layout?.restTop
    for effect in effects {
      switch effect {
      case .insets(let change): (insets, changes) = (change.insets, true)
      case .happened(let happening): self.happening = happening
      case .drag(.installStandIn): standInTop = restTop
      case .drag(.moveStandIn(let top)): standInTop = top
      case .drag(.setContentOffset(let y)), .drag(.animateContentOffset(let y, _)): offset.y = y
      case .drag(.scroll(let y)): target = y
      case .drag(.removeStandIn): (standInTop, target) = (nil, nil)
      case .drag: break
      }
    }
  }

  private var surroundings: KeyboardDriver.Surroundings {
    KeyboardDriver.Surroundings(
      view: space, screen: LayoutRect(origin: .zero, size: screen),
      automaticBottom: safeAreaBottom, slideOverWindow: slideOverWindow, guide: guide,
      row: recording.dismissal.map {
        KeyboardDriver.Row(container: CoordinateSpace(frameInScreen: window), maxY: $0.rowMaxY)
      })
  }

  private var slideOverWindow: LayoutRect? { isSlideOver ? window : nil }

  private var space: CoordinateSpace {
    CoordinateSpace.screen(screen).child(frame: window).child(frame: view, boundsOrigin: offset)
  }
}

enum RecordingMistake: Error {
  case missingValue
  case unknownEvent(String)
}

/// Plays the host of a custom keyboard: UIKit between the events of a view controller.
struct HostPlayer {
  private let recording: Recording.Height
  private var controller: KeyboardHeightController
  private var screen: LayoutSize
  private var systemHeight: Double
  /// The first height in a layout: the system's, until the host has adopted another.
  private var hostHeight: Double
  private var constraint: RootConstraint?
  private var isPinned = false
  private var isOpen = false
  private(set) var height = 0.0
  /// What came of the last event: the heights one after the other, the size of the keys, and the
  /// number of constraints that were broken.
  private var heights: [Double] = []
  private var keys: LayoutSize?
  private var conflicts = 0

  init(_ recording: Recording.Height, screen: LayoutSize) {
    (self.recording, self.screen) = (recording, screen)
    (systemHeight, hostHeight) = (recording.systemHeight, recording.systemHeight)
    // The size of the screen is unknown before the view is in a window.
    controller = KeyboardHeightController(
      policy: recording.policy, environment: KeyboardEnvironment(screenSize: .zero),
      strategy: recording.strategy == .ownEdges ? .ownEdges : .belowRequired)
  }

  var facts: [String: Fact] {
    var facts = ["heights": Fact.numbers(heights), "conflicts": .number(Double(conflicts))]
    facts["keys"] = keys.map { .number($0.height) }
    return facts
  }

  mutating func play(_ event: Recording.Event) throws {
    (heights, conflicts) = ([], 0)
    switch event.event {
    case "load": send(.updateViewConstraints(.zero))
    case "appear":
      send(.environmentChanged(environment))
      send(.viewWillAppear(hasSuperview: true))
      for guess in recording.launch ?? [] { lay(guess) }
      layOut()
      send(.viewDidAppear)
      layOut()
    case "rotate":
      screen = event.screen ?? screen
      systemHeight = event.systemHeight ?? systemHeight
      hostHeight = systemHeight
      send(.environmentChanged(environment))
      layOut()
    case "bar": send(.barChanged(height: event.height ?? 0))
    case "policy":
      controller.policy = event.policy ?? controller.policy
      layOut()
    default: throw RecordingMistake.unknownEvent(event.event)
    }
  }

  private var environment: KeyboardEnvironment {
    KeyboardEnvironment(
      screenSize: screen, horizontalSizeClass: .unspecified,
      verticalSizeClass: screen.width > screen.height ? .compact : .regular, systemHeight: nil)
  }

  /// Repeats the layout until nothing changes: the host negotiates, the view controller answers.
  private mutating func layOut() {
    // Each pass can change the height once; measuring, installing and settling need three.
    for _ in 0..<6 {
      let before = (constraint, isPinned)
      isOpen = false
      send(.updateViewConstraints(LayoutSize(width: height > 0 ? screen.width : 0, height: height)))
      let edges = [RootConstraint.Attribute.left, .right, .bottom].map {
        RootConstraint(id: "edge", attribute: $0)
      }
      let outcome = HostNegotiation(
        systemHeight: hostHeight, translatesAutoresizingMask: !isPinned,
        constraints: (isPinned ? edges : []) + (constraint.map { [$0] } ?? [])
      ).run()
      conflicts += outcome.conflicts.count
      // UIKit removes a broken constraint, and says so once.
      if outcome.conflicts.contains(where: { $0.broken == constraint }) { constraint = nil }
      lay(outcome.firstHeight)
      lay(outcome.finalHeight)
      hostHeight = outcome.finalHeight
      if before == (constraint, isPinned), !isOpen { return }
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
      case .installHeight(let height, let priority):
        constraint = RootConstraint(
          id: "app", attribute: .height, constant: height,
          priority: recording.strategy == .required ? .required : priority)
      case .updateHeight(let height): constraint?.constant = height
      case .removeHeight: (constraint, hostHeight) = (nil, systemHeight)
      case .pinEdges: isPinned = true
      case .unpinEdges: isPinned = false
      case .installSubviewConstraints: break
      case .layOutAgain: isOpen = true
      case .relayout(let size): keys = size
      }
    }
  }
}
