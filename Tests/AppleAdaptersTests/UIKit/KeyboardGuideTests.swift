import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor struct KeyboardGuideTests {
  let stage = Stage()

  @Test func theSettingsAreTheGuides() {
    let guide = stage.window.keyboardLayoutGuide
    #expect(guide.settings == KeyboardGuide())
    guide.settings = KeyboardGuide(
      followsUndocked: true, usesBottomSafeArea: false, dismissPadding: 44)
    #expect(guide.followsUndockedKeyboard)
    #expect(!guide.usesBottomSafeArea)
    #expect(guide.keyboardDismissPadding == 44)
    #expect(guide.settings.followsUndocked)
    #expect(!guide.settings.usesBottomSafeArea)
    #expect(guide.settings.dismissPadding == 44)
  }

  @Test func aKeyboardThatIsUpIsFoundByTheGuide() throws {
    #expect(LayoutRect(keyboardIn: stage.window) == nil)
    stage.showKeyboard(height: 300)
    let frame = try #require(LayoutRect(keyboardIn: stage.window))
    #expect(frame.cgRect == CGRect(x: 0, y: 544, width: 390, height: 300))
  }

  @Test func aRowOnTheGuideFollowsTheKeyboardAndEndsTheList() {
    let container = stage.fill(with: UIView(frame: .zero))
    let (list, row) = (UIScrollView(frame: .zero), UIView(frame: .zero))
    container.addSubview(list)
    container.addSubview(row)
    list.translatesAutoresizingMaskIntoConstraints = false
    list.topAnchor.constraint(equalTo: container.topAnchor).isActive = true
    row.heightAnchor.constraint(equalToConstant: 50).isActive = true
    #expect(container.placeOnKeyboard(row, below: list).count == 4)
    func layOut() {
      container.setNeedsLayout()
      stage.window.layoutIfNeeded()
      container.setNeedsLayout()
      stage.window.layoutIfNeeded()
      container.updateKeyboardRow(row)
    }
    layOut()
    // Without a keyboard, it lies above the home indicator.
    #expect(row.frame == CGRect(x: 0, y: 760, width: 390, height: 50))
    #expect(list.frame.maxY == 760 && list.keyboardDismissMode == .interactive)
    stage.showKeyboard()
    layOut()
    #expect(row.frame == CGRect(x: 0, y: 458, width: 390, height: 50) && list.frame.maxY == 458)
    #expect(container.keyboardLayoutGuide.keyboardDismissPadding == 50)
    Keyboard.shared.hide()
    layOut()
    #expect(row.frame.maxY == 810)
  }

  @Test func rectanglesSizesAndInsetsAreConverted() {
    #expect(
      LayoutRect(CGRect(x: 10, y: 20, width: -5, height: -10))
        == LayoutRect(x: 5, y: 10, width: 5, height: 10))
    #expect(
      LayoutRect(x: 1, y: 2, width: 3, height: 4).cgRect == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(LayoutSize(CGSize(width: 3, height: 4)) == LayoutSize(width: 3, height: 4))
    #expect(LayoutPoint(CGPoint(x: 3, y: 4)) == LayoutPoint(x: 3, y: 4))
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(KeyboardInsets(insets).edgeInsets == insets)
    #expect(KeyboardInsets(insets) == KeyboardInsets(top: 1, left: 2, bottom: 3, right: 4))
  }

  @Test func aViewsSpaceIsItsPlaceOnTheScreen() throws {
    let list = UIScrollView(frame: CGRect(x: 0, y: 100, width: 390, height: 600))
    #expect(CoordinateSpace(list) == nil)
    let outer = UIView(frame: CGRect(x: 10, y: 20, width: 380, height: 800))
    stage.window.addSubview(outer)
    outer.addSubview(list)
    list.contentOffset.y = 50
    let space = try #require(CoordinateSpace(list))
    #expect(space.frameInScreen.cgRect == CGRect(x: 10, y: 120, width: 390, height: 600))
    let converted = space.convertFromScreen(LayoutRect(x: 10, y: 120, width: 1, height: 1))
    #expect(converted == LayoutRect(x: 0, y: 50, width: 1, height: 1))
  }
}
