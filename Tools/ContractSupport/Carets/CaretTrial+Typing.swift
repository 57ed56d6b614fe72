import MarkdownEditing

/// The rows about the text typed next.
extension CaretTrial {
  /// Checks a step over a delimiter: nothing is written, text typed next has the mark or lacks it,
  /// and the existing run is preserved.
  ///
  /// A word typed after a step can break the run that it left (`_a_word`), so blanks around it are
  /// allowed. If some place adds or removes only this mark, the caret must move to such a place.
  /// For example, emphasis moves the caret from `***a‸***` to `***a*‸**`. If the word alone already
  /// changes the rest without any command, those changes are expected. For example, the text of a
  /// shortcut reference names its definition.
  func stepped(_ after: ContractCase, isIn: Bool) -> [Violation] {
    let context = "\(after.marked.debugDescription): "
    let place = after.selections[0].lowerBound
    let caret = table.caret
    if after.source != question.source {
      return [Violation(.caret, context + "a step writes nothing")]
    }
    let passed = min(place, caret)..<max(place, caret)
    if passed.isEmpty || before.characters.contains(where: { before.spans[$0].overlaps(passed) }) {
      return [Violation(.caret, context + "the step passed characters, or nothing")]
    }
    let typed = table.allTypedMarks(at: place)
    guard let first = typed.first else {
      // If nothing can be typed at any such place, the caret must merely move.
      return isOfTheWord(place, isIn: isIn) || !canStep(isIn)
        ? [] : [Violation(.caret, context + "a word typed there changes something else")]
    }
    // After `**;**`, a word alone opens a run of its own, but not with a blank before it.
    if !typed.contains(where: { $0.contains(table.mark) == isIn }) {
      return [Violation(.caret, context + "a word typed there is \(first)")]
    }
    if let wanted = exactMarks(isIn: isIn), !typed.contains(wanted) {
      return [Violation(.caret, context + "a word typed there is \(first), and could be \(wanted)")]
    }
    return []
  }

  private func canStep(_ isIn: Bool) -> Bool {
    CaretPlace(table.caret, in: before).map { table.canStep(from: $0, isIn: isIn) } ?? false
  }

  /// Returns the marks at the caret with only this mark toggled, if a word typed at some place
  /// among the delimiters beside the caret has exactly those marks.
  private func exactMarks(isIn: Bool) -> MarkSet? {
    let inner = CaretPlace(table.caret, in: before)
    guard let inner else { return nil }
    let stretch = inner.stretch(in: before)
    let here: MarkSet
    if inner.inside == nil {
      here = inner.marks(in: before)
    } else if let marks = table.typedMarks(at: table.caret) {
      here = marks
    } else {
      return nil
    }
    let wanted = here.symmetricDifference(table.mark)
    let isThere = stretch.contains { $0 != table.caret && table.typedMarks(at: $0) == wanted }
    return isThere ? wanted : nil
  }

  /// Whether typing the same text without the step causes the same changes.
  private func isOfTheWord(_ place: Int, isIn: Bool) -> Bool {
    Probe.texts.contains { text in
      guard
        let typed = Probe(question.source, at: place, typing: text, oracle: judge.oracle),
        typed.marks?.contains(table.mark) == isIn,
        let plain = Probe(question.source, at: table.caret, typing: text, oracle: judge.oracle),
        let word = plain.word, !plain.keeps(before)
      else { return false }
      let order = Order(mark: table.mark, adds: isIn, targets: Set(word))
      return contentViolations(plain.reading.rendered, typed.reading.rendered, order).isEmpty
    }
  }

  /// Checks a pair of delimiters around the caret: a typed word must have the mark. Nothing else
  /// may change, except as the word alone would change it despite any delimiters of the mark.
  func paired(_ after: ContractCase) -> [Violation] {
    let context = "\(after.marked.debugDescription): "
    let place = after.selections[0].lowerBound
    guard let typed = Probe(after.source, at: place, oracle: judge.oracle), let marks = typed.marks
    else { return [Violation(.caret, context + "a word typed there is not visible text")] }
    guard marks.contains(table.mark) else {
      return [Violation(.caret, context + "a word typed there has not the mark")]
    }
    if !keepsLinks(after.source, at: place) {
      return [Violation(.caret, context + "a link is lost, or found")]
    }
    if typed.keeps(before) {
      let isInPlace = table.places.contains { place in
        let characters = before.characters.filter { before.spans[$0].upperBound <= place }
        return characters.count { before.events[$0].isMarkable } == typed.markableCountBefore
      }
      return isInPlace ? [] : [Violation(.caret, context + "the pair stands elsewhere")]
    }
    // In an empty pair of another mark, which is still text, typed text has that mark too.
    if !isInPairOfAnother, plainPairs.contains(where: { $0.keeps(before) }) {
      return [Violation(.caret, context + "other delimiters would leave what is beside them alone")]
    }
    var violations = [Violation(.caret, context + "a word typed there changes something else")]
    for place in table.places {
      guard let plain = Probe(question.source, at: place, oracle: judge.oracle),
        let old = plain.word
      else { continue }
      let order = Order(mark: table.mark, adds: true, targets: Set(old))
      let found = contentViolations(plain.reading.rendered, typed.reading.rendered, order)
      if found.isEmpty { return [] }
      violations += found.map { Violation(.caret, context + "with a word typed there: \($0)") }
    }
    return violations
  }

