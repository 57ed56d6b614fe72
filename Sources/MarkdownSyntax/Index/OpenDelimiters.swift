/// The delimiter runs of a piece of a paragraph that may still be closed, paired as libcmark pairs them
/// (CommonMark 0.30 §6.2) as long as nothing before the piece is closed in it.
struct OpenDelimiters {
  /// A delimiter run.
  struct Run {
    let kind: DelimiterClass
    let byte: UInt8
    /// Whether it may both open and close. True of `2*3`.
    let isBoth: Bool
    /// How many characters it has.
    let length: Int
    /// How many of its characters are not paired.
    var left: Int

    init(_ byte: UInt8, _ length: Int, isBoth: Bool) {
      kind = DelimiterClass(of: byte, length: length, isBoth: isBoth)
      (self.byte, self.isBoth, self.length, left) = (byte, isBoth, length, length)
    }

    /// Whether the rule of three lets a closer of the same character be paired with the run. False of the `**` in
    /// `a**b*c` for the `*`.
    func isPaired(with closer: Run) -> Bool {
      !(isBoth || closer.isBoth) || closer.length % 3 == 0 || (length + closer.length) % 3 != 0
    }
  }

  private var runs: [Run] = []
  /// For each class how many of the first runs are closed by none of it, since one closed none; empty until
  /// one does.
  private var bottoms: [Int] = []

  var count: Int { runs.count }
  /// Whether none is open. False behind `*a`.
  var isEmpty: Bool { runs.isEmpty }

  /// What they may do behind the piece.
  var reach: InlineReach {
    runs.reduce(into: []) { $0.formUnion(.opens($1.kind)) }
  }

  mutating func append(_ run: Run) { runs.append(run) }
  mutating func removeAll() { runs.removeAll() }

  /// Pairs a run that may close with those that it closes, from the last one on.
  ///
  /// - Returns: whether nothing of it is left; nil where it is not certain what it is paired with.
  mutating func close(_ closer: inout Run) -> Bool? {
    while closer.left > 0 {
      var index = runs.count - 1
      let bottom = bottoms.isEmpty ? 0 : bottoms[closer.kind.index]
      while index >= bottom, !runs[index].kind.isClosed(by: closer.kind) { index -= 1 }
      guard index >= bottom else {
        if bottoms.isEmpty { bottoms = [Int](repeating: 0, count: Int(DelimiterClass.count)) }
        bottoms[closer.kind.index] = runs.count
        return false
      }
      // Of `_` the class does not tell the length, and what libcmark has looked for in vain for one it does not
      // look for for another.
      if closer.byte == 0x5F, !runs[index].isPaired(with: closer) { return nil }
      let width = closer.left >= 2 && runs[index].left >= 2 ? 2 : 1
      closer.left -= width
      runs[index].left -= width
      runs.removeSubrange((runs[index].left > 0 ? index + 1 : index)...)
      for kind in bottoms.indices { bottoms[kind] = min(bottoms[kind], runs.count) }
    }
    return true
  }
}
