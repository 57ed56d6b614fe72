import CommonMark
import MarkdownSyntax
import TextEditing

struct InlineSelection {
  let reading: InlineReading
  let ranges: [Range<Int>]
  let leaves: [InlineLeaf]

  /// - Parameter part: the range whose leaves are read; nil for that of the selections.
  init(
    _ selections: [Range<Int>], in source: [UInt8], _ dialect: Dialect, _ context: ReadingContext,
    leavesIn part: Range<Int>? = nil
  ) {
    let ranges = selections.filter { !$0.isEmpty }
    let extent = (ranges.first?.lowerBound ?? 0)..<(ranges.last?.upperBound ?? 0)
    self.init(ranges, in: InlineReading(source, in: dialect, context, leavesIn: part ?? extent))
  }

  init(_ ranges: [Range<Int>], in reading: InlineReading) {
    leaves = reading.leaves(at: ranges).map { reading.leaf($0) }
    (self.reading, self.ranges) = (reading, ranges)
  }

  init(_ reading: InlineReading, _ leaf: InlineLeaf, _ range: Range<Int>) {
    (self.reading, leaves, ranges) = (reading, [leaf], [range])
  }
}

/// Plans a mark's command over selections: one direction and one edit for all leaves.
///
/// For each leaf, ``InlineWriter`` proposes spellings. Each is read, and the first that is read as
/// wanted is taken. In CommonMark libcmark reads them all; in a dialect our own reader does, and
/// libcmark the one that is taken.
final class InlinePlanner {
  private static let mostReadings = 60

  let command: MarkCommand
  private let caret: Int?
  let before: InlineReading
  private let ranges: [Range<Int>]
  var leaves: [InlineLeaf] = []
  var selected: [[Int]] = []
  var part: Range<Int>
  /// The blocks that a change removes or joins to the one before them, by their nodes; nil if each
  /// block keeps its lines.
  var removed: Set<Int>?
  var edited: Set<Int> = []
  var extra: [InlinePiece] = []
  /// Whether a leaf may become one of another kind in other containers.
  var changesBlock = false
  private var proved: [UInt8]?
  private var unparsable: Outcome.Refusal?

  var source: [UInt8] { before.source }
  private var mark: Mark { command.mark }

  struct Plan {
    var writer: InlineWriter
    var pieces: [InlinePiece]
  }

  init(_ command: MarkCommand, _ selection: InlineSelection, caret: Int? = nil) {
    (self.command, self.caret) = (command, caret)
    (before, ranges) = (selection.reading, selection.ranges)
    part = (ranges.first?.lowerBound ?? 0)..<(ranges.last?.upperBound ?? 0)
    for leaf in selection.leaves {
      let own = leaf.selected(by: ranges, for: command.mark)
      if own.isEmpty { continue }
      leaves.append(leaf)
      selected.append(own)
      let range = leaf.nodes[0].range
      part = min(part.lowerBound, range.lowerBound)..<max(part.upperBound, range.upperBound)
    }
  }

  typealias Change = (leaf: InlineLeaf, change: InlineChange, items: [Int])

  init(_ changes: [Change], of reading: InlineReading, _ options: EditingOptions) {
    command = MarkCommand(.toggle, .strong, options: options)
    (before, ranges, caret) = (reading, [], nil)
    leaves = changes.map { $0.leaf }
    selected = changes.map { change in
      change.items.filter { item in
        !change.change.removed.contains(item) && change.leaf.items[item].isMarked
      }
    }
    part = leaves.reduce(reading.part) { $0.joined(with: $1.nodes[0].range) }
  }

