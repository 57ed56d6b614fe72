import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor struct MarkdownInputAccessoryViewTests {
  let stage = Stage()
  let delegate = RefreshingDelegate()
  let marks = ["strong", "emphasis", "code", "strikethrough"]

  func view(_ marked: String) -> MarkdownTextView {
    let view = delegate.view(marked)
    stage.window.addSubview(view)
    return view
  }
  func laidOut(_ bar: MarkdownInputAccessoryView, width: CGFloat = 390) -> [UIButton] {
    stage.window.addSubview(bar)
    bar.frame = CGRect(x: 0, y: 400, width: width, height: 44)
    bar.setNeedsLayout()
    bar.layoutIfNeeded()
    return bar.buttons
  }
  func button(_ identifier: String, of bar: UIView) throws -> UIButton {
    try #require(bar.button(identifier))
  }
  func frame(_ button: UIButton, in bar: UIView) -> CGRect {
    button.convert(button.bounds, to: bar)
  }

  @Test func aButtonShowsTheStateOfItsMark() throws {
    let view = view("⟦a⟧ **b**")
    let strong = try button("strong", of: view.bar)
    #expect(strong.isEnabled && !strong.isSelected && strong.alpha == 1)
    #expect(strong.accessibilityLabel == "Strong" && strong.accessibilityValue == nil)
    #expect(strong.accessibilityUserInputLabels == ["Strong", "Bold"])
    #expect(strong.configuration?.image?.symbolName == "bold")
    #expect(strong.configuration?.title == nil && strong.configuration?.isTinted == false)
    view.selectedRange = NSRange(location: 4, length: 1)
    #expect(strong.isSelected)
    // A button that is partly on is neither selected nor disabled.
    view.selectedRange = NSRange(location: 0, length: 7)
    #expect(strong.isEnabled && !strong.isSelected && strong.alpha == 1)
    #expect(strong.accessibilityValue == "partly on" && strong.configuration?.isTinted == true)
    view.set("    a‸")
    #expect(!strong.isEnabled)
    #expect(strong.accessibilityHint == "no mark can be added here: the caret is not in text.")
    strong.tap()
    #expect(view.text == "    a")
  }

  @Test func aWiderBarHasMoreButtons() throws {
    let view = view("⟦a⟧")
    let few = laidOut(view.bar, width: 320).filter { !$0.isHidden }.count
    let more = laidOut(view.bar, width: 744).filter { !$0.isHidden }.count
    #expect(few < more)
  }

  @Test func theSafeAreaBesideTheBarHasNoButtons() throws {
    stage.window.setSafeArea(UIEdgeInsets(top: 0, left: 59, bottom: 21, right: 59))
    let view = view("⟦a⟧")
    let buttons = laidOut(view.bar, width: 390).filter { !$0.isHidden }
    #expect(
      buttons.allSatisfy {
        frame($0, in: view.bar).minX >= 59 && frame($0, in: view.bar).maxX <= 390 - 59
      })
    #expect(buttons.contains { frame($0, in: view.bar).minX == 59 })
  }

  @Test func readingFromTheRightBeginsAtTheRight() throws {
    stage.window.setTraits(UITraitCollection(direction: .rightToLeft))
    let view = view("⟦a⟧")
    _ = laidOut(view.bar)
    #expect(try button("strong", of: view.bar).frame.maxX == 390)
  }

  @Test func theMenuHasWhatHasNoRoom() throws {
    let view = view("⟦a⟧")
    let shown = laidOut(view.bar).filter { !$0.isHidden }.map(\.accessibilityIdentifier)
    let more = try button("more", of: view.bar)
    #expect(more.showsMenuAsPrimaryAction)
    #expect(more.accessibilityLabel == "More")
    let actions = try #require(more.menu).actions()
    // The headings are one button on the bar and eight actions in a menu.
    #expect(actions.count + shown.count - 1 == view.bar.bar.items.count)
    try #require(actions.first { $0.title == "Numbered List" }).choose()
    #expect(view.text == "1. a")
  }

  @Test func oneGroupAloneHasNoTitle() throws {
    let view = view("⟦a⟧")
    _ = laidOut(view.bar)
    func groups() throws -> [UIMenuElement] {
      let menu = try #require(try button("more", of: view.bar).menu)
      return try #require(menu.children.first as? UIDeferredMenuElement).elements()
    }
    let all = try groups()
    #expect(all.count > 1 && all.allSatisfy { !$0.title.isEmpty })
    view.bar.order = marks
    view.bar.showsOthers = false
    _ = laidOut(view.bar, width: 150)
    #expect(try groups().map(\.title) == [""])
  }

  @Test func aMenuActionHasTheStateOfItsCommand() throws {
    let view = view("- ⟦a⟧")
    _ = laidOut(view.bar, width: 100)
    let actions = try #require(try button("more", of: view.bar).menu).actions()
    #expect(actions.filter { $0.state == .on }.map(\.title) == ["Paragraph", "Bullet List"])
    #expect(actions.contains { $0.attributes.contains(.disabled) })
    #expect(actions.allSatisfy { !$0.title.isEmpty })
  }

  @Test func aBarHasTheButtonsOfItsOrder() {
    let view = view("⟦a⟧")
    view.bar.order = marks
    view.bar.showsOthers = false
    #expect(
      view.bar.bar.items.map(\.identifier) == marks)
    #expect(laidOut(view.bar).filter { !$0.isHidden }.count == 4)
    view.bar.order = ["strong"]
    #expect(laidOut(view.bar).map(\.accessibilityIdentifier) == ["strong", "more"])
  }

  @Test func aCommandThatTakesSomethingIsGivenIt() throws {
    let view = view("⟦a⟧")
    #expect(view.bar.bar["paste-link"] == nil)
    var items: [String] = []
    view.bar.argument = {
      items.append($0.identifier)
      return "https://a.example"
    }
    #expect(view.bar.bar.items.contains { $0.argument == "what is pasted" })
    view.bar.tap("link")
    #expect(view.text == "[a](https://a.example)")
    #expect(items == ["link"])
    view.bar.tap("strong")
    #expect(items == ["link"])
  }

  @Test func theHeightFollowsTheTextSizeAndTheSafeArea() {
    let bar = MarkdownInputAccessoryView()
    #expect(bar.intrinsicContentSize == CGSize(width: UIView.noIntrinsicMetric, height: 44))
    UIFontMetrics.factor = 1.5
    #expect(bar.intrinsicContentSize.height == 66)
    UIFontMetrics.factor = 2
    #expect(bar.intrinsicContentSize.height == 72)
    UIFontMetrics.factor = 1
    // At the lower edge of the screen.
    stage.window.addSubview(bar)
    bar.frame = CGRect(x: 0, y: 800, width: 390, height: 44)
    #expect(bar.intrinsicContentSize.height == 78)
  }

  @Test func aChangedTextSizeLaysTheBarOut() {
    let view = view("⟦a⟧")
    _ = laidOut(view.bar)
    stage.window.layoutIfNeeded()
    let first = view.bar.buttons[0]
    first.frame.origin.x = 1_000
    stage.window.setTraits(UITraitCollection(category: .accessibilityExtraExtraExtraLarge))
    stage.window.layoutIfNeeded()
    #expect(first.frame.minX < 390)
  }

  @Test func theLargeContentViewerShowsTheButtons() throws {
    let view = view("⟦a⟧")
    #expect(view.bar.interactions.first is UILargeContentViewerInteraction)
    let strong = try button("strong", of: view.bar)
    #expect(strong.showsLargeContentViewer)
    #expect(strong.largeContentTitle == "Strong")
    #expect(strong.largeContentImage?.symbolName == "bold")
  }
}
