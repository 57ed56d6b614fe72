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
    var player = try RecordingPlayer(recording)
    var deviations: [String] = []
    for (index, step) in recording.steps.enumerated() {
      let facts = try player.play(step)
      if case .object(let expected) = step.event["expect"] {
        for (name, wanted) in expected.sorted(by: { $0.key < $1.key }) where facts[name] != wanted {
          deviations.append("\(index + 1): \(name) is \(facts[name] as Any), not \(wanted)")
        }
      }
      let insets = player.list.insets.content
      if ![insets.top, insets.left, insets.bottom, insets.right].allSatisfy({ $0.isFinite }) {
        deviations.append("\(index + 1): an inset is not finite")
      }
    }
    return deviations
  }

  @Test(arguments: files) func aRecordingGoesAsItSays(_ file: String) throws {
    let recording = try Recording.reading(Self.json(file))
    #expect(try Self.deviations(of: recording) == [])
    let expected = recording.steps.filter { $0.event["expect"] != nil }.count
    #expect(
      file.hasPrefix("Scenes/") ? expected == recording.steps.count : !recording.steps.isEmpty)
  }

  /// A misspelt key would be read by nobody.
  @Test(arguments: files) func aRecordingHasNoUnknownKeys(_ file: String) throws {
    let known: Set = [
      "title", "about", "source", "screen", "window", "view", "contentOffset", "safeAreaBottom",
      "slideOver", "insets", "content", "indicator", "followsUndocked", "ignoresNonLocal", "height",
      "policy", "fixed", "screenFraction", "systemPlus", "strategy", "systemHeight", "launch",
      "dismissal", "rowMaxY", "standIn", "events", "event", "expect", "guide", "to", "velocity",
      "beginFrame", "endFrame", "animation", "duration", "curve", "isLocal", "isOnOtherScreen", "x",
      "y", "width", "top", "left", "bottom", "right",
    ]
    var values = [try JSONSerialization.jsonObject(with: Self.json(file))]
    while let value = values.popLast() {
      if let list = value as? [Any] { values += list }
      guard let object = value as? [String: Any] else { continue }
      #expect(object.keys.filter { !known.contains($0) } == [])
      values += object.filter { $0.key != "expect" }.values
    }
  }

  /// The page lists the recordings of public reports, each with its source.
  @Test func everyPublicReportIsOnThePage() throws {
    let page = try String(
      contentsOf: keyboardFixtures.appending(path: "../../Documentation/Keyboard.md").standardized,
      encoding: .utf8)
    let rows = page.matches(of: /(?m)^\| `((?:Streams|Scenes)\/[\w-]+)` \| ([^|]+) \|/)
    #expect(rows.count >= 15)
    for row in rows {
      let recording = try Recording.reading(Self.json("\(row.output.1).json"))
      #expect(try recording.scene.word("source").hasPrefix(row.output.2), "\(row.output.1)")
    }
  }

  /// Transitions that an app wrote on a device with `JSONEncoder` are the events of a recording.
  @Test func transitionsOfADeviceCanBePlayed() throws {
    let (down, up) = (rect(0, 844, 390, 336), rect(0, 508, 390, 336))
    let events = [
      KeyboardFrameTransition(event: .willShow, beginFrame: down, endFrame: up),
      KeyboardFrameTransition(
        event: .willHide, beginFrame: up, endFrame: down, animation: .none, isLocal: false,
        isOnOtherScreen: true),
      KeyboardFrameTransition(
        event: .didHide, beginFrame: up, endFrame: down,
        animation: KeyboardAnimation(duration: 1.5, curve: .init(rawValue: 99))),
    ]
    let written = String(decoding: try JSONEncoder().encode(events), as: UTF8.self)
    let text = #"{"screen": {"width": 390, "height": 844}, "events": \#(written)}"#
    let recording = try Recording.reading(Data(text.utf8))
    #expect(recording.steps.compactMap { $0.transition } == events)
    var player = try RecordingPlayer(recording)
    #expect(
      try recording.steps.map { try player.play($0)["bottom"] }
        == [336, 336, 0].map { .number($0) })
  }

  @Test func aDeviationIsNamed() throws {
    let text = """
      {"screen": {"width": 320, "height": 480}, "events": [
        {"event": "willShow", "beginFrame": {"x": 0, "y": 480, "width": 320, "height": 216},
         "endFrame": {"x": 0, "y": 264, "width": 320, "height": 216},
         "expect": {"posture": "hidden", "bottom": 216, "changes": false, "happening": "resized",
                    "visibleBottom": 1, "row": 2}}]}
      """
    let deviations = try Self.deviations(of: Recording.reading(Data(text.utf8)))
    let names = ["changes", "happening", "posture", "row", "visibleBottom"]
    #expect(deviations.count == names.count)
    for (deviation, name) in zip(deviations, names) {
      #expect(deviation.hasPrefix("1: \(name) is "))
    }
  }

  @Test(arguments: [
    #"{"event": "jump"}"#, #"{"event": "willShow"}"#, #"{"event": "insets"}"#,
    #"{"event": "move"}"#, #"{"event": "rotate", "policy": "tall"}"#, "{}",
    #"{"event": "willShow", "beginFrame": {"x": 1}, "endFrame": {"x": 1}}"#,
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
