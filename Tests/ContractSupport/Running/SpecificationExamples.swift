/// The examples of the CommonMark specification, from its text.
public enum SpecificationExamples {
  /// The Markdown of every example, in order; a `→` of the text is a tab.
  public static func read(_ specification: String) -> [String] {
    let fence = String(repeating: "`", count: 32)
    var examples: [String] = []
    var lines: [Substring]?
    for line in specification.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(fence + " example") {
        lines = []
      } else if line == ".", let example = lines {
        examples.append(example.map { $0 + "\n" }.joined().replacing("→", with: "\t"))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return examples
  }
}
