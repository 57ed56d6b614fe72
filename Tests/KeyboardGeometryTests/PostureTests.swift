import KeyboardGeometry
import Testing

@Suite struct PostureTests {
  static let screen = rect(0, 0, 1024, 768)

  @Test(
    "the frames of Flutter's test have the right postures",
    arguments: [
      (rect(0, 0, 1024, 0), KeyboardPosture.hidden),
      (rect(0, 0, 320, 320), .floating),
      (rect(0, 0, 1024, 320), .undocked),
      (rect(0, 448, 1024, 320), .docked),
      (rect(0, 768 - 320.666666666666666, 1024, 320.666666666666666), .docked),
      (rect(0, 768 - 0.0000001, 1024, 320.666666666666666), .hidden),
      (rect(0, 768, 1024, 320), .hidden),
      (.zero, .hidden),
    ])
  func flutter(frame: LayoutRect, posture: KeyboardPosture) {
    #expect(KeyboardPosture.of(frame: frame, screen: Self.screen) == posture)
  }

  @Test(
    arguments: [
      (rect(9.9e-32, -64, 0, 0), KeyboardPosture.hidden),
      (rect(0, 768 - 55, 1024, 398), .accessoryOnly),
      (rect(0, 767.4, 1024, 300), .accessoryOnly),
      (rect(0, 767.6, 1024, 300), .hidden),
      (rect(0, 448.9, 1024, 320), .docked),
      (rect(0, 447.1, 1024, 320), .docked),
      (rect(0, 446.9, 1024, 320), .undocked),
      (rect(0, 449.1, 1024, 320), .accessoryOnly),
      (rect(0, 448, 1023.2, 320), .docked),
      (rect(0, 448, 1022.9, 320), .floating),
      (rect(700, 500, 320, 254), .floating),
      (rect(2000, 448, 320, 254), .hidden),
      // Exactly half a point is visible.
      (rect(0, 767.5, 1024, 0.5), .docked),
      (rect(0, 767.5, 0.5, 0.5), .floating),
      // A small keyboard floats even if it reaches below the screen.
      (rect(700, 600, 320, 254), .floating),
      (rect(700, 514, 320, 254), .floating),
    ])
  func others(frame: LayoutRect, posture: KeyboardPosture) {
    #expect(KeyboardPosture.of(frame: frame, screen: Self.screen) == posture)
  }

  @Test func theToleranceIsTheCallers() {
    let frame = rect(0, 440, 1024, 320)
    #expect(KeyboardPosture.of(frame: frame, screen: Self.screen) == .undocked)
    #expect(KeyboardPosture.of(frame: frame, screen: Self.screen, tolerance: 8) == .docked)
  }

  @Test func onlyTwoPosturesAreAttached() {
    #expect(KeyboardPosture.allCases.filter(\.isAttachedToBottom) == [.docked, .accessoryOnly])
  }

  /// The end of the frame may be a point off.
  @Test(
    arguments: [
      (rect(20, 448, 1024, 300), rect(20, 20, 320, 728), 20.0),
      (rect(20, 447, 1024, 300), rect(20, 20, 320, 728), 20),
      (rect(20, 449, 1024, 300), rect(20, 20, 320, 728), 20),
      (rect(20, 449.5, 1024, 300), rect(20, 20, 320, 728), 0),
      // Stage Manager: the frame ends with the screen. Undocked: it ends elsewhere.
      (rect(0, 448, 1024, 320), rect(20, 20, 320, 728), 0),
      (rect(0, 200, 1024, 320), rect(20, 20, 320, 728), 0),
      // A window that reaches the lower edge leaves no space below.
      (rect(20, 448, 1024, 300), rect(0, 0, 320, 768), 0),
    ] as [(LayoutRect, LayoutRect, Double)])
  func slideOverFramesEndWithTheWindow(frame: LayoutRect, window: LayoutRect, shift: Double) {
    #expect(
      KeyboardPosture.slideOverShift(frame: frame, screen: Self.screen, window: window) == shift)
  }
}
