import CommonMark
import TextEditing

/// A document with the list of its blocks: a value, exact after every edit.
///
/// A block is a child of the root, from whose first line a fresh parser reads like one that has read
/// everything before. So only the blocks that an edit touches are reread. Blocks never depend on
/// definitions, so a change of definitions costs no more.
public struct MarkdownDocument: Sendable {
  /// The text.
  public internal(set) var buffer: TextBuffer
  var blocks = BlockList()
  var labels = LabelIndex()
  package private(set) var readByteCount = 0

  /// Replacements at most this many bytes apart are reread together.
  private static let nearby = 2048

  /// Creates a document from the text of `buffer`.
  ///
  /// - Throws: `ParsingRefusal` if the text is too long, or its lines are in too many containers.
  /// - Complexity: O(*n*).
  public init(_ buffer: TextBuffer) throws(ParsingRefusal) {
    self.buffer = buffer
    _ = try reread(0..<0, newCount: buffer.utf8Count)
  }

  /// Applies an edit, or does nothing if it does not fit.
  ///
  /// - Throws: `DocumentEditError`; the document is then unchanged.
  /// - Complexity: O(*m*) in the length of the blocks that the edit touches, for each group of
  ///   replacements that are far apart. The list of blocks adds O(*n* / 256) in their number.
  public mutating func apply(_ edit: TextEdit) throws(DocumentEditError) {
    _ = try applyReading(edit)
  }

  struct Reread {
    var range: Range<Int>
    var growth: Int
    /// The labels that are defined there only before or only after, those of footnotes with `^`.
    var changedLabels: Set<LabelKey>
  }

  /// Applies an edit. Returns the reread parts, each in the text before its group of replacements.
  mutating func applyReading(_ edit: TextEdit) throws(DocumentEditError) -> [Reread] {
    do { try buffer.validate(edit) } catch { throw .edit(error) }
    let groups = Self.groups(of: edit)
    if groups.count > 1 {
      var copy = self
      var rereads: [Reread] = []
      for group in groups.reversed() { rereads.append(try copy.apply(group: group)) }
      self = copy
      return rereads
    }
    return try groups.first.map { (group) throws(DocumentEditError) in
      [try apply(group: group)]
    } ?? []
  }

  private mutating func apply(
    group: [TextEdit.Replacement]
  ) throws(DocumentEditError) -> Reread {
    let range = group[0].range.lowerBound..<group[group.count - 1].range.upperBound
    let countBefore = buffer.utf8Count
    // If the buffer had a copy, the edit would first copy what it writes to, which is not cached.
    let way = buffer.applyValidated(TextEdit(group))
    do {
      return try reread(range, newCount: range.count + buffer.utf8Count - countBefore)
    } catch {
      buffer.goBack(way)
      throw .parsing(error)
    }
  }

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

  /// Rereads the blocks that an edit has changed, from the one before, whose first line is unchanged
  /// even if the edit joins a CR and an LF. The buffer is already edited, the blocks are not.
  ///
  /// - Throws: `ParsingRefusal`; the blocks are then unchanged.
  private mutating func reread(
    _ range: Range<Int>, newCount: Int
  ) throws(ParsingRefusal) -> Reread {
    let growth = newCount - range.count
    let touched = blocks.place(containing: max(0, range.lowerBound - 1))
    let first = touched.flatMap { blocks.before($0) } ?? touched
    let start = first?.start ?? 0
    let limit = buffer.utf8Count
    var length = range.lowerBound + newCount - start + 1024
    while true {
      let end = min(start + length, limit)
      var text = buffer.bytes(in: start..<end)
      if end < limit {
        // Whole lines; a carriage return and a line feed are one line ending.
        while let last = text.last, !last.isLineEnding { text.removeLast() }
        if text.last == .carriageReturn { text.removeLast() }
      }
      readByteCount += text.count
      var reader = BlockReader()
      var old: BlockList.Place?
      let blocks = blocks
      _ = try text.withUnsafeBufferPointer { (text) throws(ParsingRefusal) in
        try reader.read(text, isDocumentStart: start == 0) { offset in
          let before = start + offset - growth
          guard before > 0, before >= range.upperBound,
            let place = blocks.place(containing: before),
            place.start == before
          else { return false }
          old = place
          return true
        }
      }
      guard old != nil || end == limit else {
        length *= 2
        continue
      }
      return replace(from: first, upTo: old, with: reader.blocks, growth)
    }
  }

  private mutating func replace(
    from first: BlockList.Place?, upTo end: BlockList.Place?, with new: [DocumentBlock],
    _ growth: Int
  ) -> Reread {
    let range = (first?.start ?? 0)..<(end?.start ?? buffer.utf8Count - growth)
    var (before, after): (Set<LabelKey>, Set<LabelKey>) = ([], [])
    var place = first
    while let block = place, block.start < range.upperBound {
      if let own = block.block.labels {
        before.formUnion(own.keys)
        labels.remove(own)
      }
      place = blocks.after(block)
    }
    for block in new {
      guard let own = block.labels else { continue }
      after.formUnion(own.keys)
      labels.add(own)
    }
    blocks.replace(from: first, upTo: end, with: new)
    return Reread(
      range: range, growth: growth, changedLabels: before.symmetricDifference(after))
  }

  /// The first broken invariant of the blocks, as a sentence; nil if all hold: their lengths are
  /// positive and add up to the text's, and they are the blocks of a new document.
  package func brokenInvariant() -> String? {
    guard let fresh = try? MarkdownDocument(buffer) else { return "the text is not read again" }
    let (own, others) = (blockStarts, fresh.blockStarts)
    if blocks.length != buffer.utf8Count {
      return "the blocks have \(blocks.length) bytes, the text \(buffer.utf8Count)"
    }
    if own == others { return nil }
    return "blocks begin at \(own), in a new document at \(others)"
  }

  package var blockStarts: [Int] { blocks.levels(in: 0..<buffer.utf8Count).map { $0.start } }
}

/// The reason why an edit was not applied; the document is then unchanged.
public enum DocumentEditError: Error, Hashable, Sendable {
  /// The edit does not fit the text.
  case edit(TextEditError)
  /// The edited text is not passed to libcmark.
  case parsing(ParsingRefusal)
}

extension DocumentEditError: CustomStringConvertible {
  /// A sentence that names the position.
  public var description: String {
    switch self {
    case .edit(let error): error.description
    case .parsing(let refusal): refusal.description
    }
  }
}
