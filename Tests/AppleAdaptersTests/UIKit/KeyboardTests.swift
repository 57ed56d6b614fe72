import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

/// Notifications, layout guides, and the insets of a list under a keyboard.
@MainActor @Suite(.serialized) struct KeyboardTests {
  let stage = Stage()
  let list: UIScrollView
  let adjuster: ScrollViewKeyboardAdjuster

  init() {
    list = stage.fill(with: UIScrollView(frame: .zero))
    list.contentInset = UIEdgeInsets(top: 5, left: 1, bottom: 20, right: 2)
    list.verticalScrollIndicatorInsets = UIEdgeInsets(top: 6, left: 0, bottom: 7, right: 0)
    adjuster = ScrollViewKeyboardAdjuster(list)
  }

  /// The lowest visible part of a list, on the screen.
  func visibleBottom(_ list: UIScrollView, _ stage: Stage) -> CGFloat {
    stage.frameOnScreen(list).maxY - list.adjustedContentInset.bottom
  }

  // MARK: Notifications

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
  func everyEventHasANotificationOfItsOwn(event: KeyboardFrameTransition.Event) {
    let begin = CGRect(x: 0, y: 844, width: 390, height: -336)
    let end = CGRect(x: 0, y: 508, width: 390, height: 336)
    var heard: [KeyboardFrameTransition] = []
    let observer = KeyboardObserver { heard.append($0) }
    (Keyboard.shared.duration, Keyboard.shared.curve) = (0.35, 3)
    Keyboard.shared.post([event.notificationName], begin, end, isLocal: false)
    #expect(
      heard == [
        KeyboardFrameTransition(
          event: event, beginFrame: LayoutRect(end), endFrame: LayoutRect(end),
          animation: KeyboardAnimation(duration: 0.35, curve: .init(rawValue: 3)), isLocal: false)
      ])
    withExtendedLifetime(observer) {}
  }

  @Test func aNotificationNeedsItsFramesAlone() {
    let name = UIResponder.keyboardDidShowNotification
    let frames = [
      UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: .zero),
      UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: .zero),
    ]
    #expect(KeyboardFrameTransition(Notification(name: .init("another"), userInfo: frames)) == nil)
    for key in frames.keys {
      let one = frames.filter { $0.key == key }
      #expect(KeyboardFrameTransition(Notification(name: name, userInfo: one)) == nil)
    }
    #expect(
      KeyboardFrameTransition(Notification(name: name, userInfo: frames))
        == KeyboardFrameTransition(
          event: .didShow, beginFrame: .zero, endFrame: .zero,
          animation: KeyboardAnimation(duration: 0)))
    var heard = 0
    let observer = KeyboardObserver { _ in heard += 1 }
    NotificationCenter.default.post(name: name, object: nil, userInfo: frames)
    #expect(heard == 1)
    withExtendedLifetime(observer) {}
  }

  @Test(
    arguments: [(0.25, ["changes", "later", "end"]), (0, ["changes", "end", "later"])]
      as [(Double, [String])])
  func changesAreAnimatedAsTheKeyboard(duration: Double, order: [String]) {
    var found: [String] = []
    Animations.isManual = true
    KeyboardAnimation(duration: duration, curve: .init(rawValue: 7)).animate {
      found.append("changes")
    } completion: { isFinished in
      MainActor.assumeIsolated { found.append(isFinished ? "end" : "stop") }
    }
    found.append("later")
    Animations.finish()
    #expect(found == order)
    #expect(Animations.log.map(\.duration) == (duration > 0 ? [0.25] : []))
    #expect(Animations.log.allSatisfy { $0.options.rawValue == 7 << 16 | 2 | 4 })
  }

  // MARK: Coverage

  @Test func viewsAreAdjustedToThePartThatTheKeyboardCovers() throws {
    let view = UIView(frame: CGRect(x: 0, y: 100, width: 390, height: 700))
    stage.window.addSubview(view)
    var heard: [(height: Double, minY: Double)] = []
    let observer = KeyboardObserver(covering: view) { heard.append(($0.height, $0.minY)) }
    #expect(observer.transition == nil && observer.coverage(of: view).minY == 700)
    Keyboard.shared.duration = 0.4
    stage.showKeyboard()
    // The view ends 44 points above the screen's lower edge.
    #expect(heard.allSatisfy { $0 == (292, 408) } && heard.count == 4)
    #expect(Set(Animations.log.map(\.duration)) == [0.4])
    // After a layout, from the last transition; a scroll view's coordinates begin at its offset.
    view.frame.size.height = 300
    #expect(observer.coverage(of: view) == KeyboardCoverage(height: 0, of: LayoutRect(view.bounds)))
    list.bounds.origin.y = 50
    #expect(observer.coverage(of: list).minY == 558 && observer.coverage(of: list).height == 336)
    // A frame without a size, while the keyboard is dragged, changes nothing.
    let calls = heard.count
    Keyboard.shared.post([UIResponder.keyboardWillChangeFrameNotification], .zero, .zero)
    #expect(heard.count == calls && observer.coverage(of: list).height == 336)
    Keyboard.shared.hide()
    #expect(observer.coverage(of: list).height == 0 && heard.last?.minY == 300)
    // An undocked keyboard counts on request.
    Keyboard.shared.show(CGRect(x: 0, y: 300, width: 390, height: 336))
    #expect(observer.coverage(of: list).height == 0)
    #expect(
      list.keyboardCoverage(by: observer.transition, followsUndocked: true).height == 544)
    // Out of a window and on another screen, nothing is covered.
    stage.showKeyboard(height: 300)
    #expect(observer.coverage(of: list).height == 300)
    view.removeFromSuperview()
    #expect(observer.coverage(of: view).height == 0)
    let frame = CGRect(x: 0, y: 508, width: 390, height: 336)
    let other = UIScreen(CGSize(width: 390, height: 844))
    stage.window.addSubview(view)
    Keyboard.shared.post(
      [UIResponder.keyboardWillShowNotification], frame, frame, screen: other)
    #expect(observer.transition?.isOnOtherScreen == true && observer.coverage(of: list).height == 0)
  }

  // MARK: Insets

  @Test func theContentEndsAtTheKeyboardAndAtTheOldPlaceAfterwards() {
    let before = list.keyboardInsets
    var (heard, insets): ([KeyboardTracker.Happening], [ScrollInsets]) = ([], [])
    adjuster.happened = { heard.append($0) }
    adjuster.alongside = { insets.append(self.list.keyboardInsets) }
    Keyboard.shared.duration = 0.4
    stage.showKeyboard()
    #expect(visibleBottom(list, stage) == 508 && insets == [list.keyboardInsets])
    #expect(Animations.log.map(\.duration) == [0.4])
    #expect(list.contentInset == UIEdgeInsets(top: 5, left: 1, bottom: 302, right: 2))
    #expect(
      list.verticalScrollIndicatorInsets == UIEdgeInsets(top: 6, left: 0, bottom: 302, right: 0))
    stage.showKeyboard(height: 400)
    #expect(visibleBottom(list, stage) == 444)
    Keyboard.shared.hide()
    #expect(list.keyboardInsets == before && heard == [.appeared, .resized, .disappeared])
    stage.showKeyboard()
    adjuster.restore()
    #expect(list.keyboardInsets == before)
  }

  @Test func aKeyboardOfAnotherScreenCoversNothing() {
    let (begin, end) = (
      CGRect(x: 0, y: 1_080, width: 1_920, height: 380),
      CGRect(x: 0, y: 700, width: 1_920, height: 380)
    )
    let other = UIScreen(CGSize(width: 1_920, height: 1_080))
    Keyboard.shared.post([UIResponder.keyboardWillShowNotification], begin, end, screen: other)
    #expect(list.contentInset.bottom == 20 && adjuster.driver.tracker.posture == .hidden)
    stage.showKeyboard()
    Keyboard.shared.post([UIResponder.keyboardWillHideNotification], end, begin, screen: other)
    #expect(visibleBottom(list, stage) == 508)
  }

  @Test func aBarThatOnlyTheLayoutGuideReportsCountsAtTheNextLayout() {
    stage.showKeyboard()
    stage.window.keyboardLayoutGuide.frameOverride = CGRect(x: 0, y: 464, width: 390, height: 380)
    #expect(visibleBottom(list, stage) == 508)
    adjuster.viewChanged()
    #expect(visibleBottom(list, stage) == 464)
  }

  @Test func aListThatMovesInSlideOverKeepsItsSafeAreaOnce() {
    let stage = Stage(
      CGSize(width: 1_024, height: 768),
      safeArea: UIEdgeInsets(top: 24, left: 0, bottom: 20, right: 0),
      traits: UITraitCollection(idiom: .pad, horizontal: .compact))
    stage.window.frame = CGRect(x: 20, y: 20, width: 320, height: 728)
    let list = stage.fill(with: UIScrollView(frame: .zero))
    let adjuster = ScrollViewKeyboardAdjuster(list)
    // The frame ends with the window, 20 points above the lower edge of the screen.
    Keyboard.shared.show(CGRect(x: 20, y: 448, width: 1_024, height: 300))
    #expect(visibleBottom(list, stage) == 448)
    list.frame.size.height = 700
    adjuster.viewChanged()
    #expect(visibleBottom(list, stage) == 448)
    #expect(
      LayoutRect(slideOver: stage.window) == LayoutRect(x: 20, y: 20, width: 320, height: 728))
    for traits in [
      UITraitCollection(idiom: .pad, horizontal: .regular),
      UITraitCollection(idiom: .pad, vertical: .compact), UITraitCollection(idiom: .phone),
    ] {
      stage.window.setTraits(traits)
      #expect(LayoutRect(slideOver: stage.window) == nil)
    }
  }

  @Test func aKeyboardThatCameEarlierCountsAtTheNextLayout() {
    stage.showKeyboard()
    let list = stage.fill(with: UIScrollView(frame: .zero))
    let adjuster = ScrollViewKeyboardAdjuster(list)
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    for _ in 1...2 {
      adjuster.viewChanged()
      #expect(list.contentInset.bottom == 302 && heard == [.appeared])
    }
    // A view that moves under the keyboard is measured again.
    list.frame.size.height = 600
    adjuster.viewChanged()
    #expect(visibleBottom(list, stage) == 508)
    list.frame.size.height = 500
    adjuster.viewChanged()
    #expect(list.contentInset.bottom == 0)
  }

  @Test func withoutAWindowOnlyAHideCounts() {
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    stage.showKeyboard()
    list.removeFromSuperview()
    #expect(CoordinateSpace(list) == nil)
    stage.showKeyboard(height: 400)
    adjuster.viewChanged()
    #expect(list.contentInset.bottom > 20)
    Keyboard.shared.hide()
    #expect(list.contentInset.bottom == 20 && heard == [.appeared, .disappeared])
  }

  @Test func theListIsNotKeptAlive() {
    weak var gone: UIScrollView?
    let adjuster: ScrollViewKeyboardAdjuster
    do {
      let list = UIScrollView(frame: .zero)
      gone = list
      adjuster = ScrollViewKeyboardAdjuster(list)
    }
    #expect(gone == nil)
    stage.showKeyboard()
    adjuster.viewChanged()
    #expect(adjuster.driver.adjuster.original == nil)
  }

  @Test func aFieldUnderTheKeyboardIsScrolledIntoView() {
    list.contentInset = .zero
    list.contentSize = CGSize(width: 390, height: 2_000)
    stage.showKeyboard()
    // Its lower edge, and the margin of 8 points, are above the keyboard.
    for _ in 1...2 {
      list.reveal(CGRect(x: 0, y: 700, width: 390, height: 44))
      #expect(list.contentOffset.y == 244)
    }
    list.reveal(CGRect(x: 0, y: 0, width: 1, height: 20))
    #expect(list.contentOffset.y == -47)
    // Also from below: under the bar of 47 points, with the margin.
    list.contentOffset.y = 1_000
    list.reveal(CGRect(x: 0, y: 200, width: 1, height: 20))
    #expect(list.contentOffset.y == 145)
    // UIKit's answer while the text is not laid out.
    list.reveal(CGRect(x: CGFloat.infinity, y: .infinity, width: 0, height: 0))
    list.reveal(CGRect.null)
    #expect(list.contentOffset.y == 145)
  }

  // MARK: The layout guide

  @Test func theGuideIsAboveTheSafeAreaOnlyWithAKeyboard() {
    #expect(LayoutRect(keyboardIn: stage.window) == nil)
    stage.showKeyboard(height: 300)
    #expect(
      LayoutRect(keyboardIn: stage.window)?.cgRect
        == CGRect(x: 0, y: 544, width: 390, height: 300))
  }

  @Test func aRowOnTheGuideFollowsTheKeyboardAndEndsTheList() {
    let container = stage.fill(with: UIView(frame: .zero))
    let row = UIView(frame: .zero)
    container.addSubview(list)
    container.addSubview(row)
    list.translatesAutoresizingMaskIntoConstraints = false
    list.topAnchor.constraint(equalTo: container.topAnchor).isActive = true
    row.heightAnchor.constraint(equalToConstant: 50).isActive = true
    #expect(container.placeOnKeyboard(row, below: list).count == 4)
    // Without a keyboard, it lies above the home indicator.
    for (height, top) in [(0.0, 760.0), (336, 458), (0, 760)] {
      if height > 0 { stage.showKeyboard(height: height) } else { Keyboard.shared.hide() }
      for _ in 1...2 {
        container.setNeedsLayout()
        stage.window.layoutIfNeeded()
      }
      container.updateKeyboardRow(row)
      #expect(row.frame == CGRect(x: 0, y: top, width: 390, height: 50) && list.frame.maxY == top)
    }
    #expect(container.keyboardLayoutGuide.keyboardDismissPadding == 50)
    #expect(list.keyboardDismissMode == .interactive)
  }

  @Test func aViewsSpaceIsItsPlaceOnTheScreen() throws {
    let outer = UIView(frame: CGRect(x: 10, y: 20, width: 380, height: 800))
    stage.window.addSubview(outer)
    outer.addSubview(list)
    list.frame = CGRect(x: 0, y: 100, width: 390, height: 600)
    list.contentOffset = CGPoint(x: 0, y: 50)
    let space = try #require(CoordinateSpace(list))
    #expect(space.frameInScreen.cgRect == CGRect(x: 10, y: 120, width: 390, height: 600))
    #expect(space.boundsOrigin == LayoutPoint(x: 0, y: 50))
  }
}

