/// The fence of a code span: its backticks and padding (CommonMark 0.30 §6.1).
struct CodeFence: Hashable {
  var length: Int
  /// Whether the content has a space at each end that is not part of the code: `` ` a ` ``.
  var isPadded: Bool

  /// Chooses the fence for `content`: the preferred one if possible; otherwise, the shortest that
  /// is longer than every run of backticks in it.
  ///
  /// - Parameters:
  ///   - content: the bytes between the fences, with each line ending as a space.
  ///   - preferred: the source's fence, to keep the user's style.
  ///   - taken: the lengths of literal backtick runs before the span, which would pair with it.
  init(for content: [UInt8], preferred: CodeFence?, taken: RunLengths) {
    let runs = RunLengths(in: content)
    let isBlank = content.allSatisfy { $0 == .space }
    let needsPadding =
      content.first == .backtick || content.last == .backtick
      || (content.first == .space && content.last == .space && !isBlank)
    isPadded = needsPadding || (preferred?.isPadded == true && !isBlank)
    if let preferred, !runs.contains(preferred.length), !taken.contains(preferred.length) {
      length = preferred.length
    } else {
      var candidate = runs.longest + 1
      while taken.contains(candidate) { candidate += 1 }
      length = candidate
    }
  }

  init(reading bytes: ArraySlice<UInt8>) {
    let count = bytes.count { $0 == .backtick }
    length = count
    isPadded = count < bytes.count
  }

  var opening: [UInt8] {
    Array(repeating: .backtick, count: length) + (isPadded ? [.space] : [])
  }

  var closing: [UInt8] {
    (isPadded ? [.space] : []) + Array(repeating: .backtick, count: length)
  }
}

/// A set of lengths of backtick runs. Those up to 64, more than anybody writes, are bits.
struct RunLengths: Hashable {
  private var bits: UInt64 = 0
  private var more: Set<Int> = []

  init() {}

  init<Bytes: Sequence<UInt8>>(in bytes: Bytes) {
    var length = 0
    for byte in bytes {
      if byte == .backtick {
        length += 1
      } else if length > 0 {
        insert(length)
        length = 0
      }
    }
    if length > 0 { insert(length) }
  }

  var longest: Int { more.max() ?? 64 - bits.leadingZeroBitCount }

  func contains(_ length: Int) -> Bool {
    1...64 ~= length ? bits >> UInt64(length - 1) & 1 == 1 : more.contains(length)
  }

  mutating func insert(_ length: Int) {
    if 1...64 ~= length { bits |= 1 << UInt64(length - 1) } else { more.insert(length) }
  }
}
