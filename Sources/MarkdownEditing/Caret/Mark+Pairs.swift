extension Mark {
  /// Returns the opening and closing bytes of empty pairs, in order of preference. For code, the
  /// last one has a length that no run of backticks in the leaf has.
  package func pairs(in leaf: some Sequence<UInt8>) -> [(open: [UInt8], close: [UInt8])] {
    var pairs = delimiters.map { Array($0.utf8) }
    if self == .code {
      let fence = CodeFence(for: [], preferred: nil, taken: RunLengths(in: leaf)).opening
      if !pairs.contains(fence) { pairs.append(fence) }
    }
    return pairs.map { ($0, $0) }
  }
}
