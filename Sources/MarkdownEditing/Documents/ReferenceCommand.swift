import CommonMark
import MarkdownSyntax
import TextEditing

/// Turns inline links into reference links and the reverse, and sorts link definitions at the end of
/// the document.
///
/// Only what follows a link's text is written. After the edit a reader must see the same document,
/// with the same destinations and titles, and each label must be defined as it should be. A link or a
/// definition that would change what is seen stays as it is.
struct ReferenceCommand {
  private let options: EditingOptions
  private let source: [UInt8]
  private let tree: SyntaxTree
  private let selections: [Range<Int>]
  private let shown: ShownText
  private let defined: [LabelKey: Target]
  /// All definitions, those of a label that are in force, and those outside of other blocks.
  private var (definitions, first, outer): ([Int], [Int], Set<Int>) = ([], [], [])
  private var cells: [Range<Int>] = []

  private struct Target: Hashable {
    var destination: [UInt8]
    var title: [UInt8]?
  }

  init(
    _ source: [UInt8], _ options: EditingOptions, at selections: [Range<Int>]
  ) throws(ParsingRefusal) {
    (self.source, self.options, self.selections) = (source, options, selections)
    tree = try SyntaxTree(source, in: options.dialect)
    shown = ShownText(tree, of: source)
    defined = Self.defined(in: tree, of: source)
    var end = 0
    for (index, node) in tree.nodes.enumerated() {
      if node.kind == .cell { cells.append(node.range) }
      if node.kind == .definition {
        definitions.append(index)
        if index >= end { outer.insert(index) }
        if tree.link(of: node)?.definition == Int(node.number) { first.append(index) }
      } else if index > 0, index >= end {
        end = node.endIndex
      }
    }
  }

  func outcome(_ action: ReferenceAction, _ argument: String?) -> Outcome {
    let words = Array((argument ?? "").utf8).split { $0.isBlank }.map { Array($0) }
    func names(_ name: StaticString) -> Bool { words.contains(Array(name.bytes)) }
    let known = words.count { word in
      [Array("document".utf8), Array("text".utf8), Array("number".utf8)].contains(word)
    }
    if known < words.count { return .unchanged(.badArgument) }
    do throws(Outcome.Unchanged) {
      switch action {
      case .labels:
        let links = try links(inDocument: names("document")) { $0 == .inline }
        return referring(links, byText: names("text"))
      case .inline:
        let links = try links(inDocument: names("document")) {
          $0 == .full || $0 == .collapsed || $0 == .shortcut
        }
        return inlining(links)
      case .sort: return try sorting()
      }
    } catch {
      return .unchanged(error)
    }
  }

  /// The links and images of a form at the selections; at a caret outside of links, those of the
  /// document.
  private func links(
    inDocument isAll: Bool, _ isWanted: (InlineToken.LinkForm) -> Bool
  ) throws(Outcome.Unchanged) -> [Int] {
    let all = tree.nodes.indices.filter { [.link, .image].contains(tree.nodes[$0].kind) }
    var own = all
    if !isAll {
      own = all.filter { index in
        let range = tree.nodes[index].range
        return selections.contains { $0.isEmpty ? range.covers($0) : range.overlaps($0) }
      }
      if own.isEmpty, selections.allSatisfy({ $0.isEmpty }) { own = all }
    }
    let wanted = own.filter { tree.link(of: tree.nodes[$0])?.form.map(isWanted) ?? false }
    if wanted.isEmpty { throw own.isEmpty ? .noLink : .alreadySo }
    return wanted
  }

  private static let mostTrials = 40

  // MARK: To references

