import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor struct ScrollViewKeyboardAdjusterTests {
  let stage = Stage()
  let list: UIScrollView

  init() {
    list = stage.fill(with: UIScrollView(frame: .zero))
    list.contentInset = UIEdgeInsets(top: 5, left: 1, bottom: 20, right: 2)
    list.verticalScrollIndicatorInsets = UIEdgeInsets(top: 6, left: 0, bottom: 7, right: 0)
  }

  /// The lowest part of the list that can be seen, on the screen.
  var visibleBottom: CGFloat { list.frame.maxY - list.adjustedContentInset.bottom }

  @Test func theContentEndsAtTheKeyboardAndAtTheOldPlaceAfterwards() {
    let before = list.keyboardInsets
    let adjuster = ScrollViewKeyboardAdjuster(list)
    stage.showKeyboard()
    #expect(visibleBottom == 508)
    #expect(
      list.contentInset.top == 5 && list.contentInset.left == 1 && list.contentInset.right == 2)
    stage.showKeyboard(height: 400)
    #expect(visibleBottom == 444)
    Keyboard.shared.hide()
    #expect(list.keyboardInsets == before)
    #expect(list.verticalScrollIndicatorInsets.bottom == 7)
    withExtendedLifetime(adjuster) {}
  }

  @Test func theInsetsMoveWithTheKeyboard() {
    let adjuster = ScrollViewKeyboardAdjuster(list)
    var changes: [KeyboardInsetAdjuster.Change] = []
    adjuster.alongside = { changes.append($0) }
    Keyboard.shared.duration = 0.4
    stage.showKeyboard()
    #expect(Animations.log.map(\.duration) == [0.4])
    #expect(changes.map(\.insets) == [list.keyboardInsets])
  }

  @Test func whatHappensIsReported() {
    let adjuster = ScrollViewKeyboardAdjuster(list)
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    stage.showKeyboard()
    stage.showKeyboard(height: 400)
    Keyboard.shared.hide()
    #expect(heard == [.appeared, .resized, .disappeared])
  }

  @Test func aHostThatExchangesKeyboardsIsNotDisturbed() {
    let adjuster = ScrollViewKeyboardAdjuster(list)
    list.isHidden = true
    adjuster.isSwallowing = { [list] in list.isHidden }
    stage.showKeyboard()
    adjuster.viewChanged()
    #expect(list.contentInset.bottom == 20)
    list.isHidden = false
    stage.showKeyboard(height: 300)
    #expect(visibleBottom == 544)
    adjuster.restore()
    #expect(list.contentInset.bottom == 20)
  }

  @Test func aKeyboardThatCameEarlierCountsAtTheNextLayout() {
    stage.showKeyboard()
    let adjuster = ScrollViewKeyboardAdjuster(list)
    var heard: [KeyboardTracker.Happening] = []
    adjuster.happened = { heard.append($0) }
    adjuster.viewChanged()
    #expect(visibleBottom == 508)
    #expect(heard == [.appeared])
    adjuster.viewChanged()
    #expect(heard.count == 1)
  }

  @Test func aViewThatMovesUnderTheKeyboardIsMeasuredAgain() {
    let adjuster = ScrollViewKeyboardAdjuster(list)
    stage.showKeyboard()
    list.frame = CGRect(x: 0, y: 0, width: 390, height: 600)
    adjuster.viewChanged()
    #expect(visibleBottom == 508)
    list.frame = CGRect(x: 0, y: 0, width: 390, height: 500)
    adjuster.viewChanged()
    #expect(list.contentInset.bottom == 20)
  }

  @Test func withoutAWindowOnlyAHideCounts() {
    let adjuster = ScrollViewKeyboardAdjuster(list)
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
    // From below, too: under the bar of 47 points, with the margin.
    list.contentOffset.y = 1_000
    list.reveal(CGRect(x: 0, y: 200, width: 1, height: 20))
    #expect(list.contentOffset.y == 145)
    withExtendedLifetime(adjuster) {}
  }
}
