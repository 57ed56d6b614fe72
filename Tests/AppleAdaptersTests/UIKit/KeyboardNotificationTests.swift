import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor struct KeyboardNotificationTests {
  let stage = Stage()
  let frames = [
    UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: .zero),
    UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: .zero),
  ]

  @Test func anObserverHearsTheSixNotificationsInOrder() {
    var heard: [KeyboardFrameTransition.Event] = []
    var observer: KeyboardObserver? = KeyboardObserver { heard.append($0.event) }
    stage.showKeyboard()
    Keyboard.shared.hide()
    #expect(
      heard == [
        .willChangeFrame, .willShow, .didChangeFrame, .didShow, .willChangeFrame, .willHide,
        .didChangeFrame, .didHide,
      ])
    withExtendedLifetime(observer) {}
    observer = nil
    stage.showKeyboard()
    #expect(heard.count == 8)
  }

  @Test(arguments: KeyboardFrameTransition.Event.allCases)
  func everyEventHasANotificationOfItsOwn(event: KeyboardFrameTransition.Event) throws {
    let begin = CGRect(x: 0, y: 844, width: 390, height: 336)
    let end = CGRect(x: 0, y: 508, width: 390, height: 336)
    var heard: [KeyboardFrameTransition] = []
    let observer = KeyboardObserver { heard.append($0) }
    Keyboard.shared.duration = 0.35
    Keyboard.shared.curve = 3
    Keyboard.shared.post([event.notificationName], begin, end, isLocal: false)
    let transition = try #require(heard.first)
    #expect(transition.event == event)
    #expect(transition.beginFrame.cgRect == begin)
    #expect(transition.endFrame.cgRect == end)
    #expect(transition.animation.duration == 0.35)
    #expect(transition.animation.curve.rawValue == 3)
    #expect(!transition.isLocal)
    #expect(heard.count == 1)
    withExtendedLifetime(observer) {}
  }

  @Test func aNotificationWithoutFramesSaysNothing() {
    let name = UIResponder.keyboardWillShowNotification
    #expect(KeyboardFrameTransition(Notification(name: name)) == nil)
    #expect(KeyboardFrameTransition(Notification(name: .init("another"))) == nil)
    for key in frames.keys {
      let one = frames.filter { $0.key == key }
      #expect(KeyboardFrameTransition(Notification(name: name, userInfo: one)) == nil)
    }
  }

  @Test func aNotificationWithFramesAloneIsLocalAndNotAnimated() throws {
    let name = UIResponder.keyboardDidShowNotification
    let transition = try #require(
      KeyboardFrameTransition(Notification(name: name, userInfo: frames)))
    #expect(transition.isLocal)
    #expect(transition.animation.duration == 0)
    #expect(transition.animation.curve.rawValue == 7)
  }

  @Test func aPrivateCenterIsObserved() {
    let center = NotificationCenter()
    var heard = 0
    let observer = KeyboardObserver(center: center) { _ in heard += 1 }
    stage.showKeyboard()
    #expect(heard == 0)
    center.post(
      name: UIResponder.keyboardWillShowNotification, object: nil, userInfo: frames)
    #expect(heard == 1)
    withExtendedLifetime(observer) {}
  }

  @Test func theCurveGoesIntoTheOptionsShifted() {
    var isDone = false
    Animations.isManual = true
    KeyboardAnimation(duration: 0.25, curve: .init(rawValue: 7)).animate {
    } completion: { _ in
      MainActor.assumeIsolated { isDone = true }
    }
    #expect(!isDone)
    Animations.finish()
    #expect(isDone)
    #expect(Animations.log.map(\.duration) == [0.25])
    #expect(Animations.log.map(\.options.rawValue) == [7 << 16 | 2 | 4])
  }

  @Test func withoutADurationNothingIsAnimated() {
    var order: [String] = []
    Animations.isManual = true
    KeyboardAnimation.none.animate {
      order.append("changes")
    } completion: { _ in
      MainActor.assumeIsolated { order.append("end") }
    }
    #expect(order == ["changes", "end"])
    #expect(Animations.log.isEmpty)
  }
}
