/// Memory of the library that a caller may read until the next call.
final class Lent<Element: BitwiseCopyable> {
  /// The first element; after the last one there is always a zero.
  private(set) var start: UnsafeMutablePointer<Element>
  /// The number of elements, without the zero at the end.
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

  func set(_ elements: some Collection<Element>) {
    count = elements.count
    // The memory of a long result is not kept for short ones.
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
