import CommonMark

/// What in a stretch of source may define a label, found without knowing its blocks, and a probe
/// for each label: a paragraph `[label]`, which is a link where something defines it.
///
/// One reading of the stretch with the probes before it then tells what each of its slices defines,
/// where no other slice may define the same.
struct DefinitionCandidates {
  /// A label in brackets, with nothing but prefixes of containers before it and a colon behind.
  struct Candidate {
    /// The offset of its bracket in the stretch.
    var offset: Int
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
  }

  private(set) var candidates: [Candidate] = []
  private(set) var labels: [Label] = []
  private(set) var labelBytes: [UInt8] = []
  /// By the hash which of the labels it is, where there are more than a few; else empty.
  private var numbers: [UInt64: Int] = [:]
  private var isAmbiguous = false

  /// Finds what may define a label in `source`.
  ///
  /// - Complexity: O(*n*).
  init(in source: Bytes) {
    var index = source.firstOffset(of: 0x5B, from: 0)
    while index < source.count {
      if LabelScan.beginsLine(in: source, at: index),
        let (end, label) = LinkLabel.match(in: source, at: index, limit: .max),
        !label.isEmpty, end < source.count, source[end] == 0x3A
      {
        // A line ending at an end is white space, but the marker of a quote behind it is not.
        add(Bytes(rebasing: source[index + 1..<end - 1]), at: index)
      }
      index = source.firstOffset(of: 0x5B, from: index + 1)
    }
    // What has two readings may define a label that another place is asked about.
    if isAmbiguous { labels.removeAll() }
  }

  private mutating func add(_ label: Bytes, at offset: Int) {
    var candidate = Candidate(offset: offset, label: nil)
    defer { candidates.append(candidate) }
    // Where lines may have the markers of quotes before them there are two readings.
    if label.contains(where: { $0 == 0x0A || $0 == 0x0D }), label.contains(0x3E) {
      isAmbiguous = true
    }
    if isAmbiguous { return }
    let start = labelBytes.count
    appendCollapsed(label)
    let bytes = start..<labelBytes.count
    let (hash, isExact) = labelBytes.withUnsafeBufferPointer {
      LabelKey.hash(of: Bytes(rebasing: $0[bytes]))
    }
    if isExact, bytes.count <= LinkLabel.byteLimit {
      guard let number = number(ofHash: hash) else {
        candidate.label = labels.count
        append(Label(bytes: bytes, hash: hash, places: offset...offset))
        return
      }
      if areOne(labelBytes[bytes], labelBytes[labels[number].bytes]) {
        candidate.label = number
        labels[number].places = labels[number].places.lowerBound...offset
      }
    }
    labelBytes.removeSubrange(bytes)
  }

  /// Up to so many labels are looked through one by one: the first dictionary of a process takes the
  /// runtime as long as a small document takes to be opened.
  private static let few = 8

  private func number(ofHash hash: UInt64) -> Int? {
    labels.count <= Self.few ? labels.firstIndex { $0.hash == hash } : numbers[hash]
  }

  private mutating func append(_ label: Label) {
    labels.append(label)
    if labels.count <= Self.few { return }
    if numbers.isEmpty {
      for (number, label) in labels.enumerated() { numbers[label.hash] = number }
    }
    numbers[label.hash] = labels.count - 1
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

  /// A probe for each label, in their order.
  func probes() -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(labelBytes.count + 5 * labels.count)
    for label in labels {
      DefinitionReader.appendBracketed(labelBytes[label.bytes], to: &text)
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
