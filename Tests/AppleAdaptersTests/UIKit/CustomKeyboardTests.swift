import AppleAdapters
import KeyboardGeometry
import Testing
@_spi(StandIn) import UIKit

@MainActor private final class Keys: KeyboardHeightViewController {
  var strategy = KeyboardHeightController.Strategy.belowRequired
  var known: Double?
  var laidOut: [LayoutSize] = []
  var installed = 0
  override var heightStrategy: KeyboardHeightController.Strategy { strategy }
  override var systemHeight: Double? { known }
  override func installSubviewConstraints() { installed += 1 }
  override func layOutKeys(for size: LayoutSize) { laidOut.append(size) }

  /// The active height constraints of the view, and the priority of the first.
  var heights: [CGFloat] { constraints.map(\.constant) }
  var priority: Float? { constraints.first?.priority.rawValue }
  private var constraints: [NSLayoutConstraint] {
    view.constraintsAtIt.filter { $0.attribute == .height }
  }
}

/// The view controller of a keyboard extension.
@MainActor @Suite(.serialized) struct KeyboardHeightViewControllerTests {
  let stage = Stage()
  private let keys = Keys()

  /// Launches as on a device: first without a size, then on the screen.
  private func launch(heights: [CGFloat] = [844, 678, 216]) {
    keys.view.frame = .zero
    keys.viewWillAppear(false)
    stage.window.addSubview(keys.view)
    for height in heights {
      keys.view.frame = CGRect(x: 0, y: 844 - height, width: 390, height: height)
      keys.view.setNeedsUpdateConstraints()
      stage.window.layoutIfNeeded()
    }
    keys.viewDidAppear(false)
    stage.window.layoutIfNeeded()
  }

  @Test func theHeightFollowsThePolicyTheScreenAndTheTraits() {
    keys.heightPolicy = .fixed(250)
    launch()
    #expect(keys.heights == [250] && keys.priority == 999)
    #expect(keys.view.translatesAutoresizingMaskIntoConstraints)
    let policies: [(KeyboardHeightPolicy, [CGFloat])] = [
      (.fixed(300), [300]), (.system, []), (.perOrientation(portrait: 310, landscape: 200), [310]),
    ]
    for (policy, heights) in policies {
      keys.heightPolicy = policy
      stage.window.layoutIfNeeded()
      #expect(keys.heights == heights)
    }
    stage.screen.resize(CGSize(width: 844, height: 390))
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(keys.heights == [200])
    keys.heightPolicy = .perVerticalSizeClass(compact: 180, regular: 280)
    stage.window.layoutIfNeeded()
    #expect(keys.heights == [280])
    stage.window.setTraits(UITraitCollection(vertical: .compact))
    #expect(keys.heights == [180])
    keys.heightPolicy = .subviews
    #expect(keys.inputView?.allowsSelfSizing == true)
    keys.heightPolicy = .fixed(250)
    #expect(keys.inputView?.allowsSelfSizing == false)
  }

  @Test func ownEdgesArePinnedToTheHost() {
    keys.strategy = .ownEdges
    keys.heightPolicy = .fixed(250)
    let host = UIView(frame: CGRect(x: 0, y: 400, width: 390, height: 444))
    stage.window.addSubview(host)
    keys.view.frame = CGRect(x: 0, y: 0, width: 390, height: 216)
    host.addSubview(keys.view)
    keys.viewWillAppear(false)
    keys.viewDidAppear(false)
    stage.window.layoutIfNeeded()
    #expect(!keys.view.translatesAutoresizingMaskIntoConstraints)
    #expect(keys.heights == [250] && keys.priority == 1000)
    #expect(keys.view.frame == CGRect(x: 0, y: 194, width: 390, height: 250))
    keys.heightPolicy = .system
    stage.window.layoutIfNeeded()
    #expect(keys.view.constraintsAtIt.isEmpty)
    #expect(keys.view.translatesAutoresizingMaskIntoConstraints)
  }

  @Test func ownEdgesWaitForAHeightThatLasts() async {
    keys.strategy = .ownEdges
    keys.heightPolicy = .systemPlus(44)
    launch(heights: [844, 450])
    // Its view has a superview by now.
    keys.viewWillAppear(false)
    keys.view.frame.size.height = 291
    stage.window.layoutIfNeeded()
    #expect(keys.heights == [] && keys.view.translatesAutoresizingMaskIntoConstraints)
    // The confirming layout is requested after this one.
    for _ in 0..<10_000 where keys.heights.isEmpty {
      await Task.yield()
      stage.window.layoutIfNeeded()
    }
    #expect(keys.heights == [335] && !keys.view.translatesAutoresizingMaskIntoConstraints)
  }

