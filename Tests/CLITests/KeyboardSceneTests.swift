import EditorTestSupport
import Foundation
import KeyboardGeometry
import MdeditKit
import Testing

/// Checks recordings of custom keyboards and of drags, and their drawings.
@Suite struct KeyboardSceneTests {
  @Test func aKeyboardOfOnesOwnGoesFromTheHostsHeightToItsOwn() throws {
    #expect(
      try replay(file: "Scenes/own-edges").tableText == """
        216 becomes 250 without a conflict: the mask off, three edges pinned, the height required
        #  event   heights    keys  console  to do
        1  load    –          –     –        –
        2  appear  216 → 250  250   –        constrain subviews, pin edges, install 250 @1000
        3  rotate  250        250   –        –

        """)
    let conflict = try replay(file: "Scenes/conflict")
    #expect(
      conflict.tableText.contains(
        "2  appear  216      216   1 broken  constrain subviews, install"))
    let json = String(decoding: conflict.json, as: UTF8.self)
    #expect(json.contains("Unable to simultaneously satisfy constraints."))
  }

  @Test func aRowPushesTheKeyboardAway() throws {
    let replay = try replay(file: "Scenes/pushed-away")
    #expect(replay.tableText.contains("picture of 320 × 260, stand-in, resign"))
    #expect(
      replay.frames.map(\.insets.content.bottom) == [260, 260, 260, 260, 260, 260, 0])
    #expect(
      replay.frames.map(\.layout.contentOffset.y) == [1756, 1756, 1716, 1716, 1596, 1596, 1496])
  }

  @Test func aSceneDeviatesInItsOwnWords() throws {
    let replay = try replay(
      """
      {"screen": {"width": 320, "height": 568}, "height": {"policy": {"fixed": 250},
       "systemHeight": 216}, "dismissal": {"rowMaxY": 900}, "events": [
        {"event": "appear", "expect": {"heights": [250], "keys": 1, "conflicts": 2, "top": 3,
                                       "offset": 4, "phase": "ready", "row": 5,
                                       "visibleBottom": 6}}]}
      """)
    #expect(
      replay.frames[0].deviations == [
        "visibleBottom 318, not 6", "row 318, not 5", "heights 216 → 250, not 250",
        "keys 250, not 1", "conflicts 0, not 2", "top 318, not 3",
        "offset 582, not 4", "phase idle, not ready",
      ])
  }

  @Test func aViewThatMovesUnderTheKeyboardIsRecomputed() throws {
    let replay = try replay(
      """
      {"screen": {"width": 320, "height": 568}, "events": [
        {"event": "willShow", "beginFrame": {"x": 0, "y": 568, "width": 320, "height": 216},
         "endFrame": {"x": 0, "y": 352, "width": 320, "height": 216}},
        {"event": "layout", "view": {"x": 0, "y": 0, "width": 320, "height": 468}}]}
      """)
    #expect(replay.frames.map(\.insets.content.bottom) == [216, 116])
    #expect(replay.frames.map(\.changes) == [true, true])
  }

  /// The recording itself says that the keyboard appears docked.
  @Test func slideOverIsOnePlacement() throws {
    let frame = try replay(file: "Streams/slide-over").frames[0]
    #expect(frame.guide.minY == 428 && frame.coverage.intersection.minY == 428)
  }

  /// The smallest and largest accepted sizes have finite layouts.
  @Test(arguments: [("1", "1"), ("1", "1e9"), ("1e9", "1e9")])
  func layoutsAreFinite(_ width: String, _ height: String) throws {
    let replay = try replay(
      """
      {"screen": {"width": \(width), "height": \(height)}, "bar": 1e9, "safeAreaBottom": 1e9,
       "caret": {"x": -1e9, "y": -1e9, "width": 1e9, "height": 1e9}, "events": [
        {"event": "willShow", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "endFrame": {"x": -1e9, "y": -1e9, "width": 1e9, "height": 1e9}}]}
      """)
    let layouts = String(decoding: replay.table + replay.json, as: UTF8.self)
    #expect(!layouts.contains("inf ") && !layouts.contains("nan"))
  }
}

