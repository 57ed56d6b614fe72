import JSONText
import KeyboardGeometry

extension KeyboardScene {
  static let layoutKeys = [
    "screen", "turn", "window", "view", "contentOffset", "contentHeight", "safeAreaBottom", "bar",
    "slideOver",
  ]
  private static let sceneKeys =
    ["title", "about", "source", "insets", "caret", "join", "foreignChange", "followsUndocked"]
    + ["ignoresNonLocal", "height", "dismissal", "events"] + layoutKeys
  private static let expectationKeys = [
    "happening", "posture", "covered", "bottom", "visibleBottom", "row", "changes", "guideTop",
    "heights", "keys",
    "conflicts", "top", "offset", "phase",
  ]

  /// Reads a recording from JSON.
  ///
  /// - Throws: a ``SceneProblem`` that names the position.
  package init(_ tree: JSONTree) throws(SceneProblem) {
    let reader = SceneReader(tree: tree, path: "")
    _ = try reader.members(among: Self.sceneKeys)
    title = try reader.optional("title")?.text() ?? "A recording"
    source = try reader.optional("source")?.text() ?? ""
    _ = try reader.optional("about")?.text()
    layout = try Layout(reader, before: nil)
    insets = try reader.optional("insets").map(Self.scrollInsets) ?? .zero
    caret = try reader.optional("caret")?.rectangle()
    adjuster = KeyboardInsetAdjuster(
      join: try reader.optional("join")?.word(KeyboardInsetAdjuster.Join.self) ?? .max,
      foreignChange: try reader.optional("foreignChange")?
        .word(KeyboardInsetAdjuster.ForeignChange.self) ?? .adopt,
      followsUndocked: try reader.optional("followsUndocked")?.bool() ?? false,
      ignoresNonLocal: try reader.optional("ignoresNonLocal")?.bool() ?? false)
    height = try reader.optional("height").map(Height.init)
    dismissal = try reader.optional("dismissal").map(Dismissal.init)
    steps = []
    var current = layout
    for event in try reader.required("events").elements() {
      let step = try self.step(event, layout: current)
      if case .layout(let new) = step.event { current = new }
      if case .host(.rotate(let screen, systemHeight: _)) = step.event {
        current = current.turned(to: screen)
      }
      steps.append(step)
    }
  }

  private func step(_ reader: SceneReader, layout: Layout) throws(SceneProblem) -> Step {
    let name = try reader.required("event")
    let expectation = try reader.optional("expect").map(Self.expectation) ?? Expectation()
    if let event = try ownEvent(reader, name: name) {
      return Step(event: event, expectation: expectation)
    }
    switch try name.text() {
    case "layout":
      _ = try reader.members(among: ["event", "expect"] + Self.layoutKeys)
      return Step(
        event: .layout(try Layout(reader, before: layout)), expectation: expectation)
    case "insets":
      _ = try reader.members(among: ["event", "expect", "insets"])
      return Step(
        event: .insets(try Self.scrollInsets(try reader.required("insets"))),
        expectation: expectation)
    default:
      _ = try reader.members(
        among: [
          "event", "expect", "beginFrame", "endFrame", "animation", "isLocal", "isOnOtherScreen",
          "guide",
        ])
      return Step(
        event: .keyboard(
          try Self.transition(reader, name: name, layout: layout),
          guide: try reader.optional("guide")?.rectangle()),
        expectation: expectation)
    }
  }

  private static func transition(
    _ reader: SceneReader, name: SceneReader, layout: Layout
  ) throws(SceneProblem) -> KeyboardFrameTransition {
    guard let event = KeyboardFrameTransition.Event(rawValue: try name.text()) else {
      let words = KeyboardFrameTransition.Event.allCases.map(\.rawValue).joined(separator: ", ")
      throw name.problem(
        "“\(TerminalText.name(try name.text()))” is not one of \(words), layout, insets, "
          + ownEventNames.joined(separator: ", "))
    }
    let convention = layout.turn.map { ScreenFrameConvention.fixedPortrait($0) }
    let isOnItsSide = layout.turn == .clockwise || layout.turn == .counterclockwise
    let portrait = isOnItsSide ? layout.screen.turned : layout.screen
    let frames = try ["beginFrame", "endFrame"].map { (key) throws(SceneProblem) in
      let frame = try reader.required(key).reportedFrame()
      return (convention ?? .interfaceOriented).interfaceFrame(frame, portraitSize: portrait)
    }
    return KeyboardFrameTransition(
      event: event, beginFrame: frames[0], endFrame: frames[1],
      animation: try reader.optional("animation").map(animation) ?? .none,
      isLocal: try reader.optional("isLocal")?.bool() ?? true,
      isOnOtherScreen: try reader.optional("isOnOtherScreen")?.bool() ?? false)
  }

