import MarkdownSyntax

/// Plans a command on all of a long text in little memory.
///
/// Of a text of 3.3 MB in short paragraphs its blocks take as much memory as libcmark takes to read it.
/// So what is left of a spelling is its text and the signature of what is wanted, before libcmark reads
/// that; where it reads something else, the text is read and planned on again for the next spelling.
package struct LongPlan {
  /// From how many bytes on a text is long.
  static let longText = 1 << 20

  let command: EditingCommand
  let selections: [Range<Int>]
  let source: [UInt8]
  let context: ProjectionContext

  /// - Parameter selections: UTF-8 ranges of `source`, one or more.
  package init(
    command: EditingCommand, selections: [Range<Int>], source: [UInt8], context: ProjectionContext
  ) {
    self.command = command
    self.selections = selections
    self.source = source
    self.context = context
  }

  /// A spelling, with all that the outcome is where libcmark reads it as it is wanted.
  private struct Attempt {
    var text: [UInt8]
    var wanted: BlockSignature
    var uncertainTables: Int
    var plan: CommandPlan
  }
  private enum Step {
    case attempt(Attempt)
    case outcome(CommandOutcome)
  }

  /// What the command does, the same as planned at once.
  ///
  /// - Complexity: O(*n*) in the length of the source for each spelling.
  package func outcome() -> CommandOutcome {
    var refusal: MarkOutcome.Refusal?
    var number = 0
    while true {
      let step: Step
      do throws(MarkOutcome.Refusal) { step = try self.step(number, refusal) } catch {
        return .refused(error)
      }
      switch step {
      case .outcome(let outcome): return outcome
      case .attempt(let attempt):
        do throws(MarkOutcome.Refusal) {
          let read = try BlockTree(attempt.text, in: command.dialect, context: context)
          if read.uncertainTables <= attempt.uncertainTables, attempt.wanted.isRead(from: read) {
            return .plan(attempt.plan)
          }
        } catch {
          // `> a` for `a` takes more memory: where that is too much, it is no want of a spelling.
          if case .unparsable = error { refusal = error }
        }
        number += 1
      }
    }
  }

  /// The spelling with a number, counted from 0; the outcome where there is none.
  ///
  /// - Parameter refusal: what was refused before, if anything.
  private func step(
    _ number: Int, _ refusal: MarkOutcome.Refusal?
  ) throws(MarkOutcome.Refusal) -> Step {
    let engine = try BlockEngine(
      source, selections, in: command.dialect, command.policies, context: context)
    let change: BlockChange
    do throws(CommandReason) { change = try command.change(engine) } catch {
      return .outcome(.unchanged(error))
    }
    var left = number
    let attempt = engine.firstSpelling(of: change) { wanted, probed -> Attempt? in
      left -= 1
      if left >= 0 { return nil }
      return Attempt(
        text: probed.text, wanted: BlockSignature(wanted),
        uncertainTables: engine.tree.uncertainTables, plan: engine.plan(probed, change))
    }
    return attempt.map { .attempt($0) } ?? .outcome(.refused(refusal ?? engine.noSpelling))
  }
}