  private func referring(_ links: [Int], byText: Bool) -> Outcome {
    var known: [Target: [UInt8]] = [:]
    for index in first {
      let label = source[tree.nodes[index].content]
      guard let target = target(of: index), known[target] == nil,
        !label.contains(where: { $0.isLineEnding || $0 == .verticalLine })
      else { continue }
      known[target] = Array(label)
    }
    let counts = LabelKey.counts(in: source)
    var texts: [LabelKey: Int] = [:]
    for node in tree.nodes where tree.link(of: node)?.form == .inline {
      texts[LabelKey(Array(source[node.content])), default: 0] += 1
    }
    var (numbered, left): (Set<Int>, Set<Int>) = ([], [])
    for _ in 0..<Self.mostTrials {
      var labels = known
      var number = 0
      var replacements: [TextEdit.Replacement] = []
      var definitions: [[UInt8]] = []
      var wanted = defined
      for index in links where !left.contains(index) {
        guard let target = target(of: index) else { continue }
        let node = tree.nodes[index]
        let text = Array(source[node.content])
        let key = LabelKey(text)
        if labels[target] == nil {
          var label = text
          if !byText || numbered.contains(index) || wanted[key] != nil
            || counts[key] != texts[key] || !text.isPlainLabel
          {
            repeat {
              number += 1
              label = Array(String(number).utf8)
            } while counts[LabelKey(label)] != nil
          }
          labels[target] = label
          wanted[LabelKey(label)] = target
          definitions.append([.leftBracket] + label + Array("]: ".utf8) + spelled(index))
        }
        let label = labels[target] ?? []
        let tail = [.leftBracket] + (LabelKey(label) == key ? [] : label) + [.rightBracket]
        replacements.append(
          .init(node.content.upperBound + 1..<node.range.upperBound, with: tail))
      }
      if replacements.isEmpty { break }
      if !definitions.isEmpty { replacements.append(adding(definitions)) }
      guard let fault = fault(of: replacements, wanted) else {
        return plan(replacements, .converted)
      }
      let culprit = links.last {
        !left.contains($0) && tree.nodes[$0].range.lowerBound <= fault
      }
      guard let culprit = culprit ?? links.first(where: { !left.contains($0) }) else { break }
      if byText, numbered.insert(culprit).inserted { continue }
      left.insert(culprit)
    }
    return refused
  }

  /// Lines after the last definition outside of other blocks, or else at the end.
  private func adding(_ lines: [[UInt8]]) -> TextEdit.Replacement {
    let ending = source.usualEnding
    let text = Array(lines.joined(separator: ending))
    if let last = outer.max() {
      let end = tree.nodes[last].range.upperBound
      let place = source[end...].firstIndex { $0.isLineEnding } ?? source.count
      return .init(place..<place, with: ending + text)
    }
    if let last = tree.nodes.indices.last(where: { isOpen($0) }) {
      // Nothing can be after a block that is not closed.
      let start = source.lineStart(of: tree.nodes[last].range.lowerBound)
      let isApart = source[..<start].isBlankAtEnd
      return .init(start..<start, with: (isApart ? [] : ending) + text + ending + ending)
    }
    let isEnded = source.last?.isLineEnding ?? true
    let isApart = isEnded && source[...].isBlankAtEnd
    return .init(
      source.count..<source.count,
      with: (isEnded ? [] : ending) + (isApart ? [] : ending) + text + (isEnded ? ending : []))
  }

  /// Whether a block outside of others ends with the document because nothing closes it.
  private func isOpen(_ index: Int) -> Bool {
    let node = tree.nodes[index]
    guard node.endIndex == tree.nodes.count, index > 0 else { return false }
    if node.kind == .html {
      let ends: [[UInt8]] = ["</", "-->", "?>", ">", "]]>"].map { Array($0.utf8) }
      guard (1...5).contains(node.number) else { return false }
      let end = ends[Int(node.number) - 1]
      return !node.range.contains { source[$0..<source.count].starts(with: end) }
    }
    return node.kind == .code && node.mark != 0 && !node.isClosed
      && source[source.lineStart(of: node.range.lowerBound)..<node.range.lowerBound]
        .allSatisfy { $0.isBlank }
  }

  // MARK: To inline links

