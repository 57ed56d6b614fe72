import Foundation
import KeyboardGeometry

/// A recording of a keyboard's events, as a file of JSON: a screen, a view on it, and for each event
/// the expected result. All lengths are in points. Documentation/Keyboard.md lists the keys.
struct Recording: Decodable {
  struct Step: Decodable {
    let event: Value
    let name: String
    let transition: KeyboardFrameTransition?

    init(from decoder: any Decoder) throws {
      event = try Value(from: decoder)
      name = try event.word("event")
      transition = try KeyboardFrameTransition.Event(rawValue: name).map(event.transition)
    }
  }
  private struct Events: Decodable { var events: [Step] }

  let scene: Value
  let steps: [Step]

  init(from decoder: any Decoder) throws {
    scene = try Value(from: decoder)
    steps = try Events(from: decoder).events
  }

  /// Reads a recording. JSON has no infinite numbers, so a coordinate may be the word `inf`.
  static func reading(_ json: Data) throws -> Recording {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Recording.self, from: json)
  }
}

/// A value of a recording, or one that came of an event.
enum Value: Decodable, Equatable {
  case truth(Bool)
  case number(Double)
  case word(String)
  case list([Value])
  case object([String: Value])

  struct Mistake: Error { var words: String }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let word = try? value.decode(String.self) {
      self = .word(word)
    } else if let list = try? value.decode([Value].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: Value].self))
    }
  }

  subscript(key: String) -> Value? {
    if case .object(let object) = self { object[key] } else { nil }
  }
  private func required(_ key: String) throws -> Value {
    guard let value = self[key] else { throw Mistake(words: "\(key) is missing") }
    return value
  }
  func word(_ key: String) throws -> String {
    guard case .word(let word) = try required(key) else {
      throw Mistake(words: "\(key) is no word")
    }
    return word
  }
  func number(_ key: String, default number: Double? = nil) throws -> Double {
    if self[key] == nil, let number { return number }
    guard case .number(let number) = try required(key) else {
      throw Mistake(words: "\(key) is no number")
    }
    return number
  }
  func size(_ key: String) throws -> LayoutSize {
    let size = try required(key)
    return LayoutSize(width: try size.number("width"), height: try size.number("height"))
  }
  func rect(_ key: String) throws -> LayoutRect? {
    guard let frame = self[key] else { return nil }
    return LayoutRect(
      origin: LayoutPoint(x: try frame.number("x"), y: try frame.number("y")), size: try size(key))
  }
  /// A notification, by default of this app's keyboard on the view's screen, without an animation.
  func transition(_ event: KeyboardFrameTransition.Event) throws -> KeyboardFrameTransition {
    guard let begin = try rect("beginFrame"), let end = try rect("endFrame") else {
      throw Mistake(words: "a frame is missing")
    }
    let animation = try self["animation"].map {
      KeyboardAnimation(
        duration: try $0.number("duration"),
        curve: KeyboardAnimationCurve(rawValue: Int(try $0.number("curve", default: 7))))
    }
    return KeyboardFrameTransition(
      event: event, beginFrame: begin, endFrame: end,
      animation: animation ?? KeyboardAnimation.none,
      isLocal: self["isLocal"] != .truth(false),
      isOnOtherScreen: self["isOnOtherScreen"] == .truth(true))
  }
  func insets(_ key: String) throws -> ScrollInsets {
    func margins(_ own: Value) throws -> KeyboardInsets {
      KeyboardInsets(
        top: try own.number("top", default: 0), left: try own.number("left", default: 0),
        bottom: try own.number("bottom", default: 0), right: try own.number("right", default: 0))
    }
    let content = try required(key).required("content")
    return ScrollInsets(
      content: try margins(content), indicator: try margins(self[key]?["indicator"] ?? content))
  }
  /// The word `system`, or an object with one of the keys below.
  func policy(_ key: String) throws -> KeyboardHeightPolicy {
    let policy = try required(key)
    if policy == .word("system") { return .system }
    if policy["fixed"] != nil { return .fixed(try policy.number("fixed")) }
    if policy["screenFraction"] != nil {
      return .screenFraction(try policy.number("screenFraction"))
    }
    return .systemPlus(try policy.number("systemPlus"))
  }
}
