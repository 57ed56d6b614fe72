import ArgumentParser

struct Toggle: DocumentReader {
  static let configuration = CommandConfiguration(
    abstract: "Remove the mark if the whole selection has it; otherwise add it.",
    usage: MarkingOptions.usage("toggle"),
    discussion: """
      The result is printed unless --in-place, --diff or --json is given.

      EXAMPLES:
        mdedit toggle strong notes.md --select 3:5-3:12
        mdedit toggle strong notes.md --find word --nth 2 --diff
        mdedit toggle code notes.md --utf8 0-4 --utf8 9-12 --in-place
        mdedit toggle emphasis - --caret 1:1 --insert "typed next" < notes.md
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.toggle) }
}
