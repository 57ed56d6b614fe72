import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct GeometryTests {
  @Test(arguments: [
    (rect(4, 6, 10, 10), rect(4, 6, 6, 4)), (rect(2, 2, 3, 3), rect(2, 2, 3, 3)),
    (rect(-2, -3, 5, 5), rect(0, 0, 3, 2)), (rect(10, 0, 5, 5), .zero), (rect(0, 10, 5, 5), .zero),
  ])
  func intersectionsHaveAreaOrAreZero(other: LayoutRect, common: LayoutRect) {
    #expect(rect(0, 0, 10, 10).intersection(other) == common)
  }

  @Test func insetsNeverTurnARectangleInsideOut() {
    let insets = KeyboardInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(rect(0, 0, 10, 10).inset(by: insets) == rect(2, 1, 4, 6))
    #expect(rect(0, 0, 5, 3).inset(by: insets) == rect(2, 1, 0, 0))
  }

  @Test func conversionsGoFromScreenToViewAndBack() {
    let window = CoordinateSpace.screen(size(1024, 768)).child(frame: rect(512, 20, 512, 700))
    let list = window.child(
      frame: rect(10, 64, 300, 500), boundsOrigin: LayoutPoint(x: 0, y: 1234.5))
    #expect(list.frameInScreen == rect(522, 84, 300, 500))
    #expect(list.bounds == rect(0, 1234.5, 300, 500))
    #expect(list.convertFromScreen(rect(522, 84, 1, 1)) == rect(0, 1234.5, 1, 1))
    // The frame of a row in a scrolled list is relative to the content, not to the list's frame.
    #expect(list.child(frame: rect(0, 1300, 300, 44)).frameInScreen == rect(522, 149.5, 300, 44))
    var random = RandomTests.generator()
    func number() -> Double { Double(Int.random(in: -4000...4000, using: &random)) / 4 }
    for _ in 0..<RandomTests.rounds(2_000) {
      let space = window.child(
        frame: rect(number(), number(), 3, 4), boundsOrigin: LayoutPoint(x: number(), y: number()))
      let box = rect(number(), number(), abs(number()), abs(number()))
      #expect(
        space.convertFromScreen(space.convertToScreen(box)) == box, "seed \(RandomTests.seed)")
      #expect(space.convertFromScreen(space.frameInScreen) == space.bounds)
    }
  }
}

@Suite struct PostureTests {
  static let screen = rect(0, 0, 1024, 768)

  @Test(
    "the frames of Flutter's test have the right postures, and others at the edges between two",
    arguments: [
      (rect(0, 0, 1024, 0), KeyboardPosture.hidden), (rect(0, 0, 320, 320), .floating),
      (rect(0, 0, 1024, 320), .undocked), (rect(0, 448, 1024, 320), .docked),
      (rect(0, 768 - 320.666666666666666, 1024, 320.666666666666666), .docked),
      (rect(0, 768 - 0.0000001, 1024, 320.666666666666666), .hidden),
      (rect(0, 768, 1024, 320), .hidden), (.zero, .hidden), (rect(9.9e-32, -64, 0, 0), .hidden),
      (rect(0, 768 - 55, 1024, 398), .accessoryOnly), (rect(0, 767.4, 1024, 300), .accessoryOnly),
      (rect(0, 767.6, 1024, 300), .hidden), (rect(0, 449, 1024, 320), .docked),
      (rect(0, 447, 1024, 320), .docked), (rect(0, 446.9, 1024, 320), .undocked),
      (rect(0, 449.1, 1024, 320), .accessoryOnly), (rect(0, 448, 1023, 320), .docked),
      (rect(0, 448, 1022.9, 320), .floating), (rect(700, 500, 320, 254), .floating),
      (rect(2000, 448, 320, 254), .hidden),
      // Exactly half a point is visible.
      (rect(0, 767.5, 1024, 0.5), .docked), (rect(0, 767.5, 0.5, 0.5), .floating),
      // A small keyboard floats even if it reaches below the screen.
      (rect(700, 600, 320, 254), .floating), (rect(700, 514, 320, 254), .floating),
    ])
  func flutter(frame: LayoutRect, posture: KeyboardPosture) {
    #expect(KeyboardPosture.of(frame: frame, screen: Self.screen) == posture)
    // An external display, placed below and beside the first.
    let second = Self.screen.offset(x: 1024, y: 200)
    let moved = frame == .zero ? frame : frame.offset(x: 1024, y: 200)
    #expect(KeyboardPosture.of(frame: moved, screen: second) == posture)
  }

  @Test func onlyTwoPosturesAreAttached() {
    #expect(KeyboardPosture.allCases.filter(\.isAttachedToBottom) == [.docked, .accessoryOnly])
  }

