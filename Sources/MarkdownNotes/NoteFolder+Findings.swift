import MarkdownSyntax
import TextEditing

extension NoteFolder {
  /// The links of a note that lead nowhere, in document order.
  ///
  /// Links by reference are found at their definitions, once for all of them. A path from the root is not checked in a dialect with shortcodes,
  /// whose sites have addresses of their own.
  ///
  /// - Parameters:
  ///   - source: The text of the note.
  ///   - read: Returns a note that is not in the folders, such as one that is ignored.
  package func findings(
    of note: Note, in source: [UInt8], at path: String,
    reading read: (String) -> Note? = { _ in nil }
  ) -> [SyntaxTree.Finding] {
    let isSite = dialect.extensions.contains(.shortcodes)
    var findings: [SyntaxTree.Finding] = []
    let used = Set(note.links.filter { $0.form == .reference }.map { [$0.path, $0.fragment] })
    for link in note.links where link.form != .reference {
      if link.form == .definition, !used.contains([link.path, link.fragment]) { continue }
      if isSite, link.path.utf8.first == .slash { continue }
      // A template, or a list of files.
      if link.path.contains("{{") || link.path.utf8.contains(.asterisk) { continue }
      switch destination(of: link, in: path) {
      case .folder: break
      case .missing(let missing):
        let name = link.isWiki ? link.path : Paths.relative(from: root(of: path), to: missing)
        findings.append(
          .init(
            kind: .brokenLink, range: link.target,
            message: "There is no \(link.form == .wiki ? "note" : "file") “\(name)”."))
      case .file(let file):
        guard let fragment = link.fragment, Paths.isNote(file),
          let target = file == path ? note : self.note(at: file) ?? read(file),
          place(of: fragment, in: target, isWiki: link.isWiki) == nil
        else { continue }
        let document = file == path ? "this document" : "“\(Paths.name(of: file))”"
        findings.append(finding(ofFragment: fragment, link, in: target, source, document))
      }
    }
    return findings
  }

  private func finding(
    ofFragment fragment: String, _ link: Note.Link, in target: Note, _ source: [UInt8],
    _ document: String
  ) -> SyntaxTree.Finding {
    let isBlock = fragment.utf8.first == .circumflex
    let what =
      link.isWiki ? "\(isBlock ? "block" : "heading") “\(fragment)”" : "anchor #\(fragment)"
    var finding = SyntaxTree.Finding(
      kind: .brokenAnchor, range: link.target, message: "There is no \(what) in \(document).")
    let names = target.headings.map(\.anchor) + target.anchors.map(\.name)
    let lower = fragment.lowercased()
    let alike = names.filter { $0.lowercased() == lower }
    if alike.count == 1, !link.isWiki,
      let hash = source[link.target].firstIndex(of: .numberSign)
    {
      finding.message += " The anchor is #\(alike[0])."
      finding.fix = TextEdit([.init(hash + 1..<link.target.upperBound, with: alike[0])])
    }
    return finding
  }
}