  @Test(arguments: [nil, 230]) func theSystemsHeightIsMeasuredUnlessItIsKnown(known: Double?) {
    keys.known = known
    keys.heightPolicy = .systemPlus(44)
    launch()
    let height = CGFloat(known ?? 216) + 44
    #expect(keys.heights == [height])
    // A view out of its window keeps its height.
    keys.view.removeFromSuperview()
    keys.viewDidLayoutSubviews()
    keys.viewWillAppear(false)
    #expect(keys.heights == [height])
  }

  /// At the second appearance, the keyboard has its height before it can be seen. Each screen and
  /// size class has a height of its own.
  @Test(arguments: [KeyboardHeightController.Strategy.belowRequired, .ownEdges])
  func aMeasuredHeightIsRemembered(strategy: KeyboardHeightController.Strategy) {
    keys.heightPolicy = .systemPlus(44)
    launch()
    #expect(keys.heights == [260])
    var heights = keys.measuredHeights
    #expect(heights == ["390x844": 216])
    for (size, vertical, expected) in [
      (CGSize(width: 390, height: 844), UIUserInterfaceSizeClass.regular, [CGFloat(260)]),
      (CGSize(width: 390, height: 844), .compact, []),
      (CGSize(width: 844, height: 390), .regular, []),
    ] {
      let stage = Stage(size, traits: UITraitCollection(vertical: vertical))
      let second = Keys()
      second.strategy = strategy
      second.measuredHeights = heights
      second.heightPolicy = .systemPlus(44)
      stage.window.addSubview(second.view)
      second.view.frame = CGRect(x: 0, y: 600, width: size.width, height: 216)
      second.viewWillAppear(false)
      stage.window.layoutIfNeeded()
      #expect(second.heights == expected)
      heights = second.measuredHeights
    }
  }

  @Test func keysAreConstrainedOnceAndLaidOutForTheirSize() {
    keys.barHeight = 44
    keys.viewWillAppear(false)
    #expect(keys.barHeight == 44 && keys.installed == 1)
    launch()
    #expect(keys.installed == 1 && keys.laidOut.last == LayoutSize(width: 390, height: 172))
    let before = keys.laidOut.count
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(keys.laidOut.count == before)
    keys.barHeight = 0
    #expect(keys.laidOut.last == LayoutSize(width: 390, height: 216))
  }

  @Test func aBarThatTheExtensionPlacesKeepsItsFrame() {
    let bar = MarkdownInputAccessoryView()
    bar.attach(toDocumentOf: keys)
    keys.document?.text = "a"
    launch()
    keys.view.addSubview(bar)
    bar.frame = CGRect(x: 0, y: 0, width: 390, height: 44)
    keys.view.frame.size.height = 300
    stage.window.layoutIfNeeded()
    #expect(bar.frame == CGRect(x: 0, y: 0, width: 390, height: 44))
    #expect(bar.visibleButtons.count > 5)
  }

  @Test func theNextKeyboardHasAButtonIfItIsNeeded() throws {
    let button = keys.makeNextKeyboardButton()
    keys.view.addSubview(button)
    #expect(keys.nextKeyboardButton === button)
    #expect(button.configuration?.image?.symbolName == "globe")
    #expect(button.accessibilityIdentifier == "next keyboard")
    let target = try #require(button.targets.first)
    #expect(target.action == Selector(("handleInputModeListFromView:withEvent:")))
    #expect(target.events == .allTouchEvents)
    launch()
    #expect(button.isHidden)
    keys.switchKeyIsNeeded = true
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(!button.isHidden)
    // Keys click.
    let view = try #require(keys.inputView as? any UIInputViewAudioFeedback)
    #expect(view.enableInputClicksWhenVisible && keys.inputView?.inputViewStyle == .keyboard)
    let clicks = UIDevice.current.clicks
    keys.playClick()
    #expect(UIDevice.current.clicks == clicks + 1)
  }
}

@MainActor private final class NotePanel: KeyboardInputView {
  override var contentHeight: Double? { 160 }
}
@MainActor private final class ScoreView: KeyboardOwnerView {
  let ownBar = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 40))
  var (hasBar, hasPanel) = (true, true)
  var made = 0
  override var bar: UIView? { hasBar ? ownBar : nil }
  override func makePanel() -> KeyboardInputView? {
    made += 1
    return hasPanel ? NotePanel(frame: .zero, inputViewStyle: .keyboard) : nil
  }
}

/// A view with a keyboard of its own.
@MainActor @Suite(.serialized) struct KeyboardInputViewTests {
  let stage = Stage()
  private let score = ScoreView()

