import JSONText
import MarkdownEditing
import MarkdownNotes
import MarkdownSyntax
import TextEditing

/// Finds slips in documents, and broken links to other files.
package final class Linter {
  /// A document with its findings.
  package struct Report {
    let text: SourceText
    package let findings: [SyntaxTree.Finding]
  }

  private let dialect: Dialect
  private let ignored: Set<SyntaxTree.Finding.Kind>
  /// The folders by their roots; each has a list of its files if the dialect has links by name.
  private var folders: [String: NoteFolder] = [:]
  /// The notes that were read because of a link to them.
  private var targets: [String: Note?] = [:]

  package init(dialect: Dialect, ignoring ignored: Set<SyntaxTree.Finding.Kind>) {
    (self.dialect, self.ignored) = (dialect, ignored)
  }

  /// Returns the notes of a folder that are not ignored, in the order of their names, or the argument itself if it is no
  /// folder.
  package static func files(of argument: String) -> [String] {
    guard argument != "-", NoteFiles.system.kind(argument) == .folder else { return [argument] }
    let folder = absolute(argument)
    var walk = NoteWalk(.system)
    walk.walk(folder)
    let start = argument == "." ? "" : argument.utf8.last == .slash ? argument : argument + "/"
    return walk.found.map(\.path).filter(Paths.isNote).map {
      start + $0.dropFirst(folder.utf8.last == .slash ? folder.count : folder.count + 1)
    }
  }

  private static func absolute(_ path: String) -> String {
    var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard path.utf8.first != .slash, getcwd(&folder, folder.count) != nil else {
      return Paths.joined("", path)
    }
    return Paths.joined(
      String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), path
    )
  }

  package func report(on text: SourceText, at path: String?) throws(Failure) -> Report {
    let tree = try text.reading { () throws(ParsingRefusal) in
      try SyntaxTree(text.bytes, in: dialect)
    }
    var findings = tree.findings(in: text.bytes, dialect: dialect)
    let note = Note(tree, text.bytes, in: dialect)
    if !note.links.isEmpty {
      let path = Self.absolute(path ?? "-")
      findings += folder(of: path).findings(of: note, in: text.bytes, at: path) { target in
        if let known = targets[target] { return known }
        let read = NoteFiles.system.note(at: target, in: dialect)
        targets[target] = .some(read)
        return read
      }
      findings.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    return Report(text: text, findings: findings.filter { !ignored.contains($0.kind) })
  }

  /// The notes around a file: those of the repository, or of the vault, that contains it.
  private func folder(of path: String) -> NoteFolder {
    let root = NoteFiles.system.repository(of: path) ?? Paths.folder(of: path)
    if let folder = folders[root] { return folder }
    var folder = NoteFolder(roots: [root], dialect: dialect, lookUp: NoteFiles.system.kind)
    if dialect.extensions.contains(.wikiLinks) { _ = folder.scan(.system) }
    folders[root] = folder
    return folder
  }

  /// Makes the edits that resolve findings for sure.
  ///
  /// - Returns: the text afterwards; nil if there are none, or if the edited text has other findings.
  package func fixed(_ report: Report, at path: String?) throws(Failure) -> SourceText? {
    var fixes: [TextEdit.Replacement] = []
    var count = 0
    for finding in report.findings {
      guard let fix = finding.fix?.replacements,
        fix.first?.range.lowerBound ?? 0 >= fixes.last?.range.upperBound ?? 0
      else { continue }
      fixes += fix
      count += 1
    }
    if fixes.isEmpty { return nil }
    let text = try SourceText(
      TextEdit(fixes).applying(to: report.text.bytes), name: report.text.name)
    return try self.report(on: text, at: path).findings.count == report.findings.count - count
      ? text : nil
  }
}

extension Linter.Report {
  /// A line for each finding, as text or as a JSON object.
  package func lines(asJSON: Bool) -> [UInt8] {
    var walk = LocationWalk(over: text)
    return findings.flatMap { finding -> [UInt8] in
      let place = walk.location(ofUTF8: finding.range.lowerBound)
      guard asJSON else {
        let message = TerminalText.name(finding.message)
        return Array("\(text.name):\(place.written): \(message) (\(finding.kind.rawValue))\n".utf8)
      }
      let object: JSONTree = [
        "file": .string(text.name), "line": .integer(place.line),
        "column": .integer(place.graphemeColumn), "start": .integer(finding.range.lowerBound),
        "end": .integer(finding.range.upperBound), "kind": .string(finding.kind.rawValue),
        "message": .string(finding.message), "fixable": .bool(finding.fix != nil),
      ]
      return object.line
    }
  }
}
