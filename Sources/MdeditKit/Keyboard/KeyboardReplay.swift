import KeyboardGeometry

/// A recording, and the result of each event when the library plays it.
package struct KeyboardReplay: Hashable, Sendable {
  /// The result of one event.
  package struct Frame: Hashable, Sendable {
    /// The number of the event, counted from 1.
    package var number: Int
    package var name: String
    /// The layout after the event.
    package var layout: KeyboardScene.Layout
    /// The keyboard's frame, in screen coordinates; nil before the first report.
    package var keyboard: LayoutRect?
    /// The change of the keyboard; nil if there was none.
    package var happening: KeyboardTracker.Happening?
    package var posture: KeyboardPosture
    package var coverage: KeyboardCoverage
    package var insets: ScrollInsets
    /// Whether the insets had to be set.
    package var changes: Bool
    /// The frame of the keyboard layout guide, in coordinates of the view.
    package var guide: LayoutRect
    /// The content offset at which the caret is visible, in points; nil if it is visible already.
    package var revealY: Double?
    /// The deviations from the recording's expectations, in words.
    package var deviations: [String]
    /// The result for a custom keyboard; nil if the recording has none.
    var host: KeyboardHost.Report?
    /// The result for a drag; nil if the recording has no list that pushes the keyboard.
    var drag: KeyboardDrag.Report?
  }

  package var scene: KeyboardScene
  package var frames: [Frame] = []

  package var deviationCount: Int { frames.count { !$0.deviations.isEmpty } }

  package init(_ scene: KeyboardScene) {
    self.scene = scene
    var player = Player(scene)
    for (index, step) in scene.steps.enumerated() {
      var frame = player.play(step.event, number: index + 1)
      frame.deviations = step.expectation.deviations(of: frame)
      frames.append(frame)
    }
  }

  /// The state between two events; plays the part of UIKit between them.
  private struct Player {
    var layout: KeyboardScene.Layout
    var insets: ScrollInsets
    var driver: KeyboardDriver
    var guide: LayoutRect?
    var host: KeyboardHost?
    var drag: KeyboardDrag?
    let caret: LayoutRect?
    private var happening: KeyboardTracker.Happening?
    private var changes = false

    init(_ scene: KeyboardScene) {
      host = scene.height.map { KeyboardHost($0, screen: scene.layout.screen) }
      drag = scene.dismissal.map(KeyboardDrag.init)
      layout = scene.layout
      insets = scene.insets
      driver = KeyboardDriver(
        adjuster: scene.adjuster, configuration: scene.dismissal?.configuration ?? .init())
      caret = scene.caret
    }

    mutating func play(_ event: KeyboardScene.Event, number: Int) -> Frame {
      var name = "insets"
      var report: KeyboardHost.Report?
      (happening, changes) = (nil, false)
      switch event {
      case .layout(let new):
        name = "layout"
        layout = new
        carryOut(driver.viewChanged(in: surroundings, insets: insets))
      case .insets(let new):
        insets = new
      case .keyboard(let transition, let guide):
        name = transition.event.rawValue
        self.guide = transition.event.isHide ? nil : guide ?? self.guide
        hear(transition)
      case .host(let event):
        name = event.name
        if case .rotate(let screen, systemHeight: _) = event { layout = layout.turned(to: screen) }
        report = host?.play(event)
        if let height = host?.height, height > 0 {
          hear(layout.docked(height))
          layout.bar = host?.controller.barHeight ?? 0
        }
      case .drag(let event):
        name = event.name
        play(event)
      }
      var frame = frame(number: number, name: name)
      frame.host = report
      frame.drag = drag?.report(frame, phase: driver.dismissal.phase)
      return frame
    }

    private mutating func play(_ event: KeyboardScene.DragEvent) {
      switch event {
      case .touch:
        drag?.stop()
        carryOut(driver.touch(drag?.scene.standIn ?? .snapshot, in: surroundings))
      case .move(let y):
        layout.contentOffset.y = y
        carryOut(driver.scroll(in: surroundings, insets: insets))
      case .lift(let velocity): carryOut(driver.lift(velocityY: velocity, insets: insets))
      case .settle:
        if let target = drag?.target { play(.move(y: target)) }
      case .abort: carryOut(driver.abort(insets: insets))
      }
    }

    private mutating func hear(_ transition: KeyboardFrameTransition) {
      carryOut(driver.handle(transition, in: surroundings, insets: insets))
    }

    private mutating func carryOut(_ effects: [KeyboardDriver.Effect]) {
      let restTop = driver.dismissal.layout?.restTop
      for effect in effects {
        switch effect {
        case .insets(let change):
          insets = change.insets
          changes = true
        case .happened(let happening): self.happening = happening
        case .drag(let effect):
          if let y = drag?.carryOut(effect, restTop: restTop) { layout.contentOffset.y = y }
        }
      }
    }

    private var surroundings: KeyboardDriver.Surroundings {
      KeyboardDriver.Surroundings(
        view: layout.space, screen: layout.screenBounds, automaticBottom: layout.safeAreaBottom,
        slideOverWindow: layout.slideOverWindow, guide: guide,
        row: drag.map {
          KeyboardDriver.Row(
            container: CoordinateSpace(frameInScreen: layout.window), maxY: $0.scene.rowMaxY)
        })
    }

    private func frame(number: Int, name: String) -> Frame {
      // A hidden keyboard, or one with a substitute, is invisible, whatever its frame is.
      let isAway =
        driver.tracker.posture == .hidden || driver.dismissal.swallowsKeyboardNotifications
      let keyboard = isAway ? nil : driver.tracker.frame
      let coverage = keyboard.map {
        KeyboardCoverage.of(
          keyboard: $0, in: layout.space, screen: layout.screenBounds,
          followsUndocked: driver.adjuster.followsUndocked,
          slideOverWindow: layout.slideOverWindow)
      }
      let guide = KeyboardGuide(followsUndocked: driver.adjuster.followsUndocked).frame(
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
