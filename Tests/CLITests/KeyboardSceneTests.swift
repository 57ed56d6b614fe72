import Foundation
import KeyboardGeometry
import MdeditKit
import Testing

/// Checks recordings of custom keyboards and of drags, and their drawings.
@Suite struct KeyboardSceneTests {
  func replay(_ json: String) throws -> KeyboardReplay {
    try KeyboardReplay(reading: try SourceText(Array(json.utf8), name: "events.json"))
  }

  func replay(scene: String) throws -> KeyboardReplay {
    let file = KeyboardReplayTests.fixtures.appending(path: "Scenes/\(scene).json")
    return try KeyboardReplay(
      reading: try SourceText(Array(try Data(contentsOf: file)), name: scene))
  }

  func table(_ scene: String) throws -> String {
    String(decoding: try replay(scene: scene).table, as: UTF8.self)
  }

  @Test("scenes end as their recordings say", arguments: KeyboardReplayTests.recordings("Scenes"))
  func scene(file: String) throws {
    let name = String(file.dropFirst("Scenes/".count).dropLast(".json".count))
    let replay = try replay(scene: name)
    #expect(replay.frames.flatMap(\.deviations) == [])
    #expect(replay.scene.steps.allSatisfy { $0.expectation != .init() })
  }

  @Test func theScenesAreThere() {
    #expect(KeyboardReplayTests.recordings("Scenes").count == 9)
  }

  @Test func aKeyboardOfOnesOwnGoesFromTheHostsHeightToItsOwn() throws {
    #expect(
      try table("own-edges") == """
        216 becomes 250 without a conflict: the mask off, three edges pinned, the height required
        #  event   heights    keys  console  to do
        1  load    –          –     –        –
        2  appear  216 → 250  250   –        constrain subviews, pin edges, install 250 @1000
        3  rotate  250        250   –        –

        """)
    #expect(
      try table("conflict").contains(
        "2  appear  216      216   1 broken  constrain subviews, install"))
    let json = String(decoding: try replay(scene: "conflict").json, as: UTF8.self)
    #expect(json.contains("Unable to simultaneously satisfy constraints."))
  }

  @Test func aRowPushesTheKeyboardAway() throws {
    #expect(
      try table("pushed-away").contains(
        "picture of 320 × 260, stand-in, resign"))
    let frames = try replay(scene: "pushed-away").frames
    #expect(frames.map(\.insets.content.bottom) == [260, 260, 260, 260, 260, 260, 0])
    #expect(frames.map(\.layout.contentOffset.y) == [1756, 1756, 1716, 1716, 1596, 1596, 1496])
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

  @Test(
    "an invalid scene is reported with its place",
    arguments: [
      ("\"events\": [{\"event\": \"appear\"}]", "“appear” needs the key “height”"),
      ("\"events\": [{\"event\": \"touch\"}]", "“touch” needs the key “dismissal”"),
      (
        "\"height\": {\"policy\": \"tall\", \"systemHeight\": 1}, \"events\": []",
        "height.policy: “tall” is not one of system, subviews"
      ),
      (
        "\"height\": {\"policy\": {}, \"systemHeight\": 1}, \"events\": []",
        "height.policy: a policy is one of system, subviews, fixed,"
      ),
      (
        "\"height\": {\"policy\": {\"fixed\": -1}, \"systemHeight\": 1}, \"events\": []",
        "height.policy.fixed: the length -1 is negative"
      ),
      ("\"dismissal\": {}, \"events\": []", "dismissal: the key “rowMaxY” is missing"),
      ("\"events\": [{\"event\": \"jump\"}]", "layout, insets, load, appear, rotate, bar,"),
    ])
  func badScenes(keys: String, words: String) throws {
    let failure = try #require(throws: Failure.self) {
      try replay("{\"screen\": {\"width\": 320, \"height\": 480}, \(keys)}")
    }
    #expect(failure.status == .badInput && failure.message.contains(words), "\(failure.message)")
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

  @Test func slideOverIsOnePlacement() throws {
    let file = KeyboardReplayTests.fixtures.appending(path: "Streams/slide-over.json")
    let replay = try KeyboardReplay(
      reading: try SourceText(Array(try Data(contentsOf: file)), name: "slide-over"))
    #expect(
      replay.frames[0].guide.minY == 428 && replay.frames[0].coverage.intersection.minY == 428)
    #expect(replay.frames[0].happening == .appeared && replay.frames[0].posture == .docked)
  }

  @Test func aByteOrderMarkIsNamed() throws {
    let failure = try #require(throws: Failure.self) { try replay("\u{FEFF}{}") }
    #expect(failure.message.contains("1:1: this is not JSON"))
    #expect(failure.message.contains("a byte order mark (U+FEFF) before the value"))
  }

  @Test func screensOfLessThanAPointAreRefused() throws {
    for side in ["1e-300", "0.5"] {
      let failure = try #require(throws: Failure.self) {
        try replay("{\"screen\": {\"width\": \(side), \"height\": \(side)}, \"events\": []}")
      }
      #expect(failure.message.contains("screen: a side is less than a point"))
    }
    // The smallest and largest accepted sizes have finite layouts.
    for (width, height) in [("1", "1"), ("1", "1e9"), ("1e9", "1e9")] {
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

  @Test func manyDifferentKeysTakeTimeInProportion() throws {
    func seconds(_ count: Int) throws -> Double {
      let keys = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
      let start = ContinuousClock.now
      let failure = try #require(throws: Failure.self) { try replay("{\(keys)}") }
      #expect(failure.message.contains("k0: there is no such key"))
      return start.duration(to: .now) / .seconds(1)
    }
    // Compared pairwise, forty thousand keys once took minutes.
    #expect(try seconds(40_000) < 30)
  }
}
