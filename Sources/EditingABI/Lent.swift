/// Memory of the library's own that a caller reads until the next call.
final class Lent<Element: BitwiseCopyable> {
  /// Where it begins; there is always an element more than was put in, which is zero.
  private(set) var start: UnsafeMutablePointer<Element>
  /// How many elements were put in.
  private(set) var count = 0
  private var capacity: Int
  private let zero: Element

  init(zero: Element) {
    self.zero = zero
    capacity = 16
    start = .allocate(capacity: capacity)
    start.initialize(to: zero)
  }

  deinit { start.deallocate() }

  /// Puts elements in, in the place of those before.
  func set(_ elements: some Collection<Element>) {
    count = elements.count
    // What one long result needed is not kept for short ones.
    if count + 1 > capacity || capacity > max(1 << 16, 8 * count) {
      start.deallocate()
      capacity = count + 1 + count / 2
      start = .allocate(capacity: capacity)
    }
    var next = start
    for element in elements {
      next.initialize(to: element)
      next += 1
    }
    next.initialize(to: zero)
  }
}