  /// The plan of the command, or the reason why there is none.
  ///
  /// - Parameter selections: the selections, with carets among them, as UTF-8 ranges.
  func outcome(utf8 selections: [Range<Int>]) -> Outcome {
    guard !leaves.isEmpty else { return .unchanged(.nothingMarkable) }
    let bit = mark.bit
    func lacking(_ leaf: Int) -> [Int] {
      selected[leaf].filter { !leaves[leaf].items[$0].marks.isSuperset(of: bit) }
    }
    let lacks = leaves.indices.contains { !lacking($0).isEmpty }
    let gives = command.action == .mark || command.action == .toggle && lacks
    if gives && !lacks
      || !gives && leaves.indices.allSatisfy({ lacking($0).count == selected[$0].count })
    {
      return .unchanged(.alreadySo)
    }
    if !gives { return outcome(plans(gives: false, selected), gives: false, utf8: selections) }
    // Punctuation at the ends that cannot have the mark does not decide the direction.
    if mayLeaveOut,
      leaves.indices.contains(where: { lacking($0).count < selected[$0].count }),
      leaves.indices.allSatisfy({ leaf in
        let ends = Set(lacking(leaf))
        return ends.isEmpty || isPunctuation(leaf)
          || narrower(selected[leaf], of: leaves[leaf]).contains { ends.isDisjoint(with: $0) }
      })
    {
      if let plans = plans(gives: true, selected, isExact: true) {
        return outcome(plans, gives: true, utf8: selections)
      }
      if command.action == .mark { return .unchanged(.alreadySo) }
      let marked = leaves.indices.map { leaf in
        selected[leaf].filter { leaves[leaf].items[$0].marks.isSuperset(of: bit) }
      }
      return outcome(plans(gives: false, marked), gives: false, utf8: selections)
    }
    return outcome(plans(gives: true, selected), gives: true, utf8: selections)
  }

  private func outcome(_ plans: [Plan]?, gives: Bool, utf8 selections: [Range<Int>]) -> Outcome {
    let whole = leaves[0].nodes[0].content
    guard let plans else { return .refused(unparsable ?? .noSpelling(whole)) }
    let pieces = plans.flatMap { $0.pieces }
    guard let edit = pieces.edit(of: source) else { return .refused(.internal(whole)) }
    let edited = edit.applying(to: source)
    let writers = plans.map { $0.writer }
    guard plans.count == 1 || !read(edited, writers).contains(.wrong) else {
      return .refused(.noSpelling(whole))
    }
    guard edited == proved || libraryProves(edited, writers, pieces) else {
      return .refused(.readingsDiffer(whole))
    }
    return .plan(
      MarkdownEditing.Plan(
        edit: edit, selections: moved(selections, by: pieces), effect: gives ? .added : .removed,
        leaves: leaves.map { $0.nodes[0].content },
        references: pieces.filter { $0.bytes.starts(with: "&#".utf8) }.map { $0.range }))
  }

  /// Whether punctuation at an end may be left without the mark. Code need not flank, and a caret
  /// means a whole word or run.
  private var mayLeaveOut: Bool {
    command.options.edges == .readable && mark != .code && caret == nil
  }

  /// A plan for each leaf, or nil if one has no spelling.
  ///
  /// - Parameter isExact: whether neither references nor punctuation without the mark are allowed.
  private func plans(gives: Bool, _ selected: [[Int]], isExact: Bool = false) -> [Plan]? {
    let hasReferences = !isExact && command.options.allowsReferences
    let leavesOut = gives && mayLeaveOut && !isExact
    let writers = leaves.indices.map { writer(leaves[$0], selected[$0], gives: gives) }
    var found: [Plan?] = writers.map { _ in nil }
    // The plainest spellings of all leaves are read at once.
    if writers.count > 1 {
      let plainest = writers.map { $0.hasWork ? $0.plainest.pieces : [] }
      if let edit = plainest.flatMap({ $0 }).edit(of: source) {
        for (index, verdict) in read(edit.applying(to: source), writers).enumerated()
        where verdict == .right {
          found[index] = Plan(writer: writers[index], pieces: plainest[index])
        }
      }
    }
    for index in writers.indices where found[index] == nil {
      guard let plan = plan(writers[index], of: index, hasReferences, leavesOut: leavesOut) else {
        return nil
      }
      found[index] = plan
    }
    let plans = found.compactMap { $0 }
    return command.options.edges == .readable || !gives
      ? plans.map { withoutReferences($0, gives: gives) } : plans
  }

