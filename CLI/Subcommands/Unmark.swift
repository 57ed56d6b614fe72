import ArgumentParser

struct Take: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "unmark",
    abstract: "Remove the mark from the whole selection.",
    usage: MarkingOptions.usage("unmark"),
    discussion: """
      EXAMPLES:
        mdedit unmark emphasis notes.md --select 1:1-9:1 --diff
        mdedit unmark strong notes.md --caret 3:5
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.unmark) }
}
