import CommonMark
import MarkdownSyntax
import TextEditing

/// A command that puts a link, an image or tags around text, takes them off, clears all marks, or
/// changes the case of letters.
///
/// Each command says what a leaf should become (``InlineChange``); ``InlinePlanner`` writes and
/// proves it.
struct InlineCommand {
  var command: EditingCommand
  let context: ReadingContext

  typealias Change = InlinePlanner.Change

  enum Target {
    case caret(CaretPlace)
    case text(InlineSelection, items: [[Int]])

    init(_ selection: Range<Int>, in reading: InlineReading) {
      if selection.isEmpty {
        self = .caret(CaretPlace(selection.lowerBound, in: reading))
      } else {
        let text = InlineSelection([selection], in: reading)
        self = .text(text, items: text.leaves.map { $0.chosen(by: selection) })
      }
    }
  }

  enum Step {
    case changes([Change], InlineReading)
    /// A text is inserted at the caret, with the caret in it.
    case insertion(CaretPlace)
    case step(Int)
  }

  var action: CommandRow.Action { command.row.action }
  var destination: [UInt8]? {
    command.argument.map { Array($0.utf8).trimmed.withScheme }
  }

  /// The page that a wiki link names; nil if it is the text.
  private var page: [UInt8]? {
    get throws(Outcome.Unchanged) {
      guard action == .tag(.wikiLink), let argument = command.argument else { return nil }
      guard let page = Array(argument.utf8).wikiPage else { throw .badArgument }
      return page
    }
  }

  /// Plans the command at a selection.
  ///
  /// - Parameter adds: whether tags may only be added, or only be removed; nil for a toggle.
  func outcome(at selection: Range<Int>, in source: [UInt8], adding adds: Bool? = nil) -> Outcome {
    if let refusal = ParsingLimits.standard.refusal(of: source) {
      return .refused(.unparsable(refusal.description))
    }
    let target = target(selection, in: source)
    do throws(Outcome.Unchanged) {
      switch try step(at: target) {
      case .step(let place):
        return .plan(Plan(edit: TextEdit(), selections: [place..<place], effect: .moved))
      case .insertion(let place):
        let page = try page
        return InlineInsertion(place: place, options: command.options).outcome {
          leaf, item, source in
          if let page {
            return .inserting(Array("[[".utf8) + page + Array("]]".utf8), at: item, of: leaf)
          }
          return try? change(of: leaf, [item], at: leaf.items[item].source, in: source)
        }
      case .changes(let changes, let reading):
        if let adds, adds != (changes[0].change.effect == .added) { return .unchanged(.alreadySo) }
        return outcome(of: changes, in: reading, at: selection)
      }
    } catch {
      let removed = unmarking(at: target).lazy.map { $0.outcome() }
        .first { $0.plan?.effect == .removed }
      return removed ?? .unchanged(error)
    }
  }

  private func target(_ selection: Range<Int>, in source: [UInt8]) -> Target {
    Target(
      selection,
      in: InlineReading(
        source, in: command.dialect, context, leavesIn: source.part(around: selection)))
  }

  /// The planners of the marks that Clear Formatting takes off beside a caret: of the run after the
  /// caret, and of a pair of delimiters that marks nothing yet, as in `a ~~‸~~`.
  private func unmarking(at target: Target) -> [CaretPlanner] {
    guard action == .clear, case .caret(let place) = target else { return [] }
    var options = command.options
    options.steps = .atEnds
    return Mark.all(in: command.dialect).map {
      CaretPlanner(command: MarkCommand(.unmark, $0, options: options), place: place)
    }.filter { $0.removes }
  }

  /// Whether the command would take something off, or change a link's destination.
  ///
  /// A command that needs an argument is treated as if it had one. Tags that would be pending apply
  /// in a session alone.
  func isOn(at selection: Range<Int>, in source: [UInt8]) throws(Outcome.Unchanged) -> Bool {
    try isOn(at: target(selection, in: source))
  }

  func isOn(at target: Target) throws(Outcome.Unchanged) -> Bool {
    var other = self
    if action == .link(.link), destination == nil { other.command.argument = "/" }
    do throws(Outcome.Unchanged) {
      switch try other.step(at: target) {
      case .changes(let changes, _) where action == .link(.link):
        return !changes[0].change.targets.isEmpty
      case .changes(let changes, _): return action.isTag && changes[0].change.effect == .removed
      case .insertion: return false
      case .step(let place):
        if case .caret(let caret) = target { return place > caret.given }
        return false
      }
    } catch {
      if error == .nothingToMark, command.options.steps == .atEnds { return false }
      if !unmarking(at: target).isEmpty { return false }
      throw error
    }
  }

