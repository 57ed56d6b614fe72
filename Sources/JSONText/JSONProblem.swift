/// What is wrong with a text that should be JSON (RFC 8259), and where.
package struct JSONProblem: Error, Hashable, Sendable {
  /// The offset in bytes, from 0, of what is wrong.
  package var byteOffset: Int
  /// What is wrong, as a phrase.
  package var reason: String
  /// Whether it is a matter of bytes that are not UTF-8, or of half a surrogate pair.
  package var isEncoding = false

  /// A sentence that names the place.
  package var message: String { "\(reason), at byte \(byteOffset) (from 0)." }
}
