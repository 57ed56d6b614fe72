import MarkdownSyntax
import TextEditing

extension FormattingState {
  /// The state of a long selection: what is selected is read, and nothing is planned. Whether a command
  /// would be refused somewhere takes as long to know as the command itself.
  ///
  /// - Complexity: O(length of the selection), less where each mark is soon seen to be mixed.
  package init(of selection: LongSelection, policies: MarkPolicies) {
    var tallies = Mark.all(in: policies.dialect).map { Tally(mark: $0) }
    for stretch in selection.stretches where tallies.contains(where: { $0.presence != .mixed }) {
      let (region, context) = selection.document.region(
        around: stretch.parts, in: policies.dialect)
      let selections = stretch.parts.map { $0.shifted(by: region.shift) }
      var last: (purpose: ProjectionPurpose, read: DialectText?)?
      for index in tallies.indices where tallies[index].presence != .mixed {
        let command = MarkCommand(.toggle, tallies[index].mark, policies: policies)
        if last?.purpose != command.mark.purpose {
          let read = try? DialectText(
            region.bytes, for: command, on: selections, context, besides: last?.read)
          last = (command.mark.purpose, read)
        }
        if let read = last?.read { tallies[index].count(read.texts(on: selections).texts) }
      }
    }
    self.init(entries: tallies.map { $0.entry })
  }

  /// What was seen of a mark so far.
  private struct Tally {
    let mark: Mark
    /// Whether no character was seen that can have it. True of `***` alone.
    private var isEmpty = true
    /// Whether all that were seen have it: strong in `**a**`.
    private var isOn = true
    /// Whether none has it: strong in `a *b*`.
    private var isOff = true

    init(mark: Mark) { self.mark = mark }

    mutating func count(_ texts: [LeafText]) {
      for text in texts {
        isEmpty = false
        isOn = isOn && text.isMarked(mark.set)
        isOff = isOff && text.isFree(of: mark.set)
      }
    }

    /// Off where nothing can have the mark.
    var presence: Presence { isOff ? .off : isOn ? .on : .mixed }

    var entry: Entry {
      Entry(mark: mark, presence: presence, applicability: isEmpty ? .no : .unknown)
    }
  }
}