  /// The end of the frame may be a point off.
  @Test(arguments: [
    (rect(20, 448, 1024, 300), rect(20, 20, 320, 728), KeyboardPosture.docked),
    (rect(20, 447, 1024, 300), rect(20, 20, 320, 728), .docked),
    (rect(20, 449, 1024, 300), rect(20, 20, 320, 728), .docked),
    (rect(20, 446.5, 1024, 300), rect(20, 20, 320, 728), .undocked),
    (rect(20, 449.5, 1024, 300), rect(20, 20, 320, 728), .undocked),
    // Stage Manager: the frame ends with the screen. Undocked: it ends elsewhere.
    (rect(0, 448, 1024, 320), rect(20, 20, 320, 728), .docked),
    (rect(0, 200, 1024, 320), rect(20, 20, 320, 728), .undocked),
    // Windows that reach the lower edge, and below it.
    (rect(20, 468, 1024, 300), rect(0, 0, 320, 768), .docked),
    (rect(20, 500, 1024, 300), rect(0, 0, 320, 800), .accessoryOnly),
  ])
  func slideOverFramesEndWithTheWindow(
    frame: LayoutRect, window: LayoutRect, posture: KeyboardPosture
  ) {
    #expect(
      KeyboardPosture.of(frame: frame, screen: Self.screen, slideOverWindow: window) == posture)
  }
}

@Suite struct TrackerTests {
  private func happenings(
    _ stream: [(KeyboardFrameTransition.Event, LayoutRect)],
    screen: LayoutRect = rect(0, 0, 320, 568)
  ) -> [KeyboardTracker.Happening?] {
    var tracker = KeyboardTracker()
    return stream.map { tracker.handle(transition($0.0, to: $0.1), screen: screen) }
  }

  @Test func aThirdPartyKeyboardComesInThreeHeights() {
    #expect(
      happenings([
        (.willShow, rect(0, 568, 320, 0)), (.willShow, rect(0, 352, 320, 216)),
        (.didShow, rect(0, 352, 320, 216)), (.willShow, rect(0, 309, 320, 259)),
        (.willHide, rect(0, 568, 320, 259)), (.didHide, rect(0, 568, 320, 259)),
      ]) == [nil, .appeared, nil, .resized, .disappeared, nil])
  }

  @Test func aDraggedKeyboardIsReportedWhenItLeavesTheEdgeOrChangesItsSize() {
    #expect(
      happenings(
        [
          (.willShow, rect(0, 370, 1024, 398)), (.willChangeFrame, .zero),
          (.didChangeFrame, rect(0, 200, 1024, 398)), (.didChangeFrame, rect(0, 150, 1024, 398)),
          (.didChangeFrame, rect(600, 400, 320, 254)), (.didChangeFrame, rect(600, 400, 330, 254)),
          (.willChangeFrame, rect(0, 370, 1024, 398)), (.willChangeFrame, rect(0, 713, 1024, 398)),
          (.willChangeFrame, rect(0, 768, 1024, 398)),
        ], screen: rect(0, 0, 1024, 768))
        == [.appeared, nil, .undocked, nil, .resized, .resized, .docked, .resized, .disappeared])
  }

  @Test func aHideCountsWhateverItsFrame() {
    #expect(
      happenings([
        (.willShow, rect(0, 352, 320, 216)), (.willHide, rect(0, 352, 320, 216)),
        (.willShow, rect(0, 352, 320, 216)), (.didHide, .zero),
      ]) == [.appeared, .disappeared, .appeared, .disappeared])
  }
}

@Suite struct TransitionTests {
  @Test func curveSevenSurvives() {
    #expect(KeyboardAnimationCurve(rawValue: 7) == .keyboard)
    #expect(KeyboardAnimation(duration: 0.4).curve == .keyboard)
    for curve in [0, 3, 7, 42] {
      // Unshifted, 7 would be layoutSubviews, allowUserInteraction and beginFromCurrentState.
      #expect(
        KeyboardAnimationCurve(rawValue: curve).animationOptionsRawValue == UInt(curve) * 65_536)
    }
  }

  @Test(arguments: [
    (.zero, true), (rect(9.9e-32, -64, 0, 0), true), (rect(0, 480, 0, 0), true),
    // Exactly half a point means something.
    (rect(0, 0, 0.5, 0.5), false), (rect(0, 0, 0.5, 0.49), true), (rect(0, 0, 0.49, 0.5), true),
    // A device that wakes up turned, and a third-party keyboard that starts without a height.
    (rect(0, 667, 375, 0), true), (rect(0, 568, 320, 0), true), (rect(0, 264, 320, 216), false),
    (rect(.infinity, 264, 320, 216), true), (rect(0, -.infinity, 320, 216), true),
    (rect(0, 264, .nan, 216), true), (rect(0, 264, 320, .infinity), true),
  ])
  func onlyFramesWithoutSizeAreMeaningless(frame: LayoutRect, isMeaningless: Bool) {
    for event in KeyboardFrameTransition.Event.allCases {
      let isHide = event == .willHide || event == .didHide
      #expect(transition(event, to: frame).isMeaningless == (isMeaningless && !isHide))
    }
  }
}