  private static func animation(_ reader: SceneReader) throws(SceneProblem) -> KeyboardAnimation {
    _ = try reader.members(among: ["duration", "curve"])
    let curve = try reader.optional("curve")?.number() ?? 7
    guard curve == curve.rounded() else {
      throw reader.problem("the number of the curve is not a whole number")
    }
    return KeyboardAnimation(
      duration: try reader.required("duration").length(),
      curve: KeyboardAnimationCurve(rawValue: Int(curve)))
  }

  private static func scrollInsets(_ reader: SceneReader) throws(SceneProblem) -> ScrollInsets {
    _ = try reader.members(among: ["content", "indicator"])
    let content = try reader.required("content").insets()
    return ScrollInsets(
      content: content, indicator: try reader.optional("indicator")?.insets() ?? content)
  }

  private static func expectation(_ reader: SceneReader) throws(SceneProblem) -> Expectation {
    _ = try reader.members(among: expectationKeys)
    var expectation = Expectation()
    expectation.happening = try reader.optional("happening")?.text()
    expectation.posture = try reader.optional("posture")?.word(KeyboardPosture.self)
    expectation.covered = try reader.optional("covered")?.number()
    expectation.bottom = try reader.optional("bottom")?.number()
    expectation.visibleBottom = try reader.optional("visibleBottom")?.number()
    expectation.row = try reader.optional("row")?.number()
    expectation.changes = try reader.optional("changes")?.bool()
    expectation.guideTop = try reader.optional("guideTop")?.number()
    expectation.heights = try reader.optional("heights")?.lengths()
    expectation.keys = try reader.optional("keys")?.length()
    expectation.conflicts = try reader.optional("conflicts").map { (count) throws(SceneProblem) in
      Int(try count.length())
    }
    expectation.top = try reader.optional("top")?.number()
    expectation.offset = try reader.optional("offset")?.number()
    expectation.phase = try reader.optional("phase")?.text()
    return expectation
  }
}

extension KeyboardScene.Layout {
  /// Reads a layout. Missing values stay as they were; initially, window and view fill the screen.
  init(_ reader: SceneReader, before: Self?) throws(SceneProblem) {
    let screen = try reader.optional("screen")?.size()
    guard let size = screen ?? before?.screen else {
      throw reader.problem("the key “screen” is missing")
    }
    // A new screen resets the window and the view, unless they are given.
    let kept = screen == nil ? before : nil
    self.screen = size
    turn = try reader.optional("turn")?.word(QuarterTurn.self) ?? before?.turn
    let newWindow = try reader.optional("window")?.rectangle()
    window = newWindow ?? kept?.window ?? LayoutRect(origin: .zero, size: size)
    let keptView = newWindow == nil ? kept?.view : nil
    view =
      try reader.optional("view")?.rectangle() ?? keptView
      ?? LayoutRect(origin: .zero, size: window.size)
    contentOffset = try reader.optional("contentOffset")?.point() ?? before?.contentOffset ?? .zero
    contentHeight = try reader.optional("contentHeight")?.length() ?? before?.contentHeight
    safeAreaBottom =
      try reader.optional("safeAreaBottom")?.length() ?? before?.safeAreaBottom ?? 0
    bar = try reader.optional("bar")?.length() ?? before?.bar ?? 0
    slideOver = try reader.optional("slideOver")?.bool() ?? before?.slideOver ?? false
  }

  /// The layout on another screen, which the window and the view fill.
  func turned(to screen: LayoutSize) -> Self {
    var turned = self
    turned.screen = screen
    turned.window = LayoutRect(origin: .zero, size: screen)
    turned.view = turned.window
    return turned
  }

  /// The window's frame, in screen coordinates, if it is in Slide Over.
  var slideOverWindow: LayoutRect? { slideOver ? window : nil }

  var screenBounds: LayoutRect { LayoutRect(origin: .zero, size: screen) }

  /// The coordinate space of the scroll view in the screen.
  var space: CoordinateSpace {
    CoordinateSpace.screen(screen).child(frame: window)
      .child(frame: view, boundsOrigin: contentOffset)
  }
}
