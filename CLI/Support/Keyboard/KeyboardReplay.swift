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
    /// What became of a keyboard of one's own; nil where the recording has none.
    var host: KeyboardHost.Report?
    /// What became of a drag; nil where the recording has no list that pushes the keyboard.
    var drag: KeyboardDrag.Report?
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
    var host: KeyboardHost?
    var drag: KeyboardDrag?
    let caret: LayoutRect?

    init(_ scene: KeyboardScene) {
      host = scene.height.map { KeyboardHost($0, screen: scene.layout.screen) }
      drag = scene.dismissal.map(KeyboardDrag.init)
      drag?.offset = scene.layout.contentOffset.y
      layout = scene.layout
      insets = scene.insets
      adjuster = scene.adjuster
      caret = scene.caret
    }

    mutating func play(_ event: KeyboardScene.Event, number: Int) -> Frame {
      var name = "insets"
      var happening: KeyboardTracker.Happening?
      var change: KeyboardInsetAdjuster.Change?
      var report: KeyboardHost.Report?
      switch event {
      case .layout(let new):
        name = "layout"
        layout = new
        change = adjuster.viewChanged(
          view: layout.space, screen: layout.screenBounds, current: insets,
          automaticBottom: layout.safeAreaBottom, slideOverWindow: layout.slideOverWindow)
      case .insets(let new):
        insets = new
      case .keyboard(let transition):
        name = transition.event.rawValue
        (happening, change) = hear(transition)
      case .host(let event):
        name = event.name
        if case .rotate(let screen, systemHeight: _) = event { layout = layout.turned(to: screen) }
        report = host?.play(event)
        if let height = host?.height, height > 0 {
          (happening, change) = hear(layout.docked(height))
          layout.bar = host?.controller.barHeight ?? 0
        }
      case .drag(let event):
        name = event.name
        let rest = dragLayout
        drag?.play(event, rest, screen: layout)
        layout.contentOffset.y = drag?.offset ?? layout.contentOffset.y
        if drag?.restoresInsets == true { change = adjuster.restore(current: insets) }
      }
      insets = change?.insets ?? insets
      var frame = frame(number: number, name: name, happening: happening, changes: change != nil)
      frame.host = report
      frame.drag = drag?.report(
        keyboardTop: frame.keyboard.map { $0.minY - layout.window.minY }, listTop: layout.view.minY)
      return frame
    }

    /// What a transition comes to; the row of a list comes to rest on the keyboard. What comes of an
    /// exchange of keyboard and stand-in is swallowed, but that the keyboard is there or not.
    private mutating func hear(
      _ transition: KeyboardFrameTransition
    ) -> (KeyboardTracker.Happening?, KeyboardInsetAdjuster.Change?) {
      let happening = tracker.handle(
        transition, screen: layout.screenBounds, slideOverWindow: layout.slideOverWindow)
      if drag?.machine.swallowsKeyboardNotifications == true { return (happening, nil) }
      let change = adjuster.handle(
        transition, view: layout.space, screen: layout.screenBounds, current: insets,
        automaticBottom: layout.safeAreaBottom, slideOverWindow: layout.slideOverWindow)
      if let dragLayout {
        drag?.keyboardShown(dragLayout, transition.animation)
        layout.contentOffset.y = drag?.offset ?? layout.contentOffset.y
      }
      return (happening, change)
    }

    private var dragLayout: InteractiveDismissal.Layout? {
      guard tracker.posture != .hidden, let keyboard = tracker.frame else { return nil }
      return drag?.layout(keyboard: keyboard, in: layout)
    }

    private func frame(
      number: Int, name: String, happening: KeyboardTracker.Happening?, changes: Bool
    ) -> Frame {
      // A keyboard that was told to hide is out of sight, whatever its last frame is.
      let keyboard = tracker.posture == .hidden ? nil : tracker.frame
      let coverage = keyboard.map {
        KeyboardCoverage.of(
          keyboard: $0, in: layout.space, screen: layout.screenBounds,
          followsUndocked: adjuster.followsUndocked, slideOverWindow: layout.slideOverWindow)
      }
      let guide = KeyboardGuide(followsUndocked: adjuster.followsUndocked).frame(
        keyboard: keyboard, in: layout.space, screen: layout.screenBounds,
        safeAreaBottom: layout.safeAreaBottom, slideOverWindow: layout.slideOverWindow)
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
