import CommonMark
import MarkdownSyntax

/// A text and what is read from it, each part when it is first asked for: the text that a command is planned on, or
/// what an edit makes of it.
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

  /// libcmark's tree; nil where libcmark is not asked to parse the text.
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

  /// The text, read; nil where libcmark is not asked to parse it.
  var reading: DocumentReading? { try? read() }

  /// The text, read.
  ///
  /// - Throws: `ParsingRefusal` where libcmark is not asked to parse it.
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

  /// Whether libcmark reads `after` as this text with just the marks of some leaves as they are to be: `**a**` for
  /// `a` with strong.
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

/// The texts that were read last for a command: a search comes back to the same text, and the way back of an edit
/// leads to the text before.
///
/// What a proof costs is counted each time, so that no plan depends on what is remembered.
final class Trials {
  private static let most = 16
  /// How many bytes the texts have together; the last two are kept in any case.
  private static let mostBytes = 1 << 17
  /// The one that was asked for last is the last.
  private var recent: [Trial] = []
  private var byteCount = 0

  /// A text, with what is known of it.
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
