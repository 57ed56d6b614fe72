import TextEditing

/// Edits the text of a host by keys, and compares what the host shows after each key.
struct ProxyTypist<Proxy: DocumentProxy> {
  /// A text before and after the insertion point.
  private struct Text: Equatable {
    var before: String
    var after: String

    init(before: String, after: String) { (self.before, self.after) = (before, after) }

    init(shownBy proxy: Proxy) {
      before = proxy.documentContextBeforeInput ?? ""
      after = proxy.documentContextAfterInput ?? ""
    }

    var caret: Int { before.utf8.count }

    mutating func pass(_ count: Int, _ isBack: Bool) {
      if isBack {
        after = before.suffix(count) + after
        before.removeLast(count)
      } else {
        before += after.prefix(count)
        after.removeFirst(count)
      }
    }

    /// The texts with some characters less before the insertion point.
    var shortened: [Text] {
      (1..<max(1, before.count)).map { Text(before: String(before.dropLast($0)), after: after) }
    }

    /// Whether a host with this text can show `shown`: hosts cut it anywhere.
    func agrees(with shown: Text) -> Bool {
      let (mine, its) = (before.utf8.reversed(), shown.before.utf8.reversed())
      return (mine.starts(with: its) || its.starts(with: mine))
        && (after.utf8.starts(with: shown.after.utf8) || shown.after.utf8.starts(with: after.utf8))
    }
  }

  private(set) var proxy: Proxy
  private let buffer: TextBuffer
  private let startsLine: Bool
  private var text: Text
  /// The texts before each key: contexts come late.
  private var earlier: [Text] = []
  private var shown: Text
  /// Whether the host has shown the result of the last key.
  private var isPrompt = false
  /// Whether the host shows another text than expected.
  private var isLost = false

  init(_ proxy: Proxy, in buffer: TextBuffer, startsLine: Bool) {
    self.proxy = proxy
    self.startsLine = startsLine
    self.buffer = buffer
    let selection = buffer.selection ?? 0..<0
    text = Text(
      before: buffer.text(utf8: 0..<selection.upperBound),
      after: buffer.text(utf8: selection.upperBound..<buffer.utf8Count))
    shown = Text(shownBy: proxy)
  }

  mutating func type(_ plan: Plan) -> Bool {
    guard let after = try? buffer.applying(plan.edit), let selection = buffer.selection else {
      return false
    }
    let goal = plan.selections.first?.upperBound ?? selection.upperBound
    if plan.edit.isEmpty, goal == selection.upperBound { return true }
    var replacements = plan.edit.replacements
    let original = text
    if selection.isEmpty {
      guard isInsertionPoint() else { return false }
    } else {
      let selected = buffer.text(utf8: selection)
      var typed = selected
      if !replacements.isEmpty, selection.lowerBound <= plan.edit.stretch.lowerBound,
        plan.edit.stretch.upperBound <= selection.upperBound
      {
        replacements = []
        typed = after.text(
          utf8: selection.lowerBound..<selection.upperBound + after.utf8Count - buffer.utf8Count)
      }
      // Typing over a selection is exact. A deletion of one may also take a blank beside it.
      text.before = buffer.text(utf8: 0..<selection.lowerBound)
      let isAccepted = insert(typed.isEmpty ? "x" : typed)
      guard isAccepted, !typed.isEmpty || delete(to: selection.lowerBound) else {
        return restored(original)
      }
    }
    if let first = replacements.first {
      let start = first.range.lowerBound
      let end = max(plan.edit.stretch.upperBound, text.caret)
      if !buffer.text(utf8: start..<end).allSatisfy({ $0.utf16.count == 1 }) {
        // Hosts count such characters differently when they move, but not when they delete.
        let typed = after.utf8Bytes[start..<end + after.utf8Count - buffer.utf8Count]
        replacements = [TextEdit.Replacement(start..<end, with: Array(typed))]
      }
    }
    for replacement in replacements.reversed() {
      guard move(to: replacement.range.upperBound), delete(to: replacement.range.lowerBound),
        !isInsideLine
      else { return restored(original) }
      // A character that began before the range was deleted, too.
      let kept = buffer.text(utf8: text.caret..<replacement.range.lowerBound)
      guard insert(kept + String(decoding: replacement.bytes, as: UTF8.self)) else {
        return restored(original)
      }
    }
    _ = move(to: goal)
    return true
  }