  /// Whether an empty pair at `place` preserves all links and HTML. For example, an empty pair in
  /// the text of a shortcut reference changes its label and must not lose the link.
  private func keepsLinks(_ source: [UInt8], at place: Int) -> Bool {
    guard CaretPlace(table.caret, in: before) != nil else { return true }
    let rest = try? Reading(emptied(source, at: place), oracle: judge.oracle)
    return rest?.rendered.links == before.rendered.links
  }

  /// Returns the text with an empty pair at `place`, as a reader sees it.
  ///
  /// Unmatched backticks are text (CommonMark 0.30 §6.1). After such a run, libcmark 0.30 finds
  /// only one code span (``` `` `a` `b` ```). So they are written as references here if no other
  /// run has the same length.
  private func emptied(_ source: [UInt8], at place: Int) -> [UInt8] {
    let tick = UInt8(ascii: "`")
    let left = source[..<place].reversed().prefix { $0 == tick }.count
    let right = source[place...].prefix { $0 == tick }.count
    let run = place - left..<place + right
    let others = (source[..<run.lowerBound] + [0x20] + source[run.upperBound...])
      .split { $0 != tick }
    let isAlone = !others.contains { $0.count == run.count }
    guard table.mark == .code, left > 0, right > 0, isAlone else { return source }
    let references = run.flatMap { _ in Array("&#96;".utf8) }
    return source[..<run.lowerBound] + references + source[run.upperBound...]
  }

  private var isInPairOfAnother: Bool {
    [MarkSet.strong, .emphasis, .code].contains { mark in
      let table = CaretTable(
        reading: before, caret: table.caret, mark: mark, options: table.options,
        oracle: judge.oracle)
      return mark != self.table.mark && table.emptyPair() != nil
    }
  }

  /// Whether some delimiters of the mark around the caret give the mark to a word typed in them and
  /// change nothing else, except for changes that the word alone causes.
  var canHoldPair: Bool {
    let plain = Probe(question.source, at: table.caret, oracle: judge.oracle)
    return plainPairs.contains { typed in
      if typed.keeps(before) { return true }
      guard let plain, let word = plain.word else { return false }
      let order = Order(mark: table.mark, adds: true, targets: Set(word))
      return contentViolations(plain.reading.rendered, typed.reading.rendered, order).isEmpty
    }
  }

  /// Trials with a word typed in each pair of the mark's delimiters at the caret. The word must
  /// have the mark, and the pair must be text while it is empty. For example, the four of
  /// `____*]*_\__` are delimiters, so `__‸__` is not a pair there.
  private var plainPairs: [Probe] {
    let pairs: [String]
    switch table.mark {
    case .strong: pairs = ["**", "__"]
    case .emphasis: pairs = ["*", "_"]
    default: pairs = ["`", "``", "```"]
    }
    let caret = table.caret
    let here = CaretPlace(caret, in: before)?.marks(in: before) ?? []
    return pairs.compactMap { pair in
      let source = question.source[..<caret] + pair.utf8 + pair.utf8 + question.source[caret...]
      let place = caret + pair.utf8.count
      let typed = Probe(Array(source), at: place, oracle: judge.oracle)
      guard typed?.marks == here.union(table.mark), keepsLinks(Array(source), at: place) else {
        return nil
      }
      return judge.isEmptyPair(at: place, of: Array(source), as: table) ? typed : nil
    }
  }

  func unpaired(_ after: ContractCase, _ delimiters: [Range<Int>]) -> [Violation] {
    let context = "\(after.marked.debugDescription): "
    var wanted: [UInt8] = []
    var end = 0
    var place = table.caret
    for range in delimiters {
      wanted += question.source[end..<range.lowerBound]
      end = range.upperBound
      if range.upperBound <= table.caret { place -= range.count }
    }
    wanted += question.source[end...]
    let caret = after.selections[0].lowerBound
    if after.source == wanted, caret == place { return [] }
    // With the policy `readable`, a command's reference beside the pair becomes the character
    // again.
    if table.options.edges == .readable {
      for way in spellingsWithoutReferences(wanted, beside: place)
      where after.source == way.source && caret == way.place { return [] }
    }
    return [Violation(.caret, context + "the pair was not removed")]
  }

  /// Returns the text with the numeric reference before `place`, after it, or both resolved.
  private func spellingsWithoutReferences(
    _ source: [UInt8], beside place: Int
  ) -> [(source: [UInt8], place: Int)] {
    // Delimiters may lie between the reference and the caret, as in `&#128512;**‸`.
    let isDelimiter = { (byte: UInt8) in byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") }
    let inner = place - source[..<place].reversed().prefix(while: isDelimiter).count
    let outer = place + source[place...].prefix(while: isDelimiter).count
    let open = source[..<inner].lastIndex(of: UInt8(ascii: "&")) ?? inner
    let close = source[outer...].firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? outer
    let (left, right) = (Array(source[..<place]), Array(source[place...]))
    let before = character(ofReference: source[open..<inner])
    let after = character(ofReference: source[outer..<close])
    let lefts = [left, before.map { source[..<open] + $0 + source[inner..<place] }].compactMap {
      $0
    }
    let rights = [right, after.map { source[place..<outer] + $0 + source[close...] }]
      .compactMap { $0 }
    return lefts.flatMap { left in rights.map { (left + $0, left.count) } }
  }
}
