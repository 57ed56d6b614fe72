import CommonMark
import MarkdownSyntax

/// The text that a command is planned on, or an edited one. Each reading is made when first used.
final class Trial {
  let source: [UInt8]
  /// The text as libcmark reads it, or nil if it is not passed to libcmark.
  private(set) lazy var document: PrintedDocument? = try? PrintedDocument(source, seenIn: view)
  private var knownTree: MarkdownTree?
  private var known: Result<DocumentReading, ParsingRefusal>?
  private var knownWords: TreeReading?
  private var knownSeenWords: TreeReading?
  /// How the command sees the dialect of the text; nil in CommonMark.
  let view: InlineView?
  /// Whether the view of the text may differ from libcmark's reading: for GitHub, in `a ~b`.
  private(set) lazy var mayDiffer: Bool =
    view != nil && (view?.mark != nil || document?.mayDiffer == true) && reading?.mayDiffer != false

  init(_ source: [UInt8], view: InlineView? = nil) { (self.source, self.view) = (source, view) }

  init(_ reading: DocumentReading) {
    source = reading.source
    view = reading.view
    known = .success(reading)
    document = reading.document
  }

  /// libcmark's tree, or nil if the text cannot be passed to libcmark.
  var tree: MarkdownTree? {
    if case .success(let reading)? = known { return reading.tree }
    if knownTree == nil { knownTree = document.flatMap { try? MarkdownTree(parsing: $0.text) } }
    return knownTree
  }

  /// Whether ``words`` come from tokens, as for `a ~b` in GitHub's dialect. It is the same for all
  /// texts of a command.
  fileprivate(set) var isSeen = false

  /// The text as the contract compares it.
  var words: TreeReading? { words(isSeen: isSeen) }

  /// The text as the command sees it if `isSeen`; otherwise as libcmark's tree.
  private func words(isSeen: Bool) -> TreeReading? {
    if isSeen {
      if knownSeenWords == nil {
        knownSeenWords = reading.map { TreeReading($0.tree, constructs, seenIn: $0) }
      }
      return knownSeenWords
    }
    if knownWords == nil { knownWords = tree.map { TreeReading($0, constructs) } }
    return knownWords
  }

  /// The constructs of the dialect that are blocks or begin one.
  private var constructs: [DialectConstruct] { document?.blockConstructs ?? [] }

  /// The reading of the text, or nil if the text cannot be passed to libcmark.
  var reading: DocumentReading? { try? read() }

  /// Reads the text.
  ///
  /// - Throws: `ParsingRefusal` if the text cannot be passed to libcmark.
  func read() throws(ParsingRefusal) -> DocumentReading {
    if let known { return try known.get() }
    do throws(ParsingRefusal) {
      let document =
        if let document { document } else { try PrintedDocument(source, seenIn: view) }
      let tree = if let knownTree { knownTree } else { try MarkdownTree(parsing: document.text) }
      let reading = DocumentReading(document, tree: tree, view: view)
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
    let isSeen = mayDiffer || after.mayDiffer
    guard let words = words(isSeen: isSeen), let tree, let edited = after.tree,
      !isSeen || after.reading != nil
    else { return false }
    let reading = isSeen ? after.reading : nil
    return words.isRead(from: edited, after.constructs, aims, isCode: isCode, seenIn: reading)
      && edited.elementCount >= tree.elementCount
      && (reading.map { agrees(with: $0, on: aims) } ?? true)
  }

  /// Whether libcmark agrees with our scanner on the changed leaves after an edit, in CommonMark.
  private func agrees(with after: DocumentReading, on aims: [TreeReading.Aim]) -> Bool {
    guard let reading, reading.leaves.count == after.leaves.count else { return false }
    return aims.allSatisfy { aim in
      let leaf = reading.leaves.partitionPoint { $0.node >= aim.node }
      guard leaf < after.leaves.count else { return false }
      return after.agrees(on: after.leaves[leaf])
    }
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
  private let view: InlineView?
  /// Whether the words of all texts come from tokens, as for `a ~b` in GitHub's dialect.
  private let isSeen: Bool

  /// - Parameter text: the first text, in the view of a command.
  init(_ text: Trial) {
    view = text.view
    // GitHub may pair other runs than libcmark if a pair is added to them.
    isSeen =
      text.mayDiffer || view != nil && text.source.contains { $0 == .asterisk || $0 == .underscore }
    add(text)
  }

  /// The text with these bytes, with its readings if it is remembered.
  subscript(source: [UInt8]) -> Trial {
    if let index = recent.lastIndex(where: { $0.source == source }) {
      if index + 1 < recent.count { recent.append(recent.remove(at: index)) }
      return recent[recent.count - 1]
    }
    let trial = Trial(source, view: view)
    add(trial)
    return trial
  }

  private func add(_ trial: Trial) {
    trial.isSeen = isSeen
    recent.append(trial)
    byteCount += trial.source.count
    while recent.count > Self.most || (byteCount > Self.mostBytes && recent.count > 2) {
      byteCount -= recent.removeFirst().source.count
    }
  }
}