  @Test func aPanelIsUpInPlaceOfTheKeyboard() throws {
    stage.window.addSubview(score)
    #expect(score.becomeFirstResponder())
    let panel = try #require(Keyboard.shared.inputView as? NotePanel)
    #expect(panel === score.inputView && panel.owner === score && score.made == 1)
    #expect(panel.enableInputClicksWhenVisible && panel.inputViewStyle == .keyboard)
    #expect(Keyboard.shared.accessoryView === score.ownBar)
    // The panel, the safe area below it, and the bar above it.
    #expect(Keyboard.shared.frame?.height == 234)
  }

  @Test func aPanelIsMadeAgainWhereItIsUp() {
    stage.window.addSubview(score)
    let first = score.inputView
    score.remakePanel()
    #expect(score.reloads == 0 && score.inputView !== first)
    _ = score.becomeFirstResponder()
    let second = Keyboard.shared.inputView
    score.remakePanel()
    #expect(score.reloads == 1 && Keyboard.shared.inputView !== second && score.made == 3)
  }

  @Test func viewsThatAreSetWinAtTheNextReload() {
    stage.window.addSubview(score)
    _ = score.becomeFirstResponder()
    let panel = Keyboard.shared.inputView
    let (keys, bar) = (UIView(frame: .zero), UIView(frame: .zero))
    (score.inputView, score.inputAccessoryView) = (keys, bar)
    // Setting the panel does not show it.
    #expect(Keyboard.shared.inputView === panel)
    #expect(Keyboard.shared.accessoryView === score.ownBar)
    score.reloadInputViews()
    #expect(Keyboard.shared.inputView === keys && Keyboard.shared.accessoryView === bar)
    (score.inputView, score.inputAccessoryView) = (nil, nil)
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
    #expect(outer.inputView == nil && inner.inputAccessoryView == nil)
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

  @Test func aPanelKnowsItsOwnerWeakly() {
    var owner: ScoreView? = ScoreView()
    let panel = owner?.inputView as? NotePanel
    #expect(panel != nil && panel?.owner === owner)
    owner = nil
    #expect(panel?.owner == nil)
    let plain = KeyboardOwnerView()
    #expect(plain.inputView == nil && plain.inputAccessoryView == nil)
  }

  @Test func aPanelGrowsByTheSafeArea() {
    let panel = NotePanel(frame: .zero, inputViewStyle: .keyboard)
    #expect(panel.intrinsicContentSize.height == 160)
    stage.window.addSubview(panel)
    // As any view, it is placed by constraints after its mask is turned off.
    panel.translatesAutoresizingMaskIntoConstraints = false
    panel.bottomAnchor.constraint(equalTo: stage.window.bottomAnchor).isActive = true
    stage.window.layoutIfNeeded()
    #expect(panel.frame.height == 194)
    stage.window.setSafeArea(UIEdgeInsets(top: 0, left: 0, bottom: 21, right: 0))
    stage.window.layoutIfNeeded()
    #expect(panel.frame.height == 181)
  }

  /// Without a height of their own, subviews determine it.
  @Test func aSetFrameStays() {
    let bar = MarkdownInputAccessoryView()
    for view in [bar, NotePanel(frame: .zero, inputViewStyle: .keyboard)] {
      stage.window.addSubview(view)
      view.frame = CGRect(x: 10, y: 100, width: 300, height: 60)
      for _ in 1...2 {
        stage.window.setNeedsLayout()
        stage.window.layoutIfNeeded()
      }
      #expect(view.frame == CGRect(x: 10, y: 100, width: 300, height: 60))
    }
    let plain = KeyboardInputView(frame: .zero, inputViewStyle: .keyboard)
    #expect(plain.intrinsicContentSize.height == UIView.noIntrinsicMetric)
    #expect(plain.allowsSelfSizing && plain.owner == nil)
  }

  @Test func viewsOfAnArchiveAreComplete() throws {
    let score = try #require(ScoreView(coder: NSCoder()))
    stage.window.addSubview(score)
    _ = score.becomeFirstResponder()
    #expect(Keyboard.shared.frame?.height == 234)
    let panel = try #require(NotePanel(coder: NSCoder()))
    #expect(panel.intrinsicContentSize.height == 160 && panel.allowsSelfSizing)
    let bar = try #require(MarkdownInputAccessoryView(coder: NSCoder()))
    let field = UITextField(frame: .zero)
    field.text = "a"
    field.selectedTextRange = field.textRange(
      from: field.beginningOfDocument, to: field.endOfDocument)
    bar.attach(to: field)
    bar.frame = CGRect(x: 0, y: 0, width: 390, height: 44)
    bar.layoutIfNeeded()
    bar.button("strong")?.tap()
    #expect(field.text == "**a**" && bar.dialect == .gitHub)
    #expect(bar.interactions.first is UILargeContentViewerInteraction)
  }
}
