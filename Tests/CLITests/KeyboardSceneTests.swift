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
    #expect(KeyboardReplayTests.recordings("Scenes").count == 11)
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
    // The smallest and largest accepted sizes have finite drawings.
    for (width, height) in [("1", "1"), ("1", "1e9"), ("1e9", "1e9")] {
      let replay = try replay(
        """
        {"screen": {"width": \(width), "height": \(height)}, "bar": 1e9, "safeAreaBottom": 1e9,
         "caret": {"x": -1e9, "y": -1e9, "width": 1e9, "height": 1e9}, "events": [
          {"event": "willShow", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
           "endFrame": {"x": -1e9, "y": -1e9, "width": 1e9, "height": 1e9}}]}
        """)
      let svg = String(decoding: replay.svg, as: UTF8.self)
      #expect(!svg.contains("inf") && !svg.contains("nan"))
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

  @Test func theLegendSaysWhatIsDrawnAndNothingElse() throws {
    func svg(_ scene: String) throws -> String {
      String(decoding: try replay(scene: scene).svg, as: UTF8.self)
    }
    let pushed = try svg("pushed-away")
    for meaning in ["last row", "stand-in of the keyboard", "bar on the keyboard", "bottom inset"] {
      #expect(pushed.contains(">\(meaning)</text>"))
    }
    #expect(!pushed.contains(">safe area<") && !pushed.contains(">caret<"))
    let half = try svg("half-the-screen")
    #expect(half.contains(">the system&#39;s height<") || half.contains(">the system's height<"))
    #expect(!half.contains(">last row<"))
  }

  @Test func nothingOfADrawingIsCut() throws {
    for scene in KeyboardReplayTests.recordings("Scenes")
      + KeyboardReplayTests.recordings("Streams")
    {
      let file = KeyboardReplayTests.fixtures.appending(path: scene)
      let replay = try KeyboardReplay(
        reading: try SourceText(Array(try Data(contentsOf: file)), name: scene))
      let svg = String(decoding: replay.svg, as: UTF8.self)
      let size = try #require(svg.firstMatch(of: /width="([\d.]+)" height="([\d.]+)" viewBox/))
      let width = try #require(Double(size.1))
      // Titles and legend use the drawing's own coordinates; a letter takes 0.62 of its size.
      let outside = svg.split(separator: "<g ").first.map(String.init) ?? ""
      let legend = svg.components(separatedBy: "</g>").last ?? ""
      for text in (outside + legend).matches(
        of: /<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)</)
      {
        let end = (Double(text.1) ?? 0) + 0.62 * (Double(text.3) ?? 0) * Double(text.4.count)
        #expect(end <= width + 8, "\(scene): \(text.4)")
        #expect((Double(text.2) ?? 0) <= (Double(size.2) ?? 0), "\(scene): \(text.4)")
      }
      for word in replay.scene.title.split(separator: " ") where word.allSatisfy(\.isLetter) {
        #expect(svg.contains(word), "\(scene)")
      }
    }
  }

  /// Returns outlines by stroke colour, in the drawing's order: x, y, right and lower edge.
  private func outlines(_ stroke: String, in svg: String) -> [[Double]] {
    let rectangle =
      /<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" fill="none" stroke="(#\w+)"/
    return svg.matches(of: rectangle).filter { $0.output.5 == stroke }.map { match in
      let values = [match.output.1, match.output.2, match.output.3, match.output.4]
        .map { Double($0) ?? .nan }
      return [values[0], values[1], values[0] + values[2], values[1] + values[3]]
    }
  }

  @Test func noOutlineHidesAnother() throws {
    for scene in KeyboardReplayTests.recordings("Scenes")
      + KeyboardReplayTests.recordings("Streams") + KeyboardReplayTests.recordings("Devices")
    {
      let file = KeyboardReplayTests.fixtures.appending(path: scene)
      let replay = try KeyboardReplay(
        reading: try SourceText(Array(try Data(contentsOf: file)), name: scene))
      // The last outline of each colour is the legend's sample.
      let svg = String(decoding: replay.svg, as: UTF8.self)
      let (screens, windows, views) = (
        outlines("#222", in: svg), outlines("#9ab", in: svg), outlines("#36c", in: svg)
      )
      let count = replay.frames.count
      try #require(screens.count > count && windows.count > count && views.count > count)
      for index in 0..<count {
        for (outer, inner) in [(screens, windows), (screens, views), (windows, views)] {
          for edge in 0..<4 {
            #expect(
              abs(outer[index][edge] - inner[index][edge]) > 2, "\(scene): \(index), \(edge)")
          }
        }
      }
    }
  }

  @Test func anOutlineThatHidesNoneStandsWhereItIs() throws {
    let file = KeyboardReplayTests.fixtures.appending(path: "Streams/tab-bar.json")
    let replay = try KeyboardReplay(
      reading: try SourceText(Array(try Data(contentsOf: file)), name: "tab-bar"))
    let svg = String(decoding: replay.svg, as: UTF8.self)
    // A screen of 844 points is 220 high: the view from 91 to 761, the tab bar below it.
    let view = try #require(outlines("#36c", in: svg).first)
    #expect(abs(view[1] - 91 * 220 / 844) < 0.01 && abs(view[3] - 761 * 220 / 844) < 0.01)
    #expect(svg.contains(">83</text>") && svg.contains(">44</text>"))
  }

  @Test func lettersOfEveryKindHaveRoom() throws {
    // Wide letters and Chinese characters are as wide as they are high.
    for title in [
      String(repeating: "鍵盤 ", count: 40), String(repeating: "W", count: 200), "a",
    ] {
      let replay = try replay(
        #"{"title": "\#(title)", "screen": {"width": 320, "height": 568}, "events": []}"#)
      let svg = String(decoding: replay.svg, as: UTF8.self)
      let width = try #require(svg.firstMatch(of: /width="([\d.]+)"/).flatMap { Double($0.1) })
      for line in svg.matches(of: /font-size="15"[^>]*>([^<]*)</) {
        #expect(20 + 15 * Double(line.output.1.count { $0 != " " }) <= width, "\(line.output.1)")
      }
    }
  }

  @Test func jsonAndADrawingDoNotBothGoToStandardOutput() throws {
    let scratch = try Scratch()
    let file = scratch.url.appending(path: "a.json")
    try Data(#"{"screen": {"width": 320, "height": 568}, "events": []}"#.utf8).write(to: file)
    let both = try ToolRun(["keyboard", "replay", file.path, "--json", "--svg", "-"])
    #expect(both.status == 64 && both.output.isEmpty)
    #expect(both.errors.contains("--json and --svg - both write to standard output"))
    // A drawing may be written to a file together with JSON.
    let drawing = scratch.url.appending(path: "a.svg")
    let one = try ToolRun(["keyboard", "replay", file.path, "--json", "--svg", drawing.path])
    #expect(one.status == 0 && one.text.hasPrefix("{"))
    #expect(try String(contentsOf: drawing, encoding: .utf8).hasPrefix("<svg "))
  }
}
