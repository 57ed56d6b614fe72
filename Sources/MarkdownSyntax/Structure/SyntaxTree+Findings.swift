extension SyntaxTree {
  /// A probable slip of the author that shows only when the document is read as Markdown.
  public struct Finding: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// `[a][b]` or `[a][]` without a definition of the label.
      case undefinedReference = "undefined-reference"
      /// `[^a]` without a footnote of that label.
      case undefinedFootnote = "undefined-footnote"
      /// A definition of a label that no link uses.
      case unusedDefinition = "unused-definition"
      /// A footnote without a reference.
      case unusedFootnote = "unused-footnote"
      /// A second definition of a label, which has no effect.
      case repeatedDefinition = "repeated-definition"
      /// A fence without a closing fence: the code extends to the end of the text or its container.
      case openFence = "open-fence"
      /// A run of delimiters next to a word that neither opens nor closes a mark: `**bold`.
      case halfOpenMark = "half-open-mark"
      /// A heading more than one level below the one before.
      case skippedLevel = "skipped-level"
      /// A heading with the same anchor as an earlier one, so that its address differs: `#a-1`.
      case repeatedAnchor = "repeated-anchor"
    }

    public var kind: Kind
    /// The UTF-8 range that the finding is about.
    public var range: Range<Int>
    /// A sentence that describes the finding.
    public var message: String
  }

  /// The findings of a document, in document order. They concern its meaning, not its style.
  ///
  /// - Parameters:
  ///   - source: The text that the tree was read from, as UTF-8.
  ///   - dialect: The dialect that the tree was read in.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  public func findings(in source: [UInt8], dialect: Dialect) -> [Finding] {
    let comments = commentLabels
    var findings = references.flatMap { reference in
      comments.contains(reference.definitions[0]) ? [] : Self.findings(about: reference, in: source)
    }
    source.withUnsafeBufferPointer { source in
      var reader = TextFindings(self, source, dialect)
      reader.read()
      findings += reader.findings
    }
    for node in nodes where node.kind == .code && node.mark != 0 && !node.isClosed {
      let fence = node.range.lowerBound..<node.range.lowerBound + Int(node.number)
      findings.append(
        Finding(
          kind: .openFence, range: fence, message: "Nothing closes the code that this fence opens.")
      )
    }
    addHeadings(in: source, to: &findings)
    findings.sort {
      ($0.range.lowerBound, $0.range.upperBound, $0.kind.rawValue)
        < ($1.range.lowerBound, $1.range.upperBound, $1.kind.rawValue)
    }
    return findings
  }

  private static func findings(about reference: Reference, in source: [UInt8]) -> [Finding] {
    let first = reference.definitions[0]
    let label = String(decoding: source[first], as: UTF8.self)
    var result: [Finding] = []
    if reference.uses.isEmpty {
      result.append(
        reference.isFootnote
          ? Finding(
            kind: .unusedFootnote, range: first,
            message: "Nothing refers to the footnote “\(label)”.")
          : Finding(
            kind: .unusedDefinition, range: first, message: "No link uses the label “\(label)”."))
    }
    return result
      + reference.definitions.dropFirst().map {
        Finding(
          kind: .repeatedDefinition, range: $0,
          message: "“\(label)” is defined already; the first definition counts.")
      }
  }

  /// The labels of definitions that are comments: `[//]: # (comment)`.
  private var commentLabels: Set<Range<Int>> {
    Set(
      links.compactMap { link in
        let isComment =
          link.form == nil && (link.destination.isEmpty || link.destination == [.numberSign])
        return isComment ? link.label : nil
      })
  }

  private func addHeadings(in source: [UInt8], to findings: inout [Finding]) {
    var level = 6
    for section in outline(of: source) {
      if section.level > level + 1 {
        findings.append(
          Finding(
            kind: .skippedLevel, range: section.heading,
            message: "A heading of level \(section.level) follows one of level \(level)."))
      }
      level = section.level
    }
    for anchor in headingAnchors(of: source) where anchor.repetition > 0 {
      findings.append(
        Finding(
          kind: .repeatedAnchor, range: nodes[anchor.node].range,
          message: "Another heading has this anchor; the address of this one is #\(anchor.name)."))
    }
  }
}
