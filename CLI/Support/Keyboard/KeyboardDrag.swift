import KeyboardGeometry

/// A list whose last row pushes the keyboard away, and what stands in for the keyboard.
struct KeyboardDrag: Hashable, Sendable {
  /// What one event comes to.
  struct Report: Hashable, Sendable {
    /// The upper edge of the keyboard or its stand-in, in coordinates of the window; nil where
    /// neither is there.
    var top: Double?
    /// The lower edge of the row, in coordinates of the window.
    var rowBottom = 0.0
    /// Whether a stand-in is there.
    var hasStandIn = false
    /// How far the drag has come.
    var phase = "idle"
    /// What is to be done, in words.
    var effects: [String] = []
  }

  let scene: KeyboardScene.Dismissal
  private(set) var machine: InteractiveDismissal
  private var standInTop: Double?
  private var words: [String] = []
  /// The content offset of the list, in points.
  var offset = 0.0
  /// Whether the adjuster has to give the insets back.
  private(set) var restoresInsets = false

  init(_ scene: KeyboardScene.Dismissal) {
    self.scene = scene
    machine = InteractiveDismissal(configuration: scene.configuration)
  }

  /// What a drag goes by, in coordinates of the window.
  func layout(keyboard: LayoutRect, in layout: KeyboardScene.Layout) -> InteractiveDismissal.Layout
  {
    InteractiveDismissal.Layout(
      restFrame: keyboard.offset(x: -layout.window.minX, y: -layout.window.minY),
      containerBottom: layout.window.height, rowMaxYInContent: scene.rowMaxY,
      listTop: layout.view.minY)
  }

  /// The keyboard has come or changed: the row comes to rest on it.
  mutating func keyboardShown(_ layout: InteractiveDismissal.Layout, _ animation: KeyboardAnimation)
  {
    carryOut(machine.keyboardShown(layout, animation: animation))
  }

  /// Plays an event.
  ///
  /// - Parameter layout: what a drag goes by; nil where no keyboard is up.
  mutating func play(
    _ event: KeyboardScene.DragEvent, _ layout: InteractiveDismissal.Layout?,
    screen: KeyboardScene.Layout
  ) {
    switch event {
    case .touch:
      if let layout, layout.isAtRest(contentOffsetY: offset) {
        carryOut(machine.begin(layout, standIn: scene.standIn))
      }
    case .move(let y):
      offset = y
      let picture = screen.screenBounds.offset(x: -screen.window.minX, y: -screen.window.minY)
      if let step = machine.didScroll(toContentOffsetY: y, screenFrame: picture) {
        carryOut(step.effects)
      }
    case .lift(let velocity):
      let effects = machine.release(velocityY: velocity)
      if let y = machine.targetContentOffsetY { words.append("stop at \(Decimal.text(y))") }
      carryOut(effects)
    case .settle: carryOut(machine.finish())
    case .abort: carryOut(machine.abort())
    }
  }

  /// What the events since the last report came to.
  ///
  /// - Parameter keyboardTop: the upper edge of the keyboard that is up; nil where none is.
  mutating func report(keyboardTop: Double?, listTop: Double) -> Report {
    defer {
      words = []
      restoresInsets = false
    }
    let phase =
      switch machine.phase {
      case .idle: "idle"
      case .ready: "ready"
      case .tracking: "tracking"
      case .settling(let outcome): outcome.rawValue
      }
    return Report(
      top: standInTop ?? keyboardTop, rowBottom: scene.rowMaxY - offset + listTop,
      hasStandIn: standInTop != nil, phase: phase, effects: words)
  }

  private mutating func carryOut(_ effects: [InteractiveDismissal.Effect]) {
    let layout = machine.layout
    for effect in effects {
      switch effect {
      case .captureSnapshot(let crop):
        words.append("picture of \(Decimal.text(crop.width)) × \(Decimal.text(crop.height))")
      case .installStandIn:
        standInTop = layout?.restTop
        words.append("stand-in")
      case .resignFirstResponder: words.append("resign")
      case .moveStandIn(let top): standInTop = top
      case .setContentOffset(let y), .animateContentOffset(let y, _):
        offset = y
        words.append("scroll to \(Decimal.text(y))")
      case .animateStandIn(let top, _):
        standInTop = top
        if let layout { offset = layout.contentOffset(forKeyboardTop: top) }
        words.append("settle at \(Decimal.text(top))")
      case .becomeFirstResponder: words.append("become first")
      case .removeStandIn:
        standInTop = nil
        words.append("remove the stand-in")
      case .useSystemInteractiveMode: words.append("the system's mode")
      case .restoreInsets:
        restoresInsets = true
        words.append("restore insets")
      }
    }
  }
}
