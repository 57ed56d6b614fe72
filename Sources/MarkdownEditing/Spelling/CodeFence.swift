/// How a code span is written around its content (CommonMark 0.30 §6.1).
struct CodeFence: Hashable {
  /// The number of backticks.
  var length: Int
  /// Whether a space stands inside each fence, which the code span strips. True of `` ` a ` ``.
  var isPadded: Bool

  /// A fence of so many backticks.
  init(length: Int, isPadded: Bool) {
    self.length = length
    self.isPadded = isPadded
  }

  /// The fence for `content`: the preferred one where it serves, else the shortest that is longer
  /// than every run of backticks in it.
  ///
  /// - Parameters:
  ///   - content: the bytes between the fences, a line ending as one space.
  ///   - preferred: what the source had, to keep the user's own style.
  ///   - taken: lengths of literal backtick runs before the span, which would pair with it.
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

  /// A fence as the source has it: `bytes` are the backticks and what is stripped with them.
  init(reading bytes: ArraySlice<UInt8>) {
    let count = bytes.count { $0 == .backtick }
    length = count
    isPadded = count < bytes.count
  }

  /// The bytes of the opening fence.
  var opening: [UInt8] {
    Array(repeating: .backtick, count: length) + (isPadded ? [.space] : [])
  }

  /// The bytes of the closing fence.
  var closing: [UInt8] {
    (isPadded ? [.space] : []) + Array(repeating: .backtick, count: length)
  }
}
