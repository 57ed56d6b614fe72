import ArgumentParser
import MdeditKit

struct Batch: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Answer commands as JSON Lines: one object per line in, one per line out, in order.",
    discussion: """
      An input line has "id" (any value), "text", "start", "end" and "command" (a \
      name that mdedit commands lists, or state); for several selections \
      it has "selections", a list of {"start":…,"end":…}. It may have "action" (toggle, mark, unmark; \
      default: toggle), "unit" (utf16, utf8, scalar; default: utf16), "dialect", and the options below by \
      their names as "atEdge" (default: theirs). An output line has \
      "id", "text", "start", "end" and "edits" (in offsets of the old text), and "unchanged" with the \
      reason if there was nothing to do; or "id" and "error" with "code" and "message". Each answer is \
      written as soon as it is ready.

      A document need not be sent each time: {"id":1,"command":"open","document":"notes",\
      "text":"a word"} keeps it. Commands with "document" in place of "text" change the kept document \
      and are answered without its text, "edit" with "edits" reports changes made elsewhere, and \
      "close" discards it. Such a line waits for those before it.

      EXAMPLES:
        echo '{"id":1,"text":"a word","start":2,"end":6,"command":"strong"}' | mdedit batch
        mdedit batch --jobs 4 < commands.jsonl > answers.jsonl
      """)

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp(
      "How many lines are answered at a time (default: one per processor).", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "The longest line that is read, in megabytes (1 to 256).", valueName: "MB"))
  var lineLimit = BatchPipeline.lineLimit >> 20

  @Option(
    help: ArgumentHelp(
      "How deep arrays and objects may be nested (1 to 512).", valueName: "n"))
  var depthLimit = BatchResponder.depthLimit

  @OptionGroup var choices: ChoiceOptions
  @OptionGroup var memory: MemoryOption

  mutating func validate() throws {
    guard (1...256).contains(lineLimit) else {
      throw ValidationError("--line-limit takes a number from 1 to 256.")
    }
    guard (1...512).contains(depthLimit) else {
      throw ValidationError("--depth-limit takes a number from 1 to 512.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs takes a number from 1 to 1024.")
    }
  }

  func run() throws {
    let responder = BatchResponder(
      options: choices.options, depthLimit: depthLimit)
    let pipeline = BatchPipeline(jobs: jobs ?? processorCount(), lineLimit: lineLimit << 20) {
      responder.answer(to: $0)
    }
    try pipeline.run(input: 0, output: 1)
  }
}