  private func outcome(
    of changes: [Change], in reading: InlineReading, at selection: Range<Int>
  ) -> Outcome {
    let planner = InlinePlanner(changes, of: reading, command.options)
    let outcome = planner.outcome(of: changes.map { $0.change }, at: selection)
    guard case .plan(var plan) = outcome, command.argument == nil,
      action == .link(.link) || action == .link(.image), changes[0].change.key == nil
    else { return outcome }
    // The destination is typed next.
    if let end = end(of: plan, in: reading.source) { plan.selections = [end - 1..<end - 1] }
    return .plan(plan)
  }

  func end(of plan: Plan, in source: [UInt8]) -> Int? {
    guard let selection = plan.selections.first else { return nil }
    let place = CaretPlace(
      selection.lowerBound, in: plan.edit.applying(to: source), command.dialect, context)
    let image = place.leaf?.items.last { $0.kind == .object && $0.source.covers(selection) }
    let link = place.leaf?.nodes.last { $0.kind == .link && $0.range.covers(selection) }
    return action == .link(.image) ? image?.source.upperBound : link?.range.upperBound
  }

  // MARK: What changes

  private func step(at target: Target) throws(Outcome.Unchanged) -> Step {
    switch target {
    case .caret(let place): try step(at: place)
    case .text(let text, let items): try step(over: text, items)
    }
  }

  private func step(over chosen: InlineSelection, _ items: [[Int]]) throws(Outcome.Unchanged)
    -> Step
  {
    if action == .letterCase {
      let change = try LetterCase(command.argument, zip(chosen.leaves, items))
      var changes: [Change] = []
      for (leaf, items) in zip(chosen.leaves, items) {
        guard let change = change.applied(to: items, of: leaf) else { continue }
        changes.append((leaf, change, items))
      }
      if changes.isEmpty { throw chosen.reading.reason(at: chosen.ranges[0]) ?? .alreadySo }
      return .changes(changes, chosen.reading)
    }
    let (selection, source) = (chosen.ranges[0], chosen.reading.source)
    var changes: [Change] = []
    var reason: Outcome.Unchanged?
    for (leaf, items) in zip(chosen.leaves, items) where !items.isEmpty {
      do throws(Outcome.Unchanged) {
        if let change = try change(of: leaf, items, at: selection, in: source) {
          changes.append((leaf, change, items))
        }
      } catch { reason = reason ?? error }
    }
    // What is added anywhere is taken off nowhere.
    if changes.contains(where: { $0.change.effect == .added }) {
      changes.removeAll { $0.change.effect == .removed }
    }
    guard let first = changes.first else {
      if action != .clear, items.allSatisfy({ $0.isEmpty }),
        let own = chosen.reading.reason(at: selection)
      {
        throw reason ?? own
      }
      throw reason ?? idleReason
    }
    if changes.count > 1, action == .link(.link) || action == .link(.image) { throw .noText }
    if first.change.isEmpty { throw .alreadySo }
    return .changes(changes, chosen.reading)
  }

  private var idleReason: Outcome.Unchanged {
    switch action {
    case .link(.unlink): .noLink
    case .clear: .nothingMarkable
    case .letterCase: .alreadySo
    default: .noText
    }
  }

  private func change(
    of leaf: InlineLeaf, _ items: [Int], at selection: Range<Int>, in source: [UInt8]
  ) throws(Outcome.Unchanged) -> InlineChange? {
    switch action {
    case .link(.unlink): return leaf.unlinking(items)
    case .clear: return leaf.clearing(items, in: source)
    case .tag(.wikiLink): return try leaf.wikiLink(items, to: page, at: selection, in: source)
    case .tag(let tag): return try leaf.tagging(items, with: tag, at: selection, in: source)
    case .link(.image):
      if destination == nil, Array(source[selection]).isAddress {
        return leaf.linking(items, to: leaf.address(items), isImage: true, isTextless: true)
      }
      var change = leaf.linking(items, to: destination ?? [], isImage: true)
      change?.climbs = leaf.isMark(at: selection, items)
      return change
    default:
      try leaf.check(items, at: selection, in: source)
      if let link = leaf.commonLink(of: items) {
        guard let destination else { throw .alreadySo }
        return leaf.redirecting(link, to: destination, in: source)
      }
      if destination == nil, Array(source[selection]).isAddress {
        return leaf.linking(items, to: leaf.address(items), isTextless: true)
      }
      var change = leaf.linking(items, to: destination ?? [], in: source)
      change?.climbs = leaf.isMark(at: selection, items)
      return change
    }
  }