  /// Whether the insertion point seems to be one: some hosts do not report a selection, which the
  /// next key would replace. A step to and fro ends a selection, and is shown then.
  private mutating func isInsertionPoint() -> Bool {
    guard let step = text.after.first?.utf16.count == 1 ? 1 : text.before.isEmpty ? nil : -1 else {
      return true
    }
    proxy.adjustTextPosition(byCharacterOffset: step)
    proxy.adjustTextPosition(byCharacterOffset: -step)
    return Text(shownBy: proxy) == shown
  }

  /// Whether the host shows at the start of the context that a line does not start there.
  private var isInsideLine: Bool {
    startsLine && isPrompt && text.before.isEmpty && !shown.before.isEmpty
      && shown.before.last?.isNewline == false
  }

  /// Returns whether the host shows the text, or one from before, as a host whose context is late.
  private mutating func isExpected() -> Bool {
    let last = shown
    shown = Text(shownBy: proxy)
    let agrees = text.agrees(with: shown)
    isPrompt = agrees && shown != last
    isLost = !agrees && shown != last && !earlier.contains { $0.agrees(with: shown) }
    return !isLost
  }

  private mutating func insert(_ typed: String) -> Bool {
    guard !typed.isEmpty else { return true }
    let wasPrompt = isPrompt
    earlier.append(text)
    text.before += typed
    proxy.insertText(typed)
    guard isExpected() else { return false }
    // A host that showed the last key at once has rejected the text, for example as too long.
    guard wasPrompt, !text.agrees(with: shown), let last = earlier.popLast() else { return true }
    text = last
    return false
  }

  private mutating func delete(to offset: Int) -> Bool {
    while text.caret > offset {
      earlier.append(text)
      text.before.removeLast()
      proxy.deleteBackward()
      guard isExpected() else { return false }
    }
    return true
  }

  /// Moves the insertion point. Hosts count characters or UTF-16 code units, so that a character of
  /// several units is passed only if the host shows it.
  private mutating func move(to offset: Int) -> Bool {
    while offset != text.caret {
      let isBack = offset < text.caret
      var room = isBack ? text.caret - offset : offset - text.caret
      let characters = isBack ? Array(text.before.reversed()) : Array(text.after)
      let steps = characters.prefix {
        room -= $0.utf8.count
        return $0.utf16.count == 1 && room >= 0
      }.count
      if steps > 0 {
        earlier.append(text)
        text.pass(steps, isBack)
        proxy.adjustTextPosition(byCharacterOffset: isBack ? -steps : steps)
        guard isExpected() else { return false }
      } else {
        guard room >= 0, let units = characters.first?.utf16.count,
          [units, 1].contains(where: { step(isBack ? -$0 : $0) })
        else { return false }
      }
    }
    return true
  }

  /// Passes a character by a number of units, if the host shows that this is right.
  private mutating func step(_ units: Int) -> Bool {
    var goal = text
    goal.pass(1, units < 0)
    proxy.adjustTextPosition(byCharacterOffset: units)
    let now = Text(shownBy: proxy)
    guard now != shown, goal.agrees(with: now) else {
      proxy.adjustTextPosition(byCharacterOffset: -units)
      return false
    }
    (shown, text) = (now, goal)
    return true
  }

  /// Types what was deleted again, deletes what was typed, and returns false.
  private mutating func restored(_ original: Text) -> Bool {
    if isLost {
      // The host deleted more than one character.
      guard let found = text.shortened.first(where: { $0.agrees(with: shown) }) else {
        return false
      }
      (text, isLost) = (found, false)
    }
    let now = Array(text.before + text.after)
    let wanted = Array(original.before + original.after)
    let start = zip(now, wanted).prefix { $0 == $1 }.count
    let rest = zip(now[start...].reversed(), wanted[start...].reversed()).prefix { $0 == $1 }.count
    let end = now.count - rest
    guard move(to: String(now[..<end]).utf8.count) else { return false }
    for _ in start..<end {
      proxy.deleteBackward()
      text.before.removeLast()
    }
    if start < wanted.count - rest {
      let typed = String(wanted[start..<wanted.count - rest])
      proxy.insertText(typed)
      text.before += typed
    }
    _ = move(to: original.caret)
    return false
  }
}