/// The fields of a form: two in a row, one below, and a text view in a view of its own.
@MainActor struct FormFieldsTests {
  let stage = Stage()
  let form: UIView
  let fields: [UITextField]
  let note = UITextView(frame: CGRect(x: 0, y: 0, width: 390, height: 100))

  init() {
    form = stage.fill(with: UIView(frame: .zero))
    let places = [(200.0, 0.0), (0, 0), (0, 100)]
    fields = places.map {
      UITextField(frame: CGRect(x: $0.0, y: $0.1, width: 100, height: 40))
    }
    for field in fields { form.addSubview(field) }
    let box = UIView(frame: CGRect(x: 0, y: 150, width: 390, height: 250))
    form.addSubview(box)
    box.addSubview(note)
    note.addSubview(UITextField(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
  }

  /// The indices of the fields in their order, from one on; 9 is the text view.
  private func order(from first: UIView) -> [Int] {
    let order = FormFields(in: form)
    var (found, field): ([Int], UIView?) = ([], first)
    while let view = field {
      found.append(fields.firstIndex { $0 === view } ?? 9)
      let next = order.next(after: view)
      if let next { #expect(order.previous(before: next) === view) }
      field = next
    }
    return found
  }

  @Test func fieldsAreInReadingOrder() {
    #expect(order(from: fields[1]) == [1, 0, 2, 9])
    #expect(FormFields(in: form).previous(before: fields[1]) == nil)
    #expect(FormFields(in: form).next(after: form) == nil)
    stage.window.setTraits(UITraitCollection(direction: .rightToLeft))
    #expect(order(from: fields[0]) == [0, 1, 2, 9])
  }

  @Test func whatCannotBeEditedIsPassedOver() {
    fields[0].isEnabled = false
    note.isEditable = false
    #expect(order(from: fields[1]) == [1, 2])
    fields[2].isHidden = true
    #expect(order(from: fields[1]) == [1])
  }
}
