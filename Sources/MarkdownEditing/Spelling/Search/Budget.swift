import MarkdownSyntax

/// What the planning of one command may spend: steps of the search, and bytes that libcmark reads.
///
/// Counted in one place and never in time, so that the same text has the same answer on every
/// machine. Some texts (`*****…* <* <* <`) have more ways to be spelled than anybody would wait
/// for. Where the budget is spent, every search and every proof says no: what has been proved by
/// then is the answer, and without that the command is refused as too intricate.
///
/// A reference, because all that is planned for one command shares it: the tries of a leaf, what
/// is asked about taking an edit back, and the parts that leaves are read in.
package final class Budget {
  /// The steps that any text may take, however short: about a twentieth of a second.
  private static let base = 200_000
  /// The steps for each byte of the text besides: about a second for a million bytes.
  private static let stepsPerByte = 4
  /// What of those a spelling may take that is liked better than one that is proved: the contract
  /// holds for nearly all that is found by then, and what more is tried is seldom better.
  static let share = 60_000
  /// How many bytes read and compared cost as much as a step of the search.
  private static let bytesPerStep = 3

  /// The steps that may be spent.
  @exclusivity(unchecked) package private(set) var limit = Budget.base
  /// The steps spent on searches.
  @exclusivity(unchecked) package private(set) var steps = 0
  /// The bytes read.
  @exclusivity(unchecked) package private(set) var bytes = 0
  /// Whether nothing is left. Then `left` is 0.
  @exclusivity(unchecked) package private(set) var isSpent = false

  /// A budget for planning in a text of so many bytes.
  package init(forBytes byteCount: Int) { extend(forBytes: byteCount) }

  /// All that was spent, in steps.
  package var spent: Int { steps + bytes / Self.bytesPerStep }

  /// What is left, in steps.
  var left: Int { isSpent ? 0 : limit - spent }

  /// Takes steps of a search; false where so many are not left, and from then on.
  @discardableResult
  func spend(steps count: Int) -> Bool {
    steps += count
    return settle()
  }

  /// Takes bytes to be read and compared; false where so many are not left, and from then on.
  @discardableResult
  func spend(bytes count: Int) -> Bool {
    bytes += count
    return settle()
  }

  /// Adds what further leaves may take, each as much as a text of its own.
  func extend(forLeaves count: Int) { limit += Self.base * max(0, count) }

  /// Adds what a text may take besides; what is spent stays so.
  func extend(forBytes byteCount: Int) { limit += Self.stepsPerByte * byteCount }

  /// Does what may take but a share: to like a spelling better than one that is proved. What a
  /// search without an end would take of it is left for what else is planned.
  ///
  /// - Parameter byteCount: the length of the text that each proof reads.
  func withShare<Result>(forBytes byteCount: Int, _ body: () -> Result) -> Result {
    let whole = limit
    limit = min(whole, spent + Self.share + Self.stepsPerByte * byteCount)
    defer {
      limit = whole
      isSpent = spent > whole
    }
    return body()
  }

  @discardableResult
  private func settle() -> Bool {
    if spent > limit { isSpent = true }
    return !isSpent
  }
}
