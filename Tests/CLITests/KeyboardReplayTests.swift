import Foundation
import KeyboardGeometry
import MdeditKit
import Testing

@Suite struct KeyboardReplayTests {
  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Keyboard").standardizedFileURL

  static func recordings(_ folder: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: fixtures.appending(path: folder).path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }

  func replay(_ json: String) throws -> KeyboardReplay {
    try KeyboardReplay(reading: try SourceText(Array(json.utf8), name: "events.json"))
  }

  func replay(file: String) throws -> KeyboardReplay {
    let data = try Data(contentsOf: Self.fixtures.appending(path: file))
    return try KeyboardReplay(reading: try SourceText(Array(data), name: file))
  }

  @Test func theRecordingsAreThere() {
    #expect(Self.recordings("Streams").count == 26)
    #expect(Self.recordings("Scenes").count == 9)
  }

  /// The page's table must list exactly the recordings of public reports, with their sources.
  /// `recording(file:)` and `scene(file:)` play them.
  @Test func everyPublicReportIsOnThePage() throws {
    let page = try String(
      contentsOf: KeyboardPageTests.root.appending(path: "Documentation/Keyboard.md"),
      encoding: .utf8)
    let rows = page.matches(of: /(?m)^\| `((?:Streams|Scenes)\/[\w-]+)` \| ([^|]+) \|/)
    #expect(rows.count >= 17)
    for row in rows {
      let replay = try replay(file: "\(row.output.1).json")
      #expect(replay.scene.source.hasPrefix(row.output.2), "\(row.output.1)")
      #expect(!replay.scene.source.hasPrefix("made"), "\(row.output.1)")
    }
  }

  /// Every stream of a public report states what a reader sees, at least at its end.
  @Test func recordingsSayWhatAReaderSees() throws {
    let seen = try Self.recordings("Streams").map { try replay(file: $0).scene }.filter { scene in
      scene.steps.contains { $0.expectation.visibleBottom != nil || $0.expectation.row != nil }
    }
    #expect(seen.count >= 18)
  }

