import Foundation
import Testing

/// A part of a JSON value, read by Foundation; `value` is nil if there is no such part.
struct JSON {
  typealias Object = [String: Any]

  let value: Any?

  init(_ value: Any?) { self.value = value }

  init(reading bytes: some Sequence<UInt8>) throws {
    value = try JSONSerialization.jsonObject(with: Data(bytes))
  }

  subscript(key: String) -> JSON { JSON((value as? Object)?[key]) }
  subscript(index: Int) -> JSON { JSON((value as? [Any])?.dropFirst(index).first) }

  var text: String? { value as? String }
  var number: Int? { value as? Int }
  var isTrue: Bool { value as? Bool == true }
  var isNull: Bool { value is NSNull }
  var isMissing: Bool { value == nil }
  var list: [JSON] { get throws { try #require(value as? [Any]).map { JSON($0) } } }

  /// The value in one line: a position as `line:character`, a range as `position-position`, a missing value as `-`.
  var shown: String {
    if let line = self["line"].number, let character = self["character"].number {
      return "\(line):\(character)"
    }
    if !self["start"].isMissing { return "\(self["start"].shown)-\(self["end"].shown)" }
    return value.map { "\($0)" } ?? "-"
  }

  /// Each element of a list in one line: its value, or the values of its members.
  func shown(_ keys: String...) throws -> [String] {
    try list.map { element in
      keys.isEmpty ? element.shown : keys.map { element[$0].shown }.joined(separator: " ")
    }
  }
}
