import MarkdownSyntax

/// The limit on planning one command, in steps of the search and bytes that libcmark reads.
///
/// It does not count time, so that a text has the same result on every machine. Some texts
/// (`*****…* <* <* <`) have too many spellings to try all. When the budget is used up, searches and
/// proofs fail. The result is the best spelling proved so far, or a refusal as too intricate.
///
/// A class, because all attempts and checks for one command share it.
package final class Budget {
  /// The steps for any text, however short: about a twentieth of a second.
  private static let base = 200_000
  /// The additional steps for each byte of the text: about a second for a million bytes.
  private static let stepsPerByte = 4
  /// The steps for finding a better spelling than a proved one. Nearly every spelling found by then
  /// satisfies the contract, and later ones are seldom better.
  static let share = 60_000
  /// The number of bytes that cost as much to read and compare as a step of the search.
  private static let bytesPerStep = 3

  @exclusivity(unchecked) package private(set) var limit = Budget.base
  @exclusivity(unchecked) package private(set) var steps = 0
  @exclusivity(unchecked) package private(set) var bytes = 0
  /// Whether nothing is left, so that `left` is 0.
  @exclusivity(unchecked) package private(set) var isExhausted = false

  package init(forBytes byteCount: Int) { extend(forBytes: byteCount) }

  /// The spent budget, in steps.
  package var spent: Int { steps + bytes / Self.bytesPerStep }

  /// The remaining budget, in steps.
  var left: Int { isExhausted ? 0 : limit - spent }

  /// Spends steps of a search. Returns false if too few are left, and from then on.
  @discardableResult
  func spend(steps count: Int) -> Bool {
    steps += count
    return settle()
  }

  /// Spends bytes to be read and compared. Returns false if too few are left, and from then on.
  @discardableResult
  func spend(bytes count: Int) -> Bool {
    bytes += count
    return settle()
  }

  /// Adds the base for more leaves, as if each were a text of its own.
  func extend(forLeaves count: Int) { limit += Self.base * max(0, count) }

  /// Adds the steps for more bytes of text.
  func extend(forBytes byteCount: Int) { limit += Self.stepsPerByte * byteCount }

  /// Runs `body`, which looks for a better spelling, with only a share of the budget.
  ///
  /// - Parameter byteCount: the length of the text that each proof reads.
  func withShare<Result>(forBytes byteCount: Int, _ body: () -> Result) -> Result {
    let whole = limit
    limit = min(whole, spent + Self.share + Self.stepsPerByte * byteCount)
    defer {
      limit = whole
      isExhausted = spent > whole
    }
    return body()
  }

  @discardableResult
  private func settle() -> Bool {
    if spent > limit { isExhausted = true }
    return !isExhausted
  }
}
