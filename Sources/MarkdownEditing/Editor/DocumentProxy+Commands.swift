import MarkdownSyntax
import TextEditing

/// The text that a host shows to a keyboard extension.
package struct ProxyContext: Hashable, Sendable {
  /// What is known about an edge of the context.
  private enum Edge: Hashable, Sendable {
    /// The text may continue in the same line.
    case cut
    /// Nothing is shown: this is the edge of a sentence, a line or the text.
    case sentence
    /// A line starts or ends here.
    case line
    /// A line starts or ends here, and so does its block.
    case block
    /// The same, but the block may be an item of a list.
    case item
    /// The text starts or ends here.
    case whole
  }

  package let buffer: TextBuffer
  /// Whether the context is taken to start at the start of a line.
  var startsLine: Bool { first != .cut && first != .sentence }
  private let first, last: Edge
  /// Whether the host has text, but shows none: an empty line, or a selection that is not reported.
  private let isBlind: Bool

  /// Reads the context of a proxy; see `DocumentProxy.perform(_:dialect:wholeBelow:linesBelow:)`.
  package init(_ proxy: some DocumentProxy, wholeBelow: Int = 0, linesBelow: Int = 0) {
    let before = proxy.documentContextBeforeInput ?? ""
    let selected = proxy.selectedText ?? ""
    let after = proxy.documentContextAfterInput ?? ""
    var buffer = TextBuffer(before + selected + after)
    let start = before.utf8.count
    buffer.selectedTextRange = BufferRange(utf8: start..<start + selected.utf8.count)
    self.buffer = buffer
    isBlind = buffer.utf8Count == 0 && proxy.hasText
    let isAll = !proxy.hasText
    func edge(_ context: String) -> Edge {
      let count = context.utf16.count
      if isAll || count < wholeBelow { return .whole }
      return count < linesBelow ? .block : count == 0 ? .sentence : .cut
    }
    let isItem = before.utf16.count < 100 && (before + selected + after).startsWithListMarker
    first =
      switch edge(before) {
      case .block where isItem: .item
      // Neither a sentence nor a long context is cut before the marker of an item.
      case .cut where isItem, .sentence where isItem: .line
      case let edge: edge
      }
    last = edge(after)
  }

  private static let textsBefore: [Edge: [String]] = [
    .cut: ["x", "- x", "1. x", "> x", "x\n", "x\n\n", "- x\n", "> x\n"],
    .sentence: ["x. ", "x\n", "x\n\n", "- x\n", "> x\n"],
    .line: ["x\n", "x\n\n", "- x\n", "> x\n"], .block: ["x\n\n"], .item: ["x\n\n", "- x\n"],
  ]
  private static let textsAfter: [Edge: [String]] = [
    .cut: ["x", "\nx", "\n\nx", "\n- x"], .sentence: [" x", "\nx", "\n\nx", "\n- x"],
    .block: ["\n\nx", "\n- x"],
  ]

  /// Plans commands; one whose plan hidden text could change does nothing.
  ///
  /// A command is planned in the context alone, and again with lines of text, lists and quotes on
  /// each side that may be cut. Each side is varied alone, because there are many combinations. A
  /// fence, an HTML block or a table above the context is not considered.
  package func outcomes(of commands: [EditingCommand]) -> [Outcome] {
    guard let selection = buffer.selection else {
      return commands.map { _ in .unchanged(.noSelection) }
    }
    let text = buffer.utf8Bytes
    var textsBefore = Self.textsBefore[first] ?? []
    if first != .whole {
      // A code span or indented code may have begun further up.
      if first != .block, first != .item, text.contains(.backtick) { textsBefore.append("x`") }
      if text.textLines.dropFirst().contains(where: { $0.starts(with: "    ".utf8) }) {
        textsBefore.append("    x")
      }
    }
    let others =
      textsBefore.map { (shift: $0.utf8.count, text: Text(Array($0.utf8) + text)) }
      + (Self.textsAfter[last] ?? []).map { (shift: 0, text: Text(text + Array($0.utf8))) }
    let whole = Text(text)
    return commands.map { command in
      let outcome = whole.outcome(of: command, at: selection)
      guard case .plan(let plan) = outcome else { return outcome }
      let isSafe =
        !isBlind && (others.isEmpty || !command.row.readsAll)
        && others.allSatisfy { shift, text in
          let other = text.outcome(of: command, at: selection.shifted(by: shift)).plan
          return other?.edit == plan.edit.shifted(by: shift)
            && other?.selections == plan.selections.map { $0.shifted(by: shift) }
        }
      return isSafe ? outcome : .unchanged(.contextTooShort)
    }
  }
}

