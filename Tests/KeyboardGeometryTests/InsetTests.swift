import EditorTestSupport
import KeyboardGeometry
import Testing

@Suite struct ObstructionTests {
  private func obstruction(
    _ keyboard: LayoutRect, _ view: CoordinateSpace, _ screen: LayoutRect,
    slideOver: LayoutRect? = nil, followsUndocked: Bool = false
  ) -> Double {
    KeyboardDriver.Surroundings(view: view, screen: screen, slideOverWindow: slideOver)
      .obstruction(of: keyboard, followsUndocked: followsUndocked)
  }

  @Test(arguments: Devices.all)
  func everyDeviceCoversItsKeyboard(row: DeviceRow) {
    let screen = CoordinateSpace.screen(row.screen.size)
    let tabBar = 49 + row.safe
    let above = screen.child(
      frame: rect(0, 0, row.width, row.height - tabBar), boundsOrigin: LayoutPoint(x: 0, y: 1234.5))
    for height in row.heights {
      #expect(obstruction(row.docked(height), screen, row.screen) == height)
      #expect(obstruction(row.docked(height), above, row.screen) == height - tabBar)
      // With a hardware keyboard, the reported height stays, and a bar of 55 points is visible.
      let bar = rect(0, row.height - 55, row.width, height)
      #expect(obstruction(bar, screen, row.screen) == 55)
    }
  }

  /// A popular formula compares `view.frame`, in the superview's coordinates, with the keyboard's
  /// frame in the view's. With a status bar of 20, it gives 236 in the first row.
  @Test(
    "what is covered depends on the place of the view",
    arguments: [
      (rect(0, 20, 320, 460), rect(0, 264, 320, 216), 216.0),
      // A view that extends below the screen, also under a bar.
      (rect(0, 0, 320, 580), rect(0, 264, 320, 216), 316),
      (rect(0, 0, 320, 580), rect(0, 425, 320, 253), 155),
      // A form sheet, and views above and beside the keyboard.
      (rect(40, 20, 200, 260), rect(0, 264, 320, 216), 16),
      (rect(0, 0, 320, 264), rect(0, 264, 320, 216), 0),
      (rect(320, 0, 320, 480), rect(0, 264, 320, 216), 0),
    ] as [(LayoutRect, LayoutRect, Double)])
  func seedFormulaIsOff(frame: LayoutRect, keyboard: LayoutRect, covered: Double) {
    let screen = rect(0, 0, 320, 480)
    let view = CoordinateSpace.screen(screen.size).child(frame: frame)
    #expect(obstruction(keyboard, view, screen) == covered)
  }

  @Test(
    arguments: [
      (rect(0, 200, 1024, 320), 568.0), (rect(700, 500, 320, 254), 268),
      (rect(0, 768, 1024, 300), 0),
      (rect(1024, 500, 320, 254), 0),
    ] as [(LayoutRect, Double)])
  func undockedKeyboardsCountOnlyWhereTheyAreFollowed(keyboard: LayoutRect, followed: Double) {
    let screen = rect(0, 0, 1024, 768)
    let view = CoordinateSpace(frameInScreen: screen)
    #expect(obstruction(keyboard, view, screen) == 0)
    #expect(obstruction(keyboard, view, screen, followsUndocked: true) == followed)
  }

  /// The window's views are covered by the reported frame, which ends with the window.
  @Test func slideOverReachesTheView() {
    let (screen, window) = (rect(0, 0, 1024, 768), rect(20, 20, 320, 728))
    let view = CoordinateSpace(frameInScreen: window)
    #expect(obstruction(rect(20, 448, 1024, 300), view, screen) == 0)
    #expect(obstruction(rect(20, 448, 1024, 300), view, screen, slideOver: window) == 300)
  }
}

@Suite struct InsetTests {
  static let screen = rect(0, 0, 320, 568)
  static let up = rect(0, 352, 320, 216)
  static let higher = rect(0, 315, 320, 253)
  static let down = rect(0, 568, 320, 216)

  private func list(
    _ adjuster: KeyboardInsetAdjuster = .init(), bottom: Double = 10, screen: LayoutRect = screen
  ) -> TestList {
    let list = TestList(screen, adjuster: adjuster)
    list.insets = ScrollInsets(
      content: KeyboardInsets(top: 64, left: 3, bottom: bottom, right: 5),
      indicator: KeyboardInsets(top: 60, left: 0, bottom: bottom, right: 2))
    return list
  }

