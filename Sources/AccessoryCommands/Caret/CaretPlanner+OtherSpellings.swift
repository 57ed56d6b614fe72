import CommonMark
import MarkdownSyntax
import TextEditing

/// Pairs that have no place in the text as it is spelled, but in another spelling of it.
extension CaretPlanner {
  /// A pair in the text that libcmark reads alike, with the characters beside the caret escaped,
  /// or without delimiters that give a mark to what has it.
  ///
  /// A run of stars that opens several nodes, or one and is text besides, is paired otherwise once
  /// a pair stands in it.
  func pairInOtherSpelling() -> MarkOutcome? {
    guard !isOtherSpelling, case .leaf(let text, let offset) = context.place else { return nil }
    for edit in escapes(of: text, beside: offset) where isReadAlike(edit) {
      if let outcome = pair(after: edit, at: offset) { return outcome }
    }
    let nodes = text.redundantDelimiters
    let near = nodes.filter { text.touches($0, offset) }
    let groups = near.count < nodes.count ? [near, nodes] : [near]
    for some in groups {
      guard let edit = removing(some, from: text) else { continue }
      if let outcome = pair(after: edit, at: offset) { return outcome }
    }
    let literals = text.literalDelimiters
    for some in groups where !some.isEmpty {
      if let outcome = pair(without: some, escaping: literals, of: text, at: offset) {
        return outcome
      }
    }
    return pairBesideEscapes(of: text, at: offset)
  }

  /// A pair with a run of literal delimiter characters escaped that would open or close a node of
  /// the pair's character, now that the pair parts a run: the nearest run that will do, or all.
  private func pairBesideEscapes(of text: LeafText, at offset: Int) -> MarkOutcome? {
    let literals = text.literalDelimiters
    var runs: [[InlineToken]] = []
    for literal in literals {
      if let last = runs.last?.last, last.source.upperBound == literal.source.lowerBound {
        runs[runs.count - 1].append(literal)
      } else {
        runs.append([literal])
      }
    }
    func distance(_ run: [InlineToken]) -> Int {
      run.map { min(abs($0.source.lowerBound - offset), abs($0.source.upperBound - offset)) }.min()
        ?? 0
    }
    let near = runs.sorted(byKey: distance)
    for run in runs.count > 1 ? near + [literals] : near {
      if let outcome = pair(without: [], escaping: run, of: text, at: offset) { return outcome }
    }
    return nil
  }

  /// Whether libcmark reads the edited text as it reads the text: `a \_ b` for `a _ b`.
  func isReadAlike(_ edit: TextEdit) -> Bool {
    guard planner.budget.spend(bytes: source.count),
      let tree = try? MarkdownTree(parsing: edit.applying(to: source))
    else { return false }
    return TreeReading(tree) == planner.before.reading
  }

  /// Escapes for the character before an offset, the one behind it, or both; then for all characters
  /// there that are the same and touch.
  private func escapes(of text: LeafText, beside offset: Int) -> [TextEdit] {
    let literals = text.tokens.compactMap { token -> TextEdit.Replacement? in
      guard case .character(let scalar, .plain) = token.kind, Escaping.isASCIIPunctuation(scalar)
      else { return nil }
      return TextEdit.Replacement(token.source, with: Escaping.respelled(scalar))
    }
    let left = touching(literals.reversed(), offset, isBefore: true).reversed()
    let right = touching(literals, offset, isBefore: false)
    var ways = [
      Array(left.suffix(1)), Array(right.prefix(1)), left.suffix(1) + right.prefix(1),
    ]
    if left.count > 1 || right.count > 1 { ways += [Array(left), right, left + right] }
    return ways.filter { !$0.isEmpty }.map { TextEdit($0) }
  }

  /// Of escapes in the order away from an offset those that touch it or each other, as long as they
  /// are the same.
  private func touching(
    _ escapes: some Sequence<TextEdit.Replacement>, _ offset: Int, isBefore: Bool
  ) -> [TextEdit.Replacement] {
    var result: [TextEdit.Replacement] = []
    var place = offset
    for escape in escapes where escape.bytes == (result.last ?? escape).bytes {
      let (near, far) =
        isBefore
        ? (escape.range.upperBound, escape.range.lowerBound)
        : (escape.range.lowerBound, escape.range.upperBound)
      guard near == place else { continue }
      result.append(escape)
      place = far
    }
    return result
  }

  /// Takes away all of some delimiters, or as many as go one by one; nil where none does.
  private func removing(_ nodes: [[Int]], from text: LeafText) -> TextEdit? {
    if nodes.isEmpty { return nil }
    let whole = edit(without: nodes, of: text)
    if isReadAlike(whole) { return whole }
    var gone: [[Int]] = []
    for node in nodes where isReadAlike(edit(without: gone + [node], of: text)) {
      gone.append(node)
    }
    return gone.isEmpty ? nil : edit(without: gone, of: text)
  }

