import AppleAdapters
import Testing
@_spi(StandIn) import UIKit

@MainActor private final class NotePanel: KeyboardPanel {
  override var panelHeight: Double? { 160 }
}
@MainActor private final class ScoreView: KeyboardOwnerView {
  let ownBar = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 40))
  var hasBar = true
  var hasPanel = true
  var made = 0
  override var bar: UIView? { hasBar ? ownBar : nil }
  override func makePanel() -> KeyboardPanel? {
    made += 1
    return hasPanel ? NotePanel(owner: self) : nil
  }
}

@MainActor struct KeyboardPanelTests {
  let stage = Stage()
  private let score = ScoreView()

  @Test func aPanelIsUpInPlaceOfTheKeyboard() throws {
    stage.window.addSubview(score)
    #expect(score.canBecomeFirstResponder)
    _ = score.becomeFirstResponder()
    let panel = try #require(Keyboard.shared.inputView as? KeyboardPanel)
    #expect(panel === score.inputView)
    #expect(panel.owner === score)
    #expect(score.made == 1)
    #expect(Keyboard.shared.accessoryView === score.ownBar)
    // The panel, the safe area below it, and the bar above it.
    #expect(Keyboard.shared.frame?.height == 234)
  }

  @Test func aPanelIsMadeAgainWhereItIsUp() throws {
    stage.window.addSubview(score)
    let first = score.inputView
    score.remakePanel()
    #expect(score.reloads == 0)
    #expect(score.inputView !== first)
    _ = score.becomeFirstResponder()
    let second = Keyboard.shared.inputView
    score.remakePanel()
    #expect(score.reloads == 1)
    #expect(Keyboard.shared.inputView !== second)
    #expect(score.made == 3)
  }

  @Test func withoutPanelAndBarTheChainIsAsked() {
    score.hasPanel = false
    score.hasBar = false
    #expect(score.inputView == nil)
    #expect(score.inputAccessoryView == nil)
    let plain = KeyboardOwnerView()
    #expect(plain.inputView == nil && plain.inputAccessoryView == nil)
  }

  @Test func viewsThatAreSetWinAtTheNextReload() {
    stage.window.addSubview(score)
    _ = score.becomeFirstResponder()
    let panel = Keyboard.shared.inputView
    let (keys, bar) = (UIView(frame: .zero), UIView(frame: .zero))
    score.inputView = keys
    score.inputAccessoryView = bar
    // Setting the panel does not show it.
    #expect(Keyboard.shared.inputView === panel)
    #expect(Keyboard.shared.accessoryView === score.ownBar)
    score.reloadInputViews()
    #expect(Keyboard.shared.inputView === keys && Keyboard.shared.accessoryView === bar)
    score.inputView = nil
    score.inputAccessoryView = nil
    score.reloadInputViews()
    #expect(Keyboard.shared.inputView === panel)
    #expect(Keyboard.shared.accessoryView === score.ownBar)
  }

  @Test func theNearestViewsOfTheChainWinEachOnItsOwn() {
    // A score with a panel, in a score with a bar.
    let (outer, inner) = (ScoreView(), ScoreView())
    (outer.hasPanel, inner.hasBar) = (false, false)
    stage.window.addSubview(outer)
    outer.addSubview(inner)
    _ = inner.becomeFirstResponder()
    #expect(Keyboard.shared.inputView === inner.inputView)
    #expect(Keyboard.shared.accessoryView === outer.ownBar)
    // If they are exchanged, both are the outer one's.
    (outer.hasPanel, inner.hasPanel) = (true, false)
    inner.remakePanel()
    outer.remakePanel()
    inner.reloadInputViews()
    #expect(Keyboard.shared.inputView === outer.inputView && outer.inputView != nil)
    _ = inner.resignFirstResponder()
    #expect(Keyboard.shared.inputView == nil && Keyboard.shared.accessoryView == nil)
  }

  @Test func aPanelClicks() {
    #expect(KeyboardPanel(owner: ScoreView()).enableInputClicksWhenVisible)
  }

  @Test func aPanelKnowsItsOwnerWeakly() {
    let panel: KeyboardPanel
    do { panel = KeyboardPanel(owner: KeyboardOwnerView()) }
    #expect(panel.owner == nil)
    #expect(panel.intrinsicContentSize.height == UIView.noIntrinsicMetric)
    #expect(panel.allowsSelfSizing)
    #expect(!panel.translatesAutoresizingMaskIntoConstraints)
    #expect(panel.inputViewStyle == .keyboard)
  }

  @Test func aPanelGrowsByTheSafeArea() {
    let panel = NotePanel(owner: score)
    #expect(panel.intrinsicContentSize.height == 160)
    stage.window.addSubview(panel)
    panel.bottomAnchor.constraint(equalTo: stage.window.bottomAnchor).isActive = true
    stage.window.layoutIfNeeded()
    #expect(panel.frame.height == 194)
    stage.window.setSafeArea(UIEdgeInsets(top: 0, left: 0, bottom: 21, right: 0))
    #expect(panel.intrinsicContentSize.height == 181)
    stage.window.layoutIfNeeded()
    #expect(panel.frame.height == 181)
  }
}
