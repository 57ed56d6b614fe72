import EditorTestSupport
import Foundation
import KeyboardGeometry
import Testing

@Suite struct CodableTests {
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
  }

  private func decode<Value: Decodable>(_: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  @Test func transitionsGoThereAndBack() throws {
    var random = RandomTests.generator()
    func number() -> Double { Double.random(in: -2_000...2_000, using: &random) }
    for _ in 0..<200 {
      try roundTrip(
        KeyboardFrameTransition(
          event: KeyboardFrameTransition.Event.allCases.randomElement(using: &random) ?? .willShow,
          beginFrame: rect(number(), number(), number(), number()),
          endFrame: rect(number(), number(), number(), number()),
          animation: KeyboardAnimation(
            duration: number(), curve: .init(rawValue: Int.random(in: -3...99, using: &random))),
          isLocal: Bool.random(using: &random), isOnOtherScreen: Bool.random(using: &random)))
    }
  }

  @Test func whatAPersonWritesIsRead() throws {
    let transition = try decode(
      KeyboardFrameTransition.self,
      """
      {"event": "willShow", "beginFrame": {"x": 0, "y": 480, "width": 320, "height": 216},
       "endFrame": {"x": 0, "y": 264, "width": 320, "height": 216}}
      """)
    #expect(transition.isLocal && !transition.isOnOtherScreen && transition.animation == .none)
    #expect(transition.endFrame == rect(0, 264, 320, 216))
    #expect(try decode(KeyboardAnimation.self, #"{"duration": 1}"#).curve == .keyboard)
    #expect(throws: DecodingError.self) { try decode(LayoutRect.self, #"{"x": 1}"#) }
  }
}
