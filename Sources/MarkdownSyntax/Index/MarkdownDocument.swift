import CommonMark
import TextEditing

/// A document with its slice index: a value, exact after every edit.
///
/// A slice begins on a line from which a fresh parser reads what follows as one that has read all
/// before it does: where a child of the root begins, or, in a long list or quote, an item or a
/// block of it. So an edit has only the slices it touches read again. Blocks never depend on
/// definitions, and nothing that does is kept, so a definition that comes or goes costs no more.
public struct MarkdownDocument: Sendable {
  /// The text.
  public internal(set) var buffer: TextBuffer
  /// The slices.
  var slices = SliceTree()
  /// What is defined where.
  var definitions = DefinitionIndex()
  /// The labels of footnotes.
  var footnotes = FootnoteIndex()
  /// The lines that open the containers, code or HTML around the beginnings of slices again.
  var prefixes = PrefixTable()
  /// How many UTF-8 bytes have been read to find the slices, from the start.
  package internal(set) var readByteCount = 0

  /// The lengths by which the text is cut.
  let sizes: Sizes

  /// Lengths by which a text is cut, in UTF-8 bytes; they decide what is fast, never what is found.
  package struct Sizes: Hashable, Sendable {
    /// From this many bytes on an item, or a block in a quote, begins a slice of its own.
    package var inner = 256

    /// Makes the sizes that apply where none are given.
    package init() {}

    /// How long a slice is at least where another may begin in the same child of the root. Code and HTML
    /// of usual lengths are left whole: commands on blocks want them so.
    func least(in kind: SyntaxTree.Kind) -> Int {
      kind == .code || kind == .html ? 8 * inner : inner
    }
  }

  /// Replacements at most this many bytes apart are read again together.
  private static let nearby = 2048

  /// Creates a document from the text of `buffer`.
  ///
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  /// - Complexity: O(*n*).
  public init(_ buffer: TextBuffer) throws(ParsingRefusal) {
    try self.init(buffer, sizes: Sizes())
  }

  /// Makes a document that is cut by lengths of one's own.
  ///
  /// - Throws: `ParsingRefusal` where some slice of the text is not handed to libcmark.
  package init(_ buffer: TextBuffer, sizes: Sizes) throws(ParsingRefusal) {
    self.buffer = buffer
    self.sizes = sizes
    try readAll()
  }

  /// Applies the edit `edit`, or does nothing if it does not fit.
  ///
  /// - Throws: `DocumentEditError`; the document is then unchanged.
  /// - Complexity: O(log *n* + *m*) in the length of the slices that the edit touches, for each
  ///   group of replacements that are far apart.
  public mutating func apply(_ edit: TextEdit) throws(DocumentEditError) {
    _ = try applyReading(edit)
  }

  /// Applies an edit, and returns what has been read again, each in the text before it was.
  mutating func applyReading(_ edit: TextEdit) throws(DocumentEditError) -> [Reread] {
    do { try buffer.validate(edit) } catch { throw .edit(error) }
    let groups = Self.groups(of: edit)
    if groups.count > 1 {
      var copy = self
      var rereads: [Reread] = []
      for group in groups.reversed() { rereads += try copy.apply(group: group) }
      self = copy
      return rereads
    }
    guard let group = groups.first else { return [] }
    return try apply(group: group)
  }

  /// Makes replacements that lie close together.
  private mutating func apply(
    group: [TextEdit.Replacement]
  ) throws(DocumentEditError) -> [Reread] {
    guard let first = group.first, let last = group.last else { return [] }
    let countBefore = buffer.utf8Count
    let range = first.range.lowerBound..<last.range.upperBound
    let lines = linesWithFootnotes(around: range)
    // A copy of the buffer would have the edit copy what it writes to, which is in no cache.
    let way = buffer.applyValidated(TextEdit(group))
    let growth = buffer.utf8Count - countBefore
    do {
      var reread = try reread(range, newCount: range.count + growth)
      let end = lineEnd(from: range.upperBound + growth, limit: buffer.utf8Count)
      if footnotes.replace(lines.labels, with: labels(of: lines.start..<end)) {
        reread.changesLabels = true
      }
      return [reread]
    } catch {
      buffer.goBack(way)
      throw .parsing(error)
    }
  }

  /// The replacements of an edit, those together that lie close together.
  private static func groups(of edit: TextEdit) -> [[TextEdit.Replacement]] {
    var groups: [[TextEdit.Replacement]] = []
    for replacement in edit.replacements {
      if let last = groups.last?.last,
        replacement.range.lowerBound - last.range.upperBound <= nearby
      {
        groups[groups.count - 1].append(replacement)
      } else {
        groups.append([replacement])
      }
    }
    return groups
  }
}
