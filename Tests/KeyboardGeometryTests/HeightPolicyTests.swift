import KeyboardGeometry
import Testing

@Suite struct HeightPolicyTests {
  func environment(_ row: DeviceRow) -> KeyboardEnvironment {
    KeyboardEnvironment(
      screenSize: row.screen.size,
      verticalSizeClass: row.orientation == "portrait" ? .regular : .compact,
      systemHeight: row.keys)
  }

  @Test(arguments: Devices.all)
  func everyPolicyOnEveryDevice(row: DeviceRow) {
    let surroundings = environment(row)
    let isPortrait = row.orientation == "portrait"
    let table: [(KeyboardHeightPolicy, Double)] = [
      (.system, row.keys), (.fixed(250), 250),
      (.perOrientation(portrait: 260, landscape: 180), isPortrait ? 260 : 180),
      (.screenFraction(0.5), row.height / 2), (.systemPlus(44), row.keys + 44),
      (.perVerticalSizeClass(compact: 150, regular: 230), isPortrait ? 230 : 150),
      (.content(KeyboardContent(accessory: 44, keys: 216, bottomBar: 40)), 300),
    ]
    for (policy, height) in table {
      #expect(policy.height(in: surroundings) == height, "\(policy)")
    }
  }

  @Test func orientations() {
    func orientation(_ width: Double, _ height: Double) -> KeyboardOrientation? {
      KeyboardEnvironment(screenSize: LayoutSize(width: width, height: height)).orientation
    }
    #expect(orientation(320, 480) == .portrait)
    #expect(orientation(480, 320) == .landscape)
    #expect(orientation(400, 400) == .portrait)
    #expect(orientation(0, 400) == nil && orientation(0, 0) == nil)
  }

  @Test func whatIsNotKnownYetGivesNoHeight() {
    let nothing = KeyboardEnvironment(screenSize: .zero)
    let landscape = KeyboardEnvironment(screenSize: LayoutSize(width: 568, height: 320))
    for policy in [
      KeyboardHeightPolicy.perOrientation(portrait: 260, landscape: 180), .screenFraction(0.5),
      .perVerticalSizeClass(compact: 150, regular: 230), .systemPlus(44), .system, .subviews,
    ] {
      #expect(policy.height(in: nothing) == nil, "\(policy)")
    }
    #expect(KeyboardHeightPolicy.systemPlus(44).height(in: landscape) == nil)
    #expect(KeyboardHeightPolicy.subviews.height(in: landscape) == nil)
    #expect(KeyboardHeightPolicy.fixed(250).height(in: nothing) == 250)
    // The size class is enough if the screen is unknown, and an unspecified class is regular.
    let sizeClass = KeyboardHeightPolicy.perVerticalSizeClass(compact: 150, regular: 230)
    let compact = KeyboardEnvironment(screenSize: .zero, verticalSizeClass: .compact)
    #expect(sizeClass.height(in: compact) == 150 && sizeClass.height(in: landscape) == 230)
  }

  @Test func partsWithoutAHeightCollapse() {
    let whole = KeyboardContent(accessory: 44, keys: 216, bottomBar: 40)
    #expect(whole.derivedHeight == 300 && whole.collapsing.isEmpty)
    let squeezed = KeyboardContent(accessory: 44, keys: nil, bottomBar: 40)
    #expect(squeezed.derivedHeight == 84 && squeezed.collapsing == [.keys])
    let keysOnly = KeyboardContent(keys: 216)
    #expect(keysOnly.derivedHeight == 216 && keysOnly.collapsing.isEmpty)
    let nothing = KeyboardContent(accessory: nil, keys: nil, bottomBar: nil)
    #expect(nothing.collapsing == [.accessory, .keys, .bottomBar] && nothing.derivedHeight == 0)
    #expect(nothing.height(of: .keys) == nil && whole.height(of: .accessory) == 44)
  }

  @Test func onceIsOnce() {
    var once = OnceGuard()
    let answers = [
      once.fire(if: false), once.fire(), once.fire(), once.fire(if: false), once.fire(),
    ]
    #expect(answers == [false, true, false, false, false] && once.hasFired)
  }

  @Test func oneRelayoutPerRealChangeOfSize() {
    var layout = SizeChangeGuard()
    let sizes: [(Double, Double)] = [
      (0, 0), (320, 216), (320, 216), (320, 216.1), (0, 0), (320, 216), (480, 216), (480, 162),
      (480, 162 + 1.0 / 6), (480, 162.2), (480, 162.3), (-1, 100),
    ]
    let answers = sizes.map {
      layout.shouldRelayout(for: LayoutSize(width: $0.0, height: $0.1))
    }
    #expect(
      answers == [
        false, true, false, false, false, false, true, true, false, true, false, false,
      ])
    #expect(layout.size == LayoutSize(width: 480, height: 162.2))
    var loose = SizeChangeGuard(tolerance: 5)
    let first = loose.shouldRelayout(for: LayoutSize(width: 100, height: 100))
    let second = loose.shouldRelayout(for: LayoutSize(width: 104, height: 96))
    #expect(first && !second)
  }
}