  @Test("the insets follow show, shown, prediction off, hide and hidden", arguments: Devices.all)
  func aWholeAppearance(row: DeviceRow) {
    let list = list(bottom: 12, screen: row.screen)
    list.safeArea = row.safe
    let own = list.insets
    let (up, lower) = (row.keys + row.prediction + 44, row.keys + 44)
    let stages: [(KeyboardFrameTransition.Event, Double, Bool)] = [
      (.willShow, up, true), (.didShow, up, false), (.willChangeFrame, lower, true),
      (.willHide, 0, true), (.didHide, 0, false),
    ]
    for (event, height, changes) in stages {
      #expect(list.post(event, row.docked(height)) == changes)
      #expect(list.insets.content.bottom == (height == 0 ? 12 : height - row.safe))
      #expect(list.insets.indicator.bottom == list.insets.content.bottom)
      #expect(list.driver.tracker.posture == (event.isHide ? .hidden : .docked))
    }
    #expect(list.insets == own && list.driver.adjuster.original == nil)
    #expect(list.happenings == [.appeared, .resized, .disappeared])
  }

  @Test func contentAndIndicatorAreAnimatedAsTheKeyboard() {
    let list = list()
    let animation = KeyboardAnimation(duration: 0.4, curve: .init(rawValue: 3))
    for (event, end) in [(KeyboardFrameTransition.Event.willShow, Self.up), (.willHide, Self.down)]
    {
      list.post(
        KeyboardFrameTransition(
          event: event, beginFrame: .zero, endFrame: end, animation: animation))
    }
    #expect(list.changes.map(\.animation) == [animation, animation])
  }

  @Test(
    "the app's own bottom inset is joined with the keyboard's 216",
    arguments: [
      (KeyboardInsetAdjuster.Join.replace, 50.0, 216.0), (.max, 50, 216), (.add, 50, 266),
      (.max, 300, 300), (.replace, 300, 216),
    ])
  func joins(join: KeyboardInsetAdjuster.Join, own: Double, expected: Double) {
    let list = list(KeyboardInsetAdjuster(join: join), bottom: own)
    let before = list.insets
    #expect(list.post(.willShow, Self.up) == (own != expected))
    #expect(list.insets.content.bottom == expected && list.driver.adjuster.original == before)
    // Several shows in a row are computed from the original.
    list.post(.willShow, Self.higher)
    #expect(!list.post(.willShow, Self.higher))
    list.post(.willShow, Self.up)
    #expect(list.insets.content.bottom == expected)
    list.post(.didHide, Self.up)
    #expect(list.insets == before && list.driver.adjuster.keyboard == nil)
  }

  @Test(arguments: [(508.0, 302.0), (810, 0), (809.5, 0.5), (824, 0)])
  func theSafeAreaDoesNotCountTwice(top: Double, expected: Double) {
    let list = list(bottom: 0, screen: rect(0, 0, 390, 844))
    list.safeArea = 34
    #expect(list.post(.willShow, rect(0, top, 390, 336)) == (expected > 0))
    #expect(list.insets.content.bottom == expected)
    #expect((list.driver.adjuster.original != nil) == (expected > 0))
  }

  @Test func undockingGivesTheInsetsBack() {
    let list = list(screen: rect(0, 0, 1024, 768))
    let before = list.insets
    list.post(.willShow, rect(0, 370, 1024, 398))
    #expect(list.post(.willChangeFrame, rect(0, 150, 1024, 398)) && list.insets == before)
    list.driver.adjuster.followsUndocked = true
    #expect(list.post(.willChangeFrame, rect(0, 150, 1024, 398)))
    #expect(list.insets.content.bottom == 618)
  }

  @Test func anotherAppsKeyboard() {
    #expect(list().post(.willShow, Self.up, isLocal: false))
    let list = list(KeyboardInsetAdjuster(ignoresNonLocal: true))
    #expect(!list.post(.willShow, Self.up, isLocal: false))
    #expect(list.post(.willShow, Self.up))
    #expect(!list.post(.willChangeFrame, Self.higher, isLocal: false))
    #expect(list.post(.willHide, Self.down, isLocal: false) && list.insets.content.bottom == 10)
  }

  @Test func framesWithoutSizeWhileDragging() {
    let list = list()
    list.post(.willShow, Self.up)
    #expect(!list.post(.willChangeFrame, .zero))
    #expect(!list.post(.willChangeFrame, rect(9.9e-32, -64, 0, 0)))
    #expect(list.driver.adjuster.keyboard == Self.up && list.insets.content.bottom == 216)
    #expect(list.post(.willHide, .zero) && list.insets.content.bottom == 10)
  }

