import Foundation
import KeyboardGeometry
import Testing

/// Every file in `Fixtures/Keyboard/Streams` and `Scenes` is played through the driver of the
/// adapters. A recording that is made on a device is tested as soon as it is in one of the folders.
@Suite struct RecordingTests {
  static let files = ["Streams", "Scenes"].flatMap { name -> [String] in
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: keyboardFixtures.appending(path: name).path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(name)/\($0)" }
  }

  static func json(_ file: String) throws -> Data {
    try Data(contentsOf: keyboardFixtures.appending(path: file))
  }

  /// Plays a recording, and returns what is not as it expects, by the number of the event from 1.
  static func deviations(of recording: Recording) throws -> [String] {
    var player = RecordingPlayer(recording)
    var deviations: [String] = []
    for (index, step) in recording.steps.enumerated() {
      try player.play(step)
      let facts = player.facts
      for (name, wanted) in (step.event.expect ?? [:]).sorted(by: { $0.key < $1.key })
      where facts[name] != wanted {
        let found = facts[name].map { "\($0)" } ?? "nothing"
        deviations.append("\(index + 1): \(name) is \(found), not \(wanted)")
      }
      // What holds in every recording.
      let margins = player.insets.content
      if ![margins.top, margins.left, margins.bottom, margins.right].allSatisfy({ $0.isFinite }) {
        deviations.append("\(index + 1): an inset is not finite")
      }
    }
    return deviations
  }

  @Test(arguments: files) func aRecordingGoesAsItSays(_ file: String) throws {
    let recording = try Recording.reading(Self.json(file))
    #expect(recording.layout.screen?.isEmpty == false, "a recording needs the size of its screen")
    #expect(!recording.steps.isEmpty)
    #expect(try Self.deviations(of: recording) == [])
    let isScene = file.hasPrefix("Scenes/")
    let expected = recording.steps.filter { $0.event.expect != nil }.count
    #expect(!isScene || expected == recording.steps.count)
  }

  /// A misspelt key would be read by nobody.
  @Test(arguments: files) func aRecordingHasNoUnknownKeys(_ file: String) throws {
    let known: Set = [
      "title", "about", "source", "screen", "turn", "window", "view", "contentOffset",
      "safeAreaBottom", "slideOver", "insets", "content", "indicator",
      "followsUndocked", "ignoresNonLocal", "height", "policy", "fixed", "screenFraction",
      "systemPlus", "strategy", "systemHeight", "launch", "dismissal", "rowMaxY", "standIn",
      "events", "event", "expect", "guide", "to", "velocity", "beginFrame", "endFrame",
      "animation", "duration", "curve", "isLocal", "isOnOtherScreen", "x", "y", "width", "top",
      "left", "bottom", "right",
    ]
    var values = [try JSONSerialization.jsonObject(with: Self.json(file))]
    while let value = values.popLast() {
      if let list = value as? [Any] { values += list }
      guard let object = value as? [String: Any] else { continue }
      #expect(object.keys.filter { !known.contains($0) } == [])
      values += object.filter { $0.key != "expect" }.values
    }
  }

  @Test func theRecordingsAreThere() {
    #expect(Self.files.count { $0.hasPrefix("Streams/") } >= 26)
    #expect(Self.files.count { $0.hasPrefix("Scenes/") } >= 9)
  }

  /// The page lists the recordings of public reports, each with its source.
  @Test func everyPublicReportIsOnThePage() throws {
    let page = try String(
      contentsOf: keyboardFixtures.appending(path: "../../Documentation/Keyboard.md").standardized,
      encoding: .utf8)
    let rows = page.matches(of: /(?m)^\| `((?:Streams|Scenes)\/[\w-]+)` \| ([^|]+) \|/)
    #expect(rows.count >= 17)
    for row in rows {
      let source = try Recording.reading(Self.json("\(row.output.1).json")).source
      #expect(source.hasPrefix(row.output.2), "\(row.output.1)")
      #expect(!source.hasPrefix("made"), "\(row.output.1)")
    }
  }

  /// Streams of public reports state what a reader sees.
  @Test func recordingsSayWhatAReaderSees() throws {
    let seen = try Self.files.filter { $0.hasPrefix("Streams/") }.filter { file in
      try Recording.reading(Self.json(file)).steps.contains {
        $0.event.expect?["visibleBottom"] != nil || $0.event.expect?["row"] != nil
      }
    }
    #expect(seen.count >= 18)
  }

  /// Transitions that an app wrote on a device with `JSONEncoder` are the events of a recording.
  @Test func transitionsOfADeviceCanBePlayed() throws {
    let (down, up) = (rect(0, 844, 390, 336), rect(0, 508, 390, 336))
    let events = [
      KeyboardFrameTransition(event: .willShow, beginFrame: down, endFrame: up),
      KeyboardFrameTransition(
        event: .willHide, beginFrame: up, endFrame: down, animation: .none, isLocal: false),
    ]
    let written = String(decoding: try JSONEncoder().encode(events), as: UTF8.self)
    let text = #"{"screen": {"width": 390, "height": 844}, "events": \#(written)}"#
    let recording = try Recording.reading(Data(text.utf8))
    #expect(recording.steps.compactMap { $0.transition } == events)
    var player = RecordingPlayer(recording)
    try player.play(recording.steps[0])
    #expect(player.facts["bottom"] == .number(336))
    try player.play(recording.steps[1])
    #expect(player.facts["bottom"] == .number(0))
  }

  @Test func aDeviationIsNamed() throws {
    let text = """
      {"screen": {"width": 320, "height": 480}, "events": [
        {"event": "willShow", "beginFrame": {"x": 0, "y": 480, "width": 320, "height": 216},
         "endFrame": {"x": 0, "y": 264, "width": 320, "height": 216},
         "expect": {"posture": "hidden", "covered": 200, "bottom": 216, "changes": false,
                    "happening": "resized", "guideTop": 1, "row": 2}}]}
      """
    #expect(
      try Self.deviations(of: Recording.reading(Data(text.utf8))) == [
        "1: changes is true, not false", "1: covered is 216.0, not 200.0",
        "1: guideTop is 264.0, not 1.0", "1: happening is appeared, not resized",
        "1: posture is docked, not hidden", "1: row is nothing, not 2.0",
      ])
  }

  @Test(arguments: [
    #"{"event": "jump"}"#, #"{"event": "willShow"}"#, #"{"event": "insets"}"#,
    #"{"event": "move"}"#, #"{"event": "rotate", "policy": "tall"}"#, "{}",
  ])
  func aMistakeInARecordingIsAnError(_ event: String) {
    let text = """
      {"screen": {"width": 320, "height": 568}, "events": [\(event)],
       "height": {"policy": {"fixed": 250}, "systemHeight": 216}}
      """
    #expect(throws: (any Error).self) {
      _ = try Self.deviations(of: Recording.reading(Data(text.utf8)))
    }
  }
}
