import MarkdownSyntax

/// The numbers of the footnotes, in the order of their first references, as cmark-gfm counts.
struct FootnoteNumbers {
  struct Footnote {
    var definition: Int
    var count = 0
  }

  /// The footnotes in the order of their numbers.
  private(set) var footnotes: [Footnote] = []
  /// The footnote, from 0, of each reference's node, and which of its references that is, from 1.
  private(set) var references: [Int: (footnote: Int, number: Int)] = [:]

  init() {}

  init(_ tree: SyntaxTree) {
    var definitions: [Int32: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .footnote {
      // Of two definitions with one label, nested or not, cmark-gfm uses the first to end.
      let isFirst =
        definitions[node.number].map { node.endIndex <= tree.nodes[$0].endIndex } ?? true
      if isFirst { definitions[node.number] = index }
    }
    if definitions.isEmpty { return }
    var numbers: [Int: Int] = [:]
    for (index, node) in tree.nodes.enumerated() where node.kind == .footnoteReference {
      guard let definition = definitions[node.number] else { continue }
      let number = numbers[definition] ?? footnotes.count
      if number == footnotes.count { footnotes.append(Footnote(definition: definition)) }
      numbers[definition] = number
      footnotes[number].count += 1
      references[index] = (number, footnotes[number].count)
    }
  }
}

extension HTMLPrinter {
  private func label(_ definition: Int) -> [UInt8] {
    Array(source[tree.nodes[definition + 1].content])
  }

  mutating func printReference(_ index: Int) {
    guard let (footnote, number) = footnotes.references[index] else { return }
    let label = label(footnotes.footnotes[footnote].definition)
    write("<sup class=\"footnote-ref\"><a href=\"#fn-")
    writeURL(label)
    write("\" id=\"fnref-")
    writeURL(label)
    if number > 1 { write("-", number, "") }
    write("\" data-footnote-ref>", footnote + 1, "</a></sup>")
  }

  mutating func printFootnotes() {
    guard !footnotes.footnotes.isEmpty else { return }
    write("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
    for footnote in footnotes.footnotes {
      write("<li id=\"fn-")
      writeURL(label(footnote.definition))
      write("\">\n")
      let end = tree.nodes[footnote.definition].endIndex
      hasBackReferences = false
      open.append(footnote.definition)
      printNodes(footnote.definition + 1..<end)
      open.removeLast()
      if !hasBackReferences {
        printBackReferences(of: footnote.definition)
        out.append(.lineFeed)
      }
      write("</li>\n")
      printedFootnotes += 1
    }
    write("</ol>\n</section>\n")
  }

  mutating func printBackReferences(of definition: Int) {
    hasBackReferences = true
    let count = footnotes.footnotes[printedFootnotes].count
    let label = label(definition)
    for number in 1...count {
      write(number > 1 ? " <a href=\"#fnref-" : "<a href=\"#fnref-")
      writeURL(label)
      if number > 1 { write("-", number, "") }
      write("\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩")
      if number > 1 { write("<sup class=\"footnote-ref\">", number, "</sup>") }
      write("</a>")
    }
  }
}
