import Foundation
import JSONText
import MdeditKit
import Testing

/// Returns both outputs of a run, together, on a terminal of 80 columns.
private func shown(
  _ arguments: [String], _ input: String = "", environment: [String: String] = [:]
) throws -> String {
  let scratch = try Scratch()
  let file = try scratch.file("in", input)
  let (terminal, other) = try pseudoTerminal()
  defer { close(terminal) }
  let process = Process()
  process.executableURL = Tool.url
  process.arguments = arguments
  var variables = ProcessInfo.processInfo.environment
  variables["NO_COLOR"] = nil
  variables["TERM"] = "xterm"
  process.environment = variables.merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: URL(filePath: file))
  process.standardOutput = FileHandle(fileDescriptor: other)
  process.standardError = FileHandle(fileDescriptor: other)
  try process.run()
  process.waitUntilExit()
  close(other)
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while case let count = read(terminal, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
  // The terminal itself writes a CR before each LF.
  return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
}

/// Returns the two ends of a new pseudo-terminal: the one that shows and the one for programs.
private func pseudoTerminal() throws -> (shows: Int32, takes: Int32) {
  #if canImport(Glibc) || canImport(Musl)
    // The work of posix_openpt and related functions, which the headers hide.
    let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (isLocked, index): (Int32, UInt32) = (0, 0)
    try #require(terminal >= 0 && ioctl(terminal, unlock, &isLocked) == 0)
    try #require(ioctl(terminal, number, &index) == 0)
    let other = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY)
  #else
    let terminal = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0)
    let other = open(String(cString: try #require(ptsname(terminal))), O_RDWR | O_NOCTTY)
  #endif
  try #require(other >= 0)
  return (terminal, other)
}

private let hostile = "a word \u{1B}]0;title\u{7}\u{1B}[31m\u{9B}1m \u{202E}x\u{2028}\u{7F}\rb\n"
private let harmless =
  "\\u{1B}]0;title\\u{7}\\u{1B}[31m\\u{9B}1m \\u{202E}x\\u{2028}\\u{7F}\\u{D}b\n"

/// `Scripts/stress terminal` shows that no command and no message writes a control character.
@Suite struct TerminalTests {
  @Test func controlCharactersOfADocumentAreSpelledOut() throws {
    let text = try shown(["toggle", "strong", "-", "--find", "word"], hostile)
    #expect(text == "a **word** " + harmless)
  }

  @Test func aFileOrPipeHasTheBytesAsTheyAre() throws {
    let run = try ToolRun("toggle strong - --find word", input: hostile)
    #expect(run.output == Array(hostile.replacing("word", with: "**word**").utf8))
  }

  private let plain = "-a word\n+a **word**\n"
  private let colored = "\u{1B}[31m-a word\u{1B}[0m\n\u{1B}[32m+a **word**\u{1B}[0m\n"
  private let diff = ["toggle", "strong", "-", "--find", "word", "--diff"]

  @Test(arguments: [
    ([:], [], true), (["NO_COLOR": "1"], [], false), (["NO_COLOR": ""], [], true),
    (["TERM": "dumb"], [], false), ([:], ["--color", "never"], false),
  ])
  func diffsAreColouredOnATerminal(
    _ environment: [String: String], _ options: [String], _ isColored: Bool
  ) throws {
    let shown = try shown(diff + options, "a word\n", environment: environment)
    #expect(shown.hasSuffix(isColored ? colored : plain))
  }

  @Test func diffsAreColouredElsewhereOnlyIfAskedFor() throws {
    #expect(try ToolRun(diff, input: "a word\n").text.hasSuffix(plain))
    let asked = try ToolRun(diff + ["--color", "always"], input: "a word\n")
    #expect(asked.text.hasSuffix(colored))
  }

  @Test func colouredOutputNeverCarriesADocumentsOwn() throws {
    let run = try ToolRun(diff + ["--color", "always"], input: hostile)
    #expect(run.text.contains("\\u{1B}]0;title\\u{7}"))
    #expect(!run.text.contains("\u{1B}]"))
  }

  /// A fast path reads only the first bytes of texts without hidden characters.
  @Test func everyHiddenCharacterIsSpelledOut() {
    for value in 0x20...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.isHidden else { continue }
      #expect(
        Unicode.Scalar.mayBeHidden(Array(String(scalar).utf8)[0]), "U+\(String(value, radix: 16))")
      #expect(TerminalText.escapingControls("a\(scalar)b").hasPrefix("a\\u{"))
    }
  }

  @Test func lineEndingsAndTabsStayOnATerminal() {
    #expect(TerminalText.escapingControls("a\tb\r\nc\n") == "a\tb\r\nc\n")
    #expect(TerminalText.escapingControls("a\rb\r") == "a\\u{D}b\\u{D}")
    #expect(TerminalText.name("a\tb\n\u{0}é👨‍👩‍👧") == "a\\u{9}b\\u{A}\\u{0}é👨‍👩‍👧")
  }
}
