/// A text that can be edited: ours, or what a user would pick instead.
protocol TextSubject: SendableMetatype {
  /// The name in the table.
  static var name: String { get }
  /// In what unit it takes offsets.
  static var unit: OffsetUnit { get }
  /// Takes up a text.
  init(_ text: String)
  /// Replaces a range, in the subject's unit, by `text`, whose UTF-8 bytes are `bytes`.
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8])
  /// Replaces a range, in the subject's unit, by `text`.
  mutating func replace(_ range: Range<Int>, with text: String)
  /// The text.
  var string: String { get }
}

enum OffsetUnit: Sendable { case utf8, utf16 }

/// An edit with its range in both units, so that no subject has to convert.
struct PreparedEdit: Sendable {
  var utf8: Range<Int>
  var utf16: Range<Int>
  var text: String
  var bytes: [UInt8]
}

extension TextSubject {
  /// Makes edits and returns the CPU time they took, in nanoseconds.
  @inline(never)
  mutating func time(_ edits: ArraySlice<PreparedEdit>) -> Double {
    switch Self.unit {
    case .utf8:
      let start = CPUClock.now
      for edit in edits { replace(edit.utf8, with: edit.text, edit.bytes) }
      return Double(CPUClock.now - start)
    case .utf16:
      let start = CPUClock.now
      for edit in edits { replace(edit.utf16, with: edit.text, edit.bytes) }
      return Double(CPUClock.now - start)
    }
  }

  /// Makes edits with new texts as strings, and returns the CPU time they took, in nanoseconds.
  ///
  /// A string of at most 15 bytes is no reference. An array is retained and released for each edit,
  /// and each of the two waits until all that was written before has reached the cache: where edits
  /// go to memory that is in no cache, that parts one edit from the next for every subject.
  @inline(never)
  mutating func timeOfStrings(_ edits: ArraySlice<PreparedEdit>) -> Double {
    switch Self.unit {
    case .utf8:
      let start = CPUClock.now
      for edit in edits { replace(edit.utf8, with: edit.text) }
      return Double(CPUClock.now - start)
    case .utf16:
      let start = CPUClock.now
      for edit in edits { replace(edit.utf16, with: edit.text) }
      return Double(CPUClock.now - start)
    }
  }
}