  private func inlining(_ links: [Int]) -> Outcome {
    var uses: [Int: Int] = [:]
    for node in tree.nodes where node.kind == .link || node.kind == .image {
      if let definition = tree.link(of: node)?.definition { uses[definition, default: 0] += 1 }
    }
    var places: [Int: Int] = [:]
    for index in first { places[Int(tree.nodes[index].number)] = index }
    var (kept, left): (Set<Int>, Set<Int>) = ([], [])
    for _ in 0..<Self.mostTrials {
      var rest = uses
      var replacements: [TextEdit.Replacement] = []
      for index in links where !left.contains(index) {
        let node = tree.nodes[index]
        guard let definition = tree.link(of: node)?.definition, let place = places[definition]
        else { continue }
        rest[definition, default: 0] -= 1
        var target = spelled(place)
        if isInCell(index) { target = target.withEscapedPipes }
        replacements.append(
          .init(
            node.content.upperBound + 1..<node.range.upperBound,
            with: [.leftParenthesis] + target + [.rightParenthesis]))
      }
      if replacements.isEmpty { break }
      let unused = first.filter { index in
        let definition = Int(tree.nodes[index].number)
        return rest[definition] == 0 && uses[definition] != 0 && !kept.contains(index)
      }
      let removals = removals(of: unused)
      // Another definition of the label of a removed one is now the first one.
      var wanted: [LabelKey: Target] = [:]
      for index in definitions where !removals.nodes.contains(index) {
        let key = LabelKey(Array(source[tree.nodes[index].content]))
        if wanted[key] == nil { wanted[key] = target(of: index) }
      }
      replacements += removals.ranges.map { .init($0, with: "") }
      guard let fault = fault(of: replacements, wanted) else {
        return plan(replacements, .converted)
      }
      if let definition = culprit(among: removals.nodes, at: fault) {
        kept.insert(definition)
      } else if let link = links.last(where: {
        !left.contains($0) && tree.nodes[$0].range.lowerBound <= fault
      }) ?? links.first(where: { !left.contains($0) }) {
        left.insert(link)
      }
    }
    return refused
  }

  /// Which of some removed definitions a fault may come from: the one directly above the place, or
  /// else the next one.
  private func culprit(among removed: Set<Int>, at fault: Int) -> Int? {
    var index = tree.nodes.partitionPoint { $0.range.lowerBound >= fault }
    while index > 0, tree.nodes[index - 1].kind == .definition {
      index -= 1
      if removed.contains(index) { return index }
    }
    return removed.filter { tree.nodes[$0].range.lowerBound >= fault }.min() ?? removed.max()
  }

  // MARK: Sorting

  private func sorting() throws(Outcome.Unchanged) -> Outcome {
    if definitions.isEmpty { throw .noDefinition }
    let keys = definitions.map { SortKey(LabelKey(Array(source[tree.nodes[$0].content])).bytes) }
    let order = keys.order(isDescending: false)
    var kept: Set<Int> = []
    for _ in 0..<Self.mostTrials {
      let removals = removals(of: definitions.filter { !kept.contains($0) && line(of: $0) != nil })
      if removals.nodes.isEmpty { break }
      let lines = order.map { definitions[$0] }.filter { removals.nodes.contains($0) }
        .compactMap { line(of: $0) }
      let ending = source.usualEnding
      let text = Array(lines.joined(separator: ending))
      var ranges = removals.ranges
      var end = source.count
      while let last = ranges.last, last.upperBound == end {
        ranges.removeLast()
        end = last.lowerBound
      }
      while end > 0, source[end - 1].isWhite { end -= 1 }
      let tail =
        (end > 0 ? ending + ending : []) + text + (source.last?.isLineEnding == true ? ending : [])
      var replacements = ranges.filter { $0.lowerBound < end }.map {
        TextEdit.Replacement($0, with: "")
      }
      if !source[end...].elementsEqual(tail) {
        replacements.append(.init(end..<source.count, with: tail))
      }
      if replacements.isEmpty { throw .alreadySo }
      guard let fault = fault(of: replacements, defined) else { return plan(replacements, .moved) }
      guard let culprit = culprit(among: removals.nodes, at: fault) else { break }
      kept.insert(culprit)
    }
    return refused
  }

