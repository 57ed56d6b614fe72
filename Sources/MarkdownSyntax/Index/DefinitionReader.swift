import CommonMark

/// Finds out from libcmark what a slice defines: definitions leave no node in its tree, but a
/// paragraph `[label]` before the slice is a link where the label is defined.
enum DefinitionReader {
  /// The definitions in `source`, which begins where a child of the root does.
  ///
  /// - Parameters:
  ///   - isAtStart: whether the document begins with it.
  ///   - prefix: what opens the containers that it begins in.
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse the slice with the probes.
  /// - Complexity: O(*n*) in the length of the source.
  static func definitions(
    in source: Bytes, isAtStart: Bool, limits: ParsingLimits, prefix: [UInt8] = []
  ) throws(ParsingRefusal) -> DefinitionList {
    guard mayDefine(source) else { return DefinitionList() }
    var keys: Set<LabelKey> = []
    var inexact: Set<[UInt8]> = []
    var labels: [(label: [UInt8], key: LabelKey)] = []
    for label in LabelScan.labels(in: source, defining: true) {
      let key = LabelKey(label)
      // Labels that only may be one are all asked for.
      let isNew =
        key.isExact ? keys.insert(key).inserted : inexact.insert(label).inserted
      if isNew { labels.append((label, key)) }
    }
    if labels.isEmpty { return DefinitionList() }
    var text = paragraphs(of: labels.map { $0.label })
    // What no longer stands at the start must not begin with a byte order mark.
    text.append(contentsOf: prefix)
    text.append(
      contentsOf: isAtStart && source.holds("\u{FEFF}", at: 0) ? source[3...] : source[...])
    let tree = try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
      try MarkdownTree(parsing: text, limits: limits)
    }
    var found = DefinitionList()
    for (index, link) in tree.probes(labels.count).links.enumerated() {
      guard let link else { continue }
      found.append(
        labels[index].label[...], hash: labels[index].key.hash,
        destination: tree.destination(of: link), title: tree.title(of: link))
    }
    return found
  }

  /// A paragraph for each label, in brackets: those that are defined are links.
  static func paragraphs(of labels: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    for label in labels {
      appendBracketed(label[...], to: &text)
      text.append(lineFeed)
      text.append(lineFeed)
    }
    return text
  }

  /// Where the text behind the fenced code that a source begins with may begin: nothing is defined
  /// before; 0 where it begins with none.
  static func endOfFence(in source: Bytes) -> Int {
    var index = 0
    while index < min(3, source.count), source[index] == 0x20 { index += 1 }
    guard index + 2 < source.count, source[index] == 0x60 || source[index] == 0x7E else { return 0 }
    let mark = source[index]
    guard source[index + 1] == mark, source[index + 2] == mark else { return 0 }
    while index < source.count, source[index] == mark { index += 1 }
    // The first line that begins like the fence may close it.
    while true {
      index = source.firstOffset(of: mark, from: index)
      guard index < source.count else { return index }
      let start = index
      while index < source.count, source[index] == mark { index += 1 }
      var line = start
      while line > 0, source[line - 1].isBlank { line -= 1 }
      let begins = line > 0 && (source[line - 1] == 0x0A || source[line - 1] == 0x0D)
      if index - start > 2, begins { return index }
    }
  }

  /// Whether libcmark takes two labels for one.
  static func areOne(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    var text: [UInt8] = []
    appendBracketed(first[...], to: &text)
    text.append(contentsOf: [0x3A, 0x61, lineFeed, lineFeed])
    appendBracketed(second[...], to: &text)
    guard let tree = try? MarkdownTree(parsing: text) else { return false }
    return tree.nodes.contains { $0.kind == .link }
  }

  /// Whether `]:` stands anywhere: there is no definition without it.
  static func mayDefine(_ source: Bytes) -> Bool {
    var index = source.firstOffset(of: 0x5D, from: 0)
    while index + 1 < source.count {
      if source[index + 1] == 0x3A { return true }
      index = source.firstOffset(of: 0x5D, from: index + 1)
    }
    return false
  }

  /// Appends a collapsed label in its brackets.
  static func appendBracketed(_ label: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text.append(0x5B)
    text.append(contentsOf: label)
    // A backslash at the label's end had white space after it, and must not escape the bracket.
    if label.reversed().prefix(while: { $0 == 0x5C }).count & 1 == 1 { text.append(0x20) }
    text.append(0x5D)
  }
}
