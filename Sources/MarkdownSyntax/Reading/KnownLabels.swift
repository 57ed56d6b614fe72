/// Labels of which it is known whether they are defined, and as what.
struct KnownLabels {
  /// The labels, in byte order.
  var labels: [[UInt8]] = []
  /// Those of them that are defined, in the same order.
  var entries: [ReferenceMap.Entry] = []

  /// What labels of a source stand for, given in byte order; nil where the source may define one that is not
  /// known.
  func references(for wanted: [[UInt8]], in source: [UInt8]) -> ReferenceMap? {
    if labels.isEmpty { return nil }
    var found: [ReferenceMap.Entry] = []
    var (label, entry) = (0, 0)
    var defined: Set<LabelKey>?
    for other in wanted {
      while label < labels.count, labels[label].lexicographicallyPrecedes(other) { label += 1 }
      if label == labels.count || labels[label] != other {
        // Nothing defines `a **b**` because it stands in `[a **b**](/u)`.
        let keys =
          defined
          ?? LabelKey.keys(
            of: source.withUnsafeBufferPointer { LabelScan.labels(in: $0, defining: true) })
        if keys.contains(LabelKey(other)) { return nil }
        defined = keys
        continue
      }
      while entry < entries.count, entries[entry].label.lexicographicallyPrecedes(other) {
        entry += 1
      }
      if entry < entries.count, entries[entry].label == other { found.append(entries[entry]) }
    }
    return ReferenceMap(entries: found, byteCount: source.count)
  }
}
