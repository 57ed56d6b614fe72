import ArgumentParser
import MdeditKit

/// `mdedit keyboard`: what the library makes of an on-screen keyboard.
struct Keyboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what the library makes of an on-screen keyboard.",
    subcommands: [Replay.self])

  /// `mdedit keyboard replay`: a recording, played through the library.
  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Play a recording of keyboard events and show each step's layout.",
      discussion: """
        A recording is JSON: a screen, a view on it, and events; Fixtures/Keyboard has some. One
        line an event: what happened, where the keyboard stands, what it covers, the bottom inset,
        whether it had to be set, the top of the keyboard layout guide, and where the content
        would be scrolled to show the caret. Of a keyboard of one's own: the heights it is laid
        out with, and what its constraints come to. Of a list that pushes the keyboard away: where
        keyboard and row are, and what is to be done.

        EXAMPLES:
          mdedit keyboard replay Fixtures/Keyboard/Streams/third-party.json
          mdedit keyboard replay recording.json --json
          mdedit keyboard replay recording.json --svg steps.svg

        The exit status is 1 where a step is not what the recording expects of it.
        """)

    @Argument(help: "The recording; - is standard input.", completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Print it as JSON.")
    var json = false

    @Option(help: "Draw the steps into this file; - is standard output, instead of the table.")
    var svg: String?

    func validate() throws {
      if json, svg == "-" {
        throw ValidationError("--json and --svg - both write to standard output; choose one.")
      }
    }

    func run() throws {
      let replay = try KeyboardReplay(reading: try Document(reading: file).text)
      if let svg, svg != "-" { try NewFile.write(replay.svg, to: svg) }
      try Output.standard().write(
        svg == "-" ? replay.svg : json ? replay.json : replay.table)
      if replay.deviationCount > 0 {
        throw Failure(
          .notDone, "\(replay.deviationCount) of \(replay.frames.count) steps are not as expected.")
      }
    }
  }
}
