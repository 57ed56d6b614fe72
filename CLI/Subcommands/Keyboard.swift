import ArgumentParser
import MdeditKit

struct Keyboard: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the layout that the library computes for an on-screen keyboard.",
    subcommands: [Replay.self])

  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replay recorded keyboard events and show the layout after each.",
      discussion: """
        A recording is JSON: a screen, a view on it, and events; Fixtures/Keyboard has \
        examples. One line per event: what happened, where the keyboard is, what it covers, the bottom \
        inset, whether it had to be set, the top of the keyboard layout guide, and where the content \
        would be scrolled to show the caret. For a keyboard of your own: the heights that it is laid \
        out with, and what its constraints result in. For a list that pushes the keyboard away: where \
        keyboard and row are, and what is to be done.

        EXAMPLES:
          mdedit keyboard replay Fixtures/Keyboard/Streams/third-party.json
          mdedit keyboard replay recording.json --json

        The exit status is 1 if a step differs from what the recording expects.
        """)

    @Argument(help: "The recording; - is standard input.", completion: .file(extensions: ["json"]))
    var file: String

    @Flag(help: "Print the layouts as JSON.")
    var json = false

    func run() throws {
      let replay = try KeyboardReplay(reading: try Document(reading: file).text)
      try Output.standard().write(json ? replay.json : replay.table)
      if replay.deviationCount > 0 {
        throw Failure(
          .notDone, "\(replay.deviationCount) of \(replay.frames.count) steps are not as expected.")
      }
    }
  }
}
