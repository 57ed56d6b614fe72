/// A label in the form for comparison (CommonMark 0.30 §4.7): case-folded, trimmed, with one space
/// for each run of white space. `[ Foo  Bar]` has the key of `[foo bar]`.
package struct LabelKey: Hashable, Sendable {
  package private(set) var bytes: [UInt8] = []

  /// Folds a label as it is written, without its brackets.
  init(_ label: Bytes) {
    bytes.reserveCapacity(label.count)
    var index = 0
    while index < label.count {
      if label[index].isMarkdownSpace {
        if !bytes.isEmpty, bytes.last != .space { bytes.append(.space) }
        index += 1
      } else {
        let (scalar, count) = label.scalar(at: index)
        CaseFolding.append(scalar, to: &bytes)
        index += count
      }
    }
    if bytes.last == .space { bytes.removeLast() }
  }

  package init(_ label: [UInt8]) { self = label.withUnsafeBufferPointer { LabelKey($0) } }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The key without the characters of marks and escapes: of `*a*` as of `a`.
  var withoutMarkup: LabelKey {
    let isMarkup: (UInt8) -> Bool = { "*_~=`\\".utf8.contains($0) }
    guard bytes.contains(where: isMarkup) else { return self }
    var key = self
    key.bytes.removeAll(where: isMarkup)
    return key
  }
}
