import CommonMark

/// What in a stretch of source may define a label, found without knowing its blocks.
///
/// Where a line at the root is as plain as a definition can be, it need not be asked about. Behind a
/// blank line, in the first column, it begins a paragraph at the root, unless a block of code or of
/// HTML goes on there; and a paragraph that begins with such lines begins with these definitions.
///
/// For the other labels there is a probe each: a paragraph `[label]`, which is a link where something
/// defines it. One reading of the stretch with the probes before it then tells what each of its
/// slices defines, where no other slice may define the same.
struct DefinitionCandidates {
  /// A label in brackets, with nothing but prefixes of containers before it and a colon behind.
  struct Candidate {
    /// The offset of its bracket in the stretch.
    var offset: Int
    /// What it defines where neither code nor HTML goes on over it; nil where that is to be asked.
    var plain: PlainDefinition?
    /// Whether another plain one ends where it begins, in the same paragraph.
    var goesOn = false
    /// Which of the labels it is; nil where that is not known.
    var label: Int?
  }

  /// A label.
  struct Label {
    /// Where it stands, collapsed, in the bytes of the labels.
    var bytes: Range<Int>
    /// The hash of it folded.
    var hash: UInt64
    /// The offsets of the first candidate for it, and the last.
    var places: ClosedRange<Int>
    /// The number of its probe; nil where none is needed.
    var probe: Int?
  }

  private(set) var candidates: [Candidate] = []
  private(set) var labels: [Label] = []
  private(set) var labelBytes: [UInt8] = []
  /// The labels that are to be asked for, by the numbers of their probes.
  private(set) var asked: [Int] = []

  /// Finds what may define a label in `source`, up to an offset at which a line begins.
  ///
  /// - Parameters:
  ///   - beginsAtRoot: whether what begins there does so at the start of a line at the root.
  ///   - endsText: whether the text ends with it.
  /// - Complexity: O(*n*).
  init(in source: Bytes, upTo limit: Int, beginsAtRoot: Bool, endsText: Bool) {
    var others: [(candidate: Int, label: Range<Int>)] = []
    // Where a paragraph at the root goes on that has nothing in it but plain definitions so far.
    var next = beginsAtRoot ? 0 : -1
    var index = source.firstOffset(of: 0x5B, from: 0)
    while index < limit {
      if index == next || source.followsBlankLine(index),
        let plain = PlainDefinition.match(in: source, at: index, endsText: endsText)
      {
        candidates.append(
          Candidate(offset: index, plain: plain.definition, goesOn: index == next && index > 0))
        next = plain.end
        index = source.firstOffset(of: 0x5B, from: next)
        continue
      }
      if LabelScan.beginsLine(in: source, at: index),
        let (end, label) = LinkLabel.match(in: source, at: index, limit: .max),
        !label.isEmpty, end < source.count, source[end] == 0x3A
      {
        // A line ending at an end is white space, but the marker of a quote behind it is not.
        others.append((candidates.count, index + 1..<end - 1))
        candidates.append(Candidate(offset: index))
      }
      index = source.firstOffset(of: 0x5B, from: index + 1)
    }
    if !others.isEmpty { number(others, in: source) }
  }

  /// Numbers the labels of all candidates, and those that are to be asked for.
  private mutating func number(
    _ others: [(candidate: Int, label: Range<Int>)], in source: Bytes
  ) {
    for (_, label) in others {
      let text = Bytes(rebasing: source[label])
      // Where lines may have the markers of quotes before them there are two readings, and it may
      // define a label that another place is asked about: then none is asked about.
      let isAmbiguous = text.contains { $0 == 0x0A || $0 == 0x0D } && text.contains(0x3E)
      if isAmbiguous { return }
    }
    var hashes = InternTable<UInt64>()
    var rest = others[...]
    for index in candidates.indices {
      let candidate = candidates[index]
      if let plain = candidate.plain {
        add(Bytes(rebasing: source[plain.label]), of: index, &hashes)
      } else if let other = rest.popFirst() {
        add(Bytes(rebasing: source[other.label]), of: index, &hashes)
      }
    }
    for (index, _) in others {
      guard let label = candidates[index].label, labels[label].probe == nil else { continue }
      labels[label].probe = asked.count
      asked.append(label)
    }
  }

  private mutating func add(
    _ label: Bytes, of candidate: Int, _ hashes: inout InternTable<UInt64>
  ) {
    let start = labelBytes.count
    appendCollapsed(label)
    let bytes = start..<labelBytes.count
    let (hash, isExact) = labelBytes.withUnsafeBufferPointer {
      LabelKey.hash(of: Bytes(rebasing: $0[bytes]))
    }
    let offset = candidates[candidate].offset
    if isExact, bytes.count <= LinkLabel.byteLimit {
      guard let number = hashes.number(of: hash) else {
        candidates[candidate].label = labels.count
        labels.append(Label(bytes: bytes, hash: hash, places: offset...offset))
        return hashes.append(hash)
      }
      if areOne(labelBytes[bytes], labelBytes[labels[number].bytes]) {
        candidates[candidate].label = number
        labels[number].places = labels[number].places.lowerBound...offset
      }
    }
    labelBytes.removeSubrange(bytes)
  }

  private func areOne(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    first == second || LabelKey(Array(first)) == LabelKey(Array(second))
  }

  private mutating func appendCollapsed(_ label: Bytes) {
    for index in label.trimming(0..<label.count) {
      if !label[index].isMarkdownSpace {
        labelBytes.append(label[index])
      } else if !label[index - 1].isMarkdownSpace {
        labelBytes.append(0x20)
      }
    }
  }

  /// The probes, in the order of their numbers.
  func probes() -> [UInt8] {
    var text: [UInt8] = []
    for number in asked {
      DefinitionReader.appendBracketed(labelBytes[labels[number].bytes], to: &text)
      text.append(lineFeed)
      text.append(lineFeed)
    }
    return text
  }

  /// The candidates in a range of the stretch.
  ///
  /// - Complexity: O(log *n*).
  func candidates(in range: Range<Int>) -> ArraySlice<Candidate> {
    candidates[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
  }

  private func firstIndex(from offset: Int) -> Int {
    if let last = candidates.last, last.offset < offset { return candidates.count }
    var low = 0
    var high = candidates.count
    while low < high {
      let middle = (low + high) / 2
      if candidates[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a line begins at an offset, and the one before it is blank and lies in these bytes.
  fileprivate func followsBlankLine(_ offset: Int) -> Bool {
    var index = offset - 1
    guard index >= 0, self[index] == 0x0A || self[index] == 0x0D else { return false }
    if self[index] == 0x0A, index > 0, self[index - 1] == 0x0D { index -= 1 }
    while index > 0 {
      index -= 1
      if self[index] == 0x0A || self[index] == 0x0D { return true }
      if !self[index].isBlank { return false }
    }
    // What begins in the midst of a line has a letter there, and is not blank.
    return true
  }
}