  private func step(at place: CaretPlace) throws(Outcome.Unchanged) -> Step {
    let (source, caret) = (place.reading.source, place.given)
    func changes(_ leaf: InlineLeaf, _ change: InlineChange?) throws(Outcome.Unchanged) -> Step {
      guard let change, !change.isEmpty else { throw idleReason }
      return .changes([(leaf, change, [])], place.reading)
    }
    let around =
      place.leaf?.nodes.indices.filter { index in
        guard let node = place.leaf?.nodes[index] else { return false }
        return index > 0 && node.range.lowerBound <= caret && caret <= node.range.upperBound
      } ?? []
    if let leaf = place.leaf {
      let inside = around.filter {
        leaf.nodes[$0].range.lowerBound < caret && caret < leaf.nodes[$0].range.upperBound
      }
      let link = inside.last { leaf.nodes[$0].kind == .link }
      switch action {
      case .link(.link):
        if let link {
          guard let destination else { throw .alreadySo }
          return try changes(leaf, leaf.redirecting(link, to: destination, in: source))
        }
      case .link(.unlink):
        let links = around.filter { leaf.nodes[$0].kind == .link }
        if !links.isEmpty { return try changes(leaf, leaf.unlinking(nodes: links)) }
      case .clear:
        var change = InlineChange(.removed)
        for node in around where leaf.nodes[node].isFormat(in: source) {
          let content = leaf.nodes[node].content
          guard content.lowerBound <= caret, caret <= content.upperBound else { continue }
          change.unwrap(node, of: leaf)
        }
        return try changes(leaf, change)
      case .tag(.wikiLink):
        if let item = leaf.items.indices.last(where: {
          leaf.items[$0].kind == .object && leaf.items[$0].source.covers(caret..<caret)
        }), let change = try leaf.changingWikiLink(item, to: page, in: source) {
          return try changes(leaf, change)
        }
      case .tag(let tag):
        var own = around.last { leaf.nodes[$0].isElement(tag, in: source) }
        if own == nil, command.options.steps == .never {
          // Only delimiters are between the caret and the tag.
          let ends = leaf.ends(around: caret)
          own = leaf.nodes.indices.last { index in
            leaf.nodes[index].isElement(tag, in: source)
              && ends.contains { leaf.nodes[index].range.covers($0..<$0) }
          }
        }
        if let own {
          let node = leaf.nodes[own]
          if command.options.steps == .atEnds, caret == node.content.upperBound {
            return .step(node.range.upperBound)
          }
          if command.options.steps == .atEnds, caret == node.range.upperBound {
            return .step(node.content.upperBound)
          }
          var change = InlineChange(.removed)
          change.unwrap(own, of: leaf)
          return try changes(leaf, change)
        }
      default: break
      }
      if action == .letterCase {
        let items = place.word.map { Array($0) } ?? []
        return try changes(
          leaf, LetterCase(command.argument, [(leaf, items)]).applied(to: items, of: leaf))
      }
      let isInTag = leaf.items.contains {
        $0.kind == .tag && $0.source.lowerBound < caret && caret < $0.source.upperBound
      }
      if isInTag { throw .inHTML }
      let code = around.last {
        leaf.nodes[$0].kind == .code && leaf.nodes[$0].content.covers(caret..<caret)
      }
      var word = place.word
      if let code, action != .tag(.wikiLink) { word = leaf.nodes[code].items }
      if action != .link(.image), let word {
        let range =
          leaf.items[word.lowerBound].source
          .lowerBound..<leaf.items[word.upperBound - 1].source.upperBound
        return try changes(leaf, try change(of: leaf, Array(word), at: range, in: source))
      }
    }
    if action == .clear { throw idleReason }
    if action == .letterCase { throw place.reading.reason(at: caret..<caret) ?? .noText }
    if let reason = place.reading.reason(at: caret..<caret) { throw reason }
    if action == .link(.unlink) { throw idleReason }
    if action.isTag, action != .tag(.wikiLink) {
      throw place.isInText ? .nothingToMark : .caretOutsideText
    }
    let isInObject = place.leaf?.items.contains {
      $0.kind == .object && $0.source.covers(caret..<caret)
    }
    guard place.isInText || isInObject == true else { throw .noText }
    return .insertion(place)
  }
}

extension CommandRow.Action {
  var isOfInlines: Bool {
    switch self {
    case .link, .tag, .clear, .letterCase: true
    default: false
    }
  }

  var isTag: Bool { if case .tag = self { true } else { false } }
}