  /// Transitions that an app wrote on a device are the events of a recording.
  @Test func transitionsOfADeviceCanBePlayed() throws {
    let down = LayoutRect(x: 0, y: 844, width: 390, height: 336)
    let up = LayoutRect(x: 0, y: 508, width: 390, height: 336)
    let events = [
      KeyboardFrameTransition(event: .willShow, beginFrame: down, endFrame: up),
      KeyboardFrameTransition(
        event: .willHide, beginFrame: up, endFrame: down, animation: .none, isLocal: false),
    ]
    let written = String(decoding: try JSONEncoder().encode(events), as: UTF8.self)
    let replay = try replay(
      "{\"screen\": {\"width\": 390, \"height\": 844}, \"events\": \(written)}")
    #expect(
      replay.scene.steps.map(\.event) == events.map { .keyboard($0, guide: nil) })
    #expect(replay.frames.map(\.insets.content.bottom) == [336, 0])
  }

  @Test func aCoordinateCanBeInfinite() throws {
    func event(_ x: String, _ width: String) -> String {
      """
      {"screen": {"width": 320, "height": 480}, "events": [
        {"event": "willHide", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "endFrame": {"x": \(x), "y": 0, "width": \(width), "height": 1}}]}
      """
    }
    let replay = try replay(event("\"inf\"", "1"))
    guard case .keyboard(let transition, guide: nil) = replay.scene.steps[0].event else {
      Issue.record("not a notification")
      return
    }
    #expect(transition.endFrame.minX == .infinity)
    for (x, width) in [("\"infinite\"", "1"), ("0", "\"inf\"")] {
      #expect(throws: Failure.self) { try self.replay(event(x, width)) }
    }
  }

  @Test("recordings end as they say", arguments: recordings("Streams"))
  func recording(file: String) throws {
    let replay = try replay(file: file)
    #expect(!replay.frames.isEmpty)
    #expect(replay.frames.flatMap(\.deviations) == [])
    let expected = replay.scene.steps.filter { $0.expectation != .init() }
    #expect(!expected.isEmpty, "it says nothing")
  }

  @Test func aDeviationIsNamed() throws {
    let replay = try replay(
      """
      {"screen": {"width": 320, "height": 480}, "events": [
        {"event": "willShow", "beginFrame": {"x": 0, "y": 480, "width": 320, "height": 216},
         "endFrame": {"x": 0, "y": 264, "width": 320, "height": 216},
         "expect": {"posture": "hidden", "covered": 200, "bottom": 216, "changes": false,
                    "happening": "resized", "guideTop": 1}}]}
      """)
    #expect(replay.deviationCount == 1)
    #expect(
      replay.frames[0].deviations == [
        "happening appeared, not resized", "posture docked, not hidden", "covered 216, not 200",
        "changes true, not false", "guideTop 264, not 1",
      ])
    #expect(String(decoding: replay.table, as: UTF8.self).contains("not as expected: covered 216"))
  }

  @Test func aTableAPersonCanRead() throws {
    let replay = try replay(file: "Streams/third-party.json")
    #expect(
      String(decoding: replay.table, as: UTF8.self) == """
        Another maker's keyboard comes in three heights: 0, 216, 259
        #  event     happening    posture  covered  bottom  set  guide  reveal
        1  willShow  –            hidden   0        30      –    568    –
        2  willShow  appeared     docked   216      216     yes  352    –
        3  willShow  resized      docked   259      259     yes  309    –
        4  didShow   –            docked   259      259     –    309    –
        5  willHide  disappeared  hidden   0        30      yes  568    –

        """)
  }

  @Test func programsGetJSON() throws {
    let bytes = try replay(file: "Streams/tab-bar.json").json
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let steps = try #require(object["steps"] as? [[String: Any]])
    #expect(steps.count == 2 && object["deviations"] as? Int == 0)
    #expect(steps[0]["covered"] as? Double == 297 && steps[0]["reveal"] as? Double == 1507)
    #expect(steps[0]["posture"] as? String == "docked" && steps[1]["keyboard"] is NSNull)
    #expect((steps[0]["guide"] as? [String: Double])?["y"] == 1607.5)
  }

  @Test(
    "an invalid recording is reported with its place",
    arguments: [
      ("", "1:1: this is not JSON: it ends too early."),
      ("{\"events\": [}", "1:13: this is not JSON: Expected a value, found “}”."),
      ("[]", "1:1: the recording: expected an object, found an array."),
      ("{\"events\": []}", "1:1: the recording: the key “screen” is missing."),
      ("{\"screen\": {\"width\": 1, \"height\": 1}}", "the key “events” is missing"),
      (
        "{\"screen\": {\"width\": 320,\n \"height\": 0}, \"events\": []}",
        "1:12: screen: the size has no area."
      ),
      (
        "{\"screen\": {\"width\": 320,\n \"height\": -1}, \"events\": []}",
        "2:12: screen.height: the length -1 is negative."
      ),
      (
        "{\"screen\": {\"width\": 1e999, \"height\": 1}, \"events\": []}",
        "1:22: screen.width: the number is too large"
      ),
      (
        "{\"screen\": {\"width\": NaN, \"height\": 1}, \"events\": []}",
        "1:22: this is not JSON"
      ),
      (
        "{\"screen\": {\"width\": \"3\", \"height\": 1}}",
        "screen.width: expected a number, found a string"
      ),
      ("{\"screen\": 3}", "1:12: screen: expected an object, found a number."),
      ("{\"scren\": 3}", "scren: there is no such key; the keys are title,"),
      ("{\"a\": 1, \"a\": 2}", "Duplicate key “a”"),
      (
        "{\"screen\": {\"width\": 1, \"height\": 1}, \"join\": \"both\"}",
        "join: “both” is not one of"
      ),
    ])
  func badRecordings(json: String, words: String) throws {
    let failure = try #require(throws: Failure.self) { try replay(json) }
    #expect(failure.status == .badInput)
    #expect(failure.message.hasPrefix("events.json:"))
    #expect(failure.message.contains(words), "\(failure.message)")
  }

  @Test(
    "an invalid event is reported with its place",
    arguments: [
      ("{}", "events[0]: the key “event” is missing"),
      ("{\"event\": \"willJump\"}", "events[0].event: “willJump” is not one of willShow, didShow,"),
      ("{\"event\": \"willShow\"}", "events[0]: the key “beginFrame” is missing"),
      (
        "{\"event\": \"willShow\", \"beginFrame\": {\"x\": 0}}",
        "events[0].beginFrame: the key “y”"
      ),
      ("{\"event\": \"insets\"}", "events[0]: the key “insets” is missing"),
      ("{\"event\": \"layout\", \"endFrame\": {}}", "events[0].endFrame: there is no such key"),
      (
        """
        {"event": "willShow", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "endFrame": {"x": 0, "y": 0, "width": 1, "height": -216}}
        """, "2:53: events[0].endFrame.height: the length -216 is negative"
      ),
      (
        """
        {"event": "willShow", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "endFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "animation": {"duration": 0.25, "curve": 7.5}}
        """, "events[0].animation: the number of the curve is not a whole number"
      ),
      (
        """
        {"event": "willHide", "beginFrame": {"x": 0, "y": 0, "width": 1, "height": 1},
         "endFrame": {"x": 0, "y": 0, "width": 1, "height": 1}, "isLocal": "yes"}
        """, "events[0].isLocal: expected true or false, found a string"
      ),
    ])
  func badEvents(event: String, words: String) throws {
    let failure = try #require(throws: Failure.self) {
      try replay("{\"screen\": {\"width\": 320, \"height\": 480}, \"events\": [\(event)]}")
    }
    #expect(failure.status == .badInput && failure.message.contains(words), "\(failure.message)")
  }

  @Test func deepNestingIsRefused() throws {
    let deep = String(repeating: "[", count: 5_000)
    let failure = try #require(throws: Failure.self) { try replay(deep) }
    #expect(failure.message.contains("nested deeper than"))
  }
}