  /// The plan for one leaf: delimiters alone, with the escapes that they need; then with punctuation
  /// at the ends left out; then with references; then a spelling that depends on the renderer.
  func plan(
    _ writer: InlineWriter, of index: Int, _ hasReferences: Bool, leavesOut: Bool
  ) -> Plan? {
    guard writer.hasWork else { return Plan(writer: writer, pieces: []) }
    var search = Search(left: Self.mostReadings)
    if let plan = find(writer, hasReferences: false, &search) { return plan }
    if leavesOut {
      let leaf = leaves[index]
      if isPunctuation(index) { return Plan(writer: self.writer(leaf, []), pieces: []) }
      for less in narrower(writer.selected, of: leaf) {
        let other = self.writer(leaf, less)
        if other.hasWork, let plan = find(other, hasReferences: false, &search) { return plan }
        if search.left == 0 { break }
      }
    }
    if hasReferences {
      search.left = max(search.left, Self.mostReadings / 2)
      if let plan = find(writer, hasReferences: true, &search) { return plan }
    }
    return hasReferences || command.options.edges == .plain ? search.fallback : nil
  }

  private func writer(_ leaf: InlineLeaf, _ items: [Int], gives: Bool = true) -> InlineWriter {
    InlineWriter(
      leaf, in: source, mark, selected: items, by: ranges, gives: gives, joins: caret == nil)
  }

  private struct Search {
    var left: Int
    var seen: [[UInt8]] = []
    var fallback: Plan?
  }

  private func find(_ writer: InlineWriter, hasReferences: Bool, _ search: inout Search) -> Plan? {
    let found = writer.firstSpelling(hasReferences: hasReferences) { spelling in
      let pieces = spelling.pieces + spelling.escapes + extra
      guard search.left > 0, let edit = pieces.edit(of: source) else { return false }
      let edited = edit.applying(to: source)
      guard !search.seen.contains(edited) else { return false }
      search.seen.append(edited)
      search.left -= 1
      let verdict = read(edited, [writer])[0]
      if verdict == .rendererDependent, search.fallback == nil {
        let escapes = needed(spelling.escapes, beside: spelling.pieces, writer, verdict)
        search.fallback = Plan(writer: writer, pieces: spelling.pieces + escapes)
      }
      return verdict == .right && (leaves.count > 1 || libraryProves(edited, [writer], pieces))
    }
    guard let found else { return nil }
    let escapes = needed(found.escapes, beside: found.pieces, writer, .right)
    return Plan(writer: writer, pieces: found.pieces + escapes)
  }

  private func needed(
    _ escapes: [InlinePiece], beside pieces: [InlinePiece], _ writer: InlineWriter,
    _ verdict: Verdict
  ) -> [InlinePiece] {
    var left = escapes
    var size = max(1, left.count / 2)
    // In a long text some needless ones stay.
    var readings = min(400, max(Self.mostReadings / 2, 400_000 / source.count))
    while !left.isEmpty {
      // From the end, so that the first of several that would do stays.
      var end = left.count
      while end > 0, readings > 0 {
        readings -= 1
        let start = max(0, end - size)
        let less = Array(left[..<start] + left[end...])
        if self.verdict(of: pieces + less, writer) == verdict { left = less }
        end = start
      }
      if size == 1 { break }
      size /= 2
    }
    return left
  }

  private func isPunctuation(_ leaf: Int) -> Bool {
    selected[leaf].allSatisfy { leaves[leaf].items[$0].isEdge }
      && (command.isForPart
        || leaves.indices.contains { other in
          selected[other].contains { !leaves[other].items[$0].isEdge }
        })
  }

