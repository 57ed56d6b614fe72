/// An editable text: ours, or an alternative.
protocol TextSubject: SendableMetatype {
  static var name: String { get }
  static var unit: OffsetUnit { get }
  init(_ text: String)
  /// Replaces a range, in the subject's unit, by `text`, whose UTF-8 bytes are `bytes`.
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8])
  mutating func replace(_ range: Range<Int>, with text: String)
  var string: String { get }
}

extension TextSubject {
  mutating func replace(_ range: Range<Int>, with text: String, _ bytes: [UInt8]) {
    replace(range, with: text)
  }
}

enum OffsetUnit: Sendable { case utf8, utf16 }

/// An edit with its range in both units, so that subjects need not convert it.
struct PreparedEdit<Text: NewText>: Sendable {
  var utf8: Range<Int>
  var utf16: Range<Int>
  var text: Text
}

/// The inserted text of an edit, in a form for all subjects.
protocol NewText: Sendable {
  /// Replaces a range of `subject`, in the subject's unit, by this text.
  func replace<Subject: TextSubject>(_ range: Range<Int>, of subject: inout Subject)
}

/// A string of at most 15 bytes is stored inline, so an edit with such a string is neither retained
/// nor released. Each of those waits until all earlier writes have reached the cache. If edits go
/// to uncached memory, that would keep edits from overlapping, for every subject.
extension String: NewText {
  @inline(__always)
  func replace<Subject: TextSubject>(_ range: Range<Int>, of subject: inout Subject) {
    subject.replace(range, with: self)
  }
}

/// A string and its bytes: each subject uses the faster one.
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