/// A text that several commands are planned on, of which each reads only the blocks that it needs.
private struct Text {
  let bytes: [UInt8]
  let document: MarkdownDocument?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = MarkdownDocument(all: bytes)
  }

  func outcome(of command: EditingCommand, at selection: Range<Int>) -> Outcome {
    document.map { command.outcome(utf8: [selection], in: $0) }
      ?? command.outcome(utf8: [selection], in: bytes)
  }
}

extension CommandRow {
  /// Whether the command reads more than the blocks at the selection and their neighbours.
  fileprivate var readsAll: Bool {
    switch action {
    case .section, .contents, .references, .comment, .footnote: true
    default: false
    }
  }
}

extension String {
  /// Whether the text starts with the marker of an item, as `- a` and `1. a` do.
  fileprivate var startsWithListMarker: Bool {
    let rest = utf8.drop { $0 == .space }
    let digits = rest.prefix { $0.isASCIIDigit }
    let marker = rest.dropFirst(digits.count)
    guard let first = marker.first, marker.dropFirst().first == .space else { return false }
    return digits.isEmpty ? "-*+".utf8.contains(first) : ".)".utf8.contains(first)
  }
}

extension DocumentProxy {
  /// Returns the states of the commands for the text that the context shows. A command applies if
  /// and only if `perform(_:dialect:wholeBelow:linesBelow:)` would carry it out.
  ///
  /// - Complexity: O(*n*) in the length of the context, for each command.
  public func commandStates(
    _ groups: [CommandRow.Group] = .ofBars, dialect: Dialect = .gitHub,
    options: EditingOptions = .standard, wholeBelow: Int = 0, linesBelow: Int = 0
  ) -> [CommandState] {
    ProxyContext(self, wholeBelow: wholeBelow, linesBelow: linesBelow)
      .commandStates(groups, dialect: dialect, options: options)
  }

  /// Carries out a command by typing. Because a proxy cannot select, the insertion point is then at
  /// the end of the planned selection.
  ///
  /// Hosts delete a blank with a selection, so that a selection is only typed over. Other text is
  /// deleted by characters. If the host shows another text than expected, what was deleted is typed
  /// again. If its context comes late or `selectedText` is missing, it cannot be compared.
  ///
  /// - Parameters:
  ///   - wholeBelow: a context of fewer UTF-16 code units counts as the whole text on its side.
  ///     With 0, none does while the host has text, because hosts do not report whether they cut it.
  ///   - linesBelow: a context of fewer UTF-16 code units counts as whole lines, each with a
  ///     paragraph, an item or another block of its own, as people type on a phone.
  /// - Returns: the outcome; ``Outcome/Unchanged/contextTooShort`` if hidden text could change it.
  /// - Complexity: O(*n*) in the length of the context, and one call for each deleted character.
  @discardableResult
  public mutating func perform(
    _ command: EditingCommand, dialect: Dialect = .gitHub, wholeBelow: Int = 0, linesBelow: Int = 0
  ) -> Outcome {
    let context = ProxyContext(self, wholeBelow: wholeBelow, linesBelow: linesBelow)
    let outcome = context.outcomes(of: [command.reading(dialect)])[0]
    guard case .plan(let plan) = outcome else { return outcome }
    return type(plan, in: context) ? outcome : .refused(.inputRejectedEdit)
  }

  /// Types a plan; returns false, with the text as before, if the host does not accept it.
  package mutating func type(_ plan: Plan, in context: ProxyContext) -> Bool {
    var typist = ProxyTypist(self, in: context.buffer, startsLine: context.startsLine)
    defer { self = typist.proxy }
    return typist.type(plan)
  }
}

extension ProxyContext {
  package func commandStates(
    _ groups: [CommandRow.Group], dialect: Dialect, options: EditingOptions
  ) -> [CommandState] {
    let states = buffer.commandStates(groups, dialect: dialect, options: options)
    let commands = states.filter { $0.applies }.map { state in
      EditingCommand(
        state.row, argument: state.row.action.needsText ? "https://example.org" : nil,
        options: options
      ).reading(dialect)
    }
    var reasons: [String: Outcome.Unchanged] = [:]
    for (command, outcome) in zip(commands, outcomes(of: commands)) {
      switch outcome {
      case .plan: break
      case .unchanged(let reason): reasons[command.row.name] = reason
      case .refused: reasons[command.row.name] = .noSpelling
      }
    }
    return states.map {
      CommandState(row: $0.row, presence: $0.presence, reason: $0.reason ?? reasons[$0.row.name])
    }
  }
}