  private func narrower(_ selected: [Int], of leaf: InlineLeaf) -> [[Int]] {
    let count = selected.count
    // Punctuation that has the mark already is not left out.
    func isKept(_ item: Int) -> Bool {
      !leaf.items[item].isEdge || leaf.items[item].marks.isSuperset(of: mark.bit)
    }
    guard let front = selected.firstIndex(where: isKept),
      let last = selected.lastIndex(where: isKept)
    else { return [] }
    let back = count - 1 - last
    var result: [[Int]] = []
    for total in 1..<(front + back + 1) {
      for start in 0...min(front, total) where total - start <= back {
        result.append(Array(selected[start..<count - (total - start)]))
      }
      if result.count > Self.mostReadings { break }
    }
    return result
  }

  /// Writes references and escapes as characters, if only the delimiters that are gone needed them,
  /// and removes the labels of references that only they needed.
  /// When a mark is added, only beside delimiters.
  func withoutReferences(_ plan: Plan, gives: Bool) -> Plan {
    var result = plan
    for label in plan.writer.withoutLabels(plan.pieces) {
      let plainer = result.pieces + [label]
      if verdict(of: plainer, plan.writer) == .right { result.pieces = plainer }
    }
    guard plan.pieces.contains(where: { $0.bytes.isEmpty }) else { return result }
    let leaf = plan.writer.leaf
    for item in leaf.items where item.isSolid && item.kind == .character && !item.isPlain {
      let place = item.source
      let isBeside = [place.lowerBound - 1, place.upperBound].contains {
        source.indices.contains($0) && MarkSyntax.delimiterBytes.contains(source[$0])
      }
      guard isBeside || !gives, source[place].elementsEqual(Escaping.respelled(item.scalar)),
        let own = [InlinePiece(place, item.utf8, .text)].edit(of: source)
      else { continue }
      let plainer = result.pieces + [InlinePiece(place, item.utf8, .text)]
      // What nothing needed in the old text is the user's own.
      if verdict(of: plainer, plan.writer) == .right,
        read(own.applying(to: source), [writer(leaf, [])])[0] != .right
      {
        result.pieces = plainer
      }
    }
    return result
  }

  enum Verdict {
    case wrong
    /// As wanted, but not by all versions of CommonMark.
    case rendererDependent
    case right
  }

  private func verdict(of pieces: [InlinePiece], _ writer: InlineWriter) -> Verdict {
    (pieces + extra).edit(of: source).map { read($0.applying(to: source), [writer])[0] } ?? .wrong
  }

  /// How each leaf of an edited text is read, compared with what its writer wants. libcmark reads a
  /// text without constructs of the dialect, otherwise our own reader does.
  func read(_ edited: [UInt8], _ writers: [InlineWriter]) -> [Verdict] {
    if removed == nil, before.isCommonMark(edited) {
      let right = readByLibrary(edited, writers)
      if right.allSatisfy({ $0 }) { proved = edited }
      let hasSymbols = zip(writers, right).contains { $1 && $0.leaf.hasSymbols }
      if !hasSymbols { return right.map { $0 ? .right : .wrong } }
    }
    let end = part.upperBound + edited.count - source.count
    let extent = part.lowerBound..<max(part.lowerBound, end)
    let after = InlineReading(edited, in: before.dialect, before.context, leavesIn: extent)
    let own = writers.map { $0.leaf.place }
    let isTyped = writers.contains { $0.change?.effect == .typed }
    let found =
      removed.map {
        before.places(
          of: own, in: after, without: $0, editing: self.edited, changesBlock: changesBlock)
      } ?? before.places(of: own, in: after, ignoringIndentation: isTyped)
    guard let places = found else { return writers.map { _ in .wrong } }
    return zip(writers, places).map { writer, place in
      let leaf = after.leaf(place)
      guard writer.wanted.isRead(as: leaf, in: edited) else { return .wrong }
      guard leaf.hasSymbols else { return .right }
      let count = leaf.rendererDependentCount(in: edited)
      return count <= writer.leaf.rendererDependentCount(in: source) ? .right : .rendererDependent
    }
  }

