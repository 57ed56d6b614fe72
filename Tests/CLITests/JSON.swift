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

  /// A range of the language server protocol, as `line:character-line:character`.
  var range: String? {
    func place(_ key: String) -> String? {
      guard let line = self[key]["line"].number, let column = self[key]["character"].number else {
        return nil
      }
      return "\(line):\(column)"
    }
    guard let start = place("start"), let end = place("end") else { return nil }
    return "\(start)-\(end)"
  }
}
