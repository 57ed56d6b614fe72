import CommonMark
import TextEditing

/// The definitions elsewhere that matter for a part of the document.
extension MarkdownDocument {
  /// Adds the definitions in force for labels that only an edited region mentions; nil without any.
  ///
  /// For example, without its asterisks the text `[*a*]` is a link if `[a]` is defined.
  ///
  /// - Parameters:
  ///   - edited: The `bytes` of the region after the edit.
  ///   - extensions: Those of the dialect.
  /// - Complexity: O(*n*) in the length of `edited`, if it has a bracket.
  package func region(
    _ region: DocumentRegion, mentioning edited: [UInt8], _ extensions: SyntaxExtensions
  ) -> DocumentRegion? {
    if definitions.isEmpty || region.range.isEmpty { return nil }
    let labels = labels(in: edited)
    let known = self.labels(in: region.bytes)
    // An edit changes few labels.
    let ends = labels.unchangedEnds(in: known)
    let others = Array(labels[ends.first..<labels.count - ends.last])
    guard !others.isEmpty, let first = slices.place(containing: region.range.lowerBound),
      let last = slices.place(containing: region.range.upperBound - 1)
    else { return nil }
    // The region of a table's rows does not contain the definitions of its slices.
    let isWhole = region.range.lowerBound <= first.start && last.end <= region.range.upperBound
    let added = definitionsInForce(
      for: others, besides: known, in: isWhole ? first.index..<last.index + 1 : 0..<0, extensions)
    return added.isEmpty ? nil : self.region(region, with: added)
  }

  /// Inserts definitions at the start of a region, after a byte order mark, which must stay first.
  private func region(_ region: DocumentRegion, with definitions: [UInt8]) -> DocumentRegion {
    var region = region
    let isFirst = region.range.lowerBound <= 3
    if isFirst, buffer.bytes(in: 0..<min(3, buffer.utf8Count)).byteOrderMarkCount > 0 {
      region.bytes.insert(contentsOf: definitions, at: 3)
      region.prefixCount = max(3, region.prefixCount) + definitions.count
      region.range = 3..<max(3, region.range.upperBound)
      return region
    }
    if region.range.lowerBound == 0, region.holdsByteOrderMark { return wholeRegion }
    region.bytes.insert(contentsOf: definitions, at: 0)
    region.prefixCount += definitions.count
    return region
  }

  /// The possible labels of a text.
  func labels(in text: [UInt8]) -> [[UInt8]] {
    if definitions.isEmpty { return [] }
    return text.withUnsafeBufferPointer { LabelScan.labels(in: $0) }
  }

  /// The definitions outside some slices that are in force for labels, each as a paragraph.
  ///
  /// - Parameters:
  ///   - known: Labels whose definitions are already there.
  ///   - extensions: Those of the dialect. Footnotes are no definitions, nor are their lines.
  func definitionsInForce(
    for labels: [[UInt8]], besides known: [[UInt8]] = [], in indices: Range<Int>,
    _ extensions: SyntaxExtensions
  ) -> [UInt8] {
    if labels.isEmpty { return [] }
    var own: Set<DefinitionIndex.Group> = []
    slices.forEach(in: indices) { if $0.group != 0 { own.insert($0.group) } }
    var seen = Set(known.map { LabelKey($0) })
    var result: [UInt8] = []
    for label in labels {
      let key = LabelKey(label)
      // The slices already have their own definitions, and later ones must not take precedence.
      guard seen.insert(key).inserted,
        let (group, definition) = definitions.definition(of: key, extensions), !own.contains(group)
      else { continue }
      result += definition.text + [.lineFeed, .lineFeed]
    }
    return result
  }
}
