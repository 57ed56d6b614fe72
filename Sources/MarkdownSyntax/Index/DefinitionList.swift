/// What a slice defines, in order, in one array; of several for one label the first counts.
struct DefinitionList: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var records: [Record] = []

  /// Where the parts of a definition stand in the bytes, one behind the other.
  private struct Record: Hashable, Sendable {
    var hash: UInt64
    var start: UInt32
    var destination: UInt32
    var title: UInt32
    var end: UInt32
  }

  /// Whether nothing is defined: true of the slice `a`, not of `[a]: /u`.
  var isEmpty: Bool { records.isEmpty }
  var indices: Range<Int> { records.indices }

  /// The hash of the folded label of a definition.
  func hash(at index: Int) -> UInt64 { records[index].hash }

  /// Appends a definition: its label, collapsed, the hash of that folded, and what it stands for.
  mutating func append<Part: Collection<UInt8>>(
    _ label: Part, hash: UInt64, destination: Part, title: Part
  ) {
    let start = bytes.count
    bytes.append(contentsOf: label)
    let destinationStart = bytes.count
    bytes.append(contentsOf: destination)
    let titleStart = bytes.count
    bytes.append(contentsOf: title)
    // What is parsed at once has less than 256 MiB.
    records.append(
      Record(
        hash: hash, start: UInt32(start), destination: UInt32(destinationStart),
        title: UInt32(titleStart), end: UInt32(bytes.count)))
  }

  /// A definition, made anew.
  subscript(index: Int) -> DefinitionIndex.Definition {
    let record = records[index]
    let label = Array(bytes[Int(record.start)..<Int(record.destination)])
    return DefinitionIndex.Definition(
      label: label, key: LabelKey(label),
      meaning: ReferenceMap.Definition(
        destination: Array(bytes[Int(record.destination)..<Int(record.title)]),
        title: Array(bytes[Int(record.title)..<Int(record.end)])))
  }
}
