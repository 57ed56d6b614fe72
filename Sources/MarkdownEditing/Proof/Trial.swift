import CommonMark
import MarkdownSyntax

/// The text that a command is planned on, or an edited one. Each reading is made when first used.
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

  /// libcmark's tree, or nil if the text cannot be passed to libcmark.
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

  /// The reading of the text, or nil if the text cannot be passed to libcmark.
  var reading: DocumentReading? { try? read() }

  /// Reads the text.
  ///
  /// - Throws: `ParsingRefusal` if the text cannot be passed to libcmark.
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

  /// Whether libcmark reads `after` as this text with only the wanted changes of marks: `**a**` for
  /// `a` with strong.
  ///
  /// - Parameters:
  ///   - aims: the wanted marks, in ascending order of leaves.
  ///   - isCode: whether a soft break may become a blank in code.
  /// - Complexity: O(both trees).
  func isRead(from after: Trial, _ aims: [TreeReading.Aim], isCode: Bool) -> Bool {
    guard let words, let tree, let edited = after.tree else { return false }
    return words.isRead(from: edited, aims, isCode: isCode)
      && edited.elementCount >= tree.elementCount
  }
}

/// The texts that a command has read last. A search, and undoing an edit, return to earlier texts.
/// Each proof costs the same budget anyway, so plans do not depend on this memory.
final class Trials {
  private static let most = 16
  /// The limit of the total length in bytes. The last two texts are always kept.
  private static let mostBytes = 1 << 17
  /// The texts, in order of their last use.
  private var recent: [Trial] = []
  private var byteCount = 0

  /// The text with these bytes, with its readings if it is remembered.
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
