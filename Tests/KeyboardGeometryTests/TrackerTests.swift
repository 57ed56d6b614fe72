import KeyboardGeometry
import Testing

@Suite struct TrackerTests {
  static let screen = rect(0, 0, 320, 568)

  /// Returns the happenings at each frame of a stream.
  func happenings(
    _ stream: [(KeyboardFrameTransition.Event, LayoutRect)], screen: LayoutRect = Self.screen
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

  @Test func dragging() {
    let ipad = rect(0, 0, 1024, 768)
    #expect(
      happenings(
        [
          (.willShow, rect(0, 370, 1024, 398)), (.willChangeFrame, .zero),
          (.didChangeFrame, rect(0, 200, 1024, 398)), (.didChangeFrame, rect(0, 150, 1024, 398)),
          (.didChangeFrame, rect(600, 400, 320, 254)), (.willChangeFrame, rect(0, 370, 1024, 398)),
          (.willChangeFrame, rect(0, 713, 1024, 398)), (.willChangeFrame, rect(0, 768, 1024, 398)),
        ], screen: ipad)
        == [.appeared, nil, .undocked, nil, .resized, .docked, .resized, .disappeared])
  }

  @Test func aHideCountsWhateverItsFrame() {
    #expect(
      happenings([
        (.willShow, rect(0, 352, 320, 216)), (.willHide, rect(0, 352, 320, 216)),
        (.willShow, rect(0, 352, 320, 216)), (.didHide, .zero),
      ]) == [.appeared, .disappeared, .appeared, .disappeared])
  }

  @Test func theFrameIsTheLastOneThatMeantSomething() {
    var tracker = KeyboardTracker()
    #expect(tracker.frame == nil && tracker.posture == .hidden)
    _ = tracker.handle(transition(.willShow, to: rect(0, 352, 320, 216)), screen: Self.screen)
    _ = tracker.handle(transition(.willChangeFrame, to: .zero), screen: Self.screen)
    #expect(tracker.frame == rect(0, 352, 320, 216) && tracker.posture == .docked)
    _ = tracker.handle(transition(.willHide, to: rect(0, 568, 320, 216)), screen: Self.screen)
    #expect(tracker.frame == rect(0, 568, 320, 216) && tracker.posture == .hidden)
  }

  @Test func widthAloneIsASize() {
    var tracker = KeyboardTracker()
    let first = tracker.handle(
      transition(.willShow, to: rect(0, 568, 834, 300)), screen: rect(0, 0, 834, 868))
    let second = tracker.handle(
      transition(.willChangeFrame, to: rect(0, 568, 900, 300)), screen: rect(0, 0, 900, 868))
    #expect(first == .appeared && second == .resized)
  }
}