  /// Whether libcmark reads an edited text as wanted: directly, or else without the constructs of
  /// the dialect, as our own reader does.
  func libraryProves(
    _ edited: [UInt8], _ writers: [InlineWriter], _ pieces: [InlinePiece]
  ) -> Bool {
    if edited == proved { return true }
    if removed != nil || readByLibrary(edited, writers).contains(false) {
      if before.dialect.isCommonMark, removed == nil { return false }
      let ranges = writers.map { writer in
        let start = pieces.moved(writer.leaf.nodes[0].content.lowerBound, isEnd: true)
        return start..<start + 1
      }
      guard before.libraryAgrees(on: edited, at: ranges) else { return false }
    }
    proved = edited
    return true
  }

  private func readByLibrary(_ edited: [UInt8], _ writers: [InlineWriter]) -> [Bool] {
    do throws(ParsingRefusal) {
      let library = try MarkdownTree(parsing: edited)
      if let places = before.places(of: writers.map { $0.leaf.place }, in: library) {
        return zip(writers, places).map { $0.wanted.isRead(by: library, at: $1) }
      }
    } catch { unparsable = .unparsable(error.description) }
    return writers.map { _ in false }
  }

  private func moved(_ selections: [Range<Int>], by pieces: [InlinePiece]) -> [Range<Int>] {
    if let caret {
      let place = pieces.moved(caret, isEnd: caret > ranges[0].lowerBound)
      return [place..<place]
    }
    // A word of which a part is selected is selected as a whole.
    let characters = zip(leaves, selected).flatMap { leaf, selected in
      selected.lazy.map {
        let item = leaf.items[$0]
        let word = leaf.nodes[Int(item.node)]
        return item.isInWord && word.kind == .word ? word.range : item.source
      }
    }
    // If delimiters are removed, characters are found again in the text after the edit.
    let places = pieces.contains { !$0.range.isEmpty } ? self.places(after: pieces) : nil
    var result: [Range<Int>] = []
    for selection in selections {
      var (start, end) = (selection.lowerBound, selection.upperBound)
      let first = characters.partitionPoint { $0.upperBound > start }
      let last = characters.partitionPoint { $0.lowerBound >= end } - 1
      // A caret in a character's spelling is in its selection.
      if selection.isEmpty ? characters[first...].first?.contains(start - 1) == true : first <= last
      {
        if let places, places.count == characters.count {
          result.add(places[first].lowerBound..<places[last].upperBound)
          continue
        }
        (start, end) = (characters[first].lowerBound, characters[last].upperBound)
      }
      let low = pieces.moved(start, isEnd: false)
      result.add(low..<max(low, pieces.moved(end, isEnd: true)))
    }
    return result
  }

  private func places(after pieces: [InlinePiece]) -> [Range<Int>]? {
    guard let edited = pieces.edit(of: source)?.applying(to: source) else { return nil }
    let end = part.upperBound + edited.count - source.count
    let extent = part.lowerBound..<max(part.lowerBound, end)
    let after = InlineReading(edited, in: before.dialect, before.context, leavesIn: extent)
    guard let places = before.places(of: leaves.map { $0.place }, in: after) else { return nil }
    var result: [Range<Int>] = []
    for (index, place) in places.enumerated() {
      let (old, new) = (leaves[index], after.leaf(place))
      let solids = new.items.indices.filter { new.items[$0].isSolid }
      let others = old.items.indices.filter { old.items[$0].isSolid }
      guard others.count == solids.count else { return nil }
      let places = Dictionary(uniqueKeysWithValues: zip(others, solids))
      for item in selected[index] {
        guard let place = places[item], case let found = new.items[place] else { return nil }
        let word = new.nodes[Int(found.node)]
        result.append(found.isInWord && word.kind == .word ? word.range : found.source)
      }
    }
    return result
  }
}

