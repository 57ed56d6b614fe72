import KeyboardGeometry

/// A scroll view that plays the part of UIKit and the adapter: it carries out the driver's effects,
/// and reports where a user sees row, keyboard and stand-in. It is a class because `#expect` passes
/// its operands on as constants.
final class TestList {
  var driver: KeyboardDriver
  var screen: LayoutRect
  /// The frames of the view and of its container, on the screen.
  var frame, container: LayoutRect
  var offset = LayoutPoint.zero
  var insets = ScrollInsets.zero
  var safeArea = 0.0
  var guide, slideOver: LayoutRect?
  var rowMaxY: Double?
  var isBystander = false
  var hasWindow = true
  /// Whether the keyboard comes and goes without a notification during a drag.
  var isMute = false
  /// The upper edge of the stand-in; nil without one.
  private(set) var standIn: Double?
  private(set) var keyboard: LayoutRect?
  private(set) var happenings: [KeyboardTracker.Happening] = []
  private(set) var changes: [KeyboardInsetAdjuster.Change] = []
  /// The content offset to which the list scrolls by itself.
  private(set) var target: Double?

  init(_ screen: LayoutRect, adjuster: KeyboardInsetAdjuster = .init()) {
    driver = KeyboardDriver(adjuster: adjuster)
    (self.screen, frame, container) = (screen, screen, screen)
  }

  /// Creates a list on a phone with a home indicator, whose last row ends 2,000 into the content.
  static func onAPhone(bottom: Double = 0) -> TestList {
    let list = TestList(rect(0, 0, 390, 844))
    list.insets.content.bottom = bottom
    (list.safeArea, list.rowMaxY) = (34, 2_000)
    list.offset.y = 2_000 - 844 + 34 + bottom
    return list
  }

  var surroundings: KeyboardDriver.Surroundings {
    KeyboardDriver.Surroundings(
      view: CoordinateSpace(frameInScreen: frame, boundsOrigin: offset), screen: screen,
      automaticBottom: safeArea, slideOverWindow: slideOver, guide: guide,
      row: rowMaxY.map {
        .init(
          container: CoordinateSpace(frameInScreen: container), maxY: $0, isBystander: isBystander)
      })
  }
  /// The lower edge of the row, and of what the keyboard leaves visible, on the screen.
  var row: Double { frame.y + (rowMaxY ?? 0) - offset.y }
  var visibleBottom: Double {
    min(frame.maxY, screen.maxY) - insets.content.bottom - safeArea
  }
  var phase: InteractiveDismissal.Phase { driver.dismissal.phase }

  /// Returns whether the insets had to be set.
  @discardableResult func post(_ transition: KeyboardFrameTransition) -> Bool {
    if !transition.isOnOtherScreen {
      keyboard = transition.event.isHide ? nil : transition.endFrame
    }
    return carryOut(
      driver.handle(transition, in: hasWindow ? surroundings : nil, insets: insets))
  }
  @discardableResult func post(
    _ event: KeyboardFrameTransition.Event, _ end: LayoutRect, isLocal: Bool = true
  ) -> Bool { post(transition(event, to: end, isLocal: isLocal)) }

  func show(_ height: Double = 336) {
    let frame = rect(0, screen.maxY - height, screen.width, height)
    for event: KeyboardFrameTransition.Event in [
      .willChangeFrame, .willShow, .didChangeFrame, .didShow,
    ] {
      post(event, frame)
    }
  }
  func hide() {
    guard let frame = keyboard else { return }
    let below = frame.offset(y: screen.maxY - frame.y)
    post(.willChangeFrame, below)
    for event: KeyboardFrameTransition.Event in [.willHide, .didChangeFrame, .didHide] {
      // The keyboard is no longer visible from the first of these events on.
      keyboard = nil
      post(event, below)
      keyboard = nil
    }
  }
  @discardableResult func layOut() -> Bool {
    carryOut(driver.viewChanged(in: surroundings, insets: insets))
  }
  func touch(_ standIn: InteractiveDismissal.StandIn = .plainPanel) {
    target = nil
    carryOut(driver.touch(standIn, in: surroundings))
  }
  func scroll(to y: Double) {
    offset.y = y
    carryOut(driver.scroll(in: surroundings, insets: insets))
  }
  func lift(_ velocity: Double? = 0) {
    carryOut(driver.lift(velocityY: velocity, insets: insets))
  }
  func abort() { carryOut(driver.abort(insets: insets)) }
  func restore() -> Bool { carryOut(driver.restore(insets: insets)) }
  /// Lets the list scroll to its target.
  func arrive(steps: Int = 5) {
    guard let end = target else { return }
    let start = offset.y
    for step in 1...steps { scroll(to: start + (end - start) * Double(step) / Double(steps)) }
  }

  @discardableResult private func carryOut(_ effects: [KeyboardDriver.Effect]) -> Bool {
    for effect in effects {
      switch effect {
      case .insets(let change):
        insets = change.insets
        changes.append(change)
      case .happened(let happening): happenings.append(happening)
      case .drag(.installStandIn): standIn = driver.dismissal.layout?.restTop
      case .drag(.moveStandIn(let top)): standIn = top
      case .drag(.resignFirstResponder): if isMute { keyboard = nil } else { hide() }
      case .drag(.becomeFirstResponder): if !isMute { show() }
      case .drag(.setContentOffset(let y)), .drag(.animateContentOffset(let y, _)): offset.y = y
      case .drag(.scroll(let y)): target = y
      case .drag(.removeStandIn): (standIn, target) = (nil, nil)
      case .drag(.captureSnapshot), .drag(.restoreInsets): break
      }
    }
    return effects.contains { if case .insets = $0 { true } else { false } }
  }
}
