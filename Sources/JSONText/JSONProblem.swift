/// An error in a text that should be JSON (RFC 8259).
package struct JSONProblem: Error, Hashable, Sendable {
  /// The position of the error, in bytes from 0.
  package var byteOffset: Int
  package var reason: String
  /// Whether the error is invalid UTF-8 or an unpaired surrogate.
  package var isEncoding = false

  /// The description as a sentence, with the position.
  package var message: String { "\(reason), at byte \(byteOffset) (from 0)." }
}
