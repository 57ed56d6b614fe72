import CommonMark
import TextEditing

/// A document with its slice index: a value, exact after every edit.
///
/// A slice begins on a line from which a fresh parser reads like one that has read everything
/// before: at a child of the root, or at an item or block of a long list or quote. So only the
/// slices that an edit touches are reread. Blocks never depend on definitions, and the index keeps
/// nothing else, so a change of definitions costs no more.
public struct MarkdownDocument: Sendable {
  /// The text.
  public internal(set) var buffer: TextBuffer
  var slices = SliceTree()
  var definitions = DefinitionIndex()
  /// The labels of footnotes.
  var footnotes = FootnoteIndex()
  /// The lines that open the containers, code or HTML around the starts of slices again.
  var prefixes = PrefixTable()
  /// The number of UTF-8 bytes that have been read to find slices.
  package internal(set) var readByteCount = 0

  let sizes: Sizes

  /// The lengths of slices, in UTF-8 bytes; they affect speed, never results.
  package struct Sizes: Hashable, Sendable {
    /// The size from which an item, or a block in a quote, begins a slice of its own.
    package var inner = 256

    package init() {}

    /// The length of a slice from which another may begin in the same child of the root. Code and
    /// HTML of usual lengths stay whole for commands on blocks.
    func least(in kind: SyntaxTree.Kind) -> Int {
      kind == .code || kind == .html ? 8 * inner : inner
    }
  }

  /// Replacements at most this many bytes apart are reread together.
  private static let nearby = 2048

  /// Creates a document from the text of `buffer`.
  ///
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  /// - Complexity: O(*n*).
  public init(_ buffer: TextBuffer) throws(ParsingRefusal) {
    try self.init(buffer, sizes: Sizes())
  }

  /// Makes a document with slices of other sizes.
  ///
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  package init(_ buffer: TextBuffer, sizes: Sizes) throws(ParsingRefusal) {
    self.buffer = buffer
    self.sizes = sizes
    try readAll()
  }

  /// Applies an edit, or does nothing if it does not fit.
  ///
  /// - Throws: `DocumentEditError`; the document is then unchanged.
  /// - Complexity: O(log *n* + *m*) in the length of the slices that the edit touches, for each
  ///   group of replacements that are far apart.
  public mutating func apply(_ edit: TextEdit) throws(DocumentEditError) {
    _ = try applyReading(edit)
  }

  /// Applies an edit. Returns the reread parts, each in the text before its group of replacements.
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

  /// Applies replacements that are close together.
  private mutating func apply(
    group: [TextEdit.Replacement]
  ) throws(DocumentEditError) -> [Reread] {
    guard let first = group.first, let last = group.last else { return [] }
    let countBefore = buffer.utf8Count
    let range = first.range.lowerBound..<last.range.upperBound
    let lines = linesWithFootnotes(around: range)
    // If the buffer had a copy, the edit would first copy what it writes to, which is not cached.
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

  /// The replacements of an edit, grouped if they are close together.
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
