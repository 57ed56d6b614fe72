import KeyboardGeometry
import Testing

@Suite struct TransitionTests {
  @Test func curveSevenSurvives() {
    let curve = KeyboardAnimationCurve(rawValue: 7)
    #expect(curve == .keyboard && curve.rawValue == 7)
    #expect(curve.animationOptionsRawValue == 458_752)
    // Unshifted, it would be layoutSubviews (1), allowUserInteraction (2), beginFromCurrentState
    // (4).
    #expect(curve.animationOptionsRawValue & 0b111 == 0)
    #expect(KeyboardAnimationCurve(rawValue: 42).rawValue == 42)
    #expect(KeyboardAnimationCurve(rawValue: 3).animationOptionsRawValue == 3 << 16)
    #expect(KeyboardAnimation.none.duration == 0)
    #expect(KeyboardAnimation(duration: 0.4).curve == .keyboard)
  }

  @Test func onlyFramesWithoutSizeAreMeaningless() {
    #expect(transition(.willChangeFrame, to: .zero).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(9.9e-32, -64, 0, 0)).isMeaningless)
    #expect(transition(.willShow, to: rect(0, 480, 0, 0)).isMeaningless)
    #expect(!transition(.willHide, to: .zero).isMeaningless)
    #expect(!transition(.didHide, to: .zero).isMeaningless)
    // Exactly half a point means something.
    #expect(!transition(.willChangeFrame, to: rect(0, 0, 0.5, 0.5)).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(0, 0, 0.5, 0.49)).isMeaningless)
    #expect(transition(.willChangeFrame, to: rect(0, 0, 0.49, 0.5)).isMeaningless)
    // A device that wakes up turned, and a third-party keyboard that starts without a height.
    #expect(transition(.willChangeFrame, to: rect(0, 667, 375, 0)).isMeaningless)
    #expect(transition(.willShow, to: rect(0, 568, 320, 0)).isMeaningless)
    for number in [Double.infinity, -.infinity, .nan] {
      for frame in [rect(number, 264, 320, 216), rect(0, number, 320, 216)] {
        #expect(transition(.willShow, to: frame).isMeaningless)
        #expect(!transition(.willHide, to: frame).isMeaningless)
      }
      #expect(transition(.willShow, to: rect(0, 264, number, 216)).isMeaningless)
      #expect(transition(.willShow, to: rect(0, 264, 320, number)).isMeaningless)
    }
    #expect(!transition(.willShow, to: rect(0, 264, 320, 216)).isMeaningless)
  }

  @Test func twoEventsHide() {
    #expect(KeyboardFrameTransition.Event.allCases.filter(\.isHide) == [.willHide, .didHide])
    #expect(KeyboardFrameTransition.Event.allCases.count == 6)
  }
}