/// Checks that an invalid recording is reported with its place.
@Suite struct KeyboardMistakeTests {
  private func expectProblem(_ json: String, _ words: String) throws {
    let failure = try #require(throws: Failure.self) { try replay(json) }
    #expect(failure.status == .badInput)
    #expect(failure.message.hasPrefix("events.json:"))
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  @Test(arguments: [
    ("", "1:1: this is not JSON: it ends too early."),
    (#"{"events": [}"#, "1:13: this is not JSON: Expected a value, found “}”."),
    ("[]", "1:1: the recording: expected an object, found an array."),
    (#"{"events": []}"#, "1:1: the recording: the key “screen” is missing."),
    (#"{"screen": {"width": 1, "height": 1}}"#, "the key “events” is missing"),
    (
      "{\"screen\": {\"width\": 320,\n \"height\": 0}, \"events\": []}",
      "1:12: screen: the size has no area."
    ),
    (
      "{\"screen\": {\"width\": 320,\n \"height\": -1}, \"events\": []}",
      "2:12: screen.height: the length -1 is negative."
    ),
    (#"{"screen": {"width": 1e999, "height": 1}}"#, "1:22: screen.width: the number is too large"),
    (#"{"screen": {"width": NaN, "height": 1}}"#, "1:22: this is not JSON"),
    (
      #"{"screen": {"width": "3", "height": 1}}"#, "screen.width: expected a number, found a string"
    ),
    (#"{"screen": {"width": 1e-300, "height": 1}}"#, "screen: a side is less than a point"),
    (#"{"screen": {"width": 0.5, "height": 0.5}}"#, "screen: a side is less than a point"),
    (#"{"screen": 3}"#, "1:12: screen: expected an object, found a number."),
    (#"{"scren": 3}"#, "scren: there is no such key; the keys are title,"),
    (#"{"a": 1, "a": 2}"#, "Duplicate key “a”"),
    ("\u{FEFF}{}", "1:1: this is not JSON: There is a byte order mark (U+FEFF) before the value."),
    (String(repeating: "[", count: 5_000), "nested deeper than"),
  ])
  func badRecordings(json: String, words: String) throws {
    try expectProblem(json, words)
  }

  @Test(arguments: [
    (#""join": "both""#, "join: “both” is not one of"),
    (#""events": [{"event": "appear"}]"#, "“appear” needs the key “height”"),
    (#""events": [{"event": "touch"}]"#, "“touch” needs the key “dismissal”"),
    (#""events": [{"event": "jump"}]"#, "layout, insets, load, appear, rotate, bar,"),
    (
      #""height": {"policy": "tall", "systemHeight": 1}, "events": []"#,
      "height.policy: “tall” is not one of system, subviews"
    ),
    (
      #""height": {"policy": {}, "systemHeight": 1}, "events": []"#,
      "height.policy: a policy is one of system, subviews, fixed,"
    ),
    (
      #""height": {"policy": {"fixed": -1}, "systemHeight": 1}, "events": []"#,
      "height.policy.fixed: the length -1 is negative"
    ),
    (#""dismissal": {}, "events": []"#, "dismissal: the key “rowMaxY” is missing"),
  ])
  func badKeys(keys: String, words: String) throws {
    try expectProblem(#"{"screen": {"width": 320, "height": 480}, \#(keys)}"#, words)
  }

  @Test(arguments: [
    ("{}", "events[0]: the key “event” is missing"),
    (#"{"event": "willJump"}"#, "events[0].event: “willJump” is not one of willShow, didShow,"),
    (#"{"event": "willShow"}"#, "events[0]: the key “beginFrame” is missing"),
    (#"{"event": "willShow", "beginFrame": {"x": 0}}"#, "events[0].beginFrame: the key “y”"),
    (#"{"event": "insets"}"#, "events[0]: the key “insets” is missing"),
    (#"{"event": "layout", "endFrame": {}}"#, "events[0].endFrame: there is no such key"),
  ])
  func badEvents(event: String, words: String) throws {
    try expectProblem(recording(of: event), words)
  }

  @Test(arguments: [
    (#""height": -216}"#, "2:53: events[0].endFrame.height: the length -216 is negative"),
    (
      #""height": 1}, "animation": {"duration": 0.25, "curve": 7.5}"#,
      "events[0].animation: the number of the curve is not a whole number"
    ),
    (
      #""height": 1}, "isLocal": "yes""#,
      "events[0].isLocal: expected true or false, found a string"
    ),
  ])
  func badTransitions(end: String, words: String) throws {
    try expectProblem(recording(of: transition(end: #""x": 0, "width": 1, \#(end)"#)), words)
  }

  @Test func aCoordinateCanBeInfinite() throws {
    func recording(x: String, width: String) -> String {
      self.recording(of: transition(end: #""x": \#(x), "width": \#(width), "height": 1}"#))
    }
    let replay = try replay(recording(x: "\"inf\"", width: "1"))
    guard case .keyboard(let transition, guide: nil) = replay.scene.steps[0].event else {
      Issue.record("not a notification")
      return
    }
    #expect(transition.endFrame.minX == .infinity)
    try expectProblem(recording(x: "\"infinite\"", width: "1"), "events[0].endFrame.x")
    try expectProblem(recording(x: "0", width: "\"inf\""), "events[0].endFrame.width")
  }

  private func recording(of event: String) -> String {
    #"{"screen": {"width": 320, "height": 480}, "events": [\#(event)]}"#
  }

  /// A notification whose end frame ends with `end`, on the second line.
  private func transition(end: String) -> String {
    """
    {"event": "willShow", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
     "endFrame": {"y": 0, \(end)}
    """
  }

  /// Compared pairwise, forty thousand keys once took minutes.
  @Test func manyDifferentKeysTakeTimeInProportion() throws {
    let keys = (0..<40_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let seconds = try CPUTime.seconds {
      try expectProblem("{\(keys)}", "k0: there is no such key")
    }
    #expect(seconds < 30)
  }
}