  @Test func whatTheAppSetsMeanwhileIsAdopted() {
    let list = list()
    var wanted = list.insets
    list.post(.willShow, Self.up)
    for insets in [\ScrollInsets.content, \.indicator] {
      for (margin, value) in [
        (\KeyboardInsets.top, 100.0), (\.left, 7), (\.bottom, 20), (\.right, 9),
      ] {
        list.insets[keyPath: insets][keyPath: margin] = value
        wanted[keyPath: insets][keyPath: margin] = value
        list.post(.willChangeFrame, Self.up)
        #expect(list.insets.content.bottom == 216 && list.insets.indicator.bottom == 216)
      }
    }
    list.post(.willHide, Self.down)
    #expect(list.insets == wanted)
  }

  @Test func aViewThatMovesIsRecomputedOnItsCall() {
    let list = list()
    list.post(.willShow, Self.up)
    #expect(!list.layOut() && list.insets.content.bottom == 216)
    for (height, bottom) in [(468.0, 116.0), (300, 10), (568, 216)] {
      list.frame.height = height
      #expect(list.layOut() && list.insets.content.bottom == bottom)
    }
    // Until the keyboard reports its new frame, the old one is below the turned screen.
    list.screen = rect(0, 0, 568, 320)
    list.frame = list.screen
    #expect(list.layOut() && list.insets.content.bottom == 10)
    #expect(
      list.post(.willChangeFrame, rect(0, 158, 568, 162)) && list.insets.content.bottom == 162)
    #expect(list.restore() && list.insets.content.bottom == 10)
    #expect(!list.layOut() && !list.restore())
  }

  @Test func withoutAWindowFramesAreKeptAndHidesCount() {
    let list = list()
    list.hasWindow = false
    #expect(!list.post(.willShow, Self.up) && list.happenings == [])
    #expect(list.layOut() && list.insets.content.bottom == 216)
    #expect(!list.post(.willChangeFrame, .zero) && list.driver.adjuster.keyboard == Self.up)
    #expect(list.post(.didHide, Self.down) && list.insets.content.bottom == 10)
    #expect(list.happenings == [.appeared, .disappeared])
    #expect(list.driver.adjuster.keyboard == nil && !list.post(.didHide, Self.down))
  }
}

@Suite struct InsetStreamTests {
  static let frames: [LayoutRect] = [
    rect(0, 370, 1024, 398), rect(0, 448, 1024, 320), rect(0, 713, 1024, 398),
    rect(0, 768, 1024, 398), rect(0, 150, 1024, 398), rect(600, 400, 320, 254), .zero,
    rect(0, 768, 1024, 0), rect(0, 425.5, 1024, 342.5),
  ]

  /// After any stream, the last hide restores the insets of the start, with those that the app has
  /// set meanwhile. Until then, only the bottoms differ, and a repeated frame changes nothing.
  @Test func afterTheLastHideTheInsetsAreThoseOfTheStart() {
    var random = RandomTests.generator()
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random))
    }
    for _ in 0..<RandomTests.rounds(3_000) {
      let list = TestList(
        rect(0, 0, 1024, 768),
        adjuster: KeyboardInsetAdjuster(
          join: KeyboardInsetAdjuster.Join.allCases.randomElement(using: &random) ?? .max,
          followsUndocked: Bool.random(using: &random),
          ignoresNonLocal: Bool.random(using: &random)))
      list.frame.height = number(300...900)
      list.safeArea = [0, 20, 34].randomElement(using: &random) ?? 0
      list.insets.content = KeyboardInsets(top: 64, left: 3, bottom: number(0...400), right: 5)
      list.insets.indicator.bottom = number(0...9)
      var wanted = list.insets
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // A value equal to the current one cannot be noticed, so no value occurs twice.
        if Bool.random(using: &random) {
          let value = number(1_000...2_000) + Double.random(in: 0..<1, using: &random)
          let margin = [\ScrollInsets.content.top, \.content.bottom, \.indicator.bottom]
            .randomElement(using: &random)
          if let margin { (list.insets[keyPath: margin], wanted[keyPath: margin]) = (value, value) }
        }
        let event =
          KeyboardFrameTransition.Event.allCases.randomElement(using: &random) ?? .willShow
        let frame = Self.frames.randomElement(using: &random) ?? .zero
        let isLocal = Bool.random(using: &random)
        list.post(event, frame, isLocal: isLocal)
        #expect(!list.post(event, frame, isLocal: isLocal), "seed \(RandomTests.seed)")
        #expect(list.insets.content.top == wanted.content.top && list.insets.content.left == 3)
      }
      list.post(.willHide, .zero, isLocal: Bool.random(using: &random))
      #expect(list.insets == wanted, "seed \(RandomTests.seed)")
    }
  }
}
