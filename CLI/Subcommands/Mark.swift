import ArgumentParser

struct Give: DocumentReader {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Add the mark to the whole selection.",
    usage: MarkingOptions.usage("mark"),
    discussion: """
      EXAMPLES:
        mdedit mark strong notes.md --select 3:5-4:1
        mdedit mark code notes.md --find "swift build" --in-place
      """)

  @OptionGroup var options: MarkingOptions
  @OptionGroup(title: "Choices") var memory: MemoryOption

  func run() throws { try options.run(.mark) }
}
