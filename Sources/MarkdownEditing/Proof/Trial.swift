import CommonMark
import MarkdownSyntax

/// A text and everything read from it, each part at its first use: the text that a command is planned on, or the text
/// after an edit.
final class Trial {
  let source: [UInt8]
  private var knownTree: MarkdownTree?
  private var known: Result<DocumentReading, ParsingRefusal>?
  private var knownWords: TreeReading?

  init(_ source: [UInt8]) { self.source = source }

  init(_ reading: DocumentReading) {
    source = reading.source
    known = .success(reading)
  }

  /// libcmark's tree; nil if the text is not passed to libcmark.
  var tree: MarkdownTree? {
    if case .success(let reading)? = known { return reading.tree }
    if knownTree == nil { knownTree = try? MarkdownTree(parsing: source) }
    return knownTree
  }

  /// The tree as the contract compares it.
  var words: TreeReading? {
    if knownWords == nil { knownWords = tree.map { TreeReading($0) } }
    return knownWords
  }

  /// The reading of the text; nil if the text is not passed to libcmark.
  var reading: DocumentReading? { try? read() }

  /// The reading of the text.
  ///
  /// - Throws: `ParsingRefusal` if the text is not passed to libcmark.
  func read() throws(ParsingRefusal) -> DocumentReading {
    if let known { return try known.get() }
    do throws(ParsingRefusal) {
      let tree = if let knownTree { knownTree } else { try MarkdownTree(parsing: source) }
      let reading = DocumentReading(source, tree: tree)
      known = .success(reading)
      return reading
    } catch {
      known = .failure(error)
      throw error
    }
  }

  /// Whether libcmark reads `after` as this text with only the marks of some leaves changed as wanted: `**a**` for `a`
  /// with strong.
  ///
  /// - Parameters:
  ///   - aims: the leaves in ascending order.
  ///   - isCode: whether a soft break may be a blank in code.
  /// - Complexity: O(both trees).
  func isRead(from after: Trial, _ aims: [TreeReading.Aim], isCode: Bool) -> Bool {
    guard let words, let tree, let edited = after.tree else { return false }
    return words.isRead(from: edited, aims, isCode: isCode)
      && edited.elementCount >= tree.elementCount
  }
}

/// The last texts read for a command. A search returns to the same text, and undoing an edit returns to the text before
/// it.
///
/// The budget pays for each proof, remembered or not, so no plan depends on this memory.
final class Trials {
  private static let most = 16
  /// The limit of the texts' bytes; the last two texts are always kept.
  private static let mostBytes = 1 << 17
  /// In order of their last use.
  private var recent: [Trial] = []
  private var byteCount = 0

  /// The text with these bytes.
  subscript(source: [UInt8]) -> Trial {
    if let index = recent.lastIndex(where: { $0.source == source }) {
      if index + 1 < recent.count { recent.append(recent.remove(at: index)) }
      return recent[recent.count - 1]
    }
    let trial = Trial(source)
    add(trial)
    return trial
  }

  func add(_ trial: Trial) {
    recent.append(trial)
    byteCount += trial.source.count
    while recent.count > Self.most || (byteCount > Self.mostBytes && recent.count > 2) {
      byteCount -= recent.removeFirst().source.count
    }
  }
}