extension InlinePlanner {
  /// Plans a change of each leaf, as one edit.
  ///
  /// - Returns: the outcome with the selection after the edit: a caret at its character or after the
  ///   typed text, or what was selected.
  func outcome(of changes: [InlineChange], at selection: Range<Int>) -> Outcome {
    let whole = leaves[0].nodes[0].content
    var plans: [Plan] = []
    for (index, change) in changes.enumerated() {
      let writer = InlineWriter(leaves[index], in: source, change)
      guard
        let found = plan(writer, of: index, command.options.allowsReferences, leavesOut: false)
      else { return .refused(.noSpelling(whole)) }
      plans.append(change.effect == .typed ? found : withoutReferences(found, gives: false))
    }
    let pieces = plans.flatMap { $0.pieces } + extra
    guard var edit = pieces.edit(of: source) else { return .refused(.internal(whole)) }
    let edited = edit.applying(to: source)
    let writers = plans.map { $0.writer }
    guard plans.count == 1 || !read(edited, writers).contains(.wrong) else {
      return .refused(.noSpelling(whole))
    }
    guard libraryProves(edited, writers, pieces) else { return .refused(.readingsDiffer(whole)) }
    // A key is read as a letter, and written as it is.
    var keyed = pieces
    for (writer, change) in zip(writers, changes) {
      guard let key = change.key, let replaced = change.replaced else { continue }
      let range = writer.leaf.items[replaced].source
      for index in keyed.indices
      where keyed[index].range == range && keyed[index].bytes == change.text {
        keyed[index].bytes = key
      }
    }
    if changes.contains(where: { $0.key != nil }) {
      guard let written = keyed.edit(of: source) else { return .refused(.internal(whole)) }
      edit = written
    }
    return .plan(
      MarkdownEditing.Plan(
        edit: edit, selections: [moved(selection, by: keyed, changes[0])],
        effect: changes[0].effect, leaves: leaves.map { $0.nodes[0].content },
        references: pieces.filter { $0.bytes.starts(with: "&#".utf8) }.map { $0.range }))
  }

  private func moved(
    _ selection: Range<Int>, by pieces: [InlinePiece], _ change: InlineChange
  ) -> Range<Int> {
    // A letter without a place is between the delimiters.
    if let wrap = change.wraps.first, leaves[0].items[wrap.items.lowerBound].source.isEmpty {
      let place = pieces.moved(selection.lowerBound, isEnd: true) + wrap.open.count
      return place..<place
    }
    var caret = selection.isEmpty ? selection.lowerBound : nil
    if change.effect == .typed {
      caret =
        change.replaced.map { leaves[0].items[$0].source.upperBound }
        ?? change.removed.first.map { leaves[0].items[$0].source.lowerBound }
    }
    // The caret is where a letter is not written.
    if change.key?.isEmpty == true, let replaced = change.replaced {
      let place = pieces.moved(leaves[0].items[replaced].source.lowerBound, isEnd: false)
      return place..<place
    }
    if let caret {
      let isInWrap = change.wraps.contains {
        leaves[0].items[$0.items.lowerBound].source.lowerBound == caret
      }
      if isInWrap {
        let place = pieces.moved(caret, isEnd: false)
        return place..<place
      }
      var place = pieces.moved(caret, isEnd: true)
      // Blanks that are typed behind a mark.
      if change.replaced != nil, change.key == nil, change.text.last == .space {
        for piece in pieces where piece.range == caret..<caret { place += piece.bytes.count }
      }
      return place..<place
    }
    let isKept =
      change.climbs || !change.gone.isEmpty && change.wraps.isEmpty && change.cleared.isEmpty
    guard !isKept, let first = selected.first?.first, let last = selected.last?.last else {
      let low = pieces.moved(selection.lowerBound, isEnd: false)
      return low..<max(low, pieces.moved(selection.upperBound, isEnd: true))
    }
    let low = pieces.moved(leaves[0].items[first].source.lowerBound, isEnd: false)
    let end = leaves[leaves.count - 1].items[last].source.upperBound
    return low..<max(low, pieces.moved(end, isEnd: true))
  }
}
