import MarkdownSyntax
import TextEditing

/// Inserts something at a caret, which the rest of the leaf shows beside it.
///
/// A letter is typed at the caret, or else at the next place outside of code, an image or a
/// delimiter, and replaced. Behind a bare address, which would become longer, the address gets
/// brackets: `see https://a.b‸` becomes `see <https://a.b>[^1]`.
struct InlineInsertion {
  let place: CaretPlace
  let options: EditingOptions
  /// Whether it is text, which may be in code and may lengthen an address.
  var isTyped = false

  private var source: [UInt8] { place.reading.source }

  typealias Change = (InlineLeaf, Int, _ source: [UInt8]) -> InlineChange?

  func outcome(_ change: Change) -> Outcome {
    guard let leaf = place.leaf else { return outcome(at: place.offset, change, options) }
    let start = isTyped ? place.offset : leaf.outside(place.offset)
    if !isTyped, let bracketed = bracketed(before: start, of: leaf) {
      return after(bracketed, change)
    }
    // A neighbour is written as a reference only if no place beside it does.
    var plain = options
    plain.edges = .plain
    for options in [plain, options] {
      for offset in [start] + leaf.ends(around: start).filter({ $0 != start }) {
        let outcome = outcome(at: offset, change, options)
        if case .plan = outcome { return outcome }
      }
    }
    return outcome(at: start, change, options)
  }

  private func outcome(at offset: Int, _ change: Change, _ options: EditingOptions) -> Outcome {
    guard let letter = letter(at: offset),
      let change = change(letter.leaf, letter.item, letter.reading.source)
    else { return .unchanged(.noText) }
    let range = letter.leaf.items[letter.item].source
    let planner = InlinePlanner([(letter.leaf, change, [letter.item])], of: letter.reading, options)
    let outcome = planner.outcome(of: [change], at: range)
    guard case .plan(var plan) = outcome else { return outcome }
    // Inside a delimiter, the caret may be beside the offset.
    let caret = range.lowerBound..<range.lowerBound
    let typing = TextEdit([.init(caret, with: Array(letter.reading.source[range]))])
    var edit = typing.then(plan.edit)
    // The letter stands for a text that is typed next.
    if change.replaced == nil, let place = plan.selections.first {
      edit = edit.then(TextEdit([.init(place, with: "")]))
      plan.selections = [place.lowerBound..<place.lowerBound]
    }
    return .plan(Plan(edit: edit, selections: plan.selections, effect: .added))
  }

  /// A leaf with a letter at an offset. Where the letter would change what is around it, as behind
  /// `**a**`, it is not in the text.
  private func letter(at offset: Int) -> (reading: InlineReading, leaf: InlineLeaf, item: Int)? {
    if offset == place.offset, let typed = place.typed {
      return (typed.reading, typed.leaf, typed.item)
    }
    let typed = TypedLetter(at: offset, in: place.reading)
    if let leaf = place.leaf, offset <= leaf.nodes[0].content.upperBound,
      !leaf.items.contains(where: { $0.isBreak && $0.source.contains(offset) }),
      typed?.leaf.shows(
        leaf, in: source, except: typed?.letter ?? 0..<0, typed?.reading.source ?? []) != true
        || typed?.isInWord == true
    {
      let (own, item) = leaf.withLetter(at: offset)
      return (place.reading, own, item)
    }
    return typed.map { ($0.reading, $0.leaf, $0.item) }
  }

  private func after(_ first: Plan, _ change: Change) -> Outcome {
    let edited = first.edit.applying(to: source)
    let place = CaretPlace(
      first.selections[0].upperBound, in: edited, options.dialect, place.reading.context)
    let outcome = InlineInsertion(place: place, options: options).outcome(change)
    guard case .plan(let plan) = outcome else { return outcome }
    return .plan(
      Plan(edit: first.edit.then(plan.edit), selections: plan.selections, effect: .added))
  }

  private func bracketed(before offset: Int, of leaf: InlineLeaf) -> Plan? {
    guard let node = leaf.nodes.first(where: { $0.form == .bare && $0.range.upperBound == offset })
    else { return nil }
    let text = Array(source[node.range])
    let isMail = text.contains(.atSign) && !text.contains(.colon)
    let destination = isMail ? Array("mailto:".utf8) + text : text.withScheme(of: "http://")
    let isAutolink = isMail || destination == text
    var change = InlineChange(.added)
    change.wraps = [
      InlineChange.Wrap(
        items: node.items.lowerBound...node.items.upperBound - 1,
        open: isAutolink ? [.lessThan] : [.leftBracket],
        close: isAutolink ? [.greaterThan] : destination.escapedAddress.asTarget,
        target: InlineLeaf.Target(destination: destination, title: nil))
    ]
    let outcome = InlinePlanner([(leaf, change, [])], of: place.reading, options)
      .outcome(of: [change], at: node.range)
    guard case .plan(var plan) = outcome else { return nil }
    let end = plan.edit.mapping(utf8Offset: node.range.upperBound, bias: .after)
    plan.selections = [end..<end]
    return plan
  }
}

extension InlineLeaf {
  fileprivate func withLetter(at offset: Int) -> (leaf: InlineLeaf, item: Int) {
    let item = items.partitionPoint { $0.source.upperBound > offset }
    let around =
      nodes.indices.filter {
        nodes[$0].content.lowerBound <= offset && offset <= nodes[$0].content.upperBound
      }.min { nodes[$0].content.count < nodes[$1].content.count } ?? 0
    var letter = InlineItem(
      kind: .character, isSolid: true, isPlain: true, marks: [],
      node: Int32(truncatingIfNeeded: around), link: 0, scalar: "x", start: 0, end: 0)
    letter.source = offset..<offset
    var parents: Set<Int> = []
    var node = around
    while node >= 0 {
      parents.insert(node)
      letter.marks.formUnion(nodes[node].mark)
      if nodes[node].kind == .link, letter.link == 0 {
        letter.link = items[nodes[node].items].first { $0.link != 0 }?.link ?? 0
      }
      node = nodes[node].parent
    }
    var result = self
    result.items.insert(letter, at: item)
    for node in nodes.indices {
      let own = nodes[node].items
      let isAround = parents.contains(node)
      let start = own.lowerBound + (!isAround && item <= own.lowerBound ? 1 : 0)
      result.nodes[node].items =
        start..<own.upperBound + (isAround || start > own.lowerBound ? 1 : 0)
    }
    return (result, item)
  }

  /// An offset moved out of code, a word, an image and the markup that a reader does not see.
  fileprivate func outside(_ offset: Int) -> Int {
    var place = offset
    for node in nodes.dropFirst().reversed() where node.range.lowerBound < place {
      let isWhole =
        node.kind == .code || node.kind == .word || node.form == .autolink
        || node.form == .emailAutolink
      if isWhole, place < node.range.upperBound { place = node.range.upperBound }
      if node.content.upperBound < place, place < node.range.upperBound {
        place = node.mark.isEmpty ? node.range.upperBound : node.content.upperBound
      }
    }
    for item in items where !item.isCharacter && !item.isBreak {
      if item.source.lowerBound < place, place < item.source.upperBound {
        place = item.source.upperBound
      }
    }
    return place
  }
}
