import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor struct ScrollViewKeyboardAdjusterTests {
  let stage = Stage()
  let list: UIScrollView
  let adjuster: ScrollViewKeyboardAdjuster

  init() {
    list = stage.fill(with: UIScrollView(frame: .zero))
    list.contentInset = UIEdgeInsets(top: 5, left: 1, bottom: 20, right: 2)
    list.verticalScrollIndicatorInsets = UIEdgeInsets(top: 6, left: 0, bottom: 7, right: 0)
    adjuster = ScrollViewKeyboardAdjuster(list)
  }

  /// The lowest visible part of the list, on the screen.
  var visibleBottom: CGFloat { list.frame.maxY - list.adjustedContentInset.bottom }

  @Test func theContentEndsAtTheKeyboardAndAtTheOldPlaceAfterwards() {
    let before = list.keyboardInsets
    stage.showKeyboard()
    #expect(visibleBottom == 508)
    #expect(
      list.contentInset.top == 5 && list.contentInset.left == 1 && list.contentInset.right == 2)
    stage.showKeyboard(height: 400)
    #expect(visibleBottom == 444)
    Keyboard.shared.hide()
    #expect(list.keyboardInsets == before)
    #expect(list.verticalScrollIndicatorInsets.bottom == 7)
  }

  @Test func theInsetsMoveWithTheKeyboard() {
    var insets: [ScrollInsets] = []
    adjuster.alongside = { insets.append(self.list.keyboardInsets) }
    Keyboard.shared.duration = 0.4
    stage.showKeyboard()
    #expect(Animations.log.map(\.duration) == [0.4])
    #expect(insets == [list.keyboardInsets] && insets != [.zero])
  }

  @Test func whatHappensIsReported() {
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    stage.showKeyboard()
    stage.showKeyboard(height: 400)
    Keyboard.shared.hide()
    #expect(heard == [.appeared, .resized, .disappeared])
  }

  @Test func insetsCanBeRestoredByHand() {
    stage.showKeyboard(height: 300)
    #expect(visibleBottom == 544)
    adjuster.restore()
    #expect(list.contentInset.bottom == 20)
  }

  @Test func aKeyboardOfAnotherScreenCoversNothing() {
    let (begin, end) = (
      CGRect(x: 0, y: 1_080, width: 1_920, height: 380),
      CGRect(x: 0, y: 700, width: 1_920, height: 380)
    )
    let other = UIScreen(CGSize(width: 1_920, height: 1_080))
    Keyboard.shared.post([UIResponder.keyboardWillShowNotification], begin, end, screen: other)
    #expect(list.contentInset.bottom == 20 && adjuster.tracker.posture == .hidden)
    stage.showKeyboard()
    Keyboard.shared.post([UIResponder.keyboardWillHideNotification], end, begin, screen: other)
    #expect(visibleBottom == 508)
  }

  @Test func aBarThatOnlyTheLayoutGuideReportsCountsAtTheNextLayout() {
    stage.showKeyboard()
    #expect(visibleBottom == 508)
    stage.window.keyboardLayoutGuide.frameOverride = CGRect(x: 0, y: 464, width: 390, height: 380)
    adjuster.viewChanged()
    #expect(visibleBottom == 464)
    stage.window.keyboardLayoutGuide.frameOverride = nil
    Keyboard.shared.hide()
    #expect(list.contentInset.bottom == 20)
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
    #expect(stage.frameOnScreen(list).maxY - list.adjustedContentInset.bottom == 448)
    list.frame.size.height = 700
    adjuster.viewChanged()
    #expect(stage.frameOnScreen(list).maxY - list.adjustedContentInset.bottom == 448)
  }

  @Test func aKeyboardThatCameEarlierCountsAtTheNextLayout() {
    stage.showKeyboard()
    let list = stage.fill(with: UIScrollView(frame: .zero))
    let adjuster = ScrollViewKeyboardAdjuster(list)
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    adjuster.viewChanged()
    #expect(list.contentInset.bottom == 302)
    #expect(heard == [.appeared])
    adjuster.viewChanged()
    #expect(heard.count == 1)
  }

  @Test func aViewThatMovesUnderTheKeyboardIsMeasuredAgain() {
    stage.showKeyboard()
    list.frame = CGRect(x: 0, y: 0, width: 390, height: 600)
    adjuster.viewChanged()
    #expect(visibleBottom == 508)
    list.frame = CGRect(x: 0, y: 0, width: 390, height: 500)
    adjuster.viewChanged()
    #expect(list.contentInset.bottom == 20)
  }

  @Test func withoutAWindowOnlyAHideCounts() {
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    stage.showKeyboard()
    list.removeFromSuperview()
    stage.showKeyboard(height: 400)
    adjuster.viewChanged()
    #expect(list.contentInset.bottom > 20)
    Keyboard.shared.hide()
    #expect(list.contentInset.bottom == 20)
    #expect(heard == [.appeared, .disappeared])
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
    adjuster.restore()
    #expect(adjuster.adjuster.original == nil)
  }

  @Test func onlyACompactWindowOfAnIPadMayBeInSlideOver() {
    #expect(LayoutRect(slideOver: stage.window) == nil)
    stage.window.frame = CGRect(x: 500, y: 0, width: 320, height: 844)
    stage.window.setTraits(UITraitCollection(idiom: .pad, horizontal: .compact))
    #expect(
      LayoutRect(slideOver: stage.window)
        == LayoutRect(x: 500, y: 0, width: 320, height: 844))
    stage.window.setTraits(UITraitCollection(idiom: .pad, horizontal: .regular))
    #expect(LayoutRect(slideOver: stage.window) == nil)
    stage.window.setTraits(UITraitCollection(idiom: .pad, vertical: .compact))
    #expect(LayoutRect(slideOver: stage.window) == nil)
  }
}

@MainActor struct RevealTests {
  let stage = Stage()

  @Test func aFieldUnderTheKeyboardIsScrolledIntoView() {
    let list = stage.fill(with: UIScrollView(frame: .zero))
    list.contentSize = CGSize(width: 390, height: 2_000)
    let adjuster = ScrollViewKeyboardAdjuster(list)
    stage.showKeyboard()
    let field = CGRect(x: 0, y: 700, width: 390, height: 44)
    list.reveal(field)
    // Its lower edge, and the margin of 8 points, are above the keyboard.
    #expect(field.maxY - list.contentOffset.y + 8 == 508)
    list.reveal(field)
    #expect(field.maxY - list.contentOffset.y + 8 == 508)
    list.reveal(CGRect(x: 0, y: 0, width: 1, height: 20))
    #expect(list.contentOffset.y == -47)
    // Also from below: under the bar of 47 points, with the margin.
    list.contentOffset.y = 1_000
    list.reveal(CGRect(x: 0, y: 200, width: 1, height: 20))
    #expect(list.contentOffset.y == 145)
    withExtendedLifetime(adjuster) {}
  }

  @Test func aCaretWithoutAPlaceDoesNotScroll() {
    let list = stage.fill(with: UIScrollView(frame: .zero))
    list.contentSize = CGSize(width: 390, height: 5_000)
    list.contentOffset.y = 100
    // UIKit's answer while the text is not laid out.
    list.reveal(CGRect(x: CGFloat.infinity, y: .infinity, width: 0, height: 0))
    #expect(list.contentOffset.y == 100)
    list.reveal(CGRect.null)
    #expect(list.contentOffset.y == 100)
  }
}
