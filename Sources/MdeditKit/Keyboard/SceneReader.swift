import JSONText
import KeyboardGeometry

/// A problem in a recording, as a sentence without the name of the file.
package struct SceneProblem: Error, Hashable, Sendable {
  package var byteOffset: Int
  /// The sentence, with the path to the problem, for example `events[2].endFrame.width`.
  package var message: String
}

/// Reads values from a tree of JSON; errors say what does not fit and where.
struct SceneReader {
  let tree: JSONTree
  /// The path from the root to the value; empty for the root.
  let path: String

  func problem(_ words: String) -> SceneProblem {
    SceneProblem(
      byteOffset: tree.byteOffset, message: "\(path.isEmpty ? "the recording" : path): \(words).")
  }

  /// The members of an object, whose keys must all be in `keys`.
  func members(among keys: [String]) throws(SceneProblem) -> [JSONTree.Member] {
    guard case .object(let members) = tree.kind else {
      throw problem("expected an object, found \(tree.kind.name)")
    }
    for member in members where !keys.contains(member.key) {
      throw SceneReader(tree: member.value, path: child(TerminalText.name(member.key)))
        .problem("there is no such key; the keys are \(keys.joined(separator: ", "))")
    }
    return members
  }

  /// The value of a key; nil if the object does not have it.
  func optional(_ key: String) -> SceneReader? {
    guard case .object(let members) = tree.kind,
      let member = members.first(where: { $0.key == key })
    else { return nil }
    return SceneReader(tree: member.value, path: child(key))
  }

  func required(_ key: String) throws(SceneProblem) -> SceneReader {
    guard let value = optional(key) else { throw problem("the key “\(key)” is missing") }
    return value
  }

  func elements() throws(SceneProblem) -> [SceneReader] {
    guard case .array(let elements) = tree.kind else {
      throw problem("expected an array, found \(tree.kind.name)")
    }
    return elements.enumerated().map { SceneReader(tree: $1, path: "\(path)[\($0)]") }
  }

  /// A finite number.
  func number() throws(SceneProblem) -> Double {
    guard case .number(let number) = tree.kind else {
      throw problem("expected a number, found \(tree.kind.name)")
    }
    guard number.isFinite, abs(number) <= 1e9 else {
      throw problem("the number is too large; lengths are points, and at most 1000000000")
    }
    return number
  }

  /// A number that is not negative.
  func length() throws(SceneProblem) -> Double {
    let number = try number()
    guard number >= 0 else { throw problem("the length \(Decimal.text(number)) is negative") }
    return number
  }

  func lengths() throws(SceneProblem) -> [Double] {
    try elements().map { (element) throws(SceneProblem) in try element.length() }
  }

  func text() throws(SceneProblem) -> String {
    guard case .string(let text) = tree.kind else {
      throw problem("expected a string, found \(tree.kind.name)")
    }
    return text
  }

  func bool() throws(SceneProblem) -> Bool {
    guard case .bool(let value) = tree.kind else {
      throw problem("expected true or false, found \(tree.kind.name)")
    }
    return value
  }

  /// A raw value of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(
    _: Word.Type
  ) throws(SceneProblem) -> Word where Word.RawValue == String {
    let name = try text()
    guard let word = Word(rawValue: name) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem("“\(TerminalText.name(name))” is not one of \(words)")
    }
    return word
  }

  func rectangle() throws(SceneProblem) -> LayoutRect {
    _ = try members(among: ["x", "y", "width", "height"])
    return LayoutRect(
      x: try required("x").number(), y: try required("y").number(),
      width: try required("width").length(), height: try required("height").length())
  }

  /// A reported rectangle; `x` and `y` may be the word `inf`, as JSON has no infinite numbers.
  func reportedFrame() throws(SceneProblem) -> LayoutRect {
    _ = try members(among: ["x", "y", "width", "height"])
    return LayoutRect(
      x: try required("x").coordinate(), y: try required("y").coordinate(),
      width: try required("width").length(), height: try required("height").length())
  }

  private func coordinate() throws(SceneProblem) -> Double {
    if case .string("inf") = tree.kind { return .infinity }
    return try number()
  }

  func size() throws(SceneProblem) -> LayoutSize {
    _ = try members(among: ["width", "height"])
    let size = LayoutSize(
      width: try required("width").length(), height: try required("height").length())
    guard !size.isEmpty else { throw problem("the size has no area") }
    // Drawings scale inversely to the screen's size; a tiny one would need infinite numbers.
    guard size.width >= 1, size.height >= 1 else { throw problem("a side is less than a point") }
    return size
  }

  func point() throws(SceneProblem) -> LayoutPoint {
    _ = try members(among: ["x", "y"])
    return LayoutPoint(x: try required("x").number(), y: try required("y").number())
  }

  /// Margins: `top`, `left`, `bottom`, `right`; missing ones are 0.
  func insets() throws(SceneProblem) -> KeyboardInsets {
    var insets = KeyboardInsets()
    for member in try members(among: ["top", "left", "bottom", "right"]) {
      let value = try SceneReader(tree: member.value, path: child(member.key)).number()
      switch member.key {
      case "top": insets.top = value
      case "left": insets.left = value
      case "bottom": insets.bottom = value
      default: insets.right = value
      }
    }
    return insets
  }

  private func child(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

/// Formats numbers for people.
enum Decimal {
  /// A number, or a dash if there is none.
  static func text(_ value: Double?) -> String { value.map { text($0) as String } ?? "–" }

  /// Numbers with arrows between them.
  static func list(_ values: [Double]) -> String {
    values.isEmpty ? "–" : values.map { text($0) as String }.joined(separator: " → ")
  }

  /// A number with up to three decimal places, without trailing zeros.
  static func text(_ value: Double) -> String {
    let thousandths = (value * 1_000).rounded()
    guard abs(thousandths) < 1e15 else { return "\(value)" }
    let number = Int(abs(thousandths))
    var text = "\(number / 1_000)"
    if number % 1_000 != 0 {
      var places = String(number % 1_000 + 1_000).dropFirst()
      while places.last == "0" { places = places.dropLast() }
      text += ".\(places)"
    }
    return thousandths < 0 ? "-\(text)" : text
  }
}
