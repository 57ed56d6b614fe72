import TextEditing

/// The text of a host as a keyboard extension sees it, with what hosts are known to do differently.
struct HostProxy: DocumentProxy {
  /// The blank that a deletion of a selection takes along.
  enum Blank: CaseIterable { case none, before, after }

  /// Where the context ends.
  enum Cut: Hashable {
    case nowhere, line, sentence
    /// As `sentence`, but with the sentence before if the selection is at the start of one.
    case sentenceBefore
    /// After a number of UTF-16 code units, in whole characters.
    case units(Int)
  }

  /// The end of a selection from which `adjustTextPosition` moves, if it does.
  enum Origin: CaseIterable { case start, end, ignored }

  /// What a host does.
  struct Habits: Hashable {
    var blank = Blank.none
    var cut = Cut.nowhere
    /// Whether the context is the one from before, until `turn()`.
    var isLate = false
    var countsUTF16 = false
    var origin = Origin.end
    var hidesSelection = false
    /// Whether a deletion at an insertion point takes a blank before it, too.
    var deletesBlanks = false
    /// The number of UTF-16 code units from which a typed text is rejected.
    var maximumUnits = Int.max
  }

  private struct Context { var before, selected, after: String }

  var habits: Habits
  private(set) var units: [UInt16]
  private(set) var selection: Range<Int>
  private var late: Context?

  init(_ buffer: TextBuffer, _ habits: Habits) {
    self.habits = habits
    units = Array(buffer.description.utf16)
    let selected = buffer.selection ?? 0..<0
    let start = buffer.text(utf8: 0..<selected.lowerBound).utf16.count
    selection = start..<start + buffer.text(utf8: selected).utf16.count
    turn()
  }

  init(_ buffer: TextBuffer, contextLimit: Int = 1024) {
    self.init(buffer, Habits(cut: .units(contextLimit)))
  }

  /// The text, with the selection as `‸` or `⟦⟧`.
  var marked: String {
    let (before, selected, after) = (
      string(0..<selection.lowerBound), string(selection),
      string(selection.upperBound..<units.count)
    )
    return selection.isEmpty ? "\(before)‸\(after)" : "\(before)⟦\(selected)⟧\(after)"
  }
  var text: String { string(0..<units.count) }

  /// Lets the run loop turn, after which the context is that of the text.
  mutating func turn() { late = habits.isLate ? context : nil }

  var hasText: Bool { !units.isEmpty }
  var documentContextBeforeInput: String? { known(\.before) }
  var documentContextAfterInput: String? { known(\.after) }
  var selectedText: String? { habits.hidesSelection ? nil : known(\.selected) }

  mutating func insertText(_ text: String) {
    guard units.count - selection.count + text.utf16.count < habits.maximumUnits else { return }
    replace(selection, with: Array(text.utf16))
  }

  mutating func deleteBackward() {
    var range = selection
    if range.isEmpty {
      let last = string(0..<range.lowerBound).last?.utf16.count ?? 0
      range = range.lowerBound - last..<range.upperBound
      if habits.deletesBlanks, isBlank(range.lowerBound - 1) {
        range = range.lowerBound - 1..<range.upperBound
      }
    } else if habits.blank == .before, isBlank(range.lowerBound - 1) {
      range = range.lowerBound - 1..<range.upperBound
    } else if habits.blank == .after, isBlank(range.upperBound) {
      range = range.lowerBound..<range.upperBound + 1
    }
    replace(range, with: [])
  }

  mutating func adjustTextPosition(byCharacterOffset offset: Int) {
    if !selection.isEmpty, habits.origin == .ignored { return }
    let origin = habits.origin == .start ? selection.lowerBound : selection.upperBound
    var caret = origin + offset
    if !habits.countsUTF16 {
      caret =
        offset < 0
        ? origin - string(0..<origin).suffix(-offset).utf16.count
        : origin + string(origin..<units.count).prefix(offset).utf16.count
    }
    caret = min(max(0, caret), units.count)
    selection = caret..<caret
  }

  mutating func setMarkedText(_ markedText: String, selectedRange: UTF16Range) {
    insertText(markedText)
  }
  mutating func unmarkText() {}

  private mutating func replace(_ range: Range<Int>, with typed: [UInt16]) {
    units.replaceSubrange(range, with: typed)
    let caret = range.lowerBound + typed.count
    selection = caret..<caret
  }

  private func isBlank(_ index: Int) -> Bool {
    units.indices.contains(index) && units[index] == 32
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: units[range], as: UTF16.self)
  }

  private func known(_ part: KeyPath<Context, String>) -> String? {
    let text = (late ?? context)[keyPath: part]
    return text.isEmpty ? nil : text
  }

  private var context: Context {
    let before = Array(string(0..<selection.lowerBound))
    let after = Array(string(selection.upperBound..<units.count))
    let ends: Set<Character> = [".", "!", "?"]
    func isEnd(_ text: [Character], _ index: Int) -> Bool {
      text[index] == "\n" || text[index] == " " && index > 0 && ends.contains(text[index - 1])
    }
    var (first, last) = (0, after.count)
    switch habits.cut {
    case .nowhere: break
    case .line:
      first = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
      last = after.firstIndex(of: "\n") ?? last
    case .sentence, .sentenceBefore:
      let known = habits.cut == .sentence ? before : before.dropLast()
      first = known.indices.last { isEnd(before, $0) }.map { $0 + 1 } ?? 0
      last = after.indices.first { isEnd(after, $0) } ?? last
    case .units(let limit):
      var room = limit
      first =
        before.indices.reversed().prefix {
          room -= before[$0].utf16.count
          return room >= 0
        }.last ?? before.count
      room = limit
      last =
        after.prefix {
          room -= $0.utf16.count
          return room >= 0
        }.count
    }
    return Context(
      before: String(before[first...]), selected: string(selection), after: String(after[..<last]))
  }
}
