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

extension TextSubject {
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8]) {
    replace(range, with: text)
  }
}

enum OffsetUnit: Sendable { case utf8, utf16 }

/// An edit with its range in both units, so that no subject has to convert.
struct PreparedEdit<Text: NewText>: Sendable {
  var utf8: Range<Int>
  var utf16: Range<Int>
  var text: Text
}

/// What comes with an edit, as the subjects take it.
protocol NewText: Sendable {
  /// Puts it in the place of a range of `subject`, in the subject's unit.
  func replace<Subject: TextSubject>(_ range: Range<Int>, of subject: inout Subject)
}

/// A string of at most 15 bytes is no reference. So an edit that has nothing else is neither retained
/// nor released: each of the two waits until all that was written before has reached the cache, and
/// where edits go to memory that is in no cache, that parts one from the next for every subject.
extension String: NewText {
  @inline(__always)
  func replace<Subject: TextSubject>(_ range: Range<Int>, of subject: inout Subject) {
    subject.replace(range, with: self)
  }
}

/// A string beside its bytes: each subject takes what it takes sooner.
struct StringAndBytes: NewText {
  let string: String
  let bytes: [UInt8]

  init(_ string: String) {
    self.string = string
    bytes = Array(string.utf8)
  }

  @inline(__always)
  func replace<Subject: TextSubject>(_ range: Range<Int>, of subject: inout Subject) {
    subject.replace(range, with: string, bytes)
  }
}

extension TextSubject {
  /// Makes edits and returns the CPU time they took, in nanoseconds.
  @inline(never)
  mutating func time<Text: NewText>(_ edits: ArraySlice<PreparedEdit<Text>>) -> Double {
    switch Self.unit {
    case .utf8:
      let start = CPUClock.now
      for edit in edits { edit.text.replace(edit.utf8, of: &self) }
      return Double(CPUClock.now - start)
    case .utf16:
      let start = CPUClock.now
      for edit in edits { edit.text.replace(edit.utf16, of: &self) }
      return Double(CPUClock.now - start)
    }
  }
}
