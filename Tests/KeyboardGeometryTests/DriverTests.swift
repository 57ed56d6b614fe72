import KeyboardGeometry
import Testing

/// A list on a phone with a home indicator, whose last row ends 810 points down without a keyboard.
@Suite struct DriverTests {
  /// In each line an event, and after `→` the lower edge of the row, the bottom inset and, during a
  /// drag, the phase and the upper edge of the stand-in.
  static let scripts = [
    "the row comes to rest on the keyboard, and goes down with it": """
    show 336 → 508 302
    show 292 → 552 258
    show 336 → 508 302
    hide → 810 0
    said appeared resized resized disappeared
    """,
    "who has scrolled up to read is not disturbed": """
    show 292 → 552 258
    scroll 200 → 1800 258
    show 336 → 1800 302
    touch
    scroll 150 → 1850 302
    hide → 1850 0
    show 336 → 508 302
    """,
    "a short list stays at its top": """
    rows 300 → 300 0
    show 336 → 300 302
    touch
    scroll -20 → 320 302
    hide → 320 0
    """,
    "the keyboard of another field has nothing to do with the row": """
    bystander
    show 336 → 810 302
    scroll 1492 → 508 302
    touch
    scroll 1400 → 600 302
    """,
    "a floating keyboard is not taken over, and one that begins to float lets the row sink": """
    float → 810 0
    scroll 1746 → 254 0
    touch
    scroll 1700 → 300 0
    show 336 → 508 302
    float → 810 0
    said appeared docked undocked
    """,
    "pushed away, the row rests above the home indicator": """
    show 336
    touch
    scroll 1480 → 520 302 tracking 520
    scroll 1200 → 800 302 tracking 800
    lift 1200 → 800 302 dismissed 800
    arrive → 810 0
    layout → 810 0
    said appeared disappeared
    show 336 → 508 302
    """,
    "the app's own margin counts too": """
    margin 12 → 798 12
    show 336 → 508 302
    touch
    scroll 1200 → 800 302 tracking 800
    lift 1200
    arrive → 798 12
    """,
    "a touch while the stand-in settles does not part them": """
    show 336
    touch
    scroll 1460
    lift 0 → 540 302 restored 540
    scroll 1470 → 530 302 restored 530
    touch → 530 302 tracking 530
    scroll 1300 → 700 302 tracking 700
    lift -500
    arrive → 508 302
    said appeared
    """,
    "a keyboard that shows during a drag ends it": """
    show 336
    touch
    scroll 1400 → 600 302 tracking 600
    show 300 → 544 266
    said appeared disappeared appeared
    """,
    "an abort leaves no gap": """
    show 336
    touch
    scroll 1480
    abort → 810 0
    abort → 810 0
    said appeared disappeared
    """,
    "a hide during a drag is swallowed whatever its frame, and a layout changes nothing": """
    mute
    show 336
    touch
    scroll 1400 → 600 302 tracking 600
    didHide 336 → 600 302 tracking 600
    height 744
    guide 336
    layout → 600 302 tracking 600
    """,
    "a bar that only the layout guide reports counts": """
    guide 380
    willShow 336 → 464 346
    willChangeFrame 292 → 508 302
    guide 336
    didChangeFrame 292 → 508 302
    guide 292
    layout → 552 258
    willHide 292 → 810 0
    guide 0
    show 336 → 508 302
    """,
    "a bar that the frame takes in is not counted twice": """
    guide 380
    willShow 336 → 464 346
    didShow 380 → 464 346
    """,
    "a bar is forgotten with its keyboard": """
    guide 380
    willShow 336
    willHide 336
    willShow 380 → 464 346
    """,
    "a keyboard that was up before is taken from the guide": """
    layout → 810 0
    guide 336
    layout → 508 302
    said appeared
    """,
    "a view that shrinks under the keyboard needs a smaller inset": """
    show 336
    height 744
    layout → 508 202
    """,
  ]

  @Test(arguments: scripts.sorted { $0.key < $1.key })
  func aListGoesAsItsScriptSays(title: String, script: String) throws {
    var list = TestList.onAPhone()
    for line in script.split(separator: "\n") {
      let parts = line.components(separatedBy: " → ")
      let words = parts[0].split(separator: " ").map { String($0) }
      let number = words.count > 1 ? Double(words[1]) ?? 0 : 0
      let docked = rect(0, 844 - number, 390, number)
      switch words[0] {
      case "show": list.show(number)
      case "hide": list.hide()
      case "float": list.post(.willChangeFrame, rect(40, 300, 320, 254))
      case "touch": list.touch()
      case "scroll": list.scroll(to: number)
      case "lift": list.lift(number)
      case "arrive": list.arrive()
      case "abort": list.abort()
      case "layout": list.layOut()
      case "guide": list.guide = number > 0 ? docked : nil
      case "height": list.frame.height = number
      case "rows": (list.rowMaxY, list.offset.y) = (number, 0)
      case "margin": list = TestList.onAPhone(bottom: number)
      case "bystander": list.isBystander = true
      case "mute": list.isMute = true
      case "said": #expect(list.happenings.map(\.rawValue) == Array(words.dropFirst()), "\(title)")
      default: list.post(try #require(KeyboardFrameTransition.Event(rawValue: words[0])), docked)
      }
      guard parts.count > 1 else { continue }
      var state = "\(Int(list.row)) \(Int(list.insets.content.bottom))"
      switch list.phase {
      case .idle, .ready: #expect(list.standIn == nil)
      case .tracking: state += " tracking \(Int(list.standIn ?? 0))"
      case .settling(let outcome): state += " \(outcome.rawValue) \(Int(list.standIn ?? 0))"
      }
      #expect(state == parts[1], "\(title): \(line)")
    }
  }

  @Test func aKeyboardOfAnotherScreenCoversNothing() {
    let list = TestList.onAPhone()
    let other = rect(0, 700, 1_920, 380)
    list.post(transition(.willShow, to: other, isOnOtherScreen: true))
    #expect(list.insets == .zero && list.row == 810 && list.happenings == [])
    list.show()
    list.post(transition(.willHide, to: other.offset(y: 380), isOnOtherScreen: true))
    #expect(list.insets.content.bottom == 302 && list.row == 508)
  }

  @Test func framesThatAreNotFiniteAreNotStored() {
    let list = TestList.onAPhone()
    list.show()
    for number in [Double.nan, .infinity, -.infinity] {
      list.post(.willChangeFrame, rect(0, number, 390, 336))
      list.post(.willChangeFrame, rect(number, number, 0, 0))
    }
    #expect(list.insets.content.bottom == 302 && list.row == 508)
    list.post(.willHide, rect(.infinity, .infinity, 0, 0))
    #expect(list.insets == .zero && list.row == 810)
    #expect(list.driver.tracker.frame?.isFinite == true && list.driver.adjuster.keyboard == nil)
  }

  /// The frame ends with the window, 20 points above the lower edge of the screen.
  @Test func aLayoutKeepsTheSafeAreaAndTheSlideOverWindow() {
    let list = TestList.onAPhone()
    list.frame = rect(10, 0, 370, 824)
    list.slideOver = list.frame
    list.post(.willShow, rect(0, 488, 390, 336))
    #expect(list.visibleBottom == 488)
    list.frame.height = 724
    list.layOut()
    #expect(list.visibleBottom == 488)
  }
}
