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
    #expect(KeyboardFrameTransition(alreadyUpIn: stage.window) == nil)
    stage.showKeyboard(height: 300)
    let transition = try #require(KeyboardFrameTransition(alreadyUpIn: stage.window))
    #expect(transition.event == .didShow)
    #expect(transition.endFrame.cgRect == CGRect(x: 0, y: 544, width: 390, height: 300))
    #expect(transition.beginFrame == transition.endFrame)
    #expect(transition.animation == .none)
  }

  @Test func aPictureIsCutAtItsPixels() throws {
    let picture = UIImage(
      cgImage: CGImage(bounds: CGRect(x: 0, y: 0, width: 1_170, height: 2_532)), scale: 3,
      orientation: .up)
    let cut = try #require(picture.cut(to: LayoutRect(x: 0, y: 508, width: 390, height: 336)))
    #expect(cut.cgImage?.bounds == CGRect(x: 0, y: 1_524, width: 1_170, height: 1_008))
    #expect(cut.scale == 3)
    #expect(cut.imageOrientation == .up)
    #expect(picture.cut(to: LayoutRect(x: 0, y: 900, width: 390, height: 336)) == nil)
    #expect(UIImage().cut(to: LayoutRect(x: 0, y: 0, width: 1, height: 1)) == nil)
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
