import KeyboardGeometry

/// A recording played through the library: what each event comes to.
package struct KeyboardReplay: Hashable, Sendable {
  /// What one event comes to.
  package struct Frame: Hashable, Sendable {
    /// The number of the event, from 1.
    package var number: Int
    /// What the event is called.
    package var name: String
    /// Where things stand.
    package var layout: KeyboardScene.Layout
    /// The keyboard's frame, in screen coordinates; nil before any was reported.
    package var keyboard: LayoutRect?
    /// What happened to the keyboard; nil if nothing did.
    package var happening: KeyboardTracker.Happening?
    /// Where the keyboard stands.
    package var posture: KeyboardPosture
    /// What of the view is covered.
    package var coverage: KeyboardCoverage
    /// The insets of the scroll view.
    package var insets: ScrollInsets
    /// Whether they had to be set.
    package var changes: Bool
    /// The frame of the keyboard layout guide, in coordinates of the view.
    package var guide: LayoutRect
    /// Where the content would have to be scrolled to show the caret, in points; nil if nowhere.
    package var revealY: Double?
    /// What is not as the recording expects, in words.
    package var deviations: [String]
  }

  /// The recording.
  package var scene: KeyboardScene
  /// What its events come to, in order.
  package var frames: [Frame] = []

  /// How many of the events come to what the recording does not expect.
  package var deviationCount: Int { frames.count { !$0.deviations.isEmpty } }

  /// Plays a recording.
  package init(_ scene: KeyboardScene) {
    self.scene = scene
    var player = Player(scene)
    for (index, step) in scene.steps.enumerated() {
      var frame = player.play(step.event, number: index + 1)
      frame.deviations = step.expectation.deviations(of: frame)
      frames.append(frame)
    }
  }

  /// The state between two events.
  private struct Player {
    var layout: KeyboardScene.Layout
    var insets: ScrollInsets
    var adjuster: KeyboardInsetAdjuster
    var tracker = KeyboardTracker()
    let caret: LayoutRect?

    init(_ scene: KeyboardScene) {
      layout = scene.layout
      insets = scene.insets
      adjuster = scene.adjuster
      caret = scene.caret
    }

    mutating func play(_ event: KeyboardScene.Event, number: Int) -> Frame {
      var name = "insets"
      var happening: KeyboardTracker.Happening?
      var changes = false
      switch event {
      case .layout(let new):
        name = "layout"
        layout = new
      case .insets(let new):
        insets = new
      case .keyboard(let transition):
        name = transition.event.rawValue
        happening = tracker.handle(transition, screen: layout.screenBounds)
        let change = adjuster.handle(
          transition, view: layout.space, screen: layout.screenBounds, current: insets,
          automaticBottom: layout.safeAreaBottom,
          slideOverWindow: layout.slideOver ? layout.window : nil)
        changes = change != nil
        insets = change?.insets ?? insets
      }
      return frame(number: number, name: name, happening: happening, changes: changes)
    }

    private func frame(
      number: Int, name: String, happening: KeyboardTracker.Happening?, changes: Bool
    ) -> Frame {
      // A keyboard that was told to hide is out of sight, whatever its last frame is.
      let keyboard = tracker.posture == .hidden ? nil : tracker.frame
      let coverage = keyboard.map {
        KeyboardCoverage.of(
          keyboard: $0, in: layout.space, screen: layout.screenBounds,
          followsUndocked: adjuster.followsUndocked,
          slideOverWindow: layout.slideOver ? layout.window : nil)
      }
      let guide = KeyboardGuide(followsUndocked: adjuster.followsUndocked).frame(
        keyboard: keyboard, in: layout.space, screen: layout.screenBounds,
        safeAreaBottom: layout.safeAreaBottom)
      return Frame(
        number: number, name: name, layout: layout, keyboard: keyboard, happening: happening,
        posture: coverage?.posture ?? .hidden, coverage: coverage ?? .none(.hidden),
        insets: insets, changes: changes, guide: guide, revealY: revealY, deviations: [])
    }

    private var revealY: Double? {
      guard let caret else { return nil }
      var margins = insets.content
      margins.bottom += layout.safeAreaBottom
      let viewport = ScrollViewport(
        offset: layout.contentOffset, size: layout.view.size,
        contentSize: LayoutSize(
          width: layout.view.width, height: layout.contentHeight ?? caret.maxY),
        insets: margins)
      return RevealPolicy.minimal(margin: 8).contentOffsetY(toReveal: caret, in: viewport)
    }
  }
}

extension KeyboardScene.Expectation {
  /// What is not as expected, in words.
  func deviations(of frame: KeyboardReplay.Frame) -> [String] {
    var deviations: [String] = []
    func compare(_ name: String, _ wanted: String?, _ found: String) {
      if let wanted, wanted != found { deviations.append("\(name) \(found), not \(wanted)") }
    }
    compare("happening", happening, frame.happening?.rawValue ?? "")
    compare("posture", posture?.rawValue, frame.posture.rawValue)
    compare("covered", covered.map(Decimal.text), Decimal.text(frame.coverage.coveredHeight))
    compare("bottom", bottom.map(Decimal.text), Decimal.text(frame.insets.content.bottom))
    compare("changes", changes.map { "\($0)" }, "\(frame.changes)")
    compare("guideTop", guideTop.map(Decimal.text), Decimal.text(frame.guide.minY))
    return deviations
  }
}
