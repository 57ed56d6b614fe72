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

  /// The constant and priority of each active height constraint of the view.
  var heights: [(CGFloat, Float)] {
    view.constraintsAtIt.filter { $0.attribute == .height }
      .map { ($0.constant, $0.priority.rawValue) }
  }
}

@MainActor struct KeyboardHeightViewControllerTests {
  let stage = Stage()

  /// Launches as on a device: first without a size, then on the screen.
  private func launch(_ keys: Keys, heights: [CGFloat] = [844, 678, 216]) {
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

  @Test func aFixedHeightIsInstalledBelowRequired() {
    let keys = Keys()
    keys.heightPolicy = .fixed(250)
    launch(keys)
    #expect(keys.heights.map(\.0) == [250] && keys.heights.map(\.1) == [999])
    #expect(keys.view.translatesAutoresizingMaskIntoConstraints)
    keys.heightPolicy = .fixed(300)
    stage.window.layoutIfNeeded()
    #expect(keys.heights.map(\.0) == [300])
    keys.heightPolicy = .system
    stage.window.layoutIfNeeded()
    #expect(keys.heights.isEmpty)
  }

  @Test func ownEdgesArePinnedToTheHost() {
    let keys = Keys()
    keys.strategy = .ownEdges
    keys.heightPolicy = .fixed(250)
    let host = UIView(frame: CGRect(x: 0, y: 400, width: 390, height: 444))
    stage.window.addSubview(host)
    keys.view.frame = CGRect(x: 0, y: 0, width: 390, height: 216)
    host.addSubview(keys.view)
    keys.viewWillAppear(false)
    stage.window.layoutIfNeeded()
    keys.viewDidAppear(false)
    keys.view.setNeedsUpdateConstraints()
    stage.window.layoutIfNeeded()
    #expect(!keys.view.translatesAutoresizingMaskIntoConstraints)
    #expect(keys.heights.map(\.0) == [250] && keys.heights.map(\.1) == [1000])
    #expect(keys.view.frame == CGRect(x: 0, y: 194, width: 390, height: 250))
    keys.heightPolicy = .system
    stage.window.layoutIfNeeded()
    #expect(keys.view.constraintsAtIt.isEmpty)
    #expect(keys.view.translatesAutoresizingMaskIntoConstraints)
  }

  @Test func subviewsSizeTheKeyboardIfThePolicySaysSo() {
    let keys = Keys()
    keys.heightPolicy = .subviews
    #expect(keys.inputView?.allowsSelfSizing == true)
    keys.heightPolicy = .fixed(250)
    #expect(keys.inputView?.allowsSelfSizing == false)
  }

  @Test func keysAreConstrainedOnceAndLaidOutForTheirSize() {
    let keys = Keys()
    keys.barHeight = 44
    #expect(keys.barHeight == 44)
    keys.viewWillAppear(false)
    #expect(keys.installed == 1)
    launch(keys)
    keys.viewDidAppear(false)
    #expect(keys.installed == 1)
    #expect(keys.laidOut.last == LayoutSize(width: 390, height: 172))
    let before = keys.laidOut.count
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(keys.laidOut.count == before)
    keys.barHeight = 0
    #expect(keys.laidOut.last == LayoutSize(width: 390, height: 216))
  }

  @Test func theHeightFollowsTheScreenAndTheTraits() {
    let keys = Keys()
    keys.heightPolicy = .perOrientation(portrait: 300, landscape: 200)
    launch(keys)
    #expect(keys.heights.map(\.0) == [300])
    stage.screen.resize(CGSize(width: 844, height: 390))
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(keys.heights.map(\.0) == [200])
    keys.heightPolicy = .perVerticalSizeClass(compact: 180, regular: 280)
    stage.window.layoutIfNeeded()
    #expect(keys.heights.map(\.0) == [280])
    stage.window.setTraits(UITraitCollection(vertical: .compact))
    #expect(keys.heights.map(\.0) == [180])
  }

  @Test func aViewOutOfItsWindowKeepsItsHeight() {
    let keys = Keys()
    keys.heightPolicy = .systemPlus(44)
    launch(keys)
    #expect(keys.heights.map(\.0) == [260])
    keys.view.removeFromSuperview()
    keys.viewDidLayoutSubviews()
    keys.viewWillAppear(false)
    #expect(keys.heights.map(\.0) == [260])
  }

  @Test func ownEdgesWaitForAHeightThatLasts() async throws {
    let keys = Keys()
    keys.strategy = .ownEdges
    keys.heightPolicy = .systemPlus(44)
    launch(keys, heights: [844, 450])
    // Its view has a superview by now.
    keys.viewWillAppear(false)
    #expect(keys.heights.isEmpty && keys.view.translatesAutoresizingMaskIntoConstraints)
    keys.view.frame.size.height = 291
    stage.window.layoutIfNeeded()
    #expect(keys.heights.isEmpty)
    // The confirming layout is requested after this one.
    for _ in 0..<20 where keys.heights.isEmpty {
      await Task.yield()
      stage.window.layoutIfNeeded()
    }
    #expect(keys.heights.map(\.0) == [335])
    #expect(!keys.view.translatesAutoresizingMaskIntoConstraints)
  }

  @Test func keysClick() throws {
    let keys = Keys()
    let view = try #require(keys.inputView as? any UIInputViewAudioFeedback)
    #expect(view.enableInputClicksWhenVisible)
    #expect(keys.inputView?.inputViewStyle == .keyboard)
    let clicks = UIDevice.current.clicks
    keys.playClick()
    #expect(UIDevice.current.clicks == clicks + 1)
    // UIKit's own property, which the subclass reads and sets.
    #expect(!keys.hasFullAccess)
    keys.hasDictationKey = true
    #expect(keys.hasDictationKey)
  }

  @Test func theSystemsHeightIsTakenIfItIsKnown() {
    let keys = Keys()
    keys.known = 216
    keys.heightPolicy = .systemPlus(44)
    launch(keys)
    #expect(keys.heights.map(\.0) == [260])
  }

  @Test func theNextKeyboardHasAButtonIfItIsNeeded() throws {
    let keys = Keys()
    let button = keys.makeNextKeyboardButton()
    keys.view.addSubview(button)
    #expect(keys.nextKeyboardButton === button)
    #expect(button.configuration?.image?.symbolName == "globe")
    #expect(button.accessibilityIdentifier == "next keyboard")
    let target = try #require(button.targets.first)
    #expect(target.action == Selector(("handleInputModeListFromView:withEvent:")))
    #expect(target.events == .allTouchEvents)
    launch(keys)
    #expect(button.isHidden)
    keys.switchKeyIsNeeded = true
    keys.view.setNeedsLayout()
    stage.window.layoutIfNeeded()
    #expect(!button.isHidden)
  }

  @Test func sizeClassesAreUIKits() {
    #expect(KeyboardSizeClass(.compact) == .compact)
    #expect(KeyboardSizeClass(.regular) == .regular)
    #expect(KeyboardSizeClass(.unspecified) == .unspecified)
  }
}
