import Foundation
import KeyboardGeometry
import MdeditKit
import Testing

func replay(_ json: String) throws -> KeyboardReplay {
  try KeyboardReplay(reading: try SourceText(Array(json.utf8), name: "events.json"))
}

/// Plays a recording of a folder such as `Streams/tab-bar`.
func replay(file: String) throws -> KeyboardReplay {
  try replay(Repository.text(of: "Fixtures/Keyboard/\(file).json"))
}

extension KeyboardReplay {
  var tableText: String { String(decoding: table, as: UTF8.self) }
}

@Suite struct KeyboardReplayTests {
  static func recordings(_ folder: String) -> [String] {
    let path = Repository.root.appending(path: "Fixtures/Keyboard/\(folder)").path
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
      .map { "\(folder)/\($0.dropLast(".json".count))" }
  }

  @Test(arguments: [("Streams", 26), ("Scenes", 9)])
  func theRecordingsAreThere(_ folder: String, _ count: Int) {
    #expect(Self.recordings(folder).count == count)
  }

  /// The page's table must list exactly the recordings of public reports, with their sources.
  @Test func everyPublicReportIsOnThePage() throws {
    let page = try Repository.text(of: "Documentation/Keyboard.md")
    let rows = page.matches(of: /(?m)^\| `((?:Streams|Scenes)\/[\w-]+)` \| ([^|]+) \|/)
    #expect(rows.count >= 17)
    for row in rows {
      let source = try replay(file: String(row.output.1)).scene.source
      #expect(source.hasPrefix(row.output.2), "\(row.output.1)")
      #expect(!source.hasPrefix("made"), "\(row.output.1)")
    }
  }

  /// Every stream of a public report states what a reader sees, at least at its end.
  @Test func recordingsSayWhatAReaderSees() throws {
    let seen = try Self.recordings("Streams").filter { file in
      try replay(file: file).scene.steps.contains {
        $0.expectation.visibleBottom != nil || $0.expectation.row != nil
      }
    }
    #expect(seen.count >= 18)
  }

  @Test(arguments: recordings("Streams") + recordings("Scenes"))
  func aRecordingEndsAsItSays(file: String) throws {
    let replay = try replay(file: file)
    #expect(!replay.frames.isEmpty)
    #expect(replay.frames.flatMap(\.deviations) == [])
    let expected = replay.scene.steps.filter { $0.expectation != .init() }
    let isScene = file.hasPrefix("Scenes/")
    #expect(isScene ? expected.count == replay.scene.steps.count : !expected.isEmpty)
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
    let replay = try replay(#"{"screen": {"width": 390, "height": 844}, "events": \#(written)}"#)
    #expect(replay.scene.steps.map(\.event) == events.map { .keyboard($0, guide: nil) })
    #expect(replay.frames.map(\.insets.content.bottom) == [336, 0])
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
    #expect(replay.tableText.contains("not as expected: covered 216"))
  }

  @Test func aTableAPersonCanRead() throws {
    #expect(
      try replay(file: "Streams/third-party").tableText == """
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
    let report = try JSON(reading: replay(file: "Streams/tab-bar").json)
    let steps = try report["steps"].list
    #expect(steps.count == 2 && report["deviations"].number == 0)
    #expect(steps[0]["covered"].number == 297 && steps[0]["reveal"].number == 1507)
    #expect(steps[0]["posture"].text == "docked" && steps[1]["keyboard"].isNull)
    #expect(steps[0]["guide"]["y"].value as? Double == 1607.5)
  }
}