  /// A pair without the delimiters of some nodes, and with what would be read as others escaped:
  /// of some literals as few as will do.
  private func pair(
    without nodes: [[Int]], escaping literals: [InlineToken], of text: LeafText, at offset: Int
  ) -> MarkOutcome? {
    let whole = edit(without: nodes, escaping: literals, of: text)
    guard isReadAlike(whole), var best = pair(after: whole, at: offset) else { return nil }
    var kept = literals
    for literal in literals {
      let fewer = kept.filter { $0.source != literal.source }
      let edit = edit(without: nodes, escaping: fewer, of: text)
      guard isReadAlike(edit), let outcome = pair(after: edit, at: offset) else { continue }
      (kept, best) = (fewer, outcome)
    }
    return best
  }

  private func edit(
    without nodes: [[Int]] = [], escaping literals: [InlineToken] = [], of text: LeafText
  ) -> TextEdit {
    let tokens = Set(nodes.joined())
    let gone = tokens.map { TextEdit.Replacement(text.tokens[$0].source, with: []) }
    // Two nodes that become one are closed by the character that opens it.
    let closes = nodes.compactMap { ends -> TextEdit.Replacement? in
      let (open, close) = (text.tokens[ends[0]].partner, text.tokens[ends[1]].partner)
      guard open < ends[0], !tokens.contains(close) else { return nil }
      let (old, new) = (text.tokens[close].source, source[text.tokens[open].source])
      return source[old] == new ? nil : TextEdit.Replacement(old, with: Array(new))
    }
    let escapes = literals.map { literal in
      TextEdit.Replacement(
        literal.source, with: [UInt8(ascii: "\\")] + source[literal.source])
    }
    return TextEdit(
      (gone + closes + escapes).sorted(byKey: { $0.range.lowerBound }))
  }

  /// The plan of an edit, and of a pair in the text that it leaves.
  func pair(after edit: TextEdit, at offset: Int) -> MarkOutcome? {
    guard planner.budget.spend(bytes: 4 * source.count),
      let reading = try? DocumentReading(edit.applying(to: source))
    else { return nil }
    let place = edit.replacements.filter { $0.range.upperBound <= offset }
      .reduce(offset) { $0 + $1.bytes.count - $1.range.count }
    let next = CaretPlanner(
      command, SelectionPlanner(command, reading, budget: planner.budget), Context(place, reading),
      isOtherSpelling: true)
    guard let base = next.context.probe, case .plan(var plan) = next.pair(at: place, base: base)
    else { return nil }
    // A word alone may change other text there, which it does not change in the text as it is.
    let whole = edit.then(plan.edit)
    guard isPromised(whole, caret: plan.selections[0].lowerBound, at: offset) else { return nil }
    let back = edit.inverted(in: source)
    plan.references = plan.references.map { back.mapping(utf8: $0) }
    plan.leaves = [offset..<offset]
    plan.edit = whole
    return .plan(plan)
  }

  /// Whether a word that is typed after an edit has the mark and is all that changes, but for what
  /// the same word changes without the edit. True of `a **‸** b` for strong.
  private func isPromised(_ edit: TextEdit, caret: Int, at offset: Int) -> Bool {
    guard let typed = Probe(at: caret, in: edit.applying(to: source)), typed.marks.contains(mark)
    else { return false }
    guard isInPlace(typed) else { return false }
    if typed.isTyped(into: planner.before.reading) { return true }
    guard !keepsAll, let base = Probe(at: offset, in: source) else { return false }
    return typed.differs(from: base, onlyIn: base.marks.union(mark))
  }
}

extension LeafText {
  /// The delimiters of each node that stands in another node of its mark, and those between two
  /// nodes of a mark that nothing else parts: indices of tokens, two each. None of an image's description,
  /// which stays as it is: `![****a****]()`.
  fileprivate var redundantDelimiters: [[Int]] {
    var depths: [MarkSet.RawValue: Int] = [:]
    var result: [[Int]] = []
    var lastClose: Int?
    var imageEnd = 0
    for (index, token) in tokens.enumerated() where index >= imageEnd {
      if case .openImage = token.kind { imageEnd = token.partner }
      guard let mark = token.kind.mark, mark != .code else {
        lastClose = nil
        continue
      }
      let depth = depths[mark.rawValue, default: 0]
      depths[mark.rawValue] = depth + (token.kind.opensMark ? 1 : -1)
      if depth > 0, token.kind.opensMark { result.append([index, token.partner]) }
      if depth == 0, let close = lastClose, tokens[close].kind.mark == mark {
        result.append([close, index])
      }
      lastClose = depth == 1 && !token.kind.opensMark ? index : nil
    }
    return result
  }

  /// The `*` and `_` that are text, plainly spelled, and no part of an autolink.
  fileprivate var literalDelimiters: [InlineToken] {
    var end = 0
    return tokens.filter { token in
      if case .openLink(let form) = token.kind, form.isAutolink {
        end = tokens[token.partner].source.upperBound
      }
      guard case .character(let scalar, .plain) = token.kind, token.source.lowerBound >= end else {
        return false
      }
      return scalar == "*" || scalar == "_"
    }
  }

  /// Whether a place is between two delimiters, or beside one of them.
  fileprivate func touches(_ delimiters: [Int], _ offset: Int) -> Bool {
    let ends = delimiters.map { tokens[$0].source }
    return ends.contains { $0.lowerBound <= offset && offset <= $0.upperBound }
      || (ends[0].upperBound <= offset && offset <= ends[1].lowerBound)
  }
}
