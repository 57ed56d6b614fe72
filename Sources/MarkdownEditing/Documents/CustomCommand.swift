import CommonMark
import MarkdownSyntax
import TextEditing

/// A command of your own: an edit, and the goal that the tree after it must meet.
///
/// The edit is made in a copy, which is read again. It becomes a plan only if the goal is met, if all
/// blocks that the edit does not touch are the same as before, and if libcmark reads the edited part
/// in the same way.
///
/// ```swift
/// // Adds a question mark to a heading.
/// let ask = CustomCommand { before in
///   before.tree.nodes.first { $0.kind == .heading && $0.range.contains(before.selection.lowerBound) }
///     .map { TextEdit([.init($0.content.upperBound..<$0.content.upperBound, with: "?")]) }
/// } goal: { before, after in
///   before.tree.nodes.count == after.tree.nodes.count
/// }
/// editor.perform(ask)
/// ```
public struct CustomCommand: Sendable {
  /// A text with its tree and the selection.
  public struct Reading: Sendable {
    /// The blocks and inlines of ``source``.
    public let tree: SyntaxTree
    /// The text, as UTF-8.
    public let source: [UInt8]
    /// The selection, in UTF-8 offsets of ``source``; an empty one is a caret.
    public let selection: Range<Int>
  }

  private let edit: @Sendable (_ before: Reading) -> TextEdit?
  private let goal: @Sendable (_ before: Reading, _ after: Reading) -> Bool

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - edit: returns the edit, or nil if the command does not apply.
  ///   - goal: returns whether the edited text is what the command is for.
  public init(
    edit: @escaping @Sendable (_ before: Reading) -> TextEdit?,
    goal: @escaping @Sendable (_ before: Reading, _ after: Reading) -> Bool
  ) {
    self.edit = edit
    self.goal = goal
  }

  /// Plans the command for a selection of `source`, without changing it.
  ///
  /// - Parameter selection: a UTF-8 range of `source`; an empty one is a caret.
  /// - Returns: a plan; `unchanged` with `noText` if the command does not apply, or with `alreadySo`
  ///   if the edit is empty; or a refusal with the edited range: `noSpelling` if the goal is not met,
  ///   `blocksDiffer` if another block changes, `readingsDiffer` if libcmark reads another result.
  /// - Complexity: O(*n*) in the length of the source.
  public func outcome(
    utf8 selection: Range<Int>, in source: [UInt8], dialect: Dialect = .gitHub
  ) -> Outcome {
    .checked([selection], OutcomeCheck(source)) {
      do throws(ParsingRefusal) {
        return try planned(selection, in: source, dialect)
      } catch {
        return .refused(.unparsable(error.description))
      }
    }
  }

  private func planned(
    _ selection: Range<Int>, in source: [UInt8], _ dialect: Dialect
  ) throws(ParsingRefusal) -> Outcome {
    let before = Reading(
      tree: try SyntaxTree(source, in: dialect), source: source, selection: selection)
    guard let edit = edit(before) else { return .unchanged(.noText) }
    guard let hull = edit.hull else { return .unchanged(.alreadySo) }
    do throws(TextEditError) {
      try TextBuffer(String(decoding: source, as: UTF8.self)).validate(edit)
    } catch {
      return .refused(.invalidRange(error))
    }
    let old = hull.lowerBound..<hull.upperBound
    let text = edit.applying(to: source)
    let selected = edit.mapping(utf8: selection)
    let after = Reading(tree: try SyntaxTree(text, in: dialect), source: text, selection: selected)
    let new = old.lowerBound..<old.upperBound + edit.utf8Growth
    guard before.leaves(notIn: old).elementsEqual(after.leaves(notIn: new)) else {
      return .refused(.blocksDiffer(old))
    }
    let reading = InlineReading(text, after.tree, in: dialect, .document)
    guard reading.libraryAgrees(on: text, at: [new]) else { return .refused(.readingsDiffer(old)) }
    guard goal(before, after) else { return .refused(.noSpelling(old)) }
    return .plan(Plan(edit: edit, selections: [selected], effect: .converted))
  }
}

extension CustomCommand.Reading {
  fileprivate struct Leaf: Equatable {
    let containers: [UInt8]
    let kind: SyntaxTree.Kind
    let number: Int32
    let content: ArraySlice<UInt8>
  }

  /// The leaves that do not touch a range of the source.
  fileprivate func leaves(notIn range: Range<Int>) -> [Leaf] {
    tree.outline.compactMap { leaf in
      let node = tree.nodes[leaf.node]
      if node.range.lowerBound <= range.upperBound, node.range.upperBound >= range.lowerBound {
        return nil
      }
      return Leaf(
        containers: leaf.kinds, kind: node.kind, number: node.kind == .heading ? node.number : 0,
        content: source[node.range])
    }
  }
}
