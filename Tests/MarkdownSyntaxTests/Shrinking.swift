enum Shrinking {
  /// Returns the smallest source found, after removing scalars, for which `fails` still holds.
  static func smallest(_ source: [UInt8], _ fails: ([UInt8]) -> Bool) -> [UInt8] {
    var scalars = Array(String(decoding: source, as: UTF8.self).unicodeScalars)
    var width = scalars.count / 2
    while width > 0 {
      var start = 0
      while start < scalars.count {
        var candidate = scalars
        candidate.removeSubrange(start..<Swift.min(start + width, scalars.count))
        if fails(bytes(of: candidate)) { scalars = candidate } else { start += width }
      }
      width /= 2
    }
    return bytes(of: scalars)
  }

  private static func bytes(of scalars: [Unicode.Scalar]) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }
}