  /// A definition as it is, or on one line if it is in another block; nil if it cannot be.
  private func line(of index: Int) -> [UInt8]? {
    let node = tree.nodes[index]
    let own = source[node.range]
    if outer.contains(index) || !own.contains(where: { $0.isLineEnding }) { return Array(own) }
    let label = source[node.content]
    if label.contains(where: { $0.isLineEnding }) { return nil }
    return [.leftBracket] + label + Array("]: ".utf8) + spelled(index)
  }

  // MARK: Definitions

  private static func defined(in tree: SyntaxTree, of source: [UInt8]) -> [LabelKey: Target] {
    var result: [LabelKey: Target] = [:]
    for node in tree.nodes where node.kind == .definition {
      guard let link = tree.link(of: node), link.definition == Int(node.number) else { continue }
      result[LabelKey(Array(source[node.content]))] = Target(
        destination: link.destination, title: link.title)
    }
    return result
  }

  private func target(of index: Int) -> Target? {
    tree.link(of: tree.nodes[index]).map { Target(destination: $0.destination, title: $0.title) }
  }

  /// The destination and the title of an inline link or a definition, as they are if they are on one
  /// line.
  private func spelled(_ index: Int) -> [UInt8] {
    guard let link = tree.link(of: tree.nodes[index]) else { return [] }
    var result = Array("<>".utf8)
    if let range = link.destinationRange, !range.isEmpty {
      let isBracketed = range.lowerBound > 0 && source[range.lowerBound - 1] == .lessThan
      result = Array(source[isBracketed ? range.lowerBound - 1..<range.upperBound + 1 : range])
    }
    guard let title = link.title, let range = link.titleRange else { return result }
    let own = source[range.lowerBound - 1..<range.upperBound + 1]
    if !own.contains(where: { $0.isLineEnding }) { return result + [.space] + own }
    let escaped = title.escapedAddress.flatMap { byte -> [UInt8] in
      if byte == .lineFeed { return Array("&#10;".utf8) }
      return byte == .quotationMark ? [.backslash, byte] : [byte]
    }
    return result + [.space, .quotationMark] + escaped + [.quotationMark]
  }

  private func isInCell(_ index: Int) -> Bool {
    let place = tree.nodes[index].range.lowerBound
    let next = cells.partitionPoint { $0.lowerBound > place }
    return next > 0 && cells[next - 1].contains(place)
  }

