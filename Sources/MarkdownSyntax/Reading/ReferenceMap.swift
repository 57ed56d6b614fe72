/// Which link labels of a document are defined, and what they mean.
///
/// Two labels match where libcmark says so (case folding and all, CommonMark 0.30 §4.7): every
/// label a document may use has been looked up there, and stands here as it is written, with its
/// white space collapsed.
public struct ReferenceMap: Hashable, Sendable {
  /// What a label stands for, as UTF-8 with escapes and references read.
  public struct Definition: Hashable, Sendable {
    /// The destination.
    public var destination: [UInt8]
    /// The title; empty if there is none.
    public var title: [UInt8]

    /// Makes a definition of its parts.
    package init(destination: [UInt8], title: [UInt8]) {
      self.destination = destination
      self.title = title
    }

    /// How many bytes each use of the label brings in.
    var byteCount: Int { destination.count + title.count }
  }

  /// A label as written, with what it stands for.
  public struct Entry: Hashable, Sendable {
    /// The label: UTF-8, its white space collapsed and taken off the ends.
    public var label: [UInt8]
    /// What it stands for.
    public var definition: Definition
  }

  /// The defined labels, in byte order.
  public private(set) var entries: [Entry] = []

  /// How many bytes of destinations and titles libcmark lets the uses of labels bring in.
  private(set) var expansionLimit = ReferenceMap.leastExpansionLimit

  private static let leastExpansionLimit = 100_000

  /// Makes a map in which nothing is defined.
  package init() {}

  /// Makes a map of entries in the byte order of their labels, which are collapsed already, for a source
  /// of `byteCount` bytes.
  package init(entries: [Entry], byteCount: Int) {
    expansionLimit = Swift.max(byteCount, Self.leastExpansionLimit)
    self.entries = entries
  }

  /// Whether no label is defined. True of a document without any line such as `[a]: /u`.
  public var isEmpty: Bool { entries.isEmpty }

  /// What `label`, written as in the source without its brackets, stands for; nil if the document
  /// does not use it or does not define it.
  ///
  /// - Complexity: O(*m* log *n*), where *m* is the length of the label.
  public subscript(label label: [UInt8]) -> Definition? {
    label.withUnsafeBufferPointer { index(of: $0).map { entries[$0].definition } }
  }

  /// Whether `count` uses of labels stay within the limit, whichever they are.
  func admits(uses count: Int) -> Bool {
    var most = 0
    for entry in entries { most = Swift.max(most, entry.definition.byteCount) }
    return most == 0 || count <= expansionLimit / most
  }

  /// The index of the entry for a label as written.
  func index(of label: Bytes) -> Int? {
    if entries.isEmpty { return nil }
    let label = collapsed(label)
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].label.lexicographicallyPrecedes(label) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < entries.count && entries[low].label == label ? low : nil
  }
}

/// The label with white space off its ends, and every stretch inside one space.
func collapsed(_ label: Bytes) -> [UInt8] {
  let range = label.trimming(0..<label.count)
  var result: [UInt8] = []
  result.reserveCapacity(range.count)
  for index in range {
    if !label[index].isMarkdownSpace {
      result.append(label[index])
    } else if !label[index - 1].isMarkdownSpace {
      result.append(0x20)
    }
  }
  return result
}
