import KeyboardGeometry

/// Replays a list whose last row pushes the keyboard away; simulates UIKit and the adapter.
struct KeyboardDrag: Hashable, Sendable {
  /// The result of one event.
  struct Report: Hashable, Sendable {
    /// The upper edge of keyboard or substitute, in coordinates of the window; nil for neither.
    var top: Double?
    /// The lower edge of the row, in coordinates of the window.
    var rowBottom = 0.0
    /// Whether there is a substitute.
    var hasStandIn = false
    var phase = "idle"
    /// The tasks of the adapter, in words.
    var effects: [String] = []
  }

  let scene: KeyboardScene.Dismissal
  private var standInTop: Double?
  private var words: [String] = []
  /// The content offset that the list scrolls to by itself; nil if it does not.
  private(set) var target: Double?

  init(_ scene: KeyboardScene.Dismissal) {
    self.scene = scene
  }

  /// Carries out a task.
  ///
  /// - Parameter restTop: the upper edge of the keyboard that the substitute replaces.
  /// - Returns: the content offset to set, in points; nil if it stays.
  mutating func carryOut(_ effect: InteractiveDismissal.Effect, restTop: Double?) -> Double? {
    switch effect {
    case .captureSnapshot(let crop):
      words.append("picture of \(Decimal.text(crop.width)) × \(Decimal.text(crop.height))")
    case .installStandIn:
      standInTop = restTop
      words.append("stand-in")
    case .resignFirstResponder: words.append("resign")
    case .moveStandIn(let top): standInTop = top
    case .setContentOffset(let y), .animateContentOffset(let y, _):
      words.append("scroll to \(Decimal.text(y))")
      return y
    case .scroll(let y):
      target = y
      words.append("scroll on to \(Decimal.text(y))")
    case .becomeFirstResponder: words.append("become first")
    case .removeStandIn(let top):
      (standInTop, target) = (nil, nil)
      words.append(
        top.map { "let the stand-in sink to \(Decimal.text($0))" } ?? "remove the stand-in")
    case .useSystemInteractiveMode: words.append("the system's mode")
    case .restoreInsets: break
    }
    return nil
  }

  /// Stops the list, when a finger touches it.
  mutating func stop() { target = nil }

  /// The result of the tasks since the last report, after an event that led to `frame` and `phase`.
  mutating func report(_ frame: KeyboardReplay.Frame, phase: InteractiveDismissal.Phase) -> Report {
    defer { words = [] }
    let phase =
      switch phase {
      case .idle: "idle"
      case .ready: "ready"
      case .tracking: "tracking"
      case .settling(let outcome): outcome.rawValue
      }
    let layout = frame.layout
    return Report(
      top: standInTop ?? frame.keyboard.map { $0.minY - layout.window.minY },
      rowBottom: scene.rowMaxY - layout.contentOffset.y + layout.view.minY,
      hasStandIn: standInTop != nil, phase: phase, effects: words)
  }
}