  /// The lines of some definitions, and the blank lines that are then not needed. Definitions that
  /// share a line with the marker of an item are left out.
  private func removals(of definitions: [Int]) -> (nodes: Set<Int>, ranges: [Range<Int>]) {
    var nodes: Set<Int> = []
    var ranges: [Range<Int>] = []
    for index in definitions {
      let range = tree.nodes[index].range
      let start = source.lineStart(of: range.lowerBound)
      let prefix = source[start..<range.lowerBound]
      let end = source.nextLine(after: range.upperBound)
      guard prefix.allSatisfy({ $0.isBlank || $0 == .greaterThan }) else { continue }
      nodes.insert(index)
      let isQuoted = prefix.contains(.greaterThan)
      func isVoid(_ byte: UInt8) -> Bool { byte.isWhite || isQuoted && byte == .greaterThan }
      if let last = ranges.last, last.upperBound <= start,
        source[last.upperBound..<start].allSatisfy(isVoid)
      {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
      guard let own = ranges.last else { continue }
      var above = own.lowerBound
      while above > 0, isVoid(source[above - 1]) { above -= 1 }
      // The end of the line above, and that of the blank lines below.
      let isApart =
        above == 0 || source[above..<own.lowerBound].count { $0 == .lineFeed } > 1
        || !source[above..<own.lowerBound].contains(.lineFeed)
          && source[above..<own.lowerBound].count { $0.isLineEnding } > 1
      func isQuoteLine(_ line: Range<Int>) -> Bool {
        source[line].first { !$0.isBlank } == .greaterThan
      }
      var below = own.upperBound
      while case let next = source.nextLine(after: below), next > below,
        source[below..<next].allSatisfy(isVoid), !isQuoted || isQuoteLine(below..<next)
      {
        below = next
      }
      let isLast = isQuoted && !isQuoteLine(below..<source.nextLine(after: below))
      if isLast {
        // The blank lines above end the quote now.
        let start = above > 0 ? source.nextLine(after: above) : above
        ranges[ranges.count - 1] = min(start, own.lowerBound)..<own.upperBound
      } else if below == source.count {
        let last = source.last?.isLineEnding == true && above > 0
        let start = last ? source.nextLine(after: above) : above
        ranges[ranges.count - 1] = min(start, own.lowerBound)..<source.count
      } else if isApart {
        ranges[ranges.count - 1] = own.lowerBound..<below
      }
    }
    return (nodes, ranges)
  }

  // MARK: The proof

  /// The offset of the first block or inline that a reader would see otherwise; nil if there is none
  /// and the labels have the wanted definitions.
  private func fault(
    of replacements: [TextEdit.Replacement], _ wanted: [LabelKey: Target]
  ) -> Int? {
    let text = edit(replacements).applying(to: source)
    guard let after = try? SyntaxTree(text, in: options.dialect) else { return 0 }
    if let place = shown.difference(from: ShownText(after, of: text)) { return place }
    if Self.defined(in: after, of: text) != wanted { return source.count }
    let reading = InlineReading(text, after, in: options.dialect, .document)
    return reading.libraryAgrees(on: text, at: [0..<text.count]) ? nil : source.count
  }

  private func edit(_ replacements: [TextEdit.Replacement]) -> TextEdit {
    TextEdit(replacements.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }

  private func plan(_ replacements: [TextEdit.Replacement], _ effect: Plan.Effect) -> Outcome {
    let edit = edit(replacements)
    return .plan(
      Plan(edit: edit, selections: selections.map { edit.mapping(utf8: $0) }, effect: effect))
  }

  private var refused: Outcome { .refused(.blocksDiffer(selections.hull)) }
}

extension [UInt8] {
  /// Whether a link's text is a label as it is: on one line, without brackets and escapes.
  fileprivate var isPlainLabel: Bool {
    first != .circumflex && count < 1000 && contains { !$0.isBlank }
      && !contains {
        $0.isLineEnding || $0 == .leftBracket || $0 == .rightBracket || $0 == .backslash
          || $0 == .verticalLine
      }
  }

  fileprivate var withEscapedPipes: [UInt8] {
    indices.flatMap { index in
      self[index] == .verticalLine && (index == 0 || self[index - 1] != .backslash)
        ? [.backslash, self[index]] : [self[index]]
    }
  }

  /// The start of the line after an offset; the end if there is none.
  fileprivate func nextLine(after offset: Int) -> Int {
    guard let end = self[offset...].firstIndex(where: { $0.isLineEnding }) else { return count }
    return self[end...].starts(with: [.carriageReturn, .lineFeed]) ? end + 2 : end + 1
  }
}

extension ArraySlice<UInt8> {
  /// Whether the last line is blank, or there is none.
  fileprivate var isBlankAtEnd: Bool {
    var end = endIndex
    var lines = 0
    while end > startIndex, self[end - 1].isWhite {
      end -= 1
      let isPair = self[end] == .lineFeed && end > startIndex && self[end - 1] == .carriageReturn
      if self[end].isLineEnding {
        lines += 1
        if isPair { end -= 1 }
      }
    }
    return end == startIndex || lines > 1
  }
}
